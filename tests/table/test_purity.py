"""Tests that tables do not read a clock, randomness or the outside: these are arguments."""

import ast
from pathlib import Path

import pytest

import diamant.table

ROOM = Path(diamant.table.__file__).parent
FILES = sorted(ROOM.rglob("*.py"))
OUTSIDE = {"asyncio", "io", "logging", "os", "pathlib", "secrets", "socket", "sys", "time", "uuid"}
# A bot's random source has this type; the table's secret seeds it.
SEEDED = {"bot_player.py": {"random"}}


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOM)))
def test_table_modules_import_nothing_from_the_outside(file):
    source = file.read_text(encoding="utf-8")
    names = set(imported(ast.parse(source)))
    assert not names & (OUTSIDE | {"random"} - SEEDED.get(file.name, set()))
    assert ".now(" not in source
    assert ".today(" not in source


@pytest.mark.parametrize("file", sorted((ROOM / "events").glob("*.py")), ids=lambda file: file.stem)
def test_applying_an_event_makes_no_decisions(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    words = ("events", "refusals", "senders", "settings", "values")
    assert all(
        module.removeprefix("diamant.table.").partition(".")[0] in words
        for module in modules
        if module.startswith("diamant.table")
    )
    assert not {"diamant.bots", "diamant.dealer"} & modules
    raised = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    assert {ast.unparse(exc) for exc in raised} <= {"NotImplementedError"}
