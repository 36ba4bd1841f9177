"""ASGI's words, and who asks."""

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

Scope = MutableMapping[str, Any]
AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

CLIENT = "diamant.client"
"""Where a scope holds the `Client`."""


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
