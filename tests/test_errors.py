"""Tests of the tree of exceptions, and of suggestions for misspelled names."""

import ast
import pickle
import re
from copy import copy, deepcopy
from pathlib import Path
from string import Formatter

import pytest

from diamant import errors
from diamant.client.errors import RefusedError
from diamant.errors import DiamantError, PositionError, RecordError, did_you_mean
from diamant.locales.extract import refusing_calls, template_of
from diamant.protocol.incoming import MalformedError
from diamant.record.build import FaultError
from diamant.store.errors import ConflictError
from diamant.table.refusals import RefusalError

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
def test_every_exception_has_its_bases_and_its_code(name):
    refusal = getattr(errors, name)
    of_a_value = name != "BotError"
    assert refusal.__bases__ == ((DiamantError, ValueError) if of_a_value else (DiamantError,))
    assert refusal.code == TREE[name]


def test_docstring_draws_the_whole_tree():
    public = [kind for kind in DiamantError.__subclasses__() if kind.__module__ == errors.__name__]
    assert {kind.__name__ for kind in public} == set(TREE)
    drawn = [line.split()[1] for line in errors.__doc__.splitlines() if line[:1] in ("├", "└")]
    assert drawn == list(TREE)


def test_docstring_names_every_module_with_other_exceptions():
    house = Path(errors.__file__).parent
    branches = {
        ".".join(file.relative_to(house).with_suffix("").parts)
        for file in house.rglob("*.py")
        if re.search(r"^class \w+\(.*\bDiamantError\b", file.read_text("utf-8"), re.MULTILINE)
    }
    assert branches - {"errors"} == set(re.findall(r"`([a-z_]+\.[a-z_.]+)`", errors.__doc__))


def test_all_exceptions_have_one_base_class():
    assert DiamantError.code == "error"
    assert DiamantError.__bases__ == (Exception,)


NESTED = DiamantError("{name}: {error}", name="x", error=RecordError.at(2, 3, "bad {n}", 5))
SAMPLES = [
    NESTED,
    DiamantError.unknown("unknown bot {name} ({hint})", "x", ["y"]),
    PositionError("no {card}", "lava", column=4),
    RecordError("must be a list", "rounds[0]"),
    FaultError("the record is missing the tag {tag}", "Players", tag="Players"),
    RefusalError("not-your-seat", seat="B"),
    RefusedError("not-host", {}, "Only the host can do this."),
    ConflictError("ABCD", 7),
    MalformedError("no JSON", 5),
]


@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("again", [copy, deepcopy, lambda error: pickle.loads(pickle.dumps(error))])
def test_an_error_survives_pickle_and_copy(again, error):
    twin = again(error)
    assert type(twin) is type(error)
    assert str(twin) == str(error)
    assert twin.message.to_json() == error.message.to_json()
    assert vars(twin) == vars(error)


def test_error_has_a_template_and_parameters():
    error = DiamantError("there is no bot {name}", name=repr("x"))
    assert (str(error), error.args) == ("there is no bot 'x'", ("there is no bot 'x'",))
    assert (error.template, error.params) == ("there is no bot {name}", {"name": "'x'"})
    assert vars(DiamantError("there is no bot {name}", repr("x"))) == vars(error)
    assert NESTED.message.to_json() == {
        "template": "{name}: {error}",
        "params": {
            "name": "x",
            "error": {
                "template": "{where}: {reason}",
                "params": {
                    "where": {
                        "template": "line {line}, column {column}",
                        "params": {"line": 2, "column": 3},
                    },
                    "reason": {"template": "bad {n}", "params": {"n": 5}},
                },
            },
        },
    }


NOT_OURS = ("Message", "ArgumentTypeError", "FrozenInstanceError", "NotLiteralError")
OWN_ARGUMENTS = frozenset({"column", "tag"})  # Of `PositionError` and `FaultError`.


def test_every_template_in_the_source_is_literal_and_gets_its_parameters():
    house = Path(errors.__file__).parent
    checked = 0
    for file in house.rglob("*.py"):
        for call in refusing_calls(ast.parse(file.read_text("utf-8"))):
            place = f"{file.relative_to(house)}, line {call.lineno}"
            name, template = ast.unparse(call.func), template_of(call)
            finished = call.args and isinstance(call.args[0], ast.JoinedStr)
            assert name in NOT_OURS or not finished, place
            named = {each.arg for each in call.keywords}
            if template is None or None in named:
                continue
            parts = list(Formatter().parse(template)) if named or "{" in template else []
            assert all(not spec and not how for _, _, spec, how in parts), place
            gaps = {gap for _, gap, _, _ in parts if gap is not None}
            before = 3 if name.endswith((".at", ".unknown")) else 1
            placed = 0 if name == "RecordError" else len(call.args) - before
            named |= {"name", "hint"} if name.endswith(".unknown") else set()
            named -= OWN_ARGUMENTS - gaps if placed == 0 else OWN_ARGUMENTS
            assert named <= gaps, place
            assert len(gaps - named) == placed, place
            checked += bool(gaps)
    assert checked > 300, "the source was not read"


def test_record_error_has_a_place():
    error = RecordError.at(3, 14, "no such card")
    assert str(error) == "line 3, column 14: no such card"
    assert (error.line, error.column, error.reason) == (3, 14, "no such card")
    assert error.where == "line 3, column 14"


def test_record_error_in_json_names_the_field():
    error = RecordError("no such card", "rounds[0]")
    assert str(error) == "rounds[0]: no such card"
    assert (error.line, error.column, error.where) == (None, None, "rounds[0]")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("snaek", "did you mean 'snake'?"),
        ("snakes", "did you mean 'snake'?"),
        ("lav", "did you mean 'lava'?"),
        ("volcano", "available: snake, lava"),
        ("", "available: snake, lava"),
    ],
)
def test_nearest_name_is_suggested_or_all_names_are_listed(name, hint):
    assert did_you_mean(name, iter(["snake", "lava"])) == hint


def test_name_is_near_from_a_similarity_of_three_fifths():
    # Three letters of five are equal: 2 * 3 / 10 is exactly the limit.
    assert did_you_mean("abcxx", ["abcyy"]) == "did you mean 'abcyy'?"
    assert did_you_mean("abxxx", ["abyyy"]) == "available: abyyy"
