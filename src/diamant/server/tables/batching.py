"""When rooms begin their work: together, bots in turn, or when a timer of the table is due."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

from diamant.server.clock import Clock
from diamant.table import Timer

Work = Callable[[], None]

BOT_SECONDS, MOST_BOT_SECONDS, BOT_REST = 0.01, 0.25, 3.0
MOST_AT_ONCE = 32
"""So many rooms begin in one turn of the loop; all who choose at a thousand tables are half."""


class Batcher:
    """Lets work begin together, at moments that lie `seconds` apart whatever has happened.

    A commit waits for the one before anyway. What is decided shortly before it, one table after
    the other, costs much less than each by itself: code and data are still near the processor. And
    however long a guest waits for an answer, it does not tell whether somebody else has just
    chosen in secret.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._waiting: list[Work] = []

    def soon(self, work: Work) -> None:
        """Do some work with the next batch; without a pace, now."""
        if not self._seconds:
            work()
            return
        self._waiting.append(work)
        if len(self._waiting) == 1:
            loop = asyncio.get_running_loop()
            loop.call_at((loop.time() // self._seconds + 1) * self._seconds, self._begin)

    async def turn(self) -> None:
        """Wait for the next batch; without a pace, do not wait."""
        begun = asyncio.Event()
        self.soon(begun.set)
        await begun.wait()

    def _begin(self) -> None:
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


class Alarm:
    """Calls `ring` once, when the moment comes that it was set to."""

    def __init__(self, clock: Clock, bot_turns: BotTurns, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._bot_turns = bot_turns
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self._at = 0
        self._bots_hurry = False  # Whether the next to act are bots that do not stop to think.

    @property
    def due(self) -> int | None:
        """When it rings, in milliseconds, if it is set."""
        return self._at if self._handle is not None else None

    def set(self, timers: tuple[Timer, ...], *, thinking: bool) -> None:
        """Ring when the first timer is due, or a little before; without any, not at all.

        `thinking` tells whether bots at this table stop to think; those that do not wait for their
        turn among all such tables.
        """
        if not timers:
            self.cancel()
            return
        at = timers[0].at
        self._bots_hurry = timers[0].kind == "bot" and not thinking
        # To ring too early costs less than to be set anew at every command.
        if self._handle is None or at < self._at:
            self._set(at, max(0.0, at / 1000 - self._clock.now()) + 0.001)

    def set_in(self, seconds: float) -> None:
        """Ring in so many seconds, whatever it was set to."""
        self._set(int((self._clock.now() + seconds) * 1000), seconds)

    def cancel(self) -> None:
        """Do not ring."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _set(self, at: int, seconds: float) -> None:
        self.cancel()
        self._at = at
        self._handle = asyncio.get_running_loop().call_later(seconds, self._go_off)

    def _go_off(self) -> None:
        self._handle = None
        if self._bots_hurry:
            self._bot_turns.soon(self._ring)
        else:
            self._ring()
