"""Test `diamant simulate`: tables, JSON and files; one-line errors; Ctrl-C."""

import json
import re
import signal

import pytest

from diamant.cli.runs import COMPILING
from diamant.record import read_record, read_records
from diamant.simulator import simulate
from diamant.simulator.kernel import cache
from tests.cli.interrupting import interrupt
from tests.simulator.line_ups import SMALL_KERNEL, THREE, odd
from tests.simulator.odd_bot import DIVIDES_BY_NOTHING, STAYS

BOTS = ",".join(THREE)
GIVEN = ("simulate", "--bots", BOTS)


@pytest.fixture
def bot(tmp_path):
    def write(text, name="mine"):
        (tmp_path / "mine.py").write_text(text)
        return f"{tmp_path}/mine.py:{name}"

    return write


def test_json_has_the_documented_fields(diamant):
    data = diamant.json(*GIVEN, "--games", 500, "--seed", 3)
    assert set(data) == {"edition", "games", "seconds", "games_per_second", "seats"}
    assert (data["edition"], data["games"]) == ("iello-2016", 500)
    result = simulate("iello-2016", BOTS, 500, seed=3)
    assert data["seats"] == result.to_json()["seats"]
    assert sum(seat["win_share"] for seat in data["seats"]) == pytest.approx(1)


def test_table_has_a_row_for_each_seat(diamant):
    out = diamant.out(*GIVEN, "--games", "1_000", "--edition", "schmidt-2005")
    assert re.search(r"^A +random:leave=0.2 +\d+\.\d{3} +\d\.\d{3} +\d+\.\d\d%", out, re.M)
    assert "schmidt-2005: 1,000 games in" in out


def test_records_contain_the_counted_games(diamant, tmp_path):
    file = tmp_path / "games.dia"
    file.write_text("what stood here before\n")
    code, out, _ = diamant(*GIVEN, "--games", 60, "--records", file, "--json")
    records = list(read_records(file.read_text()))
    data = json.loads(out)
    assert code == 0
    assert len(records) == data["games"] == 60
    for seat, told in enumerate(data["seats"]):
        assert told["mean"] == sum(record.game.scores[seat] for record in records) / 60
        assert records[0].players[seat] == told["bot"]
    assert code == diamant("replay", file).code == 0


CHATTY = """
def bot(view):
    print("I think")
    return view.rng.random() < 0.3
"""


def test_plain_bots_play_the_same_games_on_several_cores(diamant, bot):
    """They run in processes, and their own output does not disturb the result."""
    name = bot(CHATTY, "bot")
    given = ("simulate", "--bots", f"{name},{name},{name}")
    ran = [diamant(*given, "--games", 90, "--threads", n, "--records", "-") for n in (1, 3)]
    assert [one.code for one in ran] == [0, 0]
    told = [one.out for one in ran]
    assert told[0] == told[1]
    assert told[0].startswith("[Edition ")
    assert told[0].count("[Edition ") == 90
    assert "I think" not in told[0]
    out = diamant(*given, "--games", 40, "--threads", 2, "--json").out
    assert json.loads(out)["games"] == 40


def test_records_and_json_cannot_share_standard_output(refusal):
    told = refusal("simulate", "--bots", "random,random,random", "--records", "-", "--json")
    assert told == "diamant: --records - cannot be combined with --json; give --records a file name"


def test_same_seed_gives_the_same_records_on_any_number_of_threads(diamant, tmp_path):
    texts = []
    for threads in (1, 2):
        file = tmp_path / f"{threads}.dia"
        diamant(*GIVEN, "--games", 2_500, "--records", file, "--seed", 9, "--threads", threads)
        texts.append(file.read_text())
    assert texts[0] == texts[1]


def test_plot_is_written(diamant, tmp_path):
    out = diamant.out(*GIVEN, "--games", 200, "--plot", tmp_path / "x.svg")
    assert "<svg" in (tmp_path / "x.svg").read_text()
    assert f"Plot written to {tmp_path}/x.svg" in out


def test_custom_edition_and_bot_are_played(diamant, bot, tmp_path):
    from diamant.rules.edition_text import write_edition
    from tests.rules.playing import small_edition

    (tmp_path / "small.toml").write_text(write_edition(small_edition()))
    mine = bot("def mine(view):\n    return len(view.hazards) > 1\n")
    given = ("--edition", tmp_path / "small.toml", "--bots", f"{mine},{mine}", "--games", 20)
    code, out, _ = diamant("simulate", *given, "--json")
    assert (code, json.loads(out)["edition"]) == (0, "small")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--bots", "treshold,random,random"), "unknown bot 'treshold' (did you mean"),
        (("--bots", "random:x=1,random,random"), "bot random has no parameter 'x'"),
        (("--bots", "no.py:x,random,random"), "no such bot file: no.py"),
        (("--bots", ",".join(["random"] * 9)), "3 to 8 players, not 9"),
        (("--bots", BOTS, "--edition", "ielo-2016"), "did you mean 'iello-2016'?"),
        (("--bots", BOTS, "--edition", "no.toml"), "cannot read the edition file no.toml"),
        (("--bots", BOTS, "--games", "0"), "the number of games must be between 1 and"),
        (("--bots", BOTS, "--games", "many"), "'many' is not a whole number"),
        (("--bots", BOTS, "--seed", "1.5"), "'1.5' is not a whole number"),
        (("--bots", BOTS, "--threads", "0"), "the number of threads must be between 1 and 1024"),
        (("--bots", BOTS, "--time-limit", "0"), "the time limit must be greater than 0 seconds"),
        (("--bots", BOTS, "--records", "/no/such/x.dia"), "cannot write /no/such/x.dia"),
        (("--bots", BOTS, "--records", "/"), "cannot write /: Is a directory"),
        (("--bots", BOTS, "--plot", "/no/such/x.png"), "cannot write /no/such/x.png"),
        (("--bots", BOTS, "--plot", "x.gif"), "must end in .png, .svg, or .pdf"),
        (("--bots", BOTS, "--cluster", "nonsense"), "a cluster address must be HOST:PORT"),
        (("--bots", BOTS, "--cluster", "127.0.0.1:1"), "no Ray cluster found at 127.0.0.1:1"),
        (
            ("--bots", BOTS, "--cluster", "local", "--records", "x.dia"),
            "--records cannot be combined with --cluster",
        ),
        ((), "the following arguments are required: --bots"),
        (("--bots", BOTS, "--game", "3"), "unknown option '--game' (did you mean '--games'?)"),
    ],
)
def test_wrong_input_is_reported_in_one_line(refusal, arguments, why):
    assert why in refusal("simulate", *arguments)


def test_wrong_input_leaves_an_existing_file_unchanged(refusal, tmp_path):
    file = tmp_path / "games.dia"
    file.write_text("precious\n")
    refusal("simulate", "--bots", "randon,random,random", "--records", file)
    assert file.read_text() == "precious\n"


def test_full_disk_leaves_the_result(diamant):
    code, out, err = diamant(*GIVEN, "--games", 3_000, "--records", "/dev/full")
    assert code == 2
    assert "vulture" in out
    assert err.endswith("diamant: cannot write /dev/full: No space left on device\n")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("raise ValueError('two\\nlines')", "ValueError: two\\nlines"),
        ("return None", "expected True, False, or a probability of leaving, got None"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("time.sleep(60)", "no answer after 0.2 seconds"),
        ("while True:\n        pass", "no answer after 0.2 seconds"),
    ],
)
def test_failing_bot_is_reported_with_its_position_as_a_record(diamant, bot, body, why):
    name = bot(f"import time\n\ndef mine(view):\n    {body}\n")
    fails(diamant, name, "threshold:gems=90", why)


def test_bot_that_ends_its_process_is_reported_in_one_line(diamant, bot):
    name = bot("import os\n\ndef mine(view):\n    os._exit(3)\n")
    given = ("--bots", f"{name},random,random", "--games", 40, "--threads", 2)
    code, out, err = diamant("simulate", *given)
    assert (code, out) == (2, "")
    told = "a worker process exited unexpectedly: a bot ended it, or memory ran out"
    assert err == f"diamant: {told}\n"


def test_failing_compiled_bot_is_reported_with_its_position(diamant):
    fails(diamant, odd(DIVIDES_BY_NOTHING), odd(STAYS), "ZeroDivisionError: ")


def fails(diamant, name, other, why):
    given = ("--bots", f"{other},{name},{other}", "--time-limit", 0.2)
    code, out, err = diamant("simulate", *given, "--games", 40)
    lines = err.removeprefix(f"{COMPILING}\n").splitlines()
    assert (code, out) == (2, "")
    assert lines[0].startswith(f"diamant: bot {name} in seat B failed at game 1, round 1, card")
    assert why in lines[0]
    assert lines[1] == "the game so far, as a record:"
    assert "Traceback" not in err
    record = read_record("\n".join(lines[2:]))
    assert f"card {len(record.game.expedition.path)}: " in lines[0]


def test_games_before_a_failure_are_printed(diamant, bot, tmp_path):
    name = bot(
        "def mine(view):\n    view.history\n    if view.chest > 50:\n        raise RuntimeError\n"
        "    return view.carried + view.path > 8\n"
    )
    file = tmp_path / "games.dia"
    given = ("--bots", f"random,random,{name}", "--games", 500, "--records", file, "--json")
    code, out, err = diamant("simulate", *given)
    games = json.loads(out)["games"]
    assert code == 2
    assert f"failed at game {games + 1}, " in err
    assert len(list(read_records(file.read_text()))) == games > 0


def test_compiling_is_announced_once(diamant, tmp_path, monkeypatch):
    """Only the first run of a set of bots says why it takes a while."""
    monkeypatch.setenv("DIAMANT_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "kernel_text", lambda shape, bots: SMALL_KERNEL)
    cache.load_module.cache_clear()
    said = [diamant("simulate", "--bots", BOTS, "--games", 50, "--json").err for _ in range(2)]
    cache.load_module.cache_clear()
    assert said == [f"{COMPILING}\n", ""]


@pytest.mark.parametrize("inherited", [signal.default_int_handler, signal.SIG_IGN])
def test_ctrl_c_prints_the_partial_result(inherited):
    """This must also work if the parent ignores Ctrl-C and its children inherit that."""
    before = signal.signal(signal.SIGINT, inherited)
    try:
        check_that_ctrl_c_ends_it()
    finally:
        signal.signal(signal.SIGINT, before)


def check_that_ctrl_c_ends_it():
    # Such a long run uses the fast kernel, which other tests compile for this edition, too.
    given = ("simulate", "--bots", BOTS, "--games", "10_000_000_000", "--json")
    given += ("--edition", "incan-gold")
    code, out, err = interrupt(*given)
    data = json.loads(out)
    assert code == 130
    assert 0 < data["games"] < 10**10
    assert "Traceback" not in err


def test_ctrl_c_stops_called_bots_too(bot):
    mine = bot("def mine(view):\n    view.history\n    return view.step > 4\n")
    given = ("simulate", "--bots", f"{mine},random,random", "--games", "100_000_000")
    code, out, err = interrupt(*given)
    assert code == 130
    assert re.search(r"interrupted; results so far \(games: [\d,]+\)\n", err)
    assert "win share" in out
