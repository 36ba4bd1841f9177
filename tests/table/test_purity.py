"""Nothing at a table knows a clock, chance or the outside: they come as arguments."""

import ast
from pathlib import Path

import pytest

import diamant.table

FILES = sorted(Path(diamant.table.__file__).parent.glob("*.py"))
OUTSIDE = {"asyncio", "io", "logging", "os", "pathlib", "secrets", "socket", "sys", "time", "uuid"}
# A bot's own source is of this type; it is seeded by the table's secret.
SEEDED = {"bot_player.py": {"random"}}


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_table_knows_nothing_of_the_outside(file):
    source = file.read_text(encoding="utf-8")
    names = set(imported(ast.parse(source)))
    assert not names & (OUTSIDE | {"random"} - SEEDED.get(file.name, set()))
    assert ".now(" not in source
    assert ".today(" not in source


@pytest.mark.parametrize("name", ["apply", "apply_game", "apply_people"])
def test_applying_decides_nothing(name):
    tree = ast.parse((FILES[0].parent / f"{name}.py").read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    words = {f"diamant.table{word}" for word in ("", ".fast_replace", ".events", ".values")}
    assert {module for module in modules if module.startswith("diamant.table")} <= words
    assert not {"diamant.bots", "diamant.dealer"} & modules
    assert not any(isinstance(node, ast.Raise) for node in ast.walk(tree))
