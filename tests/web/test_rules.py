"""The browser's rules and bots match Python's, move by move."""

import ast
import json
import random
import shutil
import textwrap
from importlib.resources import files as resources
from pathlib import Path

import pytest

from diamant.bots import BotView, find_bot, leaving_chance
from diamant.bots.characters import CHARACTERS
from diamant.bots.registry import built_in_bots
from diamant.editions import IDS, edition, read_own_edition
from diamant.editions.own import describe
from diamant.rules.cards import Card, Treasure
from diamant.rules.edition import Edition
from diamant.rules.game import Game, Phase, Step
from diamant.view import View, event_to_json
from tests.amount import amount
from tools import browser_bots
from tools.node import run_node

HERE = Path(__file__).parent
JS = HERE.parents[1] / "src" / "diamant" / "web" / "js"
CASES = HERE / "rules-cases.js"
MODEL = Path(str(resources("diamant.bots.champion") / "champion.model"))

# Features that no built-in edition has: shares card by card, two players, relics from the start.
OWN = """
id = "own-rules"
name = "Rules of our own"
summary = ""
rounds = 3
players = { least = 2, most = 5 }
treasures = [3, 8, 8, 9, 17]
sharing = "card by card"
tie_break = "relics"
gems = [{ name = "ruby", worth = 1, count = 8 }, { name = "diamond", worth = 5, count = 3 }]

[hazards]
snake = 2
lava = 3

[relics]
enter = "start"
worth = "printed"
points = [4, 6]
supplied = true
"""
EDITIONS = (*map(edition, IDS), read_own_edition(OWN))
BOTS = tuple(one.bot for one in CHARACTERS)
# The players are fixed, so that the games below do not change when a network is retrained.
RULES = tuple(bot for bot in BOTS if not bot.startswith("champion"))
IDEAS = tuple(dict.fromkeys(bot.partition(":")[0] for bot in BOTS))
ALL_BOTS = (*BOTS, *IDEAS)  # Each idea also with its default numbers.
_SEATED = {bot: find_bot(bot).seat_down() for bot in ALL_BOTS}
MUTATIONS = (
    ("rules/game.js", "const share = Math.floor(value / inside);", "const share = 1;"),
    ("rules/game.js", "leavers.length === 1 && game.lying", "game.lying"),
    ("rules/game.js", "[...game.lying, ...busted]", "busted"),
    ("rules/game.js", "edition.tie_break !== 'relics'", "true"),
    ("model/supply.js", "[...gems].reverse()", "gems"),
    ("model/deck.js", "filter((card) => !isRelic(card))", "slice()"),
    ("model/deck.js", "bust ? returning.slice(0, -1) : returning", "returning"),
    ("model/game.js", "lying % leavers", "0"),
    ("bots/generated/ideas.js", "? 1 : 0.5", "? 1 : 0.6"),
    ("bots/generated/ideas.js", "lead / 25", "lead / 24"),
    ("bots/generated/mind.js", "0.97 / total", "0.96 / total"),
    ("bots/generated/mind.js", "sums[KEPT] - own[KEPT]", "sums[KEPT]"),
    ("bots/champion.js", "this.gone.push(...event.removed)", ""),
)


def _told(step: Step) -> dict:
    facts = [event_to_json(event) for event in step.events]
    return {"facts": facts, "view": View.of(step.game).present()}


def _case(rules: Edition, players: int, chance: random.Random) -> dict:
    """Return one game: some seats are characters, others leave at random."""
    seats = [chance.choice((*RULES, None, None)) for _ in range(players)]
    daring = chance.choice((0.02, 0.1, 0.4))
    kind = chance.random() < 0.3  # A cave that hides its hazards until the explorers carry much.
    game, steps = Game.start(rules, players), []
    order: list[Card] = []
    while not game.is_over:
        cave = game.expedition
        if not cave.path:
            order = list(cave.deck)
            chance.shuffle(order)
            if kind:
                order.sort(key=lambda card: not isinstance(card, Treasure))
        step = game.turn(order[len(cave.path)])
        game = step.game
        made: dict = {"turned": _told(step), "asked": [], "leavers": [], "revealed": None}
        steps.append(made)
        if game.phase is not Phase.DECIDE:
            continue
        inside = game.expedition.in_cave
        for seat in inside:
            bot = seats[seat]
            chances = [daring] if bot is None else _asked(game, seat, (bot,), made["asked"])
            if chance.random() < chances[0]:
                made["leavers"].append(seat)
        if chance.random() < 0.08:  # Also ask everyone else for their choice here.
            _asked(game, chance.choice(inside), ALL_BOTS, made["asked"])
        step = game.decide(made["leavers"])
        game = step.game
        made["revealed"] = _told(step)
    return {"edition": rules.id, "players": players, "steps": steps}


def _asked(game: Game, seat: int, bots: tuple[str, ...], asked: list) -> list[float]:
    view = BotView(game, seat, lambda: pytest.fail("a bot of a character asks for chance"))
    chances = [leaving_chance(_SEATED[bot](view)) for bot in bots]
    asked += [(bot, seat, chance) for bot, chance in zip(bots, chances, strict=True)]
    return chances


@pytest.fixture(scope="module")
def cases(tmp_path_factory) -> Path:
    chance = random.Random(12)
    games = [
        _case(rules, players, chance)
        for rules in EDITIONS
        for players in range(rules.least_players, rules.most_players + 1)
        for _ in range(max(4, amount(4)))  # Fewer games would not cover every rule of the controls.
    ]
    events = {
        event["event"]
        for game in games
        for step in game["steps"]
        for part in (step["turned"], step["revealed"])
        if part
        for event in part["facts"]
    }
    assert {"Bust", "RelicsTaken", "StandInsNeeded", "GameEnded"} <= events
    known = {rules.id: describe(rules) for rules in EDITIONS}
    file = tmp_path_factory.mktemp("rules") / "cases.json"
    told = {"editions": known, "cases": games, "model": str(MODEL)}
    file.write_text(json.dumps(told), encoding="utf-8")
    return file


def test_browser_rules_and_bots_match_python(cases):
    (told,) = json.loads(run_node(CASES, cases, JS))
    assert told["faults"] == []
    assert told["states"] > 8_000
    assert told["choices"] > 20_000


def test_changed_rule_or_bot_is_reported(cases, tmp_path):
    folders = []
    shutil.copytree(JS.parent / "vendor", tmp_path / "vendor")  # Next to `js`, as in the source.
    for number, (name, right, wrong) in enumerate(MUTATIONS):
        folder = tmp_path / str(number)
        for part in ("model", "fair", "rules", "bots"):
            shutil.copytree(JS / part, folder / part)
        text = (folder / name).read_text(encoding="utf-8")
        assert text.count(right) == 1, f"{name} has no {right!r}"
        (folder / name).write_text(text.replace(right, wrong), encoding="utf-8")
        folders.append(folder)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    told = json.loads(run_node(CASES, cases, *folders))
    unseen = [mutation for mutation, one in zip(MUTATIONS, told, strict=True) if not one["faults"]]
    assert unseen == []


def test_bot_defaults_match_python():
    script = (
        f"import {{ IDEAS, bringIdea }} from {json.dumps((JS / 'bots/bots.js').as_uri())};"
        f"import {{ championIdea }} from {json.dumps((JS / 'bots/champion.js').as_uri())};"
        "bringIdea('champion', championIdea(new Float32Array()));"
        "console.log(JSON.stringify(IDEAS))"
    )
    here = json.loads(run_node("--input-type=module", "-e", script))
    assert set(IDEAS) <= here.keys(), "a character plays by an idea that the browser does not know"
    ideas = built_in_bots()
    for name, idea in here.items():
        assert idea["defaults"] == {
            key: bounds.default for key, bounds in ideas[name].parameters.items()
        }


def test_translated_bots_are_up_to_date():
    for file, text in browser_bots.scripts().items():
        assert file.read_text(encoding="utf-8") == text, "run `make browser-bots`"


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("x = a - (b - 1.0)\nreturn -(x + 1)", ["let x = a - (b - 1);", "return -(x + 1);"]),
        ("return (a if b else 1) * 2", ["return (b ? a : 1) * 2;"]),
        (
            "return a if not (a and b) else (a or b) == 2",
            ["return !(a && b) ? a : (a || b) === 2;"],
        ),
    ],
)
def test_translator_keeps_the_order_of_operations(body, lines):
    assert _translated(body) == lines


@pytest.mark.parametrize(
    "body", ["return a ** 2", "while a:\n  a -= 1", "if a:\n  x = 1\nreturn x", "return a < b < 3"]
)
def test_translator_refuses_unknown_code(body):
    with pytest.raises(ValueError, match="the browser's bots cannot"):
        _translated(body)


def _translated(body: str) -> list[str]:
    (function,) = ast.parse("def bot(a, b):\n" + textwrap.indent(body, "  ")).body
    return browser_bots.translate(function, ())
