"""End a command on signals: gracefully at the first, at once at the second."""

import _thread
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
RETRY_SECONDS = 0.05
_received: list[int] = []


@contextmanager
def end_on_signals(*, program: bool) -> Iterator[None]:
    """Treat SIGTERM and SIGHUP like Ctrl-C, unless the parent ignores them.

    With `program`, a second signal ends the process at once and silently, even while Python shuts
    down.
    """
    _received.clear()
    if threading.current_thread() is not threading.main_thread():
        yield  # Only the main thread gets signals.
        return
    former = {number: signal.getsignal(number) for number in ENDING}
    if program:
        sys.unraisablehook = _repeat_lost_interrupt
    for number in ENDING:
        if number != signal.SIGINT and former[number] is signal.SIG_DFL:
            signal.signal(number, _interrupt)
    try:
        yield
    finally:
        if program:
            _end_at_next_signal()
        else:
            for number in ENDING:
                signal.signal(number, former[number])


def _end_at_next_signal() -> None:
    """Let the next signal end this process and its worker processes."""
    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def interrupt_once() -> None:
    """Let the first signal interrupt a long computation; the second ends the process."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    if in_main_thread and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt_once)


def _repeat_lost_interrupt(unraisable: "UnraisableHookArgs") -> None:
    """Interrupt again if a C library's callback has swallowed a signal's exception."""
    if unraisable.exc_type is KeyboardInterrupt:
        signal.signal(signal.SIGINT, _interrupt_once)
        again = threading.Timer(RETRY_SECONDS, _interrupt_main_thread)
        again.daemon = True
        again.start()
    elif unraisable.exc_type is OSError and "race condition" in str(unraisable.exc_value):
        # Python dropped a second signal that came before it had handled the first one.
        signal.raise_signal(signal.SIGTERM)
    else:
        sys.__unraisablehook__(unraisable)


def _interrupt_main_thread() -> None:
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:  # A real signal also ends a wait.
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def interrupted_code() -> int:
    """Return the exit code for a command that a signal has ended."""
    return 128 + (_received[0] if _received else signal.SIGINT)


def _interrupt_once(number: int, frame: FrameType | None) -> None:
    _end_at_next_signal()
    raise KeyboardInterrupt


def _interrupt(number: int, frame: FrameType | None) -> None:
    _received.append(number)
    handler = signal.getsignal(signal.SIGINT)  # A running event loop has its own handler.
    if callable(handler):
        handler(signal.SIGINT, frame)
    else:
        _interrupt_once(number, frame)
