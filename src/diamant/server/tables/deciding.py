"""Requests to a table, their callers, and what they lead to before any of it is durable."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol

from diamant.server.metrics import Metrics
from diamant.server.responses import log_fault
from diamant.server.tables.seat_history import Mark, SeatedEntry, seated
from diamant.table import Answer, Outcome, Table, Timer, handle
from diamant.table.commands import Choose, Command

MOST_TOGETHER = 60
"""So many requests, or entries, are decided in one go; a table in play seldom has ten."""

_log = logging.getLogger(__name__)


MOST_ENTRIES = 12
"""After so many of one command, bots that do not stop to think go on a little later."""


class Transaction(ABC):
    """Several commands that are decided as one: all of them are committed, or none is."""

    @abstractmethod
    def decide(self, table: Table, now: int) -> Outcome:
        """Decide it; called again if another node was first."""


Request = Command | Transaction


class Caller(Protocol):
    """Whoever waits for what becomes of a request."""

    def answered(self, request: Request, answer: Answer) -> None:
        """Hear that it is durable, after all listeners have been told what it led to."""
        ...

    def may_write(self, request: Request) -> bool:
        """Tell whether what a request leads to may be written; asked when it leads to anything."""
        ...

    def wrote(self, count: int) -> None:
        """Hear how many bytes it has had written to the database; called before `answered`."""
        ...

    def failed(self, request: Request, code: str, reference: str) -> None:
        """Hear that nothing can be said of it: it may be asked again."""
        ...


Pending = tuple[Request, Caller | None]


class Decisions:
    """The table after some requests, the entries that lead there, and who is to be answered what.

    The table before is not touched: all of this may still come to nothing.
    """

    __slots__ = ("_answers", "_causes", "_metrics", "_now", "entries", "marks", "table", "timers")

    def __init__(self, table: Table, now: int, metrics: Metrics) -> None:
        self.table = table
        self.timers: tuple[Timer, ...] = ()
        self.entries: list[SeatedEntry] = []
        self.marks: list[Mark] = []
        self._answers: list[tuple[Caller, Request, Answer]] = []
        self._causes: list[Caller | None] = []  # Who has caused each entry.
        self._now = now
        self._metrics = metrics

    def take(self, pending: Sequence[Pending]) -> int:
        """Decide requests one after the other, and return how many; the others have to wait.

        So other tables have their turn in between.
        """
        for place, (request, caller) in enumerate(pending):
            if len(self.entries) >= MOST_TOGETHER or place >= MOST_TOGETHER:
                return place
            try:
                outcome = self._outcome(request)
            except Exception:
                name = type(request).__name__
                reference = log_fault(_log, "a %s cannot be decided", name)
                self._metrics.failed += 1
                if caller is not None:
                    caller.failed(request, "internal", reference)
                continue
            self._note(request, caller, outcome)
        return len(pending)

    def _outcome(self, request: Request) -> Outcome:
        if isinstance(request, Transaction):
            return request.decide(self.table, self._now)
        return handle(self.table, request, self._now, MOST_ENTRIES)

    def _note(self, request: Request, caller: Caller | None, outcome: Outcome) -> None:
        if outcome.entries:
            # A command that was done before leads to nothing more, and gets its answer.
            if caller is not None and not caller.may_write(request):
                self._metrics.refused += 1
                caller.failed(request, "too-much-written", "")
                return
            entries, marks = seated(self.table, outcome)
            self.entries += entries
            self.marks += marks
            self._causes += [caller] * len(entries)
            self.table, self.timers = outcome.table, outcome.timers
        if caller is not None:
            self._answers.append((caller, request, outcome.answer))

    def charge(self, sizes: Sequence[int]) -> None:
        """Let everybody know how many bytes were written for them, entry by entry."""
        for caller, size in zip(self._causes, sizes, strict=True):
            if caller is not None:
                caller.wrote(size)

    def answer(self) -> None:
        """Acknowledge what is durable, and refuse what was refused."""
        for caller, request, answer in self._answers:
            # Choices are counted when they are shown, or a figure would tell a change of mind.
            if isinstance(request, Choose):
                pass
            elif answer.refusal is None:
                self._metrics.accepted += 1
            else:
                self._metrics.refused += 1
            caller.answered(request, answer)
