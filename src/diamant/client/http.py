"""Use a server's HTTP API: create, find and delete tables, and get records.

This module uses the standard library's HTTP client in a thread. These calls are rare: a game needs
one at most.
"""

import asyncio
import http.client
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit, urlunsplit

import msgspec

from diamant.client.errors import ClientError, ProtocolError, RefusedError, UnreachableError
from diamant.protocol import PATH
from diamant.protocol.outgoing import CreatedTable, Refused, TableList, TableSummary

_SCHEMES = {"http": ("http", "ws"), "https": ("https", "wss"), "ws": ("http", "ws"),
            "wss": ("https", "wss")}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Address:
    """A server's address, as `http` and `websocket` URLs.

    >>> Address.read("https://example.org/diamant").websocket
    'wss://example.org/diamant/ws'
    >>> Address.read("localhost:8000").http
    'http://localhost:8000/'
    """

    http: str
    websocket: str

    @classmethod
    def read(cls, url: str) -> "Address":
        """Parse an address that a user typed; the default scheme is `http`."""
        parts = urlsplit(url if "://" in url else f"http://{url}")
        try:
            parts.port  # noqa: B018 - asking for the port is what checks it
        except ValueError:
            raise ClientError("the address {url} has an invalid port", repr(url)) from None
        if parts.scheme not in _SCHEMES or not parts.hostname:
            raise ClientError(
                "expected a server address such as https://example.org/, got {url}", repr(url)
            )
        # Tokens and other secrets don't belong in an address.
        if parts.query or parts.username is not None:
            raise ClientError(
                "the address {host} must not contain a query or a user name", repr(parts.hostname)
            )
        plain, socket = _SCHEMES[parts.scheme]
        path = parts.path if parts.path.endswith("/") else f"{parts.path}/"
        return cls(
            urlunsplit((plain, parts.netloc, path, "", "")),
            urlunsplit((socket, parts.netloc, f"{path}{PATH}", "", "")),
        )

    def below(self, *words: str) -> str:
        """Return the URL of a path on the server, with each word escaped."""
        return self.http + "/".join(quote(word, safe="") for word in words)


MOST_BYTES = 16 * 1024 * 1024

_T = TypeVar("_T")


class HttpClient:
    """A client for a server's HTTP API; refusals raise `RefusedError`."""

    def __init__(self, url: str, *, timeout: float = 10.0) -> None:
        self.address = Address.read(url)
        self.timeout = timeout

    async def create_table(self, **settings: Any) -> CreatedTable:  # noqa: ANN401 - JSON
        """Create a table with these settings; return its ids and its host's token."""
        body = msgspec.json.encode({"settings": settings})
        return self._read(await self._ask("POST", "api", "tables", body=body), CreatedTable)

    async def claim(self, word: str) -> CreatedTable:
        """Exchange a one-time word for a table and its host's token."""
        body = msgspec.json.encode({"claim": word})
        return self._read(await self._ask("POST", "api", "claims", body=body), CreatedTable)

    async def tables(self) -> list[TableSummary]:
        """Return the public tables."""
        return self._read(await self._ask("GET", "api", "tables"), TableList).tables

    async def table(self, table: str) -> TableSummary:
        """Return the summary of the table with this id or room code."""
        return self._read(await self._ask("GET", "api", "tables", table), TableSummary)

    async def delete_table(self, table: str, token: str) -> None:
        """Delete a table and all data about its players; `token` must be its owner's."""
        await self._ask("DELETE", "api", "tables", table, token=token)

    async def records(self, table: str) -> str:
        """Return the records of a table's finished games, as text."""
        return (await self._ask("GET", "api", "tables", table, "records")).decode()

    async def health(self) -> str:
        """Return the server's status, or raise `RefusedError` if it is unhealthy."""
        said = self._read(await self._ask("GET", "api", "health"), dict[str, Any])
        return str(said["status"])

    async def _ask(
        self, method: str, *words: str, body: bytes | None = None, token: str | None = None
    ) -> bytes:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(  # noqa: S310 - `Address` knows only http and https
            self.address.below(*words), data=body, headers=headers, method=method
        )
        return await asyncio.to_thread(self._fetch, request)

    def _fetch(self, request: urllib.request.Request) -> bytes:
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as answer:  # noqa: S310
                data: bytes = answer.read(MOST_BYTES)
                return data
        except urllib.error.HTTPError as error:
            with error:
                raise self._refusal(error.code, error.read(MOST_BYTES)) from None
        except (OSError, http.client.HTTPException) as error:
            why = getattr(error, "reason", error)
            raise UnreachableError(
                "cannot reach the server at {address}: {error}", self.address.http, why
            ) from None

    def _refusal(self, status: int, body: bytes) -> RefusedError | ProtocolError:
        try:
            refused = msgspec.json.decode(body, type=Refused)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return ProtocolError(
                "{address} returned status {status}; is this a Diamant server?",
                self.address.http,
                status,
            )
        return RefusedError(refused.code, refused.params, refused.text)

    def _read(self, body: bytes, kind: type[_T]) -> _T:
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise ProtocolError("{address} is not a Diamant server", self.address.http) from None
