"""Tests that the conformance suite follows the rules, and covers every ruling by its number."""

import json

import jsonschema_rs
import pytest

from conformance.write import FOLDER, GAMES, case, games, refusal, rulings
from diamant.editions import IDS
from diamant.record import Record
from diamant.rules.game import Game
from tests.amount import TIMES

SCHEMA = jsonschema_rs.validator_for(json.loads((FOLDER / "schema.json").read_text("utf-8")))


def read(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def cases():
    return {one["name"]: one for one in read("rulings")}


@pytest.mark.parametrize("name", ["rulings", *(f"games-{name}" for name in IDS)])
def test_file_matches_its_schema(name):
    SCHEMA.validate(read(name))


@pytest.mark.parametrize("name", IDS)
def test_games_match_the_rules(name):
    every = max(1, round(10 / TIMES))
    for one in read(f"games-{name}")[::every]:
        game = Game.start(name, one["players"])
        for _, card, *_, leavers, _, _, _ in one["steps"]:
            game = game.turn(card).game
            if leavers is not None:
                game = game.decide(["ABCDEFGH".index(letter) for letter in leavers]).game
        assert case(Record(("",) * game.players, game)) == one


def test_suite_has_a_thousand_games():
    assert sum(len(read(f"games-{name}")) for name in IDS) == GAMES


def test_files_can_be_generated_again():
    assert read("rulings") == json.loads(json.dumps(rulings()))
    assert read("games-iello-2016")[:9] == games("iello-2016", 9)


def test_every_ruling_has_a_case(cases):
    assert {one["ruling"] for one in cases.values()} >= set(range(1, 10))


def test_each_refused_case_has_its_reason(cases):
    told = {
        name: refusal(one)
        for name, one in cases.items()
        if "refused" in one or "edition_text" in one
    }
    assert "could run out" in told["a deck that could run out is refused"]
    assert "has no snake left" in told["a hazard that has left the game cannot be turned"]
    assert "not in the cave" in told["a player who is not in the cave leaves"]
    assert all(told.values())


@pytest.mark.parametrize(
    ("name", "points", "winners"),
    [
        ("gems that cannot be shared lie on the deepest treasure", [8, 8, 0], []),
        ("the path is divided once over all cards", [6, 6, 5, 5], []),
        ("the third and fourth relic taken are worth 5 and 10", [12, 15, 2], []),
        ("a player leaves alone after others have left", [0, 0, 0, 0, 9], []),
        ("tied players share the victory", [25, 25, 25], [0, 1, 2]),
        ("in incan-gold relics break ties", [25, 25, 25], [0]),
    ],
)
def test_answers_match_games_worked_out_by_hand(cases, name, points, winners):
    assert cases[name]["steps"][-1][9] == points
    assert cases[name]["winners"] == winners


def test_remainder_lies_on_the_deepest_card_and_stand_ins_are_counted(cases):
    assert cases["gems that cannot be shared lie on the deepest treasure"]["gems"] == [0, 0, 1]
    assert cases["stand-ins replace missing gems"]["steps"][-1][-1] == 22
