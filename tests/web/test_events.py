"""The browser's types of events name what the server tells, no less and no more."""

import re
from dataclasses import fields
from typing import get_args

from diamant.rules.events import GameEvent
from diamant.table.events import EVENTS
from tests.web.test_layers import WEB

TYPES = (WEB / "js" / "model" / "events.js").read_text(encoding="utf-8")
EVENT = re.compile(r"\{event: '(\w+)'([^}]*)\}")


def _named(text: str) -> dict[str, set[str]]:
    """The fields of each event; one with a question mark is told to some alone."""
    return {name: set(re.findall(r"(\w+): ", said)) for name, said in EVENT.findall(text)}


OF_GAMES, _, OF_TABLES = TYPES.partition("} GameEvent\n")


def test_the_rules_events_have_their_types_in_the_browser():
    told = {kind.wire_name: {each.name for each in fields(kind)} for kind in get_args(GameEvent)}
    assert _named(OF_GAMES) == told


def test_every_event_that_is_told_at_a_table_has_its_type_in_the_browser():
    told = {name: set(kind.told) for name, kind in EVENTS.items() if kind.told is not None}
    del told["TableCreated"]  # Nobody is there yet.
    assert {name: said - {"facts"} for name, said in _named(OF_TABLES).items()} == told
