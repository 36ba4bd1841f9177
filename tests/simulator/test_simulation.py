"""Test simulations: hooks, partial results, and every way in which a bot can fail."""

import io
import re
import threading
import time

import numpy as np
import pytest

from diamant.bots import as_bots
from diamant.errors import BotError, DiamantError, UnknownNameError
from diamant.record import read_record, read_records
from diamant.rules.game import Phase
from diamant.simulator import Hooks, engine, simulate
from diamant.simulator.parallel import Parallel, in_order
from tests.simulator.line_ups import THREE as BOTS
from tests.simulator.line_ups import odd
from tests.simulator.odd_bot import (
    ANSWERS_NONSENSE,
    DIVIDES_BY_NOTHING,
    FAILS_LATE,
    SHARES_WITH_NOBODY,
    STAYS,
)

FAILING = {
    "raises": ("raise RuntimeError('out of luck')", "RuntimeError: out of luck"),
    "says nothing": ("pass", "probability of leaving, got None"),
    "answers in words": ("return 'yes'", "probability of leaving, got 'yes'"),
    "answers too much": ("return 2", "probability of leaving, got 2"),
    "answers less than nothing": ("return -0.5", "probability of leaving, got -0.5"),
    "answers no number": ("return NAN", "probability of leaving, got nan"),
    "looks for what is not there": (
        "return view.wisdom",
        "a view has no attribute 'wisdom' (available: ",
    ),
    "divides by nothing as a coin": ("return 1 / ZERO", "ZeroDivisionError"),
    "leaves the program": ("raise SystemExit(0)", "SystemExit: 0"),
    "never returns": ("while True:\n        pass", "no answer after 0.2 seconds"),
    "sleeps": ("time.sleep(60)", "no answer after 0.2 seconds"),
    "catches everything": (
        "while True:\n        try:\n            time.sleep(60)\n        except Exception:\n"
        "            pass",
        "no answer after 0.2 seconds",
    ),
    "counts for ever": (
        "x = 0.0\n    for n in range(10**14):\n        x = x / 2 + view.step\n    return x > 1",
        "no answer after 0.2 seconds",
    ),
}


@pytest.fixture
def failing(tmp_path):
    def write(body):
        (tmp_path / "weak.py").write_text(
            f"import time\nNAN = float('nan')\nZERO = 0\n\ndef weak(view):\n    {body}\n"
        )
        return f"{tmp_path}/weak.py:weak"

    return write


FAILING_COMPILED = {
    "divides by nothing": (DIVIDES_BY_NOTHING, "ZeroDivisionError"),
    "answers with nonsense": (ANSWERS_NONSENSE, "probability of leaving, got 1.2"),
    "shares with nobody": (SHARES_WITH_NOBODY, "ValueError"),
}


def test_result_prints_without_its_arrays():
    shown = repr(simulate("iello-2016", BOTS, 20, seed=1, detail=True, each=True))
    assert shown.startswith("Result(edition='iello-2016', games=20")
    assert "array" not in shown


@pytest.mark.parametrize("what", FAILING)
def test_failing_bot_is_named_with_its_position(failing, what):
    body, why = FAILING[what]
    started = time.monotonic()
    fails(failing(body), "threshold:gems=50", why)
    assert time.monotonic() - started < 15


@pytest.mark.parametrize("what", FAILING_COMPILED)
def test_failing_compiled_bot_is_named_with_its_position(what):
    which, why = FAILING_COMPILED[what]
    fails(odd(which), odd(STAYS), why)


def fails(name, other, why):
    """Simulate with a failing bot between two others, and check the error."""
    with pytest.raises(BotError) as caught:
        simulate("iello-2016", [other, name, other], 50, time_limit=0.2)
    told = re.fullmatch(
        r"bot (.*) in seat (.) failed at game (\d+), round (\d+), card (\d+): (.*)",
        str(caught.value),
    )
    assert told[1] == name
    assert told[2] == "B"
    assert why in told[6]
    record = read_record(caught.value.record)
    cave = record.game.expedition
    assert (cave.round, len(cave.path)) == (int(told[4]), int(told[5]))
    assert record.game.phase is Phase.DECIDE
    assert record.players[1] == name
    assert caught.value.result.games == int(told[3]) - 1  # Messages number games from 1.


def test_games_before_a_failure_are_kept(failing):
    """Both the result and the records contain complete games only."""
    name = failing(
        "view.history\n    if view.seat == 2 and view.chest > 60:\n        raise OSError\n"
        "    return view.carried > 6"
    )
    keeps_games_before_failure(["threshold", "random", name], 5_000, "OSError")


def keeps_games_before_failure(bots, games, why):
    output = io.StringIO()
    with pytest.raises(BotError, match=why) as caught:
        simulate("iello-2016", bots, games, seed=2, records=output, each=True)
    result = caught.value.result
    failed = int(re.search(r"game (\d+)", str(caught.value))[1])
    records = list(read_records(output.getvalue()))
    assert result.games == failed - 1 == len(records) == len(result.each.scores) > 10
    assert [list(record.game.scores) for record in records] == result.each.scores.tolist()


@pytest.mark.parametrize("batch", [10, 10**6])
def test_games_before_a_compiled_failure_are_kept(monkeypatch, batch):
    monkeypatch.setattr(engine, "COMPILED_BATCH", batch)
    monkeypatch.setattr(engine, "RECORDED_BATCH", batch)
    keeps_games_before_failure([odd(6), "random", odd(FAILS_LATE)], 100_000, "ZeroDivisionError")


def test_class_that_fails_in_its_constructor_is_named(tmp_path):
    (tmp_path / "weak.py").write_text(
        "import time\n\nclass Weak:\n    def __init__(self):\n        raise OSError('no chair')\n\n"
        "class Slow:\n    def __init__(self):\n        time.sleep(60)\n\n"
        "for each in Weak, Slow:\n    each.__call__ = lambda self, view: True\n"
    )
    for name, why in (("Weak", "OSError: no chair"), ("Slow", "no answer after 0.2 seconds")):
        bots = ["random", "random", f"{tmp_path}/weak.py:{name}"]
        with pytest.raises(BotError, match=f"seat C .* round 1, card 0: .*{why}") as e:
            simulate("iello-2016", bots, 5, time_limit=0.2)
        assert read_record(e.value.record).game.phase is Phase.TURN


def test_busy_bot_is_stopped_in_another_thread(failing):
    name = failing("while True:\n        pass")
    caught = []

    def run():
        try:
            simulate("iello-2016", [name, "random", "random"], 5, time_limit=0.2)
        except BotError as error:
            caught.append(str(error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(30)
    assert "no answer after 0.2 seconds" in caught[0]


def test_many_quick_answers_do_not_reach_the_time_limit(failing):
    """The limit applies to one decision, not to a game or a run."""
    name = failing("time.sleep(0.005)\n    return view.step > 2")
    result = simulate("iello-2016", [name, "random", "random"], 15, time_limit=0.5)
    assert result.games == 15


def test_progress_is_reported_after_each_batch(monkeypatch):
    monkeypatch.setattr(engine, "COMPILED_BATCH", 100)
    seen = []
    simulate("iello-2016", BOTS, 450, hooks=Hooks(progress=seen.append))
    assert seen == [100, 200, 300, 400, 450]


def test_called_bots_report_progress(failing):
    seen = []
    name = failing("view.history\n    return view.step > 3")
    simulate("iello-2016", [name, "random", "random"], 50, hooks=Hooks(progress=seen.append))
    assert seen == [20, 40, 50]


@pytest.mark.parametrize("threads", [1, 2])
def test_interrupted_run_returns_the_partial_result(monkeypatch, threads):
    monkeypatch.setattr(engine, "COMPILED_BATCH", 100)

    def stop(games):
        if games == 300:
            raise KeyboardInterrupt

    whole = simulate("iello-2016", BOTS, 300, each=True)
    result = simulate(
        "iello-2016", BOTS, 10**6, each=True, threads=threads, hooks=Hooks(progress=stop)
    )
    assert result.interrupted
    assert result.games == 300
    assert np.array_equal(result.each.scores, whole.each.scores)
    assert result.seats == whole.seats
    assert not whole.interrupted


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"games": 0}, "number of games must be between 1 and"),
        ({"games": -1}, "got -1"),
        ({"games": 10**13}, "number of games"),
        ({"bots": BOTS[:2]}, "iello-2016 is for 3 to 8 players, not 2"),
        ({"bots": BOTS[:1]}, "iello-2016 is for 3 to 8 players, not 1"),
        ({"bots": ["random"] * 9}, "iello-2016 is for 3 to 8 players, not 9"),
        ({"bots": []}, "is for 3 to 8 players, not 0"),
        ({"threads": 0}, "number of threads must be between 1 and 1024, got 0"),
        ({"time_limit": 0}, "time limit must be greater than 0 seconds"),
        ({"time_limit": "1"}, "time limit must be greater than 0 seconds, got '1'"),
        ({"records": "games.dia"}, "records must be an open file, not 'games.dia'"),
        ({"time_limit": float("nan")}, "time limit must be greater than 0 seconds"),
    ],
)
def test_impossible_runs_are_refused(changes, why):
    given = {"edition": "iello-2016", "bots": BOTS, "games": 10}
    with pytest.raises(DiamantError, match=why):
        simulate(**(given | changes))


def ten(view, gems=10):
    return view.carried + view.path >= gems


class Patient:
    """A bot with one instance for each game and seat."""

    def __init__(self):
        self.asked = 0

    def __call__(self, view):
        self.asked += 1
        return self.asked > 9


def test_functions_and_classes_play_beside_named_bots():
    """The class makes the whole line-up called; the function plays as it would by name."""
    result = simulate("iello-2016", [ten, Patient, "threshold:gems=10"], 30, seed=2)
    assert [seat.bot for seat in result.seats] == ["ten:gems=10", "Patient", "threshold:gems=10"]
    named = simulate("iello-2016", ["threshold:gems=10", Patient, "threshold:gems=10"], 30, seed=2)
    assert np.array_equal(result.sums, named.sums)
    assert engine.can_compile(as_bots([ten]))


def test_objects_that_are_not_bots_are_refused():
    with pytest.raises(BotError, match="is not a bot"):
        simulate("iello-2016", [ten, ten, 7], 5)


def test_unknown_names_are_refused_with_suggestions():
    with pytest.raises(UnknownNameError, match="did you mean 'iello-2016'"):
        simulate("ielo-2016", BOTS, 5)
    with pytest.raises(UnknownNameError, match="did you mean 'threshold'"):
        simulate("iello-2016", "treshold,random,random", 5)


def test_in_order_yields_results_in_order():
    def slow_first(number):
        time.sleep(0.02 if number % 3 == 0 else 0)
        return number

    for workers in (Parallel(1), Parallel(2), Parallel(5), Parallel(2, processes=True)):
        assert list(in_order(slow_first, range(20), workers)) == list(range(20))


def test_in_order_starts_few_parts_at_once():
    """Memory does not grow with the number of games."""
    begun = []
    parts = in_order(lambda number: begun.append(number), range(10_000), Parallel(2))
    next(parts)
    assert len(begun) <= 6
    parts.close()
