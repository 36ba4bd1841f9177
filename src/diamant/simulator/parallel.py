"""What every run of games shares: whom it tells, its threads, and ending early."""

import multiprocessing
import os
import signal
import threading
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
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

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
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


def in_order(
    work: Callable[[_Item], _Part], items: Sequence[_Item], workers: Parallel
) -> Generator[_Part, None, None]:
    """Do work on several threads or processes; give its parts in order, with few of them waiting.

    What a process changes besides the part that it returns is lost. Whoever may break off closes
    it: Python would do so only when it ends, too late for the processes.
    """
    if workers.many == 1 or len(items) < 2 or (workers.processes and not hasattr(os, "fork")):
        yield from map(work, items)
    elif workers.processes:
        yield from _in_processes(work, items, min(workers.many, len(items)))
    else:
        yield from _in_threads(work, items, workers.many)


def _in_threads(
    work: Callable[[_Item], _Part], items: Sequence[_Item], many: int
) -> Iterator[_Part]:
    with ThreadPoolExecutor(many) as pool:
        waiting: deque[Future[_Part]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(work, item))
                if len(waiting) > 2 * many:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for part in waiting:
                part.cancel()


def _in_processes(
    work: Callable[[_Item], _Part], items: Sequence[_Item], many: int
) -> Iterator[_Part]:
    """Fork worker processes that share the items in turn, each with a pipe for its results.

    A child has all that its parent had, bots of whatever kind included. A worker that is ahead
    waits until its pipe has room. However this process ends, its end of the lifeline is closed,
    and the workers exit.
    """
    context = multiprocessing.get_context("fork")
    watched, lifeline = context.Pipe(duplex=False)
    started = []
    results: list[Connection] = []
    try:
        with _signals_held():
            for number in range(many):
                receive, send = context.Pipe(duplex=False)
                share = items[number::many]
                worker = context.Process(target=_serve, args=(work, share, send, watched, lifeline))
                with warnings.catch_warnings():
                    # Python warns of threads that a child would lack; ours only wait, or belong to
                    # libraries that allow it.
                    warnings.simplefilter("ignore", DeprecationWarning)
                    worker.start()
                started.append(worker)
                results.append(receive)
                send.close()
        for place in range(len(items)):
            try:
                part, error = results[place % many].recv()
            except EOFError:
                raise BotError(
                    "a worker process exited unexpectedly: a bot ended it, or memory ran out"
                ) from None
            if error is not None:
                raise error
            yield part
    finally:
        for worker in started:
            worker.kill()
        for worker in started:
            worker.join()


_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@contextmanager
def _signals_held() -> Iterator[None]:
    """Hold signals back while processes are forked, so that none gets one before it is ready."""
    former = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, former)


def _serve(
    work: Callable[[_Item], object],
    items: Sequence[_Item],
    send: Connection,
    watched: Connection,
    lifeline: Connection,
) -> None:
    """Work as a child process: signals are the parent's business, and its end ends this process."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    lifeline.close()
    threading.Thread(target=_exit_with_parent, args=(watched,), daemon=True).start()
    for item in items:
        answer: tuple[object, Exception | None]
        try:
            answer = work(item), None
        except Exception as error:  # The parent raises it.
            answer = None, error
        send.send(answer)


def _exit_with_parent(watched: Connection) -> None:
    watched.poll(None)  # Nothing is ever sent; the end of the pipe is the end of the parent.
    os._exit(1)
