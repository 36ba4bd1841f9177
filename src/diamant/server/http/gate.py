"""Check hosts, origins and proxies, and set headers on every response.

Checking the Host prevents DNS rebinding, where a foreign name resolves to this server; an IP
address can't be rebound. The Origin is checked before anything is accepted.
"""

import asyncio
import ipaddress
import logging
import re
import socket
from collections.abc import Iterable

from diamant.protocol.outgoing import Refused
from diamant.protocol.problems import refused
from diamant.server.http.bundle import WEB, splash_hash
from diamant.server.limits import OPENING_COST, Limits
from diamant.server.metrics import Metrics
from diamant.server.networks import BlockedNetworks, household, without_port
from diamant.server.responses import (
    CLIENT,
    App,
    AsgiMessage,
    Client,
    Receive,
    Scope,
    Send,
    log_fault,
    refuse_request,
)
from diamant.server.settings import ServerSettings, origin_of

_AUTHORITY = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:(?P<port>[0-9]{1,5}))?")
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# Headers that proxies add, trusted or not: a request with one isn't from this machine's own user.
_OF_PROXIES = (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via")

_log = logging.getLogger(__name__)


class Gate:
    """Checks every request's host, origin and address, and adds security headers."""

    def __init__(
        self,
        app: App,
        settings: ServerSettings,
        limits: Limits,
        metrics: Metrics,
        blocked: BlockedNetworks,
    ) -> None:
        self._app = app
        self._limits = limits
        self._metrics = metrics
        self._blocked = blocked
        self._is_proxy = settings.is_proxy
        public = origin_of(settings.public_url) if settings.public_url else None
        self._origins = {*settings.allow_origins, *([public] if public else [])}
        self._hosts = {*_own_names(), *settings.allow_hosts}
        if public is not None:
            self._hosts.add(_host(public.partition("://")[2]))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request and pass it on."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = _Headers(scope["headers"])
        client = self._client(scope, headers)
        scope[CLIENT] = client
        started = False

        async def send_with_headers(message: AsgiMessage) -> None:
            nonlocal started
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                started = True
                own = list(message.get("headers", ()))
                names = {name for name, _ in own}
                usual = [pair for pair in _security_headers(client) if pair[0] not in names]
                message["headers"] = own + usual
            elif message["type"] == "websocket.accept":
                started = True
            await send(message)

        wrong = self._check(scope, headers, client)
        if wrong is not None:
            self._metrics.refusal(wrong.code, client.address)
            await refuse_request(scope, receive, send_with_headers, wrong)
            return
        if scope["type"] == "websocket":
            # Bypass the wrapper, because a WebSocket has too many messages.
            await self._app(scope, receive, send)
            return
        try:
            await self._app(scope, receive, send_with_headers)
        except asyncio.CancelledError:
            # Requests are only canceled when the server stops, after its grace period.
            if not started:
                await refuse_request(scope, receive, send_with_headers, refused("stopping"))
        except Exception:
            reference = log_fault(_log, "a request cannot be answered")
            if not started:
                why = refused("internal", reference=reference)
                self._metrics.refusal(why.code, client.address)
                await refuse_request(scope, receive, send_with_headers, why)

    def _check(self, scope: Scope, headers: "_Headers", client: Client) -> Refused | None:
        if self._blocked.has(client.address):
            return refused("blocked-network")
        cost = OPENING_COST if scope["type"] == "websocket" else 1.0
        if not self._limits.request(client.address, cost):
            return refused("too-many-requests")
        if "*" not in self._hosts and not self._is_own_host(client.authority):
            return refused("foreign-host")
        origin = headers.get(b"origin")
        strict = scope["type"] == "websocket" or scope["method"] not in _SAFE_METHODS
        if origin is not None and strict and not self._is_own_origin(origin, client):
            return refused("foreign-origin")
        return None

    def _is_own_host(self, authority: str) -> bool:
        found = _AUTHORITY.fullmatch(authority)
        if found is None:
            return False
        host = _host(authority)
        return host in self._hosts or host.endswith(".localhost") or _is_address(host)

    def _is_own_origin(self, origin: str, client: Client) -> bool:
        own = origin_of(f"{'https' if client.secure else 'http'}://{client.authority}")
        return origin == own or origin in self._origins

    def _client(self, scope: Scope, headers: "_Headers") -> Client:
        peer = scope["client"][0] if scope.get("client") else ""
        secure = scope["scheme"] in ("https", "wss")
        forwarded = headers.get(b"x-forwarded-for")
        if forwarded is not None and self._is_proxy(peer):
            # Each proxy appends the address of its client; the first one that isn't a proxy is the
            # client.
            for part in reversed(forwarded.split(",")):
                peer = without_port(part.strip())
                if not self._is_proxy(peer):
                    break
            proto = headers.get(b"x-forwarded-proto")
            if proto is not None:
                secure = proto.split(",")[-1].strip().lower() in ("https", "wss")
        return Client(
            household(peer),
            headers.get(b"user-agent") or "",
            (headers.get(b"host") or "").lower(),
            secure,
            any(headers.get(name) is not None for name in _OF_PROXIES),
        )


class _Headers:
    def __init__(self, raw: Iterable[tuple[bytes, bytes]]) -> None:
        self._raw = raw

    def get(self, name: bytes) -> str | None:
        """Return a header's value; join repeated headers, so that none is overlooked."""
        found = [value for key, value in self._raw if key.lower() == name]
        return b",".join(found).decode("latin-1") if found else None


def _security_headers(client: Client) -> list[tuple[bytes, bytes]]:
    # Before version 15.4, Safari's 'self' doesn't include WebSockets, so list their URL too.
    host = client.authority if _AUTHORITY.fullmatch(client.authority) else ""
    socket_address = f" {'wss' if client.secure else 'ws'}://{host}" if host else ""
    policy = (
        "default-src 'self'; script-src 'self'; style-src 'self'"
        f" '{splash_hash(WEB)}'; img-src 'self' data:;"
        f" connect-src 'self'{socket_address}; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'; object-src 'none'"
    )
    headers = [(b"content-security-policy", policy.encode()), *_ALWAYS]
    # Without TLS, browsers ignore this header and log a warning on every page.
    return [*headers, _OWN_WINDOW] if client.secure else headers


_ALWAYS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
_OWN_WINDOW = (b"cross-origin-opener-policy", b"same-origin")


def _own_names() -> set[str]:
    name = socket.gethostname().lower()
    return {"localhost", name, name.partition(".")[0], f"{name.partition('.')[0]}.local"}


def _host(authority: str) -> str:
    found = _AUTHORITY.fullmatch(authority)
    return found["host"].lower() if found is not None else ""


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
