"""Test the command `diamant edition-report`; the report has its own tests."""

import json

import pytest

from tests.cli.interrupting import interrupt
from tests.simulator.line_ups import odd
from tests.simulator.odd_bot import DIVIDES_BY_NOTHING

BOTS = "threshold:gems=10,random,vulture"
GIVEN = ("edition-report", "iello-2016", "--quick", "--bots", BOTS)


def test_edition_report_is_printed(diamant):
    out = diamant.out(*GIVEN, "--players", 3, "--games", 500)
    for heading in (
        *("cards per expedition", "expeditions that bust", "where the gems went"),
        *("relics per game", "points"),
    ):
        assert heading in out
    bots = "threshold:gems=10, random:leave=0.2, vulture:haul=6,limit=0.2"
    assert f"500 games played by\n{bots}" in out


def test_edition_without_relics_omits_them(diamant):
    given = ("--quick", "--bots", BOTS, "--players", 3, "--games", 100)
    assert "relics" not in diamant.out("edition-report", "schmidt-2005", *given)


def test_only_json_is_on_standard_output(diamant):
    data = diamant.json(*GIVEN, "--games", 100)
    assert (data["edition"], data["interrupted"]) == ("iello-2016", False)
    assert [count["players"] for count in data["by_players"]] == [3, 4, 5, 6, 7, 8]
    three = data["by_players"][0]
    assert set(three) == {
        *("players", "games", "score", "length", "bust_rate", "caught_rate", "gems", "relics"),
        *("leavers", "margin", "minutes", "errors", "told", "luck", "rule"),
    }
    assert set(three["leavers"]) == {"1", "2", "3"}
    assert sum(map(sum, three["length"]["counts"])) == 100 * 5


def test_plot_is_written(diamant, tmp_path):
    file = tmp_path / "x.svg"
    out = diamant.out(*GIVEN, "--players", 4, "--games", 200, "--plot", file)
    assert "<svg" in file.read_text()
    assert f"Plot written to {file}" in out


def test_two_editions_are_shown_side_by_side(diamant, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    page = tmp_path / "page.html"
    given = ("--quick", "--bots", BOTS, "--games", 300, "--html", page)
    out = diamant.out("edition-report", "iello-2016", "schmidt-2005", *given)
    assert "…" not in out, "nothing is cut on a narrow terminal"
    assert "3a" in out.splitlines()[0]
    assert "3b" in out.splitlines()[0]
    assert "b: schmidt-2005: 300 games" in out
    text = page.read_text(encoding="utf-8")
    assert "How it plays: iello-2016 and schmidt-2005" in text
    assert "<svg" in text
    assert "http" not in text, "a page needs nothing else"


def test_two_editions_are_two_lines_of_json(diamant):
    given = ("--quick", "--bots", BOTS, "--players", 3, "--games", 100, "--json")
    out = diamant.out("edition-report", "iello-2016", "schmidt-2005", *given)
    told = [json.loads(line)["edition"] for line in out.splitlines()]
    assert told == ["iello-2016", "schmidt-2005"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("iello-2O16",), "did you mean 'iello-2016'?"),
        (("iello-2016", "--players", "9"), "iello-2016 is for 3 to 8 players, not 9"),
        (("iello-2016", "--games", "0"), "the number of games must be between 1 and"),
        (("iello-2016", "--bots", "riks"), "did you mean 'risk'?"),
        (("iello-2016", "--time-limit", "0"), "the time limit must be greater than 0"),
        (("iello-2016", "--plot", "x.gif"), "must end in .png, .svg, or .pdf"),
        (("iello-2016", "--plot", "/no/x.png"), "cannot write /no/x.png"),
        (("iello-2016", "--html", "/no/x.html"), "cannot write /no/x.html"),
        (
            ("iello-2016", "--threads", "0"),
            "the number of threads must be between 1 and 1024, got 0",
        ),
        (("iello-2016", "--threads", "99999999999"), "threads must be between 1 and 1024"),
        (("iello-2016", "schmidt-2005", "--plot", "x.png"), "--plot draws only one edition"),
        ((), "the following arguments are required: ID"),
    ],
)
def test_wrong_input_is_reported_in_one_line(refusal, arguments, why):
    assert why in refusal("edition-report", *arguments)


def test_failing_compiled_bot_is_reported_with_its_position(diamant):
    bots = f"random:leave=0.1,{odd(DIVIDES_BY_NOTHING)}"
    given = ("iello-2016", "--players", 3, "--bots", bots)
    code, _, err = diamant("edition-report", *given, "--games", 300, "--quick")
    assert code == 2
    assert f"{odd(DIVIDES_BY_NOTHING)} in seat" in err
    assert "card 3: ZeroDivisionError" in err


def test_failing_bot_leaves_the_partial_report(diamant, tmp_path):
    (tmp_path / "weak.py").write_text(
        "def weak(view):\n    globals()\n    return view.players < 4 or 1 / 0\n"
    )
    given = ("iello-2016", "--quick", "--bots", f"{tmp_path}/weak.py:weak", "--games", 5)
    code, out, err = diamant("edition-report", *given)
    assert (code, "cards per expedition" in out, "ZeroDivisionError" in err) == (2, True, True)


def test_ctrl_c_prints_the_partial_report():
    code, out, err = interrupt(*GIVEN, "--games", "1_000_000_000", "--json")
    data = json.loads(out)
    assert code == 130
    assert data["interrupted"]
    assert "Traceback" not in err
