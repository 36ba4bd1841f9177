"""ASGI's words, who asks, and how a request is refused before it has reached an application."""

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

import msgspec

from diamant.protocol.outgoing import Refused

Scope = MutableMapping[str, Any]
AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

CLIENT = "diamant.client"
"""Where a scope holds the `Client`."""

_STATUS = {"too-many-requests": 429, "internal": 500, "stopping": 503}


@dataclass(frozen=True, slots=True)
class Client:
    """Who asks: an address (of IPv6, the network that one household has), and for which host."""

    address: str
    agent: str
    authority: str
    secure: bool
    forwarded: bool

    @property
    def device(self) -> str:
        """What a block knows the client by."""
        return f"{self.address}\0{self.agent}"


async def refuse(scope: Scope, send: Send, why: Refused) -> None:
    """Answer a request, or a WebSocket's first one, with a refusal."""
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    if scope["type"] == "websocket" and kind not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    body = msgspec.json.encode(why)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    status = _STATUS.get(why.code, 403)
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
