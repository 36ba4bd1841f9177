"""Who held which seat when: one who comes back is told what they missed, and no more."""

from collections.abc import Sequence
from typing import NamedTuple

from diamant.table import Outcome, Table, follow
from diamant.table.events import Entry

Holders = tuple[str | None, ...]
"""The guest on each seat."""

SeatedEntry = tuple[Entry, Holders]
"""An entry, and who holds each seat right after it."""

EVERY = 50  # Entries at most from one mark to the next, so that a resume reads few in vain.
MOST_MARKS = 500
MOST_EVENTS_BACK = 2_000


class Mark(NamedTuple):
    """After entry `log_number`, whose `public_number` stands beside it, the seats are held so."""

    log_number: int
    public_number: int
    holders: Holders


def holders_of(table: Table) -> Holders:
    """Return who holds each seat."""
    return tuple([None if seat is None else seat.guest for seat in table.seats])


def seated(table: Table, outcome: Outcome) -> tuple[list[SeatedEntry], list[Mark]]:
    """Return what a request led to, entry by entry, with the marks to note once it is durable.

    Whoever reads the same entries from the log finds the same holders, so that every node tells a
    guest the same. A seat that changes hands in the middle of a request, as one does that was
    promised until the expedition ends, is told of before by its old holder's right alone.
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
    """The marks of one table's log, the latest last."""

    __slots__ = ("_marks",)

    def __init__(self, marks: Sequence[Mark] = (Mark(0, 0, ()),)) -> None:
        self._marks = list(marks)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All marks, to be kept in a snapshot."""
        return tuple(self._marks)

    def note(self, log_number: int, public_number: int, holders: Holders) -> None:
        """Note that the entries after `log_number` found the seats held like this."""
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
        """Return the entry after which to read on, to find all that came after event `since`.

        `public_number` is the last one. None means that it is too long ago, or has not happened.
        """
        if since > public_number or public_number - since > MOST_EVENTS_BACK:
            return None
        for mark in reversed(self._marks):
            if mark.public_number < since or mark.log_number == 0:
                return mark.log_number
        return None

    def holders_at(self, log_number: int) -> Holders:
        """Return who held each seat when entry `log_number` was told."""
        for mark in reversed(self._marks):
            if mark.log_number < log_number:
                return mark.holders
        return ()
