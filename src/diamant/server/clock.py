"""The clock for all tables, which follows the database's so that all nodes agree."""

import logging
import time
from collections.abc import Callable

from diamant.errors import DiamantError
from diamant.store import Store

TRIES = 3
QUICK_SECONDS = 0.02
# Measurements with a longer round trip are too inaccurate to use.
SLOWEST_ANSWER = 2.0
# Smaller differences between measurements are treated as noise.
NOISE_SECONDS = 0.005

_log = logging.getLogger(__name__)


class ClockError(DiamantError):
    """Raised if this machine's clock differs too much from the database's."""


def _steady() -> float:
    """Return a monotonic time that continues while the machine sleeps."""
    boot: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class Clock:
    """A clock that follows the database's or, if it has none, this machine's clock.

    All nodes therefore agree on deadlines, and on which nodes are alive. Between two measurements
    of the database's clock, a monotonic clock keeps the time, so changing this machine's clock has
    no effect. Times are in seconds since 1970.
    """

    def __init__(self, wall: Callable[[], float] | None = None) -> None:
        self._wall = wall or time.time
        # The database's time when the monotonic clock was zero.
        self._zero: float | None = None

    def now(self) -> float:
        """Return the time in seconds."""
        return self._wall() if self._zero is None else _steady() + self._zero

    def now_ms(self) -> int:
        """Return the time in whole milliseconds."""
        return int(self.now() * 1000)

    @property
    def skew(self) -> float:
        """The number of seconds that this machine's clock is ahead of the database's."""
        return 0.0 if self._zero is None else self._wall() - self.now()

    async def measure(self, store: Store) -> None:
        """Set this clock by the database's, corrected for half of the round trip."""
        best: tuple[float, float] | None = None
        for _ in range(TRIES):
            before = _steady()
            said = await store.database_time()
            if said is None:
                return
            after = _steady()
            found = (after - before, said - (before + after) / 2)
            best = found if best is None else min(best, found)
            if best[0] < QUICK_SECONDS:
                break
        assert best is not None, "there is at least one try"
        took, zero = best
        if self._zero is None:
            self._zero = zero
        elif took < SLOWEST_ANSWER and abs(zero - self._zero) > took / 2 + NOISE_SECONDS:
            if abs(zero - self._zero) > 1:
                _log.warning("the database's clock has moved by %.1f s", zero - self._zero)
            self._zero = zero

    def check(self, most: float) -> None:
        """Raise `ClockError` if this machine's clock is off by more than `most` seconds."""
        skew = self.skew
        if abs(skew) > most:
            params = {"skew": f"{abs(skew):.0f}", "most": f"{most:g}"}
            if skew > 0:
                raise ClockError(
                    (
                        "this server's clock is {skew} s ahead of the database's, more than "
                        "the allowed {most} s (DIAMANT_MOST_SKEW): synchronize both clocks, "
                        "preferably with NTP"
                    ),
                    **params,
                )
            raise ClockError(
                (
                    "this server's clock is {skew} s behind the database's, more than the "
                    "allowed {most} s (DIAMANT_MOST_SKEW): synchronize both clocks, "
                    "preferably with NTP"
                ),
                **params,
            )
