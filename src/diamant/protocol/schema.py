"""The JSON schema of every message, made from the types."""

from typing import Any, get_args

import msgspec

from diamant.protocol import PROTOCOL, tag_of
from diamant.protocol.incoming import INCOMING
from diamant.protocol.outgoing import Outgoing

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """Return the schema: what a client says is `client`, what a server says is `server`."""
    said, heard = INCOMING, get_args(Outgoing)
    (_, *_), parts = msgspec.json.schema_components([*said, *heard], ref_template="#/$defs/{name}")
    # A message is called here what it is called on the wire, whatever its class is named.
    for kind in (*said, *heard):
        parts[tag_of(kind)] = parts.pop(kind.__name__) | {"title": tag_of(kind)}
    definitions = dict(parts)
    definitions["client"] = {"anyOf": [{"$ref": f"#/$defs/{tag_of(kind)}"} for kind in said]}
    definitions["server"] = {"anyOf": [{"$ref": f"#/$defs/{tag_of(kind)}"} for kind in heard]}
    return {
        "$schema": DIALECT,
        "title": f"The Diamant protocol, version {PROTOCOL}",
        "anyOf": [{"$ref": "#/$defs/client"}, {"$ref": "#/$defs/server"}],
        "$defs": definitions,
    }
