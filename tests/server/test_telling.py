"""What each viewer is told, and who held which seat when."""

import random

import msgspec
import pytest

from diamant.server import log_lines
from diamant.server.index import index_of, next_index
from diamant.server.telling import Telling
from diamant.server.trail import EVERY, MOST_MARKS, Trail, holders_of
from diamant.store import StoredEntry
from diamant.table import (
    LogError,
    Viewer,
    event_for,
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


def _life(seed: int, **settings):
    """Play at a table and give (steps of each command, table after it)."""
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
    wishes = []
    for number in range(1, 5):
        if number > 1:
            wishes.append(Join(token=str(number) * 64))
        wishes.append(Connect(guest=f"g{number}", connection=f"aaaaaaaa-{number}"))
        if number < 4:
            wishes.append(TakeSeat(id="sit", by=f"g{number}", name=f"P{number}"))
    wishes.append(TakeSeat(id="again", by="g1", name="second seat"))
    wishes.append(Start(id="start", by="g1"))
    owners = ["g1", "g2", "g3", "g1"]
    wishes += [
        PromiseNonce(id=f"n{at}", by=owner, seat=at, hash="") for at, owner in enumerate(owners)
    ]
    for step in range(400):
        now += 10
        if wishes:
            wish = wishes.pop(0)
        elif table.game is None or table.phase.value != "cave":
            wish = Tick()
        else:
            at = rng.randrange(4)
            wish = Choose(
                id=f"c{step}", by=owners[at], seat=at, turn=table.turn, leave=rng.random() < 0.3
            )
            if rng.random() < 0.1:
                wish = SendEmote(id=f"e{step}", by=owners[at], seat=at, emote="wave")
        outcome = handle(table, wish, now)
        table = outcome.table
        yield [(entry, holders_of(table)) for entry in outcome.entries], table


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("shown", [False, True])
def test_everybody_is_told_what_the_table_lets_him_know(closed: bool, shown: bool):
    encode = msgspec.json.encode
    for steps, _ in _life(1, closed=closed, show_chosen=shown):
        telling = Telling(steps)
        for guest in ("g1", "g2", "g3", "g4", "g9", None):
            expected = []
            for entry, holders in steps:
                seats = tuple(at for at, holder in enumerate(holders) if holder == guest)
                told = event_for(entry, Viewer(guest, seats if guest else ()))
                if told is not None:
                    expected.append(encode(told))
            message = telling.to(guest)
            got = b"" if message is None else message.data
            wanted = b'{"type":"Events","events":[' + b",".join(expected) + b"]}"
            assert got == (wanted if expected else b"")


def test_lines_are_those_of_the_table_itself():
    for steps, _ in _life(2, closed=True):
        for entry, _ in steps:
            line = log_lines.write(entry)
            assert line == write_entry(entry).encode()
            assert read_entry(line.decode()) == entry
            assert log_lines.read(StoredEntry(entry.number, line)) == entry


def test_wrong_lines_are_refused():
    entry = next(iter(_life(2)))[0][0][0]
    for payload in (b"", b"[]", b"{", b"\xff", b'{"v": 1}'):
        with pytest.raises(LogError):
            log_lines.read(StoredEntry(1, payload))
    with pytest.raises(LogError, match="calls itself"):
        log_lines.read(StoredEntry(2, log_lines.write(entry)))
    with pytest.raises(LogError, match="missing"):
        log_lines.go_on(None, Trail(), [next(iter(list(_life(2))[1:]))[0][0][0]])
    with pytest.raises(LogError, match="empty"):
        log_lines.fold([])


def test_a_trail_finds_what_was_missed_with_the_seats_of_that_time():
    trail, entries, holders_then = Trail(), [], {}
    before = (0, 0)
    for steps, table in _life(3, closed=True):
        if steps:
            trail.note(*before, holders_of(table))
        for entry, holders in steps:
            entries.append(entry)
            holders_then[entry.number] = holders
        before = (table.number, table.seen)
    for entry in entries:
        assert trail.holders_at(entry.number) == holders_then[entry.number]
    last = entries[-1].seen
    for since in range(last + 1):
        after = trail.before(since, last)
        assert after is not None
        first = next((e.number for e in entries if e.seen == since), 0)
        assert after <= first
        assert first - after <= EVERY + 40
    assert trail.before(last + 1, last) is None
    assert trail.before(0, 5000) is None


def test_a_trail_has_an_end():
    trail = Trail()
    for number in range(2000):
        trail.note(number, number, (f"g{number}",))
    assert len(trail.marks) <= MOST_MARKS
    assert trail.before(1, 1999) is None
    assert trail.before(1990, 1999) is not None


def test_the_index_of_one_step_after_the_other_is_that_of_the_table():
    index = None
    for seed in range(4):
        for steps, table in _life(seed):
            entries = [entry for entry, _ in steps]
            index = next_index(index, table, "CODE", timers(table), entries)
            assert index == index_of(table, "CODE", timers(table))
        index = None
