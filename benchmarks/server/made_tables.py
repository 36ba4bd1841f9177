"""Open tables written directly into a store, as a killed server leaves them."""

import asyncio
import secrets
import time
from dataclasses import dataclass, replace
from itertools import count

from benchmarks.server.measures import PEOPLE
from diamant.protocol.incoming import hash_token
from diamant.server.tables import persistence
from diamant.server.tables.persistence import index_of
from diamant.server.tables.seat_history import SeatHistory, holders_of
from diamant.server.tables.tokens import ALPHABET, new_secret, new_table, new_token
from diamant.store import Store
from diamant.table import Sent, Settings, Table, commands, handle, open_table, timers
from diamant.table.events import Entry, TableCreated

ORIGINALS = 50
TURNS = 8
AFTER_SNAPSHOT = 5
AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Made:
    """A table in the middle of a game."""

    table: Table
    entries: tuple[Entry, ...]
    token: str


def _original(node: str) -> Made:
    """Play a game with five people for some turns."""
    now = time.time_ns() // 1_000_000
    tokens = [new_token() for _ in range(PEOPLE)]
    outcome = open_table(
        commands.CreateTable(
            table=new_table(),
            secret=new_secret(),
            token=hash_token(tokens[0]),
            settings=Settings(clock="off", break_seconds=0),
        ),
        now,
    )
    table, entries = outcome.table, list(outcome.entries)

    def take(command: commands.Command) -> None:
        nonlocal table
        outcome = handle(table, command, now)
        assert outcome.answer.refusal is None, outcome.answer
        table = outcome.table
        entries.extend(outcome.entries)

    ids = count(1)

    def sent(number: int) -> Sent:
        return Sent(f"{node}-{number}", next(ids))

    guests = [f"g{number}" for number in range(1, PEOPLE + 1)]
    for token in tokens[1:]:
        take(commands.Join(token=hash_token(token)))
    for number, guest in enumerate(guests):
        take(commands.Connect(guest=guest, connection=f"{node}-{number}"))
        take(commands.TakeSeat(by=guest, sent=sent(number), name=f"P{number}", seat=number))
    take(commands.Start(by=guests[0], sent=sent(0)))
    for number, guest in enumerate(guests):
        take(commands.PromiseNonce(by=guest, sent=sent(number), seat=number, hash=""))
    while table.turn is not None and table.turn < TURNS:
        turn = table.turn
        for number, guest in enumerate(guests):
            take(commands.Choose(by=guest, sent=sent(number), seat=number, turn=turn, leave=False))
    return Made(table, tuple(entries), tokens[0])


def _copy(made: Made, number: int) -> Made:
    """Return the same table under another name."""
    name = f"table-{number:06}"
    first = made.entries[0]
    assert isinstance(first.event, TableCreated)
    first = replace(first, event=replace(first.event, table=name))
    return Made(replace(made.table, id=name), (first, *made.entries[1:]), made.token)


def _code(number: int) -> str:
    letters = []
    for _ in range(5):
        number, place = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[place])
    return "".join(letters)


async def fill(store: Store, tables: int) -> list[Made]:
    """Create many open tables."""
    node = secrets.token_hex(4)
    originals = [_original(node) for _ in range(min(ORIGINALS, tables))]
    made: list[Made] = []
    for start in range(0, tables, AT_ONCE):
        page = [
            _copy(originals[number % len(originals)], number)
            for number in range(start, min(tables, start + AT_ONCE))
        ]
        await asyncio.gather(*(_keep(store, one, _code(start + n)) for n, one in enumerate(page)))
        made += page
    # The node of the tables reported that it was alive, and then it was killed.
    await store.beat(node, time.time() - 1)
    return made


async def _keep(store: Store, made: Made, code: str) -> None:
    now = time.time()
    lines, texts = persistence.pack_entries(made.entries)
    index = index_of(made.table, code, timers(made.table))
    await store.create(made.table.id, lines, now=now, code=code, index=index, texts=texts)
    upto = len(lines) - AFTER_SNAPSHOT
    table, seat_history = persistence.go_on(None, SeatHistory(), made.entries[:upto])
    assert table is not None
    assert holders_of(table) is not None
    await store.save_snapshot(made.table.id, upto, persistence.save_snapshot(table, seat_history))
