"""Measurements during a load, and their summaries."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

PEOPLE = 5
PAGES = PEOPLE + 1  # A phone for each of them, and the shared screen.
SECONDS_PER_CHOICE = 5.0
_LAG_STEP = 0.01


@dataclass(slots=True)
class Seen:
    """Messages sent and received by the load while the window is open."""

    open: bool = False
    sent: int = 0
    delivered: int = 0
    bytes: int = 0
    small: list[int] = field(default_factory=list)
    reveals: list[int] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    cues: list[int] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    skipped: int = 0
    lost: int = 0
    refused: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Memory:
    """Resident bytes: of the server alone, and of each thing in addition."""

    empty: int
    per_empty_table: float
    per_connection: float
    per_game: float
    """A table with five people after some turns, without their connections."""


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value that a given share of all values does not exceed."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def mean(values: Sequence[float]) -> float:
    """Return the mean, or 0 for no values."""
    return sum(values) / len(values) if values else 0.0


async def watch_own_lag(seen: Seen) -> None:
    """Record the delay of the load's own timers: latencies cannot be more exact than that."""
    while True:
        due = time.perf_counter() + _LAG_STEP
        await asyncio.sleep(_LAG_STEP)
        if seen.open:
            seen.lags.append(time.perf_counter() - due)
