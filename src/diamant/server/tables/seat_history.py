"""Who had which seat when, so that reconnecting guests get only what they missed."""

from collections.abc import Sequence
from typing import NamedTuple

from diamant.table import Outcome, Table, follow
from diamant.table.events import Entry

Holders = tuple[str | None, ...]
"""The guest on each seat, or None."""

SeatedEntry = tuple[Entry, Holders]
"""An entry, and the guest on each seat right after it."""

EVERY = 50  # Entries between two marks, so that a reconnecting guest rarely needs too many.
MOST_MARKS = 500
MOST_EVENTS_BACK = 2_000


class Mark(NamedTuple):
    """The holders of all seats after entry `log_number`, which has `public_number`."""

    log_number: int
    public_number: int
    holders: Holders


def holders_of(table: Table) -> Holders:
    """Return the guest on each seat."""
    return tuple([None if seat is None else seat.guest for seat in table.seats])


def seated(table: Table, outcome: Outcome) -> tuple[list[SeatedEntry], list[Mark]]:
    """Return a request's entries with their holders, and the marks to note.

    Note the marks once the entries are durable. Reading the same entries from the log gives the
    same holders, so every node sends a guest the same events. If a seat changes hands in the middle
    of a request, for example at the end of an expedition, only its old holder sees earlier secrets.
    """
    holders = holders_of(outcome.table)
    if holders == holders_of(table):
        mark = Mark(table.log_number, table.public_number, holders)
        return [(entry, holders) for entry in outcome.entries], [mark]
    found: list[SeatedEntry] = []
    marks = []
    for entry, after in follow(outcome.entries, table):
        holders = holders_of(after)
        found.append((entry, holders))
        marks.append(Mark(table.log_number, table.public_number, holders))
        table = after
    return found, marks


class SeatHistory:
    """The marks in one table's log, in ascending order."""

    __slots__ = ("_marks",)

    def __init__(self, marks: Sequence[Mark] = (Mark(0, 0, ()),)) -> None:
        self._marks = list(marks)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All marks, for a snapshot."""
        return tuple(self._marks)

    def note(self, log_number: int, public_number: int, holders: Holders) -> None:
        """Note who holds each seat from the entry after `log_number` on."""
        last = self._marks[-1]
        if holders == last.holders and log_number - last.log_number < EVERY:
            return
        if log_number == last.log_number:
            self._marks[-1] = Mark(log_number, public_number, holders)
            return
        self._marks.append(Mark(log_number, public_number, holders))
        if len(self._marks) > MOST_MARKS:
            del self._marks[: MOST_MARKS // 4]

    def before(self, since: int, public_number: int) -> int | None:
        """Return the log number after which to read to find all events after `since`.

        `since` is the public number of an event, and `public_number` is the last event's. Returns
        None if `since` is too old or in the future.
        """
        if since > public_number or public_number - since > MOST_EVENTS_BACK:
            return None
        for mark in reversed(self._marks):
            if mark.public_number < since or mark.log_number == 0:
                return mark.log_number
        return None

    def holders_at(self, log_number: int) -> Holders:
        """Return the guest on each seat when entry `log_number` was sent."""
        for mark in reversed(self._marks):
            if mark.log_number < log_number:
                return mark.holders
        return ()
