"""All exceptions of the client, in one small tree.

ClientError              base class
├── UnreachableError     no server answers at this address, or not in time
├── RefusedError         the server or the table refused a request: nothing was changed
├── TurnedAwayError      the server rejected or ended the connection, and said why
├── ProtocolError        the server's messages don't follow the protocol
└── ClientClosedError    the client was closed, or never joined a table
"""

from collections.abc import Mapping
from typing import Any

from diamant.errors import DiamantError


class ClientError(DiamantError):
    """Base class of the client's errors."""


class UnreachableError(ClientError):
    """Raised if no server answers at the address within `patience` seconds."""


class RefusedError(ClientError):
    """Raised if a request is refused; `reason` is the code, `params` its parameters."""

    def __init__(self, reason: str, params: Mapping[str, Any], text: str) -> None:
        super().__init__(text)
        self.reason = reason
        self.params = params


class TurnedAwayError(ClientError):
    """Raised if the server rejects or ends a connection for good.

    `close` is the close code; `reason` says why.
    """

    def __init__(self, close: int, reason: str | None, text: str) -> None:
        super().__init__(text)
        self.close = close
        self.reason = reason


class ProtocolError(ClientError):
    """Raised if a message doesn't follow docs/protocol.md."""


class ClientClosedError(ClientError):
    """Raised if the client is closed or hasn't joined a table."""
