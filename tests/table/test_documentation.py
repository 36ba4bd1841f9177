"""Tests that docs/table.md names every command, event, refusal, timer, setting and emote."""

import re
from dataclasses import fields
from pathlib import Path

from diamant.table import Settings
from diamant.table import commands as c
from diamant.table.commands.games import EMOTES
from diamant.table.deadlines import _DEADLINES
from diamant.table.events import EVENTS
from diamant.table.refusals import MESSAGES

PAGE = (Path(__file__).parents[2] / "docs" / "table.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"[A-Za-z_-]+", PAGE))


def test_page_names_every_command():
    assert {*c.COMMANDS, "Join", "Connect", "Disconnect", "Tick", "CreateTable"} <= NAMED


def test_page_names_every_event_and_its_public_fields():
    for name in EVENTS:
        assert f"`{name}`" in PAGE
    told = {name for kind in EVENTS.values() for name in kind.told or ()}
    assert told <= NAMED


def test_page_names_every_refusal_and_its_parameters():
    rows = re.findall(r"^\| (`.*`) \| ([a-z ]*)\|$", PAGE, re.MULTILINE)
    listed = {
        code: set(params.split()) for codes, params in rows for code in re.findall("`(.+?)`", codes)
    }
    for code, message in MESSAGES.items():
        assert listed[code] == set(re.findall(r"{(\w+)}", message)), code


def test_page_names_every_timer_setting_and_emote():
    assert {*_DEADLINES.values(), "bot", "away", "host"} <= NAMED
    assert {field.name for field in fields(Settings)} <= NAMED
    assert set(EMOTES) <= NAMED
