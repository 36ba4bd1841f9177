"""Tests that the files of deploy/ use options and settings that exist."""

import re
import shlex
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest

from diamant.cli.parser import Parser
from diamant.server.settings import PREFIX, ServerSettings

DEPLOY = Path(__file__).parents[1] / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))


def _parse(words: list[str]) -> None:
    command = import_module(f"diamant.cli.commands.{words[0]}")
    parser = Parser("diamant", "")
    command.arguments(parser)
    parser.parse_args(words[1:])


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_unit_starts_a_command_with_options_that_exist(unit: Path):
    (line,) = re.findall(
        r"^ExecStart=/srv/diamant/bin/diamant (.+)", unit.read_text(), re.MULTILINE
    )
    _parse(shlex.split(line.replace("%i", "8001")))


def test_units_have_equal_restrictions():
    """All have the restrictions of diamant.service, except those of its database folder."""
    confined = [
        set(
            re.findall(r"^(?:Protect|Restrict|Private|System|Memory|NoNew|Lock|Cap)\S+", text, re.M)
        )
        for text in (unit.read_text() for unit in UNITS)
    ]
    assert len(confined) == 3
    assert all(len(one) > 15 for one in confined)
    assert confined[0] == confined[1] == confined[2]


def test_compose_starts_the_server_with_options_that_exist():
    text = (DEPLOY / "compose.yaml").read_text()
    (words,) = re.findall(r"    command:\n((?:      .+\n)+)", text)
    _parse(["serve", *re.findall(r"^      - (.+)", words, re.MULTILINE)])
    for mounted in re.findall(r"- \./([^:]+):", text):
        assert (DEPLOY / mounted).exists()


def test_every_setting_named_exists():
    known = {PREFIX + field.name.upper() for field in fields(ServerSettings)}
    named = {
        name
        for file in DEPLOY.rglob("*")
        if file.is_file()
        for name in re.findall(rf"{PREFIX}[A-Z_]+", file.read_text())
    }
    assert len(named) > 3
    assert named <= known
