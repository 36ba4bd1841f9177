"""Test which events each viewer gets, and who held which seat when."""

import random

import msgspec
import pytest

from diamant.server.tables import persistence
from diamant.server.tables.listeners import Broadcast
from diamant.server.tables.persistence import index_of, next_index
from diamant.server.tables.seat_history import EVERY, MOST_MARKS, SeatHistory, holders_of, seated
from diamant.store import StoredEntry
from diamant.table import (
    LogError,
    Viewer,
    event_for,
    follow,
    handle,
    open_table,
    read_entry,
    timers,
    write_entry,
)
from diamant.table.commands import (
    Choose,
    Connect,
    CreateTable,
    Join,
    PromiseNonce,
    SendEmote,
    Start,
    TakeSeat,
    Tick,
)
from diamant.table.settings import Settings
from tests.table import schedules


def _life(seed: int, **settings):
    """Play at a table and yield the entries of each command with their seats, and the table."""
    rng = random.Random(seed)
    command = CreateTable(
        table="t",
        secret=f"{seed:064x}",
        token="0" * 64,
        settings=Settings(clock="off", thinking=False, break_seconds=0, **settings),
    )
    outcome = open_table(command, 1000)
    table, now = outcome.table, 1000
    yield [(entry, holders_of(table)) for entry in outcome.entries], table
    commands = []
    for number in range(1, 5):
        if number > 1:
            commands.append(Join(token=str(number) * 64))
        commands.append(Connect(guest=f"g{number}", connection=f"aaaaaaaa-{number}"))
        if number < 4:
            commands.append(TakeSeat(by=f"g{number}", name=f"P{number}"))
    commands.append(TakeSeat(by="g1", name="second seat"))
    commands.append(Start(by="g1"))
    owners = ["g1", "g2", "g3", "g1"]
    commands += [PromiseNonce(by=owner, seat=at, hash="") for at, owner in enumerate(owners)]
    for _ in range(400):
        now += 10
        if commands:
            command = commands.pop(0)
        elif table.game is None or table.phase.value != "cave":
            command = Tick()
        else:
            at = rng.randrange(4)
            command = Choose(by=owners[at], seat=at, turn=table.turn, leave=rng.random() < 0.3)
            if rng.random() < 0.1:
                command = SendEmote(by=owners[at], seat=at, emote="wave")
        outcome = handle(table, command, now)
        table = outcome.table
        yield [(entry, holders_of(table)) for entry in outcome.entries], table


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("shown", [False, True])
def test_everyone_gets_the_events_the_table_allows(closed: bool, shown: bool):
    encode = msgspec.json.encode
    for batch, _ in _life(1, closed=closed, show_chosen=shown):
        broadcast = Broadcast(batch)
        for guest in ("g1", "g2", "g3", "g4", "g9", None):
            expected = []
            for entry, holders in batch:
                seats = tuple(at for at, holder in enumerate(holders) if holder == guest)
                told = event_for(entry, Viewer(guest, seats if guest else ()))
                if told is not None:
                    # Leaving and staying have the same length.
                    expected.append(encode(told) + b" " * (told.get("leave") is True))
            message = broadcast.to(guest)
            got = b"" if message is None else message.data
            wanted = b'{"type":"Events","events":[' + b",".join(expected) + b"]}"
            assert got == (wanted if expected else b"")


def test_stored_lines_equal_the_tables_own():
    for batch, _ in _life(2, closed=True):
        for entry, _ in batch:
            (line,), _ = persistence.pack_entries([entry])
            assert line == write_entry(entry).encode()
            assert read_entry(line.decode()) == entry
            assert persistence.read_entry(StoredEntry(entry.log_number, line)) == entry


def test_wrong_lines_are_refused():
    entry = next(iter(_life(2)))[0][0][0]
    for payload in (b"", b"[]", b"{", b"\xff", b'{"v": 1}'):
        with pytest.raises(LogError):
            persistence.read_entry(StoredEntry(1, payload))
    with pytest.raises(LogError, match="calls itself"):
        persistence.read_entry(StoredEntry(2, write_entry(entry).encode()))
    with pytest.raises(LogError, match="expected entry 1"):
        persistence.go_on(None, SeatHistory(), [next(iter(list(_life(2))[1:]))[0][0][0]])
    with pytest.raises(LogError, match="empty"):
        persistence.fold_log([])


def test_seat_history_finds_missed_events_with_the_seats_of_that_time():
    seat_history, entries, holders_then = SeatHistory(), [], {}
    before = (0, 0)
    for batch, table in _life(3, closed=True):
        if batch:
            seat_history.note(*before, holders_of(table))
        for entry, holders in batch:
            entries.append(entry)
            holders_then[entry.log_number] = holders
        before = (table.log_number, table.public_number)
    for entry in entries:
        assert seat_history.holders_at(entry.log_number) == holders_then[entry.log_number]
    last = entries[-1].public_number
    for since in range(last + 1):
        after = seat_history.before(since, last)
        assert after is not None
        first = next((e.log_number for e in entries if e.public_number == since), 0)
        assert after <= first
        assert first - after <= EVERY + 40
    assert seat_history.before(last + 1, last) is None
    assert seat_history.before(0, 5000) is None


def test_writer_and_reader_find_the_same_seat_holders(monkeypatch):
    changed = 0

    def checked(table, command, now):
        nonlocal changed
        outcome = handle(table, command, now)
        read = [(entry, holders_of(after)) for entry, after in follow(outcome.entries, table)]
        decided, marks = seated(table, outcome)
        assert decided == read
        history = SeatHistory()
        for mark in marks:
            history.note(*mark)
        assert all(history.holders_at(entry.log_number) == held for entry, held in read)
        changed += len({held for _, held in read}) > 1
        return outcome

    monkeypatch.setattr(schedules, "handle", checked)
    for seed in range(12):
        schedules.Schedule(seed).run(120)
    assert changed, "no seat changed hands in the middle of a request"


def test_seat_history_is_bounded():
    seat_history = SeatHistory()
    for number in range(2000):
        seat_history.note(number, number, (f"g{number}",))
    assert len(seat_history.marks) <= MOST_MARKS
    assert seat_history.before(1, 1999) is None
    assert seat_history.before(1990, 1999) is not None


def test_incremental_index_equals_the_tables_index():
    index = None
    for seed in range(4):
        for batch, table in _life(seed):
            entries = [entry for entry, _ in batch]
            index = next_index(index, table, "CODE", timers(table), entries)
            assert index == index_of(table, "CODE", timers(table))
        index = None
