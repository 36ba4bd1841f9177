"""When rooms start working: in batches, bots in turn, or when a timer is due."""

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
        """Start work with the next batch; without a pace, immediately."""
        if not self._seconds:
            work()
            return
        self._waiting.append(work)
        if len(self._waiting) == 1:
            loop = asyncio.get_running_loop()
            loop.call_at((loop.time() // self._seconds + 1) * self._seconds, self._begin)

    async def turn(self) -> None:
        """Wait for the next batch; without a pace, return immediately."""
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

    People don't wait for these bots as they do for another player, so the process rests between
    rooms: at least `seconds`, and three times as long as it has worked since the last one, however
    many rooms wait. The longest-waiting room comes first. On a busy process, bots act a few times
    per second.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._next = 0.0
        self._worked = 0.0
        self._waiting: deque[Work] = deque()

    def soon(self, work: Work) -> None:
        """Run a room's bots when it's their turn."""
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
    """Calls `ring` once, at the time it is set to."""

    def __init__(self, clock: Clock, bot_turns: BotTurns, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._bot_turns = bot_turns
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self._at = 0
        self._bots_hurry = False  # Whether the next bots to act have no thinking time.

    @property
    def due(self) -> int | None:
        """The time when it rings, in milliseconds, or None."""
        return self._at if self._handle is not None else None

    def set(self, timers: tuple[Timer, ...], *, thinking: bool) -> None:
        """Ring when the first timer is due, or slightly earlier; never without timers.

        `thinking` is whether bots at this table take time to think. Those that don't wait for their
        turn among all such tables.
        """
        if not timers:
            self.cancel()
            return
        at = timers[0].at
        self._bots_hurry = timers[0].kind == "bot" and not thinking
        # Ringing too early costs less than setting the timer at every command.
        if self._handle is None or at < self._at:
            self._set(at, max(0.0, at / 1000 - self._clock.now()) + 0.001)

    def set_in(self, seconds: float) -> None:
        """Ring in `seconds`, replacing any earlier time."""
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
