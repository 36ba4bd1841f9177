"""The words between a client and a server: types for every message, and their JSON schema.

- `incoming`: what a client says, from its bytes to a table's command
- `outgoing`: what a server says
- `problems`: what is refused before a table is asked, and what each refusal means to a client
- `close_codes`: how a WebSocket ends, and whether and when to come back
- `openapi`: the HTTP side for programs, and the JSON schema of every message

docs/protocol.md tells the same to people.
"""

from msgspec import Struct

PROTOCOL = 3
"""The protocol's version; it changes when an old client would misunderstand a new server."""

PATH = "ws"
"""The WebSocket's address, below the server's own."""


def tag_of(kind: type[Struct]) -> str:
    """Return what a kind of message is called on the wire.

    >>> from diamant.protocol.outgoing import TableViewMessage
    >>> tag_of(TableViewMessage)
    'View'
    """
    return str(kind.__struct_config__.tag)
