"""Test `diamant solve`: exact play inside a first expedition."""

import json
import re

import pytest

from tests.own_editions import SMALL


@pytest.fixture(autouse=True)
def _cache(tmp_path, monkeypatch):
    monkeypatch.setenv("DIAMANT_CACHE", str(tmp_path))


def test_json_has_the_documented_names(diamant):
    given = ("--players", 2, "--json")
    code, out, _ = diamant("solve", "--edition", "schmidt-2005", *given)
    found = json.loads(out)
    assert code == 0
    names = ["edition", "players", "value", "states", "seconds", "exact"]
    assert list(found) == [*names, "mixed", "several", "first_cards"]
    assert (found["edition"], found["players"], found["exact"]) == ("schmidt-2005", 2, True)
    # Programs get everything that the table shows.
    cards = {first["card"]: first for first in found["first_cards"]}
    assert (len(cards), cards["hazard"]["leave"]) == (13, 0)
    assert (cards["17"]["carried"], cards["17"]["path"]) == (8, 1)
    assert cards["hazard"]["value"] < found["value"] < cards["17"]["value"]
    # An edition from a file with the same deck gives exactly the same result.
    _, out, err = diamant("solve", "--edition", "schmidt-2005-nl", *given)
    assert err == ""
    assert json.loads(out) == found | {"edition": "schmidt-2005-nl"}


def test_value_and_first_decisions_are_printed(diamant):
    out = diamant.out("solve", "--edition", "schmidt-2005", "--players", 1)
    assert "a lone explorer can expect" in out
    assert "exact: 82,944 positions" in out


def test_output_says_when_only_the_value_was_found(diamant):
    given = ("solve", "--edition", "schmidt-2005", "--players", 2, "--memory", 0.02)
    out = diamant.out(*given)
    assert "8.9636 points" in out
    assert (
        "Only this value was computed. Storing the chance to leave at every position would take"
        in out
    )
    assert json.loads(diamant(*given, "--json").out)["first_cards"] is None


def test_relics_with_printed_values_are_distinguished(diamant, tmp_path):
    printed = SMALL.replace("each round", "start").replace("by order", "printed")
    (tmp_path / "own.toml").write_text(printed)
    out = diamant.out("solve", "--edition", tmp_path / "own.toml", "--players", 2)
    assert re.findall(r"relic \d+", out) == ["relic 5", "relic 10"]


def test_hazards_with_unequal_counts_are_named(diamant, tmp_path):
    (tmp_path / "own.toml").write_text(SMALL)
    given = ("solve", "--edition", tmp_path / "own.toml", "--players", 2)
    told = diamant(*given).out
    assert re.findall(r"^ *(snake|lava|hazard) ", told, re.MULTILINE) == ["snake", "lava"]
    cards = [first["card"] for first in json.loads(diamant(*given, "--json").out)["first_cards"]]
    assert {"snake", "lava"} <= set(cards)
    assert len(set(cards)) == len(cards)


@pytest.mark.parametrize(
    ("edition", "players", "sentence"),
    [
        ("schmidt-2005", 9, "can be solved for 1 to 8 players, not 9"),
        ("schmidt-2005", 0, "can be solved for 1 to 8 players, not 0"),
        ("schmitt-2005", 3, "did you mean 'schmidt-2005'?"),
        ("iello-2016", 8, "but the limit is"),
        ("schmidt-2005", "many", "must be a whole number, not 'many'"),
    ],
)
def test_unsolvable_game_is_reported_in_one_line(refusal, edition, players, sentence):
    assert sentence in refusal("solve", "--edition", edition, "--players", players)


def test_memory_limit_can_be_set(refusal):
    given = ("solve", "--edition", "schmidt-2005", "--players", 4, "--memory")
    told = refusal(*given, 0.05)
    assert "make 30,606,336 positions: solving them would take 0.1 GB" in told
    assert "but the limit is 0.05 GB" in told
    assert "--memory must be more than 0 GB, not -1" in refusal(*given, -1)
    assert "not nan" in refusal(*given, "nan")
