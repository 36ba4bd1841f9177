"""Clients of requests, and ASGI responses: JSON, refusals and error references."""

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.responses import Response

from diamant.protocol.outgoing import Refused
from diamant.protocol.problems import close_code_of, refused, retry_after, status_of
from diamant.server.networks import widest_of

Scope = MutableMapping[str, Any]
AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

CLIENT = "diamant.client"
"""The key of the `Client` in an ASGI scope."""


@dataclass(frozen=True, slots=True)
class Client:
    """The sender of a request: its address and user agent, and the host it requested.

    An IPv6 address is shortened to the household's network; see `networks.household`.
    """

    address: str
    agent: str
    authority: str
    secure: bool
    forwarded: bool

    @property
    def local(self) -> bool:
        """Whether the request comes directly from this machine, not through a proxy."""
        return not self.forwarded and self.address in ("127.0.0.1", "::", "::1")

    @property
    def device(self) -> str:
        """The text that identifies the client's device when a host blocks it."""
        return f"{self.address}\0{self.agent}"

    @property
    def network(self) -> str:
        """The text that identifies the client's network when a host blocks it."""
        return widest_of(self.address)


def log_fault(log: logging.Logger, what: str, *params: object) -> str:
    """Log the current exception and return a reference to it for the client."""
    reference = secrets.token_hex(4)
    extra = {"reference": reference}
    log.exception("%s: " + what, reference, *params, stacklevel=2, extra=extra)
    return reference


class RequestRefusedError(Exception):
    """Raised to refuse a request."""

    def __init__(self, why: Refused) -> None:
        super().__init__(why.code)
        self.why = why


def refuse(code: str, **params: str | int) -> RequestRefusedError:
    """Return an exception that refuses a request."""
    return RequestRefusedError(refused(code, **params))


def json_response(
    data: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a JSON response."""
    return json_bytes_response(msgspec.json.encode(data), status, headers)


def json_bytes_response(
    data: bytes, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a response from already encoded JSON."""
    return Response(
        data,
        status,
        {"cache-control": "no-store", **(headers or {})},
        media_type="application/json",
    )


def refusal_response(why: Refused) -> Response:
    """Return a refusal as a response, with the headers for its status."""
    status, headers = status_of(why.code), {}
    seconds = retry_after(status)
    if seconds is not None:
        headers["retry-after"] = str(seconds)
    if why.code == "bad-method":
        headers["allow"] = str(why.params["allowed"])
    if why.code == "needs-token":
        headers["www-authenticate"] = "Bearer"
    return json_response(why, status, headers)


async def refuse_request(scope: Scope, receive: Receive, send: Send, why: Refused) -> None:
    """Answer an HTTP or WebSocket request with a refusal."""
    denial = "websocket.http.response"
    if scope["type"] == "websocket" and denial not in scope.get("extensions", {}):
        # ASGI servers turn a close before the accept into a plain 403, whatever the code.
        await send({"type": "websocket.close", "code": close_code_of(why.code)})
    else:
        await refusal_response(why)(scope, receive, send)
