"""What wakes a room when the first timer of its table is due."""

import asyncio
from collections.abc import Callable

from diamant.server.clock import Clock
from diamant.server.tables.batching import BotTurns
from diamant.table import Timer


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
