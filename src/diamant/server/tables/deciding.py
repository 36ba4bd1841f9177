"""Decide requests to a table, and notify their callers once results are durable."""

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
"""The limit on requests, and about that on entries, per commit; games rarely need ten."""

_log = logging.getLogger(__name__)


MOST_ENTRIES = 12
"""The number of entries from one command after which bots without thinking time have to wait."""


class Transaction(ABC):
    """Several commands that are decided and committed together.

    If a transaction is refused, the room reads the log, sets `rechecked` and decides it once more.
    """

    rechecked = False

    @abstractmethod
    def decide(self, table: Table, now: int) -> Outcome:
        """Decide the transaction; called again if another node changed the table."""


Request = Command | Transaction


class Caller(Protocol):
    """The sender of a request, who is notified of its result."""

    def answered(self, request: Request, answer: Answer) -> None:
        """Receive the answer, once it is durable and all listeners have the new events."""
        ...

    def may_write(self, request: Request) -> bool:
        """Return whether a request's entries may be written; called only if it has any."""
        ...

    def wrote(self, count: int) -> None:
        """Receive the size of an entry written for a request; called before `answered`."""
        ...

    def failed(self, request: Request, code: str, reference: str) -> None:
        """Receive an error code: the request failed, or its outcome is unknown."""
        ...


Pending = tuple[Request, Caller | None]


class Decisions:
    """A table after some requests, the resulting entries, and the pending answers.

    The room's own table stays unchanged, since these decisions may still be discarded.
    """

    __slots__ = (
        "_answers",
        "_causes",
        "_metrics",
        "_now",
        "entries",
        "marks",
        "table",
        "timers",
        "unproven",
    )

    def __init__(self, table: Table, now: int, metrics: Metrics) -> None:
        self.table = table
        self.timers: tuple[Timer, ...] = ()
        self.entries: list[SeatedEntry] = []
        self.marks: list[Mark] = []
        self.unproven: list[Transaction] = []  # Refused by a table that may be out of date.
        self._answers: list[tuple[Caller, Request, Answer]] = []
        self._causes: list[Caller | None] = []  # The caller who caused each entry.
        self._now = now
        self._metrics = metrics

    def take(self, pending: Sequence[Pending]) -> int:
        """Decide requests in order, and return the number decided; the rest must wait.

        The limit gives other tables a turn in between.
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
            # A repeated command adds no entries and gets its earlier answer.
            if caller is not None and not caller.may_write(request):
                self._metrics.refused += 1
                caller.failed(request, "too-much-written", "")
                return
            entries, marks = seated(self.table, outcome)
            self.entries += entries
            self.marks += marks
            self._causes += [caller] * len(entries)
            self.table, self.timers = outcome.table, outcome.timers
        elif (
            isinstance(request, Transaction)
            and outcome.answer.refusal is not None
            and not request.rechecked
        ):
            self.unproven.append(request)
        if caller is not None:
            self._answers.append((caller, request, outcome.answer))

    def charge(self, sizes: Sequence[int]) -> None:
        """Report the size of each written entry, in bytes, to the caller who caused it."""
        for caller, size in zip(self._causes, sizes, strict=True):
            if caller is not None:
                caller.wrote(size)

    def answer(self) -> None:
        """Send callers their answers, after the entries are durable."""
        for caller, request, answer in self._answers:
            # Choices are counted at the reveal; otherwise a metric would show a changed choice.
            if isinstance(request, Choose):
                pass
            elif answer.refusal is None:
                self._metrics.accepted += 1
            else:
                self._metrics.refused += 1
            caller.answered(request, answer)
