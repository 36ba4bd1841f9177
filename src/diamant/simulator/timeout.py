"""A limit of time for bots that never answer."""

import ctypes
import signal
import threading
import time
from types import FrameType, TracebackType

from diamant.bots.time_limit import TooLongError


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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
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
