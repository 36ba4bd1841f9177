"""Everything that can go wrong for a client, in one small tree.

ClientError              anything below
├── UnreachableError     nobody answers at this address, or not for too long
├── RefusedError         the server or the table refused a request: nothing was changed
├── TurnedAwayError      the server said why it does not let one in, or not any more
├── ProtocolError        the other side does not speak our protocol
└── ClientClosedError    the client was closed, or never joined a table
"""

from collections.abc import Mapping
from typing import Any

from diamant.errors import DiamantError


class ClientError(DiamantError):
    """A client could not do what it was asked for."""


class UnreachableError(ClientError):
    """Nobody answers at the address, or not for longer than the client waits."""


class RefusedError(ClientError):
    """A request was refused; `reason` is the refusal's code, `params` its parameters."""

    def __init__(self, reason: str, params: Mapping[str, Any], text: str) -> None:
        super().__init__(text)
        self.reason = reason
        self.params = params


class TurnedAwayError(ClientError):
    """The server let nobody in, or ended it for good: `close` is the close code, `reason` why."""

    def __init__(self, close: int, reason: str | None, text: str) -> None:
        super().__init__(text)
        self.close = close
        self.reason = reason


class ProtocolError(ClientError):
    """What came was not what docs/protocol.md promises."""


class ClientClosedError(ClientError):
    """Something was asked of a client that is closed or sits at no table."""
