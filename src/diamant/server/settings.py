"""A server's settings and their limits, from options and the environment."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from diamant.errors import DiamantError

PREFIX = "DIAMANT_"
METRICS = ("off", "local", "all")
LOG_LEVELS = ("debug", "info", "warning", "error")
LOGS = ("text", "json")
SHORTEST_TOKEN = 20  # Minimum length of the operator's token.
Network = IPv4Network | IPv6Network

_HOST = re.compile(r"\*|[a-z0-9_]([a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\]")
_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_NEVER_ZERO = re.compile(r"most_(?!nonsense|skew).*|.*_per_address|.*_burst|(header|body|hello)_.*")

OTHERS = ("LANGUAGE", "CACHE", "PLAIN")
"""Environment variables that aren't server settings but are used elsewhere."""


class SettingError(DiamantError):
    """Raised if a server setting is invalid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """All settings of a server. Times are in seconds unless the name says days.

    A rate is a number per second; its burst is the number allowed at once after a quiet period.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "sqlite:///diamant.db"
    base_path: str = ""
    public_url: str = ""
    allow_hosts: tuple[str, ...] = ()
    allow_origins: tuple[str, ...] = ()
    trusted_proxies: tuple[Network, ...] = ()
    keep_finished_days: float = 30.0
    keep_idle_days: float = 7.0
    log_level: str = "info"
    log: str = "text"
    metrics: str = "local"
    admin_token: str = field(default="", repr=False)
    blocked_networks: tuple[Network, ...] = ()

    pace: float = 0.015
    patience: float = 10.0
    hello_seconds: float = 10.0
    most_waiting: int = 256
    most_nonsense: int = 10
    most_tables: int = 20_000
    most_connections: int = 20_000
    connections_per_address: int = 200
    message_rate: float = 20.0
    message_burst: float = 60.0
    address_rate: float = 200.0
    address_burst: float = 1_000.0
    request_rate: float = 100.0
    request_burst: float = 5_000.0
    work_rate: float = 0.2
    work_burst: float = 4.0
    table_rate: float = 1 / 120
    table_burst: float = 30.0
    guess_rate: float = 1 / 3
    guess_burst: float = 20.0
    written_rate: float = 40_000.0
    written_burst: float = 4_000_000.0
    table_written_rate: float = 8_000.0
    table_written_burst: float = 1_000_000.0
    most_plain: int = 5_000
    plain_per_address: int = 100
    most_headers: int = 100
    most_header_bytes: int = 16_384
    header_seconds: float = 10.0
    body_seconds: float = 30.0
    keep_alive_seconds: float = 5.0
    idle_seconds: float = 60.0
    stop_seconds: float = 4.0
    most_skew: float = 60.0

    def is_proxy(self, address: str) -> bool:
        """Return whether an address belongs to a trusted proxy."""
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.trusted_proxies)

    def check(self) -> "ServerSettings":
        """Return the settings if they are valid; otherwise raise `SettingError`."""
        if not 0 <= self.port <= 65_535:
            raise SettingError("the port must be between 0 and 65535, got {port}", self.port)
        if not _PATH.fullmatch(self.base_path):
            raise SettingError(
                "the base path must look like /diamant (no trailing slash), got {path}",
                repr(self.base_path),
            )
        if self.public_url and origin_of(self.public_url) is None:
            raise SettingError(
                "the public URL must look like https://example.org/, got {url}",
                repr(self.public_url),
            )
        for host in self.allow_hosts:
            if not _HOST.fullmatch(host):
                raise SettingError(
                    "a host must be a name without a scheme, port, or path, got {host}", repr(host)
                )
        for origin in self.allow_origins:
            if origin_of(origin) != origin:
                raise SettingError(
                    "an origin must look like https://example.org, got {origin}", repr(origin)
                )
        if self.metrics not in METRICS:
            raise SettingError.unknown(
                "unknown metrics setting {name} ({hint})", self.metrics, METRICS
            )
        if self.log_level not in LOG_LEVELS:
            raise SettingError.unknown(
                "unknown log level {name} ({hint})", self.log_level, LOG_LEVELS
            )
        if self.log not in LOGS:
            raise SettingError.unknown("unknown log format {name} ({hint})", self.log, LOGS)
        if 0 < len(self.admin_token) < SHORTEST_TOKEN:
            raise SettingError(
                "DIAMANT_ADMIN_TOKEN must be at least {count} characters long", SHORTEST_TOKEN
            )
        for known in fields(self):
            value = getattr(self, known.name)
            what = known.name.replace("_", " ")
            if isinstance(value, int | float) and not 0 <= value < 1e9:
                raise SettingError("{setting} must be 0 or more, got {value}", what, f"{value:g}")
            if value == 0 and _NEVER_ZERO.fullmatch(known.name):
                raise SettingError(
                    "{setting} must be greater than 0; otherwise no one could play", what
                )
        return self


def origin_of(url: str) -> str | None:
    """Return a URL's origin (scheme, host, non-default port), or None if invalid.

    >>> origin_of("HTTPS://Example.org:443/diamant/")
    'https://example.org'
    >>> origin_of("example.org") is None
    True
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    scheme, host = parts.scheme.lower(), parts.hostname
    if scheme not in ("http", "https") or not host or parts.username is not None:
        return None
    name = f"[{host}]" if ":" in host else host
    usual = port is None or port == (80 if scheme == "http" else 443)
    return f"{scheme}://{name}" if usual else f"{scheme}://{name}:{port}"


def read_networks(text: str, *, blocked: bool = False) -> tuple[Network, ...]:
    """Parse addresses or networks separated by commas."""
    try:
        return tuple(ip_network(part, strict=False) for part in _split(text))
    except ValueError as error:
        if blocked:
            raise SettingError(
                "expected an IP address or network to block: {error}", error
            ) from None
        raise SettingError(
            "expected an IP address or network as a trusted proxy: {error}", error
        ) from None


def settings_from(options: Mapping[str, object], environment: Mapping[str, str]) -> ServerSettings:
    """Return the settings from options, then the environment, then the defaults.

    Empty variables are ignored, because environment files often contain them.
    """
    values: dict[str, object] = {}
    known = {PREFIX + setting.name.upper(): setting for setting in fields(ServerSettings)}
    for name, text in environment.items():
        if text and name in known:
            setting = known[name]
            values[setting.name] = _read(name, text, setting.default)
    values.update({name: value for name, value in options.items() if value is not None})
    return ServerSettings(**values).check()  # type: ignore[arg-type]


def oddities(settings: ServerSettings, environment: Mapping[str, str]) -> Iterator[str]:
    """Yield a warning for each setting that is valid but probably unintended."""
    known = [setting.name.upper() for setting in fields(ServerSettings)]
    named = {name.removeprefix(PREFIX) for name in environment if name.startswith(PREFIX)}
    for name in sorted(named.difference(known, OTHERS)):
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean {PREFIX}{near[0]}?" if near else "docs/deploy.md lists them all"
        yield f"unknown setting {PREFIX}{name} ({hint})"
    path = urlsplit(settings.public_url).path.rstrip("/")
    if settings.public_url and path != settings.base_path:
        yield (
            f"the public URL ends in '{path}/' and the base path is '{settings.base_path}': unless"
            " a proxy changes the path on its way, links lead nowhere"
        )


def _read(name: str, text: str, usual: object) -> object:
    if name.endswith("TRUSTED_PROXIES"):
        return read_networks(text)
    if name.endswith("BLOCKED_NETWORKS"):
        return read_networks(text, blocked=True)
    if isinstance(usual, tuple):
        return tuple(part.lower() for part in _split(text))
    if isinstance(usual, str):
        return text
    try:
        return int(text) if isinstance(usual, int) else _number(text)
    except (ValueError, ZeroDivisionError):
        if isinstance(usual, int):
            raise SettingError(
                "{setting} must be a whole number, got {value}", name, repr(text)
            ) from None
        raise SettingError("{setting} must be a number, got {value}", name, repr(text)) from None


def _number(text: str) -> float:
    """Parse a number, or a fraction such as 1/120."""
    above, _, below = text.partition("/")
    return float(above) / float(below or 1)


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
