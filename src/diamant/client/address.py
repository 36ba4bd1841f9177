"""A server's address, and the addresses below it."""

from dataclasses import dataclass
from urllib.parse import quote, urlsplit, urlunsplit

from diamant.client.errors import ClientError
from diamant.protocol import PATH

_SCHEMES = {"http": ("http", "ws"), "https": ("https", "wss"), "ws": ("http", "ws"),
            "wss": ("https", "wss")}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is: `http` and `websocket` are the two addresses that it is reached at.

    >>> Address.read("https://example.org/diamant").websocket
    'wss://example.org/diamant/ws'
    >>> Address.read("localhost:8000").http
    'http://localhost:8000/'
    """

    http: str
    websocket: str

    @classmethod
    def read(cls, url: str) -> "Address":
        """Read an address as people write it; without a scheme it is plain HTTP."""
        parts = urlsplit(url if "://" in url else f"http://{url}")
        try:
            parts.port  # noqa: B018 - asking for the port is what checks it
        except ValueError:
            raise ClientError(f"the address {url!r} has no sensible port") from None
        if parts.scheme not in _SCHEMES or not parts.hostname:
            raise ClientError(f"{url!r} is no server's address, such as https://example.org/")
        # A token has no place in an address, and neither have other secrets.
        if parts.query or parts.username is not None:
            raise ClientError(f"the address {parts.hostname!r} may hold no question and no name")
        plain, socket = _SCHEMES[parts.scheme]
        path = parts.path if parts.path.endswith("/") else f"{parts.path}/"
        return cls(
            urlunsplit((plain, parts.netloc, path, "", "")),
            urlunsplit((socket, parts.netloc, f"{path}{PATH}", "", "")),
        )

    def below(self, *words: str) -> str:
        """Return an HTTP address below the server's, each word escaped."""
        return self.http + "/".join(quote(word, safe="") for word in words)
