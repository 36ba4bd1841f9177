"""Count what the server does, as Prometheus metrics.

No metric changes because of a choice until the choice is revealed. Otherwise the metrics of a quiet
server would reveal that a player has changed their mind.
"""

import asyncio
import logging
import math
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from diamant.protocol.problems import PROBLEMS
from diamant.server.clock import Clock
from diamant.store import Store
from diamant.store.errors import DamagedError, FullError, StoreError

Gauge = Callable[[], float]

QUIET_SECONDS = 10.0
MOST_ADDRESSES = 1_000  # Addresses whose refusals are counted.
COMMIT_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

_COUNTERS = {
    "diamant_reveals": ("Reveals of choices.", "reveals"),
    "diamant_messages_sent": ("Event messages sent to clients.", "sent"),
    "diamant_slow_clients": ("Clients disconnected because they read too slowly.", "slow"),
    "diamant_shut_out": ("Rejected connections.", "shut_out"),
    "diamant_conflicts": ("Batches that lost a race against another node.", "conflicts"),
}
"""The description of each counter, and the attribute of `Metrics` with its value."""

# On a full disk, or next to a damaged page, a small write may still succeed.
_LASTING = (FullError.code, DamagedError.code)
TROUBLE_SECONDS = 15.0

_log = logging.getLogger(__name__)


class Metrics(Collector):
    """The server's counters: plain numbers, formatted only when Prometheus asks."""

    def __init__(self) -> None:
        self.accepted = 0
        self.refused = 0
        self.failed = 0
        self.reveals = 0
        self.sent = 0
        self.slow = 0
        self.shut_out = 0
        self.conflicts = 0
        self.store_errors: dict[str, int] = {}
        # Start these at zero, so that Prometheus notices the first increase.
        self.refusals = {"internal": 0, "crowded-address": 0}
        self.refused_addresses: dict[str, int] = {}
        self.lag = 0.0
        self._told: dict[str, float] = {}
        self._trouble = -math.inf
        self.gauges: dict[str, tuple[str, Gauge]] = {
            "diamant_loop_lag_seconds": ("The event loop's latest delay.", lambda: self.lag)
        }
        self._commits = [0] * (len(COMMIT_SECONDS) + 1)
        self._commit_sum = 0.0
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def commit(self, seconds: float) -> None:
        """Count a commit by its duration."""
        self._commits[bisect_left(COMMIT_SECONDS, seconds)] += 1
        self._commit_sum += seconds

    def refusal(self, code: str, address: str) -> None:
        """Count a refused request, or a connection that the server closed.

        Only the server's own codes count. A table's refusals could reveal a choice.
        """
        if code in PROBLEMS:
            self.refusals[code] = self.refusals.get(code, 0) + 1
            # Keep the addresses in the order of their last refusal.
            count = self.refused_addresses.pop(address, 0) + 1
            self.refused_addresses[address] = count
            if len(self.refused_addresses) > MOST_ADDRESSES:
                del self.refused_addresses[next(iter(self.refused_addresses))]

    def store_error(self, code: str) -> None:
        """Count an error of the store; log it at a limited rate."""
        self.store_errors[code] = self.store_errors.get(code, 0) + 1
        now = time.monotonic()
        if code in _LASTING:
            self._trouble = now
        # An unreachable database causes errors at every table, many times a second.
        if now - self._told.get(code, -QUIET_SECONDS) >= QUIET_SECONDS:
            self._told[code] = now
            _log.warning("database error: %s", code)

    @property
    def trouble_seconds(self) -> float:
        """The number of seconds since the last full-disk or damaged-database error."""
        return time.monotonic() - self._trouble

    def text(self) -> bytes:
        """Return all metrics as Prometheus text."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics for the Prometheus registry."""
        commands = CounterMetricFamily(
            "diamant_commands", "Commands except choices, by outcome.", labels=["outcome"]
        )
        for outcome in ("accepted", "refused", "failed"):
            commands.add_metric([outcome], getattr(self, outcome))
        yield commands
        for name, what, counts in (
            ("diamant_store_errors", "Database errors, by code.", self.store_errors),
            (
                "diamant_refusals",
                "Refused requests and closed connections, by code.",
                self.refusals,
            ),
        ):
            family = CounterMetricFamily(name, what, labels=["code"])
            for code, count in sorted(counts.items()):
                family.add_metric([code], count)
            yield family
        for name, (what, attribute) in _COUNTERS.items():
            yield CounterMetricFamily(name, what, value=getattr(self, attribute))
        yield HistogramMetricFamily(
            "diamant_commit_seconds",
            "Time to make a batch of commands durable.",
            buckets=[
                (str(bound), count)
                for bound, count in zip(
                    (*COMMIT_SECONDS, "+Inf"), accumulate(self._commits), strict=True
                )
            ],
            sum_value=self._commit_sum,
        )
        for name, (what, gauge) in self.gauges.items():
            yield GaugeMetricFamily(name, what, value=gauge())


# A more recent commit proves that the database works; otherwise a test write is needed.
RECENT_SECONDS = 3.0
PROOF_SECONDS = 2.0
# Longer than the time between two heartbeats, so that the reported age of a commit doesn't depend
# on choices. Otherwise the age would reveal a changed choice on a quiet server.
TOLD_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Report:
    """A server's health; `problem` is an error code, or None if the server is healthy."""

    problem: str | None
    last_commit_seconds: int | None
    """The age of the last commit, in steps of `TOLD_SECONDS`, or None before the first."""
    clock_skew_seconds: float


class Health:
    """Checks a server's health with at most one test write every `RECENT_SECONDS`."""

    def __init__(
        self, store: Store, node: str, clock: Clock, metrics: Metrics, most_skew: float
    ) -> None:
        self._store = store
        self._node = node
        self._clock = clock
        self._metrics = metrics
        self._most_skew = most_skew
        self._proof: asyncio.Task[None] | None = None

    async def check(self) -> Report:
        """Return the server's health after at most `PROOF_SECONDS`."""
        problem = None
        if abs(self._clock.skew) > self._most_skew:
            problem = "clock"
        age = self._store.commit_age
        if age is None or age > RECENT_SECONDS or self._store.refusing:
            try:
                await self._prove()
            except StoreError as error:
                problem = "database"
                self._metrics.store_error(error.code)
            except TimeoutError:
                problem = "database"
                self._metrics.store_error("store-slow")
        if self._store.full or self._metrics.trouble_seconds < TROUBLE_SECONDS:
            problem = "database"
        return Report(problem, self.last_commit_seconds, round(self._clock.skew, 3))

    @property
    def last_commit_seconds(self) -> int | None:
        """The age of the last commit, in steps of `TOLD_SECONDS`."""
        age = self._store.commit_age
        return None if age is None else int(age // TOLD_SECONDS * TOLD_SECONDS)

    async def _prove(self) -> None:
        """Make a small test write; concurrent callers share it."""
        if self._proof is None or self._proof.done():
            # A heartbeat is a harmless write: it only says that this node is alive.
            self._proof = asyncio.create_task(
                self._store.beat(self._node, self._clock.now() + RECENT_SECONDS)
            )
            # Callers that gave up waiting don't retrieve the result.
            self._proof.add_done_callback(lambda task: task.cancelled() or task.exception())
        async with asyncio.timeout(PROOF_SECONDS):
            await asyncio.shield(self._proof)
