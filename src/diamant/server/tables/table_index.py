"""The entry of a table in the store's index: for lists, and for the tasks in the background."""

from collections.abc import Iterable
from dataclasses import replace

import msgspec

from diamant.protocol.outgoing import TableSummary
from diamant.store import Index
from diamant.table import Table, TablePhase, Timer
from diamant.table.events import (
    BetMade,
    ChoiceMade,
    ChoiceMissed,
    CommandRefused,
    Emoted,
    Entry,
    NothingChanged,
)

STATES = {
    TablePhase.LOBBY: "lobby",
    TablePhase.OVER: "over",
    TablePhase.CLOSED: "closed",
}
PLAYING = "playing"
OPEN_STATES = ("lobby", "playing", "over")

# What no list of tables shows.
_UNSEEN = frozenset((ChoiceMade, ChoiceMissed, Emoted, BetMade, CommandRefused, NothingChanged))


class IndexedSummary(TableSummary, frozen=True, kw_only=True):
    """A summary, with the nodes that hold connections to the table.

    By them a table where a dead node is still present is found without opening it.
    """

    nodes: tuple[str, ...] = ()


_encode = msgspec.json.Encoder().encode
_summary_decoder = msgspec.json.Decoder(IndexedSummary)


def index_of(table: Table, code: str, timers: tuple[Timer, ...]) -> Index:
    """Return a table's entry in the index."""
    settings = table.settings
    players = people = 0
    for seat in table.seats:
        if seat is not None:
            players += 1
            people += seat.guest is not None
    summary = IndexedSummary(
        table=table.id,
        code=code,
        phase=table.phase.value,
        visibility=settings.visibility,
        edition=settings.edition,
        closed=settings.closed,
        clock=settings.clock,
        players=players,
        people=people,
        seats=len(table.seats),
        games=table.games,
        spectators=settings.spectators,
        nodes=tuple(
            sorted({node_of(opened.name) for guest in table.guests for opened in guest.connections})
        ),
    )
    return Index(
        due=due_of(timers),
        state=STATES.get(table.phase, PLAYING),
        public=settings.visibility == "public" and table.phase is not TablePhase.CLOSED,
        summary=_encode(summary),
    )


def due_of(timers: tuple[Timer, ...]) -> float | None:
    """Return when the first timer is due, in seconds."""
    return timers[0].at / 1000 if timers else None


def next_index(
    before: Index | None,
    table: Table,
    code: str,
    timers: tuple[Timer, ...],
    entries: Iterable[Entry],
) -> Index:
    """Return a table's entry in the index after new entries: for choices, mostly the one before."""
    if before is None or not all(type(entry.event) in _UNSEEN for entry in entries):
        return index_of(table, code, timers)
    due = due_of(timers)
    return before if due == before.due else replace(before, due=due)


def node_of(connection: str) -> str:
    """Return the node that a connection is named after.

    >>> node_of("4f3a9b1c-17")
    '4f3a9b1c'
    """
    return connection.partition("-")[0]


def read_summary(data: bytes) -> IndexedSummary | None:
    """Return what an index says of a table, if a server like this wrote it."""
    try:
        return _summary_decoder.decode(data)
    except msgspec.DecodeError:
        return None
