"""Tests of one game per edition, worked out by hand (the comments in each record explain how)."""

import json
from pathlib import Path

import pytest

from diamant.cli import main
from diamant.editions import IDS
from diamant.record import read_record, replay
from diamant.rules.events import StandInsNeeded

GOLDEN = Path(__file__).parent / "golden"


def test_every_edition_has_a_golden_game():
    assert {file.stem for file in GOLDEN.glob("*.dia")} == set(IDS)


@pytest.mark.parametrize("name", IDS)
def test_golden_game_replays_to_its_lines(name, capsys):
    assert main(["replay", str(GOLDEN / f"{name}.dia"), "--json"]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    expected = [
        json.loads(line)
        for line in (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert printed == expected


@pytest.fixture
def dutch_steps():
    text = (GOLDEN / "schmidt-2005-nl.dia").read_text(encoding="utf-8")
    return list(replay(read_record(text)))


def test_stand_ins_are_first_needed_after_the_third_card_of_round_2(dutch_steps):
    first = next(step for step in dutch_steps if step.turned.stand_ins or step.after.stand_ins)
    assert (first.round, first.number, first.turned.stand_ins) == (2, 3, 5)
    assert StandInsNeeded(5) in first.events


def test_stand_ins_vanish_when_the_leavers_make_larger_piles(dutch_steps):
    leaving = next(step for step in dutch_steps if (step.round, step.number) == (2, 4))
    assert (leaving.turned.stand_ins, leaving.after.stand_ins) == (5, 0)


def test_largest_worth_of_stand_ins_is_54(dutch_steps):
    moments = [game for step in dutch_steps for game in (step.turned, step.after)]
    assert max(game.stand_ins for game in moments) == 54
    most = next(step for step in dutch_steps if step.turned.stand_ins == 54)
    assert (most.round, str(most.card)) == (5, "7")


def test_stand_ins_after_the_last_card_are_those_of_the_chests(dutch_steps):
    assert dutch_steps[-1].after.stand_ins == 22
