"""When rooms begin their work: those with something to decide together, hurried bots in turn."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

Work = Callable[[], None]

BOT_SECONDS, MOST_BOT_SECONDS, BOT_REST = 0.01, 0.25, 3.0
MOST_AT_ONCE = 32
"""So many rooms begin in one turn of the loop; all who choose at a thousand tables are half."""


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
        self._begin_some(waiting)

    def _begin_some(self, waiting: list[Work]) -> None:
        for work in waiting[:MOST_AT_ONCE]:
            work()
        if len(waiting) > MOST_AT_ONCE:
            asyncio.get_running_loop().call_soon(self._begin_some, waiting[MOST_AT_ONCE:])


class BotTurns:
    """Rooms whose bots do not stop to think, one after the other, whoever has waited longest first.

    Nobody waits for them as people wait for each other. So however many such tables there are, the
    process rests three times as long as it has worked since the last of them, and `seconds` at
    least; where it is busy with other things, they go on a few times a second.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._next = 0.0
        self._worked = 0.0
        self._waiting: deque[Work] = deque()

    def soon(self, work: Work) -> None:
        """Let a room's bots go on when it is their turn."""
        self._waiting.append(work)
        if len(self._waiting) == 1:
            loop = asyncio.get_running_loop()
            loop.call_at(max(loop.time(), self._next), self._begin)

    def _begin(self) -> None:
        loop = asyncio.get_running_loop()
        worked = time.process_time()
        rest = BOT_REST * (worked - self._worked) if self._seconds else 0.0
        self._worked = worked
        self._next = loop.time() + max(self._seconds, min(rest, MOST_BOT_SECONDS))
        self._waiting.popleft()()
        if self._waiting:
            loop.call_at(self._next, self._begin)
