"""Test `diamant bots`: the list of bots, and whether they are compiled."""

import json

import pytest

from tests.bots.installing import install


def test_every_bot_is_listed_with_its_parameters(diamant):
    out = diamant.out("bots")
    assert "threshold" in out
    assert "gems=10 (0 to 1000); compiled" in out
    assert "plain Python" not in out


def test_json_describes_each_bot(diamant):
    rows = {row["id"]: row for row in diamant.json("bots")}
    assert rows["random"]["parameters"] == {"leave": {"default": 0.2, "least": 0.0, "most": 1.0}}
    assert all(row["compiled"] and row["why_not_compiled"] is None for row in rows.values())
    assert all(row["summary"] for row in rows.values())


def test_bot_of_a_package_is_listed_with_why_it_is_not_compiled(diamant, monkeypatch):
    install(monkeypatch, guest=lambda view: True)
    out = diamant.out("bots")
    assert "no parameters; plain Python: it is not defined with def" in out
    rows = {row["id"]: row for row in json.loads(diamant("bots", "--json").out)}
    assert rows["guest"]["compiled"] is False
    assert rows["guest"]["why_not_compiled"] == "it is not defined with def"


def test_broken_package_is_reported_in_one_line_and_hides_no_bot(diamant, monkeypatch):
    install(monkeypatch, guest=ImportError("half installed"))
    code, out, err = diamant("bots")
    assert code == 0
    assert "threshold" in out
    assert err == "cannot load bot guest: ImportError: half installed\n"


def test_single_bot_is_shown_with_why_it_is_not_compiled(diamant, refusal, tmp_path):
    file = tmp_path / "own.py"
    file.write_text(
        "print('hello')\n\ndef own(view, nerve=0.5):\n    'Wait.'\n"
        "    return view.rng.random() < nerve\n"
    )
    code, out, err = diamant("bots", f"{file}:own", "threshold", "--json")
    rows = json.loads(out)
    assert (code, err) == (0, "hello\n")
    assert [row["compiled"] for row in rows] == [False, True]
    assert rows[0]["why_not_compiled"] == "it calls view.rng.random (line 5)"
    _, out, _ = diamant("bots", f"{file}:own")
    assert "Wait." in out
    assert "nerve=0.5 (any number); plain Python: it calls view.rng.random" in out
    assert "unknown bot 'nobody'" in refusal("bots", "nobody")


def test_unknown_parameter_is_refused_with_a_suggestion(refusal):
    assert "did you mean '--json'?" in refusal("bots", "--jsn")


def test_json_contains_no_infinities(diamant, tmp_path):
    """Other languages could not read them; a missing bound is null."""
    (tmp_path / "own.py").write_text("def own(view, nerve=0.5):\n    return nerve > 0\n")
    _, out, _ = diamant("bots", f"{tmp_path}/own.py:own", "--json")
    row = json.loads(out, parse_constant=pytest.fail)[0]
    assert row["parameters"] == {"nerve": {"default": 0.5, "least": None, "most": None}}
