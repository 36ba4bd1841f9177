"""Time limits for bots, called in their own thread or interrupted in place."""

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
    """Raised inside a bot that exceeds its time limit.

    Not a subclass of `Exception`, so a bot doesn't catch it by accident and continue.
    """


class Apart(Generic[T]):
    """A call in a daemon thread, which doesn't keep the program from exiting."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._call = call
        self._loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[T] = self._loop.create_future()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def where(self) -> FrameType | None:
        """Return the thread's current frame, if it is still running."""
        frames = sys._current_frames()  # noqa: SLF001 - the only way to see another thread
        return frames.get(self._thread.ident or 0)

    def interrupt(self) -> None:
        """Raise `TooLongError` in the thread as soon as it runs Python code."""
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
        # If the event loop has ended, there is nobody to notify.
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._settle, result, problem)

    def _settle(self, result: T | None, error: BaseException | None) -> None:
        if self.answer.done():
            return  # No one is waiting for the answer anymore.
        if error is None:
            self.answer.set_result(result)  # type: ignore[arg-type]
        else:
            self.answer.set_exception(error)


async def apart(call: Callable[[], T]) -> T:
    """Call a function in a thread while the event loop continues."""
    return await Apart(call).answer


async def answer_within(call: Callable[[], T], seconds: float, bot: Bot) -> T:
    """Ask a bot while the event loop continues.

    A bot that never answers is interrupted, and a `LateError` names the line that it was running.
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
    """Interrupts its thread when a single decision exceeds a time limit.

    A decision only reads the clock; a second thread enforces the limit. In the main
    thread, a signal interrupts the bot, even while it sleeps. In other threads, only a bot that
    runs Python code can be interrupted.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._since: float | None = None
        self._stop = threading.Event()

    def begin(self) -> None:
        """Mark the start of a decision."""
        self._since = time.monotonic()

    def end(self) -> None:
        """Mark the end of a decision."""
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
        # The bot may have answered between the check and the signal.
        if self._since is not None:
            self._since = None
            raise TooLongError
