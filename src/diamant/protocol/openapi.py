"""The OpenAPI document of the HTTP API, and the JSON schema of every message."""

from typing import Any, get_args

import msgspec

from diamant.protocol import PROTOCOL, tag_of
from diamant.protocol.incoming import INCOMING, ClaimBody, NewTable
from diamant.protocol.outgoing import CreatedTable, Outgoing, Refused, TableList, TableSummary

_TYPES = (ClaimBody, CreatedTable, NewTable, Refused, TableList, TableSummary)


def openapi(release: str) -> dict[str, Any]:
    """Return the OpenAPI document for a release of the server."""
    _, parts = msgspec.json.schema_components(_TYPES, ref_template="#/components/schemas/{name}")
    table = _named("table", "a table's id; where one is only shown, its room code will do")
    game = _named("number", "which finished game, from 1 on")
    made = _answer("the table, and the token that its host is known by", "CreatedTable")
    key: dict[str, Any] = {"security": [{"token": []}]}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Diamant",
            "version": release,
            "description": "Making and finding tables; playing is done over a WebSocket.",
        },
        "paths": {
            "/api/tables": {
                "get": _call("list_tables", {"200": _answer("public tables", "TableList")}),
                "post": _call("make_table", {"201": made}, _body("NewTable")),
            },
            "/api/tables/{table}": {
                "parameters": [table],
                "get": _call("show_table", {"200": _answer("the table", "TableSummary")}),
                "delete": _call("delete_table", {"204": {"description": "it is forgotten"}}) | key,
            },
            "/api/tables/{table}/records": {
                "parameters": [table],
                "get": _call("records", {"200": _text("the records of finished games")}),
            },
            "/api/tables/{table}/records/{number}": {
                "parameters": [table, game],
                "get": _call("record", {"200": _text("the record of one finished game")}),
            },
            "/api/tables/{table}/coach": {
                "parameters": [
                    table,
                    _asked("seat", "one of the guest's own seats, from 0 on"),
                    _asked("turn", "which choice is meant"),
                    _asked("language", "such as de; English if there is no such"),
                ],
                "get": _call("coach", {"200": _json("what the coach says")}) | key,
            },
            "/api/replay": {"post": _call("replay", {"200": _json("the games")}, _RECORD)},
            "/api/review": {"post": _call("review", {"200": _json("the review")}, _RECORD)},
            "/api/claims": {"post": _call("claim", {"200": made}, _body("ClaimBody", need=True))},
            "/api/editions": {"get": _call("editions", {"200": _json("the editions")})},
            "/api/bots": {"get": _call("bots", {"200": _json("the bots")})},
            "/api/addresses": {"get": _call("addresses", {"200": _json("where phones can try")})},
            "/api/qr.svg": {
                "parameters": [_asked("text", "a web address")],
                "get": _call("qr", {"200": _picture("its QR code")}),
            },
            "/api/daily": {"get": _call("daily", {"200": _json("today's cave without its cards")})},
            "/api/daily/attempt": {
                "get": _call("daily_attempt", {"200": _json("how far this key has come")}) | key,
                "post": _call("daily_begin", {"200": _json("how far this key has come")}) | key,
            },
            "/api/daily/choice": {
                "post": _call("daily_choose", {"200": _json("what happened")}) | key
            },
            "/api/daily/player": {
                "delete": _call("daily_forget", {"204": {"description": "it is forgotten"}}) | key
            },
            "/api/health": {"get": _call("health", {"200": _json("all is well")})},
            "/api/schema.json": {"get": _call("schema", {"200": _json("of every message")})},
            "/api/openapi.json": {"get": _call("openapi", {"200": _json("this document")})},
            "/metrics": {"get": _call("metrics", {"200": _text("what the server counts")})},
        },
        "components": {
            "schemas": parts,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _call(name: str, answers: dict[str, Any], body: dict[str, Any] | None = None) -> dict[str, Any]:
    refusals = {
        status: _answer(what, "Refused")
        for status, what in (("4XX", "a refusal"), ("503", "try again soon"))
    }
    call: dict[str, Any] = {"operationId": name, "responses": answers | refusals}
    return call if body is None else call | {"requestBody": body}


def _asked(name: str, what: str) -> dict[str, Any]:
    return _named(name, what, where="query")


def _named(name: str, what: str, *, where: str = "path") -> dict[str, Any]:
    return {
        "name": name,
        "in": where,
        "required": True,
        "description": what,
        "schema": {"type": "string"},
    }


_TEXT = {"text/plain": {"schema": {"type": "string"}}}
_RECORD = {"required": True, "content": _TEXT}


def _typed(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _body(name: str, *, need: bool = False) -> dict[str, Any]:
    return {"required": need, "content": _typed(name)}


def _answer(what: str, name: str) -> dict[str, Any]:
    return {"description": what, "content": _typed(name)}


def _json(what: str) -> dict[str, Any]:
    return {"description": what, "content": {"application/json": {"schema": {"type": "object"}}}}


def _text(what: str) -> dict[str, Any]:
    return {"description": what, "content": _TEXT}


def _picture(what: str) -> dict[str, Any]:
    return {"description": what, "content": {"image/svg+xml": {"schema": {"type": "string"}}}}


DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """Return a JSON schema of all messages, with definitions `client` and `server`."""
    said, heard = INCOMING, get_args(Outgoing)
    (_, *_), parts = msgspec.json.schema_components([*said, *heard], ref_template="#/$defs/{name}")
    # Name each message as on the wire, whatever its class is called.
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
