"""A load for some seconds, and the server's resources spent on it."""

import asyncio
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from benchmarks.server.measures import SECONDS_PER_CHOICE, Seen, mean, quantile, watch_own_lag
from benchmarks.server.process import Measured

WARM_UP = SECONDS_PER_CHOICE
# Everyone has chosen before the next five seconds begin.
SPREAD = 0.9


class Plays(Protocol):
    """A table or a room."""

    def acts(self) -> list[Callable[[], None]]:
        """Return the actions of each person in the next five seconds."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A summary of a load; times in milliseconds, processor time in microseconds."""

    seconds: float
    choices_per_second: float
    delivered_per_second: float
    reveals: int
    p50: float
    p99: float
    worst: float
    server_core: float
    cpu_per_message: float
    cpu_per_choice: float
    disk_bytes_per_choice: float
    load_core: float
    load_lag_p50: float
    load_lag_p99: float
    small_bytes: float
    reveal_bytes: float
    answer_bytes: float
    cue_bytes: float
    bytes_per_choice: float
    skipped: int
    lost: int
    refused: int


class Load:
    """A server and its players, measured in several turns."""

    def __init__(self, server: Measured, tables: Sequence[Plays], seen: Seen) -> None:
        self._server = server
        self._tables = tables
        self._seen = seen
        self._cpu = self._own = self._took = 0.0
        self._written = 0
        self._random = random.Random(1)

    async def run(self, seconds: float) -> None:
        """Let everyone play for a while, and measure after the first round."""
        seen, server = self._seen, self._server
        begin = asyncio.get_running_loop().time() + 0.5
        for number, table in enumerate(self._tables):
            offset = SECONDS_PER_CHOICE * number / len(self._tables)
            self._play(table, begin + offset, begin + WARM_UP + seconds)
        await asyncio.sleep(0.5 + WARM_UP)
        lag = asyncio.create_task(watch_own_lag(seen))
        cpu, own, started = server.cpu(), time.process_time(), time.perf_counter()
        written = server.written()
        seen.open = True
        await asyncio.sleep(seconds)
        seen.open = False
        self._cpu += server.cpu() - cpu
        self._own += time.process_time() - own
        self._took += time.perf_counter() - started
        self._written += server.written() - written
        lag.cancel()
        # Until the last players have finished the round that they began.
        await asyncio.sleep(SECONDS_PER_CHOICE)

    def _play(self, table: Plays, begin: float, until: float) -> None:
        """Let each person act at a different moment in every five seconds."""
        if begin >= until:
            return
        loop = asyncio.get_running_loop()
        spread = SPREAD * SECONDS_PER_CHOICE
        for act in table.acts():
            loop.call_at(begin + self._random.random() * spread, act)
        loop.call_at(begin + spread, self._play, table, begin + SECONDS_PER_CHOICE, until)

    def outcome(self) -> Outcome:
        """Summarize all measurements so far."""
        seen, took = self._seen, self._took
        if seen.refused:
            print(f"{len(seen.refused)} refusals, the first: {seen.refused[0]}", file=sys.stderr)
        milli = [1000 * latency for latency in seen.latencies]
        return Outcome(
            seconds=took,
            choices_per_second=seen.sent / took,
            delivered_per_second=seen.delivered / took,
            reveals=len(milli),
            p50=quantile(milli, 0.5),
            p99=quantile(milli, 0.99),
            worst=quantile(milli, 1.0),
            server_core=self._cpu / took,
            cpu_per_message=1e6 * self._cpu / max(1, seen.delivered),
            cpu_per_choice=1e6 * self._cpu / max(1, seen.sent),
            disk_bytes_per_choice=self._written / max(1, seen.sent),
            load_core=self._own / took,
            load_lag_p50=1000 * quantile(seen.lags, 0.5),
            load_lag_p99=1000 * quantile(seen.lags, 0.99),
            small_bytes=mean(seen.small),
            reveal_bytes=mean(seen.reveals),
            answer_bytes=mean(seen.answers),
            cue_bytes=mean(seen.cues),
            bytes_per_choice=seen.bytes / max(1, seen.sent),
            skipped=seen.skipped,
            lost=seen.lost,
            refused=len(seen.refused),
        )
