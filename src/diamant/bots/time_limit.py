"""Time limits for bots: asked in a thread of their own, or interrupted where they are called."""

import asyncio
import ctypes
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Generic, TypeVar

from diamant.bots.bot import Bot
from diamant.bots.failure import own_file, unanswered

T = TypeVar("T")


class TooLongError(BaseException):
    """Raised inside a bot that has been thinking for too long.

    It is no `Exception`, which a bot may well catch and go on thinking.
    """


class Apart(Generic[T]):
    """A call that runs in a thread, which nobody waits for when the program ends."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._call = call
        self._loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[T] = self._loop.create_future()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def where(self) -> FrameType | None:
        """Return what the thread is just doing, if it still does something."""
        frames = sys._current_frames()  # noqa: SLF001 - the only way to see another thread
        return frames.get(self._thread.ident or 0)

    def interrupt(self) -> None:
        """Let the thread end as soon as it runs Python code."""
        if self._thread.is_alive():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self._thread.ident or 0), ctypes.py_object(TooLongError)
            )

    def _run(self) -> None:
        result: T | None = None
        problem: BaseException | None = None
        try:
            result = self._call()
        except TooLongError:
            return
        except (Exception, SystemExit) as error:
            problem = error
        # Where the program has ended meanwhile, there is nobody to tell.
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._settle, result, problem)

    def _settle(self, result: T | None, error: BaseException | None) -> None:
        if self.answer.done():
            return  # Nobody waits for it any more.
        if error is None:
            self.answer.set_result(result)  # type: ignore[arg-type]
        else:
            self.answer.set_exception(error)


async def apart(call: Callable[[], T]) -> T:
    """Call something in a thread while everything else goes on."""
    return await Apart(call).answer


async def answer_within(call: Callable[[], T], seconds: float, bot: Bot) -> T:
    """Ask a bot while everything else goes on.

    One that never answers is interrupted, and a `LateError` says in which line of its own it was.
    """
    asked = Apart(call)
    try:
        return await asyncio.wait_for(asyncio.shield(asked.answer), seconds)
    except TimeoutError:
        frame, own = asked.where(), own_file(bot)
        while frame is not None and frame.f_code.co_filename != own:
            frame = frame.f_back
        line = None if frame is None else frame.f_lineno
        asked.interrupt()
        raise unanswered(seconds, bot, line) from None


class DecisionTimeout:
    """Interrupts the thread it is used in when one decision takes longer than a limit.

    Looking at the clock is all that a decision costs; a second thread looks after the limit. In the
    main thread a signal interrupts, which also wakes a bot that sleeps; elsewhere only a bot that
    runs Python code can be interrupted.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._since: float | None = None
        self._stop = threading.Event()

    def begin(self) -> None:
        """Say that a decision begins."""
        self._since = time.monotonic()

    def end(self) -> None:
        """Say that it is over."""
        self._since = None

    def __enter__(self) -> "DecisionTimeout":
        self._thread_id = threading.get_ident()
        self._by_signal = (
            hasattr(signal, "SIGALRM") and threading.current_thread() is threading.main_thread()
        )
        if self._by_signal:
            self._former = signal.signal(signal.SIGALRM, self._raise)
        self._watcher = threading.Thread(target=self._look, daemon=True)
        self._watcher.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._since = None
        self._stop.set()
        self._watcher.join()
        if self._by_signal:
            signal.signal(signal.SIGALRM, self._former)

    def _look(self) -> None:
        while not self._stop.wait(min(0.2, self._limit / 4)):
            since = self._since
            if since is not None and time.monotonic() - since > self._limit:
                if self._by_signal:
                    signal.pthread_kill(self._thread_id, signal.SIGALRM)
                else:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(self._thread_id), ctypes.py_object(TooLongError)
                    )

    def _raise(self, number: int, frame: FrameType | None) -> None:
        # The bot may have answered between the look and the signal.
        if self._since is not None:
            self._since = None
            raise TooLongError
