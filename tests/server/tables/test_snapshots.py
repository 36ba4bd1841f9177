"""Test snapshots: exact round trips on any Python, and unusable ones are ignored.

The tables are those of the random schedules, at every stage of their lives.
"""

import ast
import functools
import hashlib
import json
import logging
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import diamant
from diamant.errors import Message
from diamant.server.tables import persistence
from diamant.server.tables.seat_history import SeatHistory
from diamant.table import Settings, TablePhase
from diamant.table import commands as c
from tests.server.tables import golden_snapshot
from tests.table.schedules import Schedule
from tests.table.tabletop import Tabletop

SEEDS = 40
SOURCES = sorted(Path(diamant.__file__).parent.rglob("*.py"))


@functools.cache
def moments():
    """Return tables of random schedules, with their seat histories, at many moments."""
    found = []
    for seed in range(SEEDS):
        schedule = Schedule(seed)
        schedule.run()
        table, seat_history = None, SeatHistory()
        for number, entry in enumerate(schedule.log, start=1):
            table, seat_history = persistence.go_on(table, seat_history, [entry])
            if number % 9 == seed % 9 or number == len(schedule.log):
                found.append((table, SeatHistory(seat_history.marks)))
    return found


def built_in_game():
    """Return a table with a built-in edition, in the middle of a game."""
    top = Tabletop(Settings(thinking=False, break_seconds=0, clock="off")).people(4).start()
    top.all_choose(1)
    return top.table


def sealed(body):
    """Return a snapshot of the current format with this content."""
    checksum = hashlib.sha256(body).hexdigest()[:16]
    return b"diamant-snapshot %d %s\n" % (persistence.FORM, checksum.encode()) + body


def body_of(data):
    return json.loads(data.partition(b"\n")[2])


def warning_of(data, caplog):
    """Load an unusable snapshot; return the log message, which is one line."""
    caplog.clear()
    with caplog.at_level(logging.INFO):
        assert persistence.load_snapshot(data) is None
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    return record.getMessage()


def test_snapshot_restores_an_equal_table():
    phases = set()
    for table, seat_history in moments():
        opened = persistence.load_snapshot(persistence.save_snapshot(table, seat_history))
        assert opened is not None
        assert opened[0] == table
        assert opened[1].marks == seat_history.marks
        phases.add(table.phase)
    assert phases >= set(TablePhase) - {TablePhase.CLOSED}, "the schedules do not reach every phase"


def test_refusal_keeps_its_reason_in_a_snapshot():
    top = Tabletop()
    top.connect(sender="me")
    wrong = Settings(edition="", edition_text="nonsense")
    refusal = top.ask(c.ChangeSettings, settings=wrong).refusal
    opened, _ = persistence.load_snapshot(persistence.save_snapshot(top.table, SeatHistory()))
    assert opened == top.table
    kept = opened.find_guest("g1").senders[0].answers[0].refusal
    assert str(kept) == str(refusal)
    assert isinstance(kept.params["reason"], Message)


def test_snapshot_of_a_restored_table_is_the_same():
    for table, seat_history in moments()[::7]:
        data = persistence.save_snapshot(table, seat_history)
        assert persistence.save_snapshot(*persistence.load_snapshot(data)) == data


def test_restored_table_continues_like_one_from_its_log():
    schedule = Schedule(3)
    schedule.run()
    half = len(schedule.log) // 2
    opened = persistence.load_snapshot(
        persistence.save_snapshot(*persistence.fold_log(schedule.log[:half]))
    )
    table, seat_history = persistence.go_on(*opened, schedule.log[half:])
    whole, whole_history = persistence.fold_log(schedule.log)
    assert table == whole == schedule.table
    assert seat_history.marks == whole_history.marks


def test_built_in_edition_is_shared_and_not_copied():
    table = built_in_game()
    data = persistence.save_snapshot(table, SeatHistory())
    assert len(data) < 4_000
    assert persistence.load_snapshot(data)[0].game.edition is table.game.edition


def test_snapshot_contains_no_class_names():
    table = built_in_game()
    text = persistence.save_snapshot(table, SeatHistory()).decode()
    assert "diamant." not in text
    for value in (table, table.settings, table.guests[0], table.seats[0], table.game):
        assert type(value).__name__ not in text


# Unreadable snapshots.


@pytest.mark.parametrize("form", [0, persistence.FORM + 1, 99])
def test_snapshot_of_another_format_is_ignored(form, caplog):
    data = persistence.save_snapshot(built_in_game(), SeatHistory())
    other = data.replace(b"snapshot %d" % persistence.FORM, b"snapshot %d" % form, 1)
    said = warning_of(other, caplog)
    assert said == (
        f"ignoring a snapshot (form {form}; expected form {persistence.FORM});"
        " replaying the table's log"
    )


class Evil:
    def __reduce__(self):
        return (print, ("run!",))


def test_pickle_is_ignored_and_runs_no_code(caplog, capsys):
    assert "cannot be read" in warning_of(sealed(pickle.dumps(Evil())), caplog)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("data", [b"", b"something else", b"{}", b"diamant-snapshot"])
def test_bytes_that_are_no_snapshot_are_ignored(data, caplog):
    assert warning_of(data, caplog).startswith("ignoring a snapshot (not a snapshot)")


@given(st.data())
def test_damaged_snapshot_is_ignored(data):
    good = persistence.save_snapshot(*moments()[len(moments()) // 2])
    at = data.draw(st.integers(0, len(good) - 1))
    damaged = bytearray(good)
    damaged[at] ^= data.draw(st.integers(1, 255))
    cut = good[: data.draw(st.integers(0, len(good) - 1))]
    assert persistence.load_snapshot(bytes(damaged)) is None
    assert persistence.load_snapshot(cut) is None


def test_damaged_snapshot_is_logged_in_one_line(caplog):
    good = persistence.save_snapshot(built_in_game(), SeatHistory())
    assert warning_of(good[:-10], caplog).startswith("ignoring a snapshot (damaged)")
    assert warning_of(good.replace(b'"g1"', b'"g2"'), caplog).startswith(
        "ignoring a snapshot (damaged)"
    )


@given(st.binary(max_size=200))
def test_valid_json_that_is_no_table_is_ignored(body):
    assert persistence.load_snapshot(sealed(body)) is None


def _without_host(body):
    del body["table"]["host"]


def _more(body):
    body["table"]["mood"] = "good"


def _other_type(body):
    body["table"]["turn"] = "two"


def _no_such_phase(body):
    body["table"]["phase"] = "dream"


def _no_such_edition(body):
    body["game"] = body["game"].replace("iello-2016", "iello-1916")


def _impossible_game(body):
    body["game"] += " 99"


@pytest.mark.parametrize(
    "change",
    [_without_host, _more, _other_type, _no_such_phase, _no_such_edition, _impossible_game],
)
def test_inconsistent_snapshot_is_ignored(change, caplog):
    body = body_of(persistence.save_snapshot(built_in_game(), SeatHistory()))
    assert persistence.load_snapshot(sealed(json.dumps(body).encode())) is not None
    change(body)
    said = warning_of(sealed(json.dumps(body).encode()), caplog)
    assert said.startswith("ignoring a snapshot (cannot be read: ")


# Stability.


def test_golden_snapshot_still_opens():
    data = golden_snapshot.SNAPSHOT.read_bytes()
    table, seat_history = golden_snapshot.golden_table()
    assert table.game is not None
    assert table.game.history
    opened = persistence.load_snapshot(data)
    assert opened is not None, "a snapshot of this form cannot be opened any more"
    assert opened[0] == table
    assert opened[1].marks == seat_history.marks
    assert persistence.save_snapshot(table, seat_history) == data


def test_format_number_changes_with_the_fields_of_a_snapshot():
    pinned = golden_snapshot.SCHEMA.read_text(encoding="utf-8")
    assert golden_snapshot.schema() == pinned, (
        "a snapshot holds other fields: raise persistence.FORM by one and run"
        " python -m tests.server.tables.golden_snapshot"
    )


def test_source_never_unpickles():
    forbidden = {"_pickle", "cloudpickle", "copyreg", "dill", "marshal", "pickle", "shelve"}
    assert len(SOURCES) > 100
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                names = [node.value]  # For import_module and __import__.
            assert not forbidden & {name.partition(".")[0] for name in names}, file
