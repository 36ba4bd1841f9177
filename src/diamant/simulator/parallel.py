"""Provide threads, processes, hooks and early exit to all kinds of runs."""

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
    """Callbacks for progress and compilation while a simulation runs."""

    progress: Callable[[int], object] = lambda games: None
    compiling: Callable[[], object] = lambda: None


class RunSoFar:
    """Catches Ctrl-C and a bot's error, so the result so far can still be computed.

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
        """Return the result; if a bot failed, raise its error with the result attached."""
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
    """How many workers share a run, and whether they are processes or threads."""

    many: int
    processes: bool = False


def in_order(
    work: Callable[[_Item], _Part], items: Sequence[_Item], workers: Parallel
) -> Generator[_Part, None, None]:
    """Call `work` on every item in parallel, and yield the results in order.

    Only a few results are buffered at a time. A worker process returns its result, but its other
    side effects are lost. A caller that may stop early must close the generator: Python would close
    it only at exit, too late for the processes.
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
    """Fork workers that share the items in turn, each with a pipe for its results.

    A child inherits everything from its parent, including any kind of bot. A worker that is ahead
    waits until its pipe has room. When this process ends, for whatever reason, its end of the
    lifeline closes and the workers exit.
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
                    # Python warns about threads that a child would lack; ours only wait, or belong
                    # to libraries that support forking.
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
    """Block signals during a fork, so no process gets a signal before it is ready."""
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
    """Run as a worker process: ignore signals, and exit when the parent exits."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    lifeline.close()
    threading.Thread(target=_exit_with_parent, args=(watched,), daemon=True).start()
    for item in items:
        answer: tuple[object, Exception | None]
        try:
            answer = work(item), None
        except Exception as error:  # The parent raises this.
            answer = None, error
        send.send(answer)


def _exit_with_parent(watched: Connection) -> None:
    watched.poll(None)  # Nothing is ever sent; the pipe closes when the parent exits.
    os._exit(1)
