"""Rooms that have something to decide begin together, in batches."""

import asyncio
from collections.abc import Callable

Work = Callable[[], None]


class Batcher:
    """Lets work begin at once if there was none for `seconds`, and else with the next batch.

    A commit waits for the one before anyway. What is decided shortly before it, one table after
    the other, costs much less than each by itself: code and data are still near the processor.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._next = 0.0
        self._waiting: list[Work] = []

    def soon(self, work: Work) -> None:
        """Do some work with the next batch; without a pace, now."""
        if not self._seconds:
            work()
            return
        self._waiting.append(work)
        if len(self._waiting) == 1:
            loop = asyncio.get_running_loop()
            loop.call_at(max(loop.time(), self._next), self._begin)

    def _begin(self) -> None:
        self._next = asyncio.get_running_loop().time() + self._seconds
        waiting, self._waiting = self._waiting, []
        for work in waiting:
            work()
