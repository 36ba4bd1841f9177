"""Who held which seat when: one who comes back is told what they missed, and no more."""

from collections.abc import Sequence
from typing import NamedTuple

from diamant.table import Table

Holders = tuple[str | None, ...]
"""The guest on each seat."""

EVERY = 50  # Entries at most from one mark to the next, so that a resume reads few in vain.
MOST_MARKS = 500
MOST_EVENTS_BACK = 2_000


class Mark(NamedTuple):
    """After entry `number`, with `seen` public events so far, the seats are held like this."""

    number: int
    seen: int
    holders: Holders


def holders_of(table: Table) -> Holders:
    """Return who holds each seat."""
    return tuple([None if seat is None else seat.guest for seat in table.seats])


class SeatHistory:
    """The marks of one table's log, the latest last."""

    __slots__ = ("_marks",)

    def __init__(self, marks: Sequence[Mark] = (Mark(0, 0, ()),)) -> None:
        self._marks = list(marks)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All marks, to be kept in a snapshot."""
        return tuple(self._marks)

    def note(self, number: int, seen: int, holders: Holders) -> None:
        """Note that the entries after `number` found the seats held like this."""
        last = self._marks[-1]
        if holders == last.holders and number - last.number < EVERY:
            return
        if number == last.number:
            self._marks[-1] = Mark(number, seen, holders)
            return
        self._marks.append(Mark(number, seen, holders))
        if len(self._marks) > MOST_MARKS:
            del self._marks[: MOST_MARKS // 4]

    def before(self, since: int, seen: int) -> int | None:
        """Return the entry after which to read on, to find all that came after event `since`.

        `seen` is the last event. None means that it is too long ago, or has not happened.
        """
        if since > seen or seen - since > MOST_EVENTS_BACK:
            return None
        for mark in reversed(self._marks):
            if mark.seen < since or mark.number == 0:
                return mark.number
        return None

    def holders_at(self, number: int) -> Holders:
        """Return who held each seat when entry `number` was told."""
        for mark in reversed(self._marks):
            if mark.number < number:
                return mark.holders
        return ()
