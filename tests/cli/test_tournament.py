"""Test `diamant tournament`: standings as table, JSON, CSV and plot; errors; Ctrl-C."""

import csv
import json
import re

import pytest

from diamant.record import read_record
from tests.cli.interrupting import interrupt

BOTS = "random,threshold:gems=10,vulture:haul=3,limit=1"
GIVEN = ("tournament", "--bots", BOTS, "--players", 3)


def test_table_ranks_the_bots(diamant):
    out = diamant.out(*GIVEN, "--games", 20_000, "--seed", 2)
    rows = re.findall(r"^(\S+) +\d+\.\d\d% +\d+\.\d\d% +\d+\.\d\d +\d\.\d\d +\d{4}", out, re.M)
    assert rows[0] == "threshold:gems=10"
    assert set(rows) == {"random:leave=0.2", "threshold:gems=10", "vulture:haul=3,limit=1"}
    assert re.search(r"20,000 games of 7 combinations on [\d,]+ shared decks", out)
    assert "The rating counts every place, not just first place" in out


def test_json_contains_the_same(diamant):
    data = diamant.json(*GIVEN, "--games", 2_100)
    assert (data["games"], data["players"], data["mixes"], data["sampled"]) == (2_100, 3, 7, False)
    assert set(data["bots"][0]) == {
        *("bot", "games", "mean", "mean_error", "win_share", "win_share_error", "rating")
    }
    shares = [row["win_share"] for row in data["bots"]]
    assert shares == sorted(shares, reverse=True)


def test_json_of_a_single_game_is_valid(diamant):
    def refuse(constant):
        raise AssertionError(constant)

    out = diamant(*GIVEN, "--games", 1, "--json").out
    data = json.loads(out, parse_constant=refuse)
    assert data["bots"][0]["mean_error"] is None
    table = diamant(*GIVEN, "--games", 1).out
    assert "nan" not in table


def test_csv_and_plot_are_written(diamant, tmp_path):
    table, picture = tmp_path / "x.csv", tmp_path / "x.png"
    code = diamant(*GIVEN, "--games", 2_100, "--csv", table, "--plot", picture).code
    assert code == 0
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert len(rows) == 3
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_sample_of_too_many_mixes_is_announced(diamant):
    bots = ",".join(["vulture", *(f"threshold:gems={gems}" for gems in range(19))])
    given = ("tournament", "--bots", bots, "--players", 5, "--games", 5_000)
    code, _, err = diamant(*given)
    assert code == 0
    assert "played a seeded sample of 5,000 out of 42,484 combinations" in err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--bots", "randm,threshold"), "did you mean 'random'?"),
        (("--bots", "random,random"), "bot random:leave=0.2 is entered twice"),
        (("--bots", BOTS, "--players", "9"), "iello-2016 is for 3 to 8 players, not 9"),
        (("--bots", BOTS, "--players", "x"), "must be a whole number, not 'x'"),
        (("--bots", BOTS, "--games", "0"), "the number of games must be between 1 and"),
        (("--bots", BOTS, "--threads", "-1"), "the number of threads must be between 1 and 1024"),
        (("--bots", BOTS, "--time-limit", "nan"), "the time limit must be greater than 0"),
        (("--bots", BOTS, "--edition", "incan"), "unknown edition 'incan'"),
        (("--bots", BOTS, "--csv", "/no/x.csv"), "cannot write /no/x.csv"),
        (("--bots", BOTS, "--plot", "/no/x.png"), "cannot write /no/x.png"),
        (("--bots", BOTS, "--plot", "x.bmp"), "must end in .png, .svg, or .pdf"),
        (("--bots", BOTS, "--cluster", "here"), "a cluster address must be HOST:PORT"),
        (("--bots", BOTS, "--cluster", "localhost:1"), "no Ray cluster found at localhost:1"),
    ],
)
def test_wrong_input_is_reported_in_one_line(refusal, arguments, why):
    assert why in refusal("tournament", *arguments)


@pytest.mark.parametrize("body", ["raise OSError('no')", "time.sleep(60)"])
def test_failing_bot_leaves_the_partial_standings(diamant, tmp_path, body):
    """The time limit works here too, because called bots play in the main thread."""
    (tmp_path / "mine.py").write_text(
        f"import time\n\ndef mine(view):\n    if view.seat == 0:\n        {body}\n    return True\n"
    )
    bots = f"{BOTS},{tmp_path}/mine.py:mine"
    given = ("tournament", "--bots", bots, "--players", 3, "--games", 400, "--time-limit", 0.2)
    code, out, err = diamant(*given, "--json")
    data = json.loads(out)
    assert code == 2
    assert 0 < data["games"] < 400
    first, _, *record = err.splitlines()
    assert re.match(r"diamant: bot .*mine in seat A failed at game \d+, round 1, card 1: ", first)
    read_record("\n".join(record))


def test_ctrl_c_prints_the_partial_standings():
    given = ("tournament", "--bots", BOTS, "--players", "4", "--games", "20_000_000_000")
    given += ("--edition", "incan-gold")  # Other tests compile this edition's fast kernel too.
    code, out, err = interrupt(*given, "--json")
    assert code == 130
    assert "Traceback" not in err
    data = json.loads(out)
    assert 0 < data["games"] < 2 * 10**10


def test_unwritable_file_does_not_lose_the_result(diamant):
    code, out, err = diamant(*GIVEN, "--games", 2_100, "--csv", "/dev/full")
    assert code == 2
    assert "mean points" in out
    assert err.endswith("diamant: cannot write /dev/full: No space left on device\n")
