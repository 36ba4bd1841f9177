"""Messages between a client and a server: their types and JSON schema.

- `incoming`: the client's messages, from bytes to a table's command
- `outgoing`: the server's messages
- `problems`: errors that don't come from a table, and what they mean for a client
- `close_codes`: reasons for closing a WebSocket, and whether and when to reconnect
- `openapi`: the OpenAPI document, and the JSON schema of every message

docs/protocol.md describes the protocol for client authors.
"""

from msgspec import Struct

PROTOCOL = 3
"""The protocol's version, which changes if old clients would misunderstand a new server."""

PATH = "ws"
"""The WebSocket's path, below the server's URL."""


def tag_of(kind: type[Struct]) -> str:
    """Return the wire name of a message type.

    >>> from diamant.protocol.outgoing import TableViewMessage
    >>> tag_of(TableViewMessage)
    'View'
    """
    return str(kind.__struct_config__.tag)
