"""The browser's event types match the events of the server."""

import re
from dataclasses import fields
from typing import get_args

from diamant.rules.events import GameEvent
from diamant.table.events import EVENTS
from tests.web.test_layers import WEB

TYPES = (WEB / "js" / "model" / "events.js").read_text(encoding="utf-8")
EVENT = re.compile(r"\{event: '(\w+)'([^}]*)\}")


def _named(text: str) -> dict[str, set[str]]:
    """Return the fields of each event; one with a question mark goes only to some guests."""
    return {name: set(re.findall(r"(\w+): ", said)) for name, said in EVENT.findall(text)}


OF_GAMES, _, OF_TABLES = TYPES.partition("} GameEvent\n")


def test_browser_types_match_game_events():
    told = {kind.wire_name: {each.name for each in fields(kind)} for kind in get_args(GameEvent)}
    assert _named(OF_GAMES) == told


def test_browser_types_match_table_events():
    told = {name: set(kind.told) for name, kind in EVENTS.items() if kind.told is not None}
    del told["TableCreated"]  # No one has joined yet.
    assert {name: said - {"facts"} for name, said in _named(OF_TABLES).items()} == told
