"""What every run of games shares: whom it tells, its threads, and ending early."""

import multiprocessing
import os
import signal
import warnings
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from types import TracebackType
from typing import Any, TypeVar

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


@dataclass(frozen=True)
class Parallel:
    """How many threads or processes share some work."""

    many: int
    processes: bool = False

    def pool(self, work: Callable[..., object]) -> Executor:
        """Return what runs them."""
        if not self.processes:
            return ThreadPoolExecutor(self.many)
        # A child has all that its parent had, bots of whatever kind included. Python warns of
        # threads that a child would lack; ours only wait, or belong to libraries that allow it.
        context = multiprocessing.get_context("fork")
        pool = ProcessPoolExecutor(self.many, context, _begin, (work,))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            pool.submit(int).result()
        return pool


def _begin(work: Callable[..., object]) -> None:
    """Get a process ready: Ctrl-C is its parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _work.append(work)


_work: list[Callable[..., Any]] = []  # What a process of its own was begun for.


def _do(item: object) -> Any:  # noqa: ANN401 - whatever the work returns
    return _work[-1](item)


def in_order(
    work: Callable[[_Item], _Part], items: Sequence[_Item], workers: Parallel
) -> Generator[_Part, None, None]:
    """Do work on several threads or processes; give its parts in order, with few of them waiting.

    What a process changes besides the part that it returns is lost. Whoever may break off closes
    it: Python would do so only when it ends, too late for the processes.
    """
    if workers.many == 1 or len(items) < 2 or (workers.processes and not hasattr(os, "fork")):
        yield from map(work, items)
        return
    with workers.pool(work) as pool:
        waiting: deque[Future[_Part]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(_do if workers.processes else work, item))
                if len(waiting) > 2 * workers.many:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise BotError(
                "a process that plays has ended without a word: a bot ended it, or memory ran out"
            ) from None
        finally:
            for part in waiting:
                part.cancel()
