"""Tests that examples of the documentation run, and that its commands exist."""

import dataclasses
import doctest
import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from benchmarks.server.report import committed, report
from diamant.bots import BotView, built_in_bots, find_bot
from diamant.cli import COMMANDS
from diamant.editions import read_own_edition
from diamant.extras import EXTRAS
from diamant.rules.events import GameEvent
from diamant.rules.game import Game
from diamant.simulator.kernel.reads import READS

ROOT = Path(__file__).parent.parent
FOLDERS = (ROOT / "docs", ROOT / "research")
PAGES = sorted([*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in folder.rglob("*.md"))])


def code_blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize(
    ("page", "examples"),
    [
        ("README.md", 8),
        ("docs/index.md", 8),
        ("docs/python.md", 30),
        ("docs/rules.md", 3),
        ("docs/odds.md", 7),
    ],
)
def test_examples_of_a_page_run(page, examples):
    failures, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried >= examples
    assert failures == 0


@pytest.mark.parametrize("page", ["README.md", "docs/write-a-bot.md"])
def test_bot_of_a_page_is_the_bot_of_the_examples(page):
    example = (ROOT / "examples" / "my_bot.py").read_text(encoding="utf-8")
    shown = next(block for block in code_blocks(page, "python") if "my_bot" in block)
    assert shown.strip() in example
    assert len(shown.strip().splitlines()) <= 10
    assert str(find_bot(f"{ROOT / 'examples' / 'my_bot.py'}:my_bot")).endswith(":nerve=0.25")


def test_documented_edition_is_valid():
    (text,) = code_blocks("docs/editions.md", "toml")
    assert read_own_edition(text).id == "attic"


def test_readme_and_changelog_are_short():
    for page, most in (("README.md", 150), ("CHANGELOG.md", 120)):
        assert len((ROOT / page).read_text(encoding="utf-8").splitlines()) < most


@pytest.mark.parametrize(
    "extra",
    tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"],
)
def test_install_page_lists_the_extras_for_users(extra):
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    assert (f"| `{extra}` |" in page) == (extra in set(EXTRAS.values()))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_on_a_page_exists(page):
    named = re.findall(r"(?:`|\$ )diamant ([a-z][a-z-]*)", page.read_text(encoding="utf-8"))
    assert set(named) <= set(COMMANDS)


def test_reference_pages_name_every_command_and_every_bot():
    for page, names in (("docs/commands.md", COMMANDS), ("docs/bots.md", built_in_bots())):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert set(names) <= set(re.findall(r"`(?:diamant )?([a-z][a-z-]*)[^`]*`", text)), page


def test_benchmarks_page_has_the_committed_server_report():
    assert report(committed()) in (ROOT / "research" / "benchmarks.md").read_text(encoding="utf-8")


def test_bot_page_lists_every_attribute_and_event():
    page = (ROOT / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
    attributes, events = page.split("\n## Attributes of the view\n")[1].split("\n## Events in")
    game = Game.start("iello-2016", players=3).turn("11").game
    public = {name for name in dir(BotView.of(game, seat=0)) if not name.startswith("_")}
    listed = re.findall(r"`(?:BotView\.)?(\w+)", attributes)
    assert public <= set(listed), public - set(listed)
    compiled = [row for row in attributes.splitlines() if row.endswith("| compiled |")]
    marked = re.findall(r"`(\w+)", " ".join(row.split("|")[1] for row in compiled))
    assert set(marked) == {*READS, "next_share"}
    for event in get_args(GameEvent):
        fields = ", ".join(f"`{field.name}`" for field in dataclasses.fields(event))
        assert f"| `{event.__name__}` | {fields} |" in events


def test_environment_examples_run():
    for block in code_blocks("docs/envs.md", "python"):
        if ">>>" not in block:
            exec(block, {})


def test_environment_page_names_the_observation():
    failures, tried = doctest.testfile(str(ROOT / "docs" / "envs.md"), module_relative=False)
    assert (failures, tried) == (0, 4)


@pytest.mark.parametrize(("file", "language"), [("nginx.conf", "nginx"), ("Caddyfile", "caddy")])
def test_deployment_guide_shows_the_proxy_files_without_comments(file, language):
    page = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    (shown,) = re.findall(rf"^ *```{language}\n(.*?)^ *```", page, re.DOTALL | re.MULTILINE)
    lines = (ROOT / "deploy" / file).read_text(encoding="utf-8").splitlines()
    kept = [line.strip() for line in lines if not line.strip().startswith("#")]
    assert [line.strip() for line in shown.splitlines() if line.strip()] == list(filter(None, kept))
