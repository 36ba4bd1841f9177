"""Tests of docs/recipes.md: every recipe runs and gives the answer that the page shows.

Commands run inside the test process and use the kernel that other tests compile as well.
"""

import doctest
import io
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from diamant.cli import main

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
EDITIONS = (ROOT / "docs" / "editions.md").read_text(encoding="utf-8")
RECIPE = re.compile(
    r"^### (?P<title>\d+\. [^\n]*)\n\n```(?P<kind>console|python)\n(?P<code>.*?)```", re.S | re.M
)
RECIPES = [found.groupdict() for found in RECIPE.finditer(PAGE)]
LIKE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.fixture(autouse=True)
def _kitchen(tmp_path, monkeypatch):
    """Work in a folder as the page describes it, without saved games."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (edition,) = re.findall(r"```toml\n(.*?)```", EDITIONS, re.DOTALL)
    (tmp_path / "attic.toml").write_text(edition, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "household"))
    monkeypatch.setenv("COLUMNS", "100")


def run(command: str, capsys, monkeypatch) -> str:
    """Run commands with pipes between them, and return what the last one printed."""
    told = ""
    for part in command.split(" | "):
        name, *words = shlex.split(part)
        assert name == "diamant"
        given = io.TextIOWrapper(io.BytesIO(told.encode()), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", given)
        assert main(words) == 0, capsys.readouterr().err
        told = capsys.readouterr().out
    return told


def alike(wanted: str, told: str) -> bool:
    """Return whether an answer matches the page; … matches any text."""
    return doctest.OutputChecker().check_output(wanted.replace("…", "..."), told, LIKE)


def test_page_has_thirty_recipes_of_at_most_ten_lines():
    assert [int(one["title"].split(".")[0]) for one in RECIPES] == list(range(1, 31))
    assert PAGE.count("```") == 2 * len(RECIPES)
    for one in RECIPES:
        lines = [
            line for line in one["code"].splitlines() if line.startswith((">>> ", "... ", "$ "))
        ]
        assert 1 <= len(lines) <= 10


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe["title"])
def test_recipe_gives_the_shown_answer(recipe, capsys, monkeypatch):
    code = recipe["code"]
    if recipe["kind"] == "console":
        first, _, wanted = code.partition("\n")
        told = run(first.removeprefix("$ "), capsys, monkeypatch)
        assert alike(wanted, told), told
        return
    examples = doctest.DocTestParser().get_doctest(code.replace("…", "..."), {}, "recipe", None, 0)
    runner = doctest.DocTestRunner(optionflags=LIKE)
    runner.run(examples)
    assert runner.summarize().failed == 0, capsys.readouterr().out


def test_control_a_different_answer_fails():
    assert alike("Ben wins with … points.\n", "Ben  wins with 14 points.\n")
    assert not alike("Ben wins with … points.\n", "Ana wins with 14 points.\n")
