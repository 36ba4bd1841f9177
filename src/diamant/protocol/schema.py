"""The JSON schema of every message, made from the types."""

from typing import Any, get_args

import msgspec

from diamant.protocol import PROTOCOL
from diamant.protocol.incoming import INCOMING
from diamant.protocol.outgoing import Outgoing

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """Return the schema: what a client says is `client`, what a server says is `server`."""
    said, heard = INCOMING, get_args(Outgoing)
    (_, *_), parts = msgspec.json.schema_components([*said, *heard], ref_template="#/$defs/{name}")
    definitions = dict(parts)
    definitions["client"] = {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in said]}
    definitions["server"] = {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in heard]}
    return {
        "$schema": DIALECT,
        "title": f"The Diamant protocol, version {PROTOCOL}",
        "anyOf": [{"$ref": "#/$defs/client"}, {"$ref": "#/$defs/server"}],
        "$defs": definitions,
    }
