"""Start the work of rooms: in batches, in turn for bots, or when a timer is due."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

from diamant.server.clock import Clock
from diamant.table import Timer

Work = Callable[[], None]

BOT_SECONDS, MOST_BOT_SECONDS, BOT_REST = 0.01, 0.25, 3.0
MOST_AT_ONCE = 32
"""Rooms started per event-loop tick. (500 covers everyone at 1,000 tables choosing at once.)"""


class Batcher:
    """Starts work in batches, at fixed intervals of `seconds`.

    A commit waits for the previous one anyway. Deciding many tables right before it costs much less
    than deciding each by itself, because code and data are still in the processor's cache. The
    fixed interval also hides secret choices: the time a guest waits for an answer doesn't depend on
    whether someone else has just chosen.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._waiting: list[Work] = []

    def soon(self, work: Work) -> None:
        """Call `work` with the next batch, or immediately if `seconds` is 0."""
        if not self._seconds:
            work()
            return
        self._waiting.append(work)
        if len(self._waiting) == 1:
            loop = asyncio.get_running_loop()
            loop.call_at((loop.time() // self._seconds + 1) * self._seconds, self._begin)

    async def turn(self) -> None:
        """Wait for the next batch, or return immediately if `seconds` is 0."""
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
    """Runs rooms whose bots have no thinking time, one after the other.

    These bots are less urgent than people, so the process rests after each room: for at least
    `seconds`, and usually three times as long as it has worked since the previous room. The room
    that has waited longest comes first. In a busy process, bots act a few times per second.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._next = 0.0
        self._worked = 0.0
        self._waiting: deque[Work] = deque()

    def soon(self, work: Work) -> None:
        """Call `work` when it's this room's turn."""
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
    """A resettable timer that calls `ring` once."""

    def __init__(self, clock: Clock, bot_turns: BotTurns, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._bot_turns = bot_turns
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self._at = 0
        self._bots_hurry = False  # Whether the next bots to act have no thinking time.

    @property
    def due(self) -> int | None:
        """The time the alarm is set to, in milliseconds, or None."""
        return self._at if self._handle is not None else None

    def set(self, timers: tuple[Timer, ...], *, thinking: bool) -> None:
        """Set the alarm to the first timer, or cancel it if there are no timers.

        An alarm that is already set to an earlier time doesn't change. `thinking` is whether bots
        at this table take time to think. If they don't, they wait for their room's turn.
        """
        if not timers:
            self.cancel()
            return
        at = timers[0].at
        self._bots_hurry = timers[0].kind == "bot" and not thinking
        # An alarm that rings too early costs less than resetting it at every command.
        if self._handle is None or at < self._at:
            self._set(at, max(0.0, at / 1000 - self._clock.now()) + 0.001)

    def set_in(self, seconds: float) -> None:
        """Set the alarm to ring in `seconds`."""
        self._set(int((self._clock.now() + seconds) * 1000), seconds)

    def cancel(self) -> None:
        """Cancel the alarm."""
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
