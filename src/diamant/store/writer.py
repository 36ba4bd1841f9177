"""Group commit: combine the changes of many callers into one transaction.

Callers get their results once the transaction is durable.
"""

import asyncio
import logging
import random
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from copy import copy
from typing import Any, TypeVar

from diamant.store.changes import Change, Committed
from diamant.store.errors import (
    LockedError,
    OverloadedError,
    RetryLaterError,
    StoreClosedError,
    StoreError,
)
from diamant.store.notices import Hub

T = TypeVar("T")
Changes = Sequence[Change[Any]]
Waiting = tuple[Change[Any], asyncio.Future[Any], float]
"""A change, the caller's future, and the time of submission."""

LARGEST_BATCH = 512
HEAVIEST_BATCH = 4 * 2**20
MOST_WAITING = 50_000
# Delay before retrying a change; another node's transaction takes milliseconds.
PUT_OFF_SECONDS = 0.01
# The first and longest pause between attempts while the database is unreachable.
FIRST_PAUSE = 0.02
LONGEST_PAUSE = 1.0

_log = logging.getLogger(__name__)


class Patience:
    """Retries an operation after transient errors, for up to `bound` seconds.

    Once an operation has reached the bound, later operations get a single attempt until one
    succeeds. During a long outage, callers therefore get an error at once.
    """

    def __init__(self, bound: float) -> None:
        self.bound = bound
        self._away = False

    async def run(self, operation: Callable[[], Awaitable[T]]) -> T:
        """Run the operation until it succeeds or patience runs out; return its result."""
        clock = asyncio.get_running_loop().time
        end = clock() + (0 if self._away else self.bound)
        pause = FIRST_PAUSE
        while True:
            try:
                result = await operation()
            except StoreError as error:
                if not error.transient:
                    raise
                if clock() + pause > end:
                    self._away = True
                    raise
            else:
                self._away = False
                return result
            # The jitter keeps many nodes from retrying at the same moment.
            await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311
            pause = min(pause * 2, LONGEST_PAUSE)


class Writer:
    """Makes all changes to the database, one batch at a time, in submission order.

    While a batch is being committed, the next one collects changes. `commit` writes a batch in one
    durable transaction. If `commit` raises an error, nothing has been written; only after an
    `UnavailableError` is the outcome unknown. `after_commit` runs after each batch, once callers
    have their results. Batches start at least `pace` seconds apart, so that they are larger under
    load: a commit costs more than an append.
    """

    def __init__(
        self,
        commit: Callable[[Changes], Awaitable[Committed]],
        after_commit: Callable[[Committed], Awaitable[None]],
        hub: Hub,
        patience: Patience,
        pace: float = 0.0,
    ) -> None:
        self._commit = commit
        self._after_commit = after_commit
        self._hub = hub
        self._patience = patience
        self._pace = pace
        self._next = 0.0
        self._waiting: deque[Waiting] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._committed_at: float | None = None
        self.refusing = False
        self._task = asyncio.create_task(self._run(), name="store writer")

    async def submit(self, change: Change[T]) -> T:
        """Return the change's result once it is durable, or raise its error."""
        if self._closing:
            raise StoreClosedError("the store has been closed")
        if len(self._waiting) >= MOST_WAITING:
            raise OverloadedError("{n} writes are already waiting; try again later", MOST_WAITING)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._waiting.append((change, future, loop.time()))
        self._wake.set()
        return await future

    @property
    def commit_age(self) -> float | None:
        """The number of seconds since the last commit, or None before the first."""
        at = self._committed_at
        return None if at is None else asyncio.get_running_loop().time() - at

    async def close(self) -> None:
        """Write all waiting changes, then stop."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        taken: list[Waiting] = []
        try:
            while await self._any_waiting():
                taken = self._gather()
                await self._write(taken)
        finally:
            # Callers are still waiting here only if the event loop is shutting down.
            for _, future, _ in [*taken, *self._waiting]:
                future.cancel()

    async def _any_waiting(self) -> bool:
        # Callers that just got their results may add changes to the next batch.
        await asyncio.sleep(0)
        while not self._waiting:
            if self._closing:
                return False
            self._wake.clear()
            await self._wake.wait()
        clock = asyncio.get_running_loop().time
        if not self._closing and clock() < self._next:
            await asyncio.sleep(self._next - clock())
        self._next = clock() + self._pace
        return True

    def _gather(self) -> list[Waiting]:
        taken: list[Waiting] = []
        weight = 0
        while self._waiting and len(taken) < LARGEST_BATCH and weight < HEAVIEST_BATCH:
            taken.append(self._waiting.popleft())
            weight += taken[-1][0].weight
        return taken

    async def _write(self, taken: list[Waiting]) -> None:
        batch = [change for change, _, _ in taken]
        try:
            committed = await self._patience.run(lambda: self._commit(batch))
        except Exception as error:
            # Callers must learn about bugs, too.
            self.refusing = True
            for _, future, _ in taken:
                if not future.done():
                    future.set_exception(_own(error))
            return
        self._committed_at = asyncio.get_running_loop().time()
        self.refusing = False
        postponed = []
        for waiting, outcome in zip(taken, committed.outcomes, strict=True):
            future = waiting[1]
            if future.done():
                continue
            if isinstance(outcome, RetryLaterError):
                postponed.append((waiting, outcome))
            elif isinstance(outcome, StoreError):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)
        self._hub.publish(committed.notices)
        if postponed:
            self._ask_again(postponed)
        try:
            await self._after_commit(committed)
        except Exception:
            # This is a bug, but it must not stop later writes.
            _log.exception("maintenance after a commit failed")

    def _ask_again(self, postponed: list[tuple[Waiting, RetryLaterError]]) -> None:
        """Requeue changes at the front, in order, or fail them once patience runs out."""
        now = asyncio.get_running_loop().time()
        for waiting, refusal in reversed(postponed):
            _, future, since = waiting
            if now - since < self._patience.bound:
                self._waiting.appendleft(waiting)
            else:
                future.set_exception(LockedError(refusal.message))
        self._next = max(self._next, now + PUT_OFF_SECONDS)


def _own(error: Exception) -> Exception:
    """Copy an error for a caller, because raising it adds to its traceback."""
    if not isinstance(error, StoreError):
        return error
    own = copy(error)
    own.__cause__ = error.__cause__
    return own
