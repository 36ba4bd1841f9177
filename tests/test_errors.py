"""The tree of refusals, and the hint at the nearest name."""

import re
from pathlib import Path

import pytest

from diamant import errors
from diamant.errors import DiamantError, RecordError, did_you_mean

TREE = {
    "BotError": "bot",
    "EditionError": "edition",
    "IllegalStepError": "illegal-step",
    "PositionError": "position",
    "RecordError": "record",
    "FairnessError": "fairness",
    "UnknownNameError": "unknown-name",
}


@pytest.mark.parametrize("name", TREE)
def test_every_refusal_is_one_of_the_tree_with_a_code_of_its_own(name):
    refusal = getattr(errors, name)
    assert refusal.__bases__ == (DiamantError,)
    assert refusal.code == TREE[name]


def test_the_tree_is_drawn_whole():
    public = [kind for kind in DiamantError.__subclasses__() if kind.__module__ == errors.__name__]
    assert {kind.__name__ for kind in public} == set(TREE)
    drawn = [line.split()[1] for line in errors.__doc__.splitlines() if line[:1] in ("├", "└")]
    assert drawn == list(TREE)


def test_every_branch_in_another_room_is_named():
    house = Path(errors.__file__).parent
    branches = {
        ".".join(file.relative_to(house).with_suffix("").parts)
        for file in house.rglob("*.py")
        if re.search(r"^class \w+\(.*\bDiamantError\b", file.read_text("utf-8"), re.MULTILINE)
    }
    assert branches - {"errors"} == set(re.findall(r"`([a-z_]+\.[a-z_.]+)`", errors.__doc__))


def test_a_caller_can_catch_every_refusal_at_once():
    assert DiamantError.code == "error"
    assert DiamantError.__bases__ == (Exception,)


def test_a_record_error_says_where():
    error = RecordError.at(3, 14, "no such card")
    assert str(error) == "line 3, column 14: no such card"
    assert (error.line, error.column, error.reason) == (3, 14, "no such card")
    assert error.where == "line 3, column 14"


def test_a_record_error_in_json_names_the_field():
    error = RecordError("no such card", "rounds[0]")
    assert str(error) == "rounds[0]: no such card"
    assert (error.line, error.column, error.where) == (None, None, "rounds[0]")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("snaek", "did you mean 'snake'?"),
        ("snakes", "did you mean 'snake'?"),
        ("lav", "did you mean 'lava'?"),
        ("volcano", "known are snake, lava"),
        ("", "known are snake, lava"),
    ],
)
def test_the_nearest_name_is_offered_or_else_all(name, hint):
    assert did_you_mean(name, iter(["snake", "lava"])) == hint


def test_a_name_is_near_from_a_likeness_of_three_fifths():
    # Three letters of five are the same: 2 * 3 / 10 is the limit itself.
    assert did_you_mean("abcxx", ["abcyy"]) == "did you mean 'abcyy'?"
    assert did_you_mean("abxxx", ["abyyy"]) == "known are abyyy"
