"""What every run of games shares: whom it tells, its threads, and ending early."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from types import TracebackType
from typing import TypeVar

from diamant.errors import BotError

_Item = TypeVar("_Item")
_Part = TypeVar("_Part")
_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Hooks:
    """What a caller wants to be told while a simulation runs."""

    progress: Callable[[int], object] = lambda games: None
    compiling: Callable[[], object] = lambda: None


class RunSoFar:
    """Holds back Ctrl-C and a failing bot until the result so far has been reckoned.

    >>> with RunSoFar() as run:
    ...     raise KeyboardInterrupt
    >>> run.interrupted, run.hand_over("what there is")
    (True, 'what there is')
    """

    def __init__(self) -> None:
        self.interrupted = False
        self.failure: BotError | None = None

    def __enter__(self) -> "RunSoFar":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        self.interrupted = isinstance(error, KeyboardInterrupt)
        self.failure = error if isinstance(error, BotError) else None
        return self.interrupted or self.failure is not None

    def hand_over(self, result: _Result) -> _Result:
        """Return the result; if a bot has failed, raise that with the result so far."""
        if self.failure is not None:
            self.failure.result = result
            raise self.failure
        return result


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    work: Callable[[_Item], _Part], items: Iterable[_Item], threads: int
) -> Iterator[_Part]:
    """Do work on several threads and give its parts in order, with few of them waiting."""
    if threads == 1:
        yield from map(work, items)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[_Part]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(work, item))
                if len(waiting) > 2 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for part in waiting:
                part.cancel()
