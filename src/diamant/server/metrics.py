"""What the server counts, as Prometheus text.

Nothing here changes with a choice that is not told to everybody, or whoever sees the figures of a
quiet server would see a change of mind: choices are counted when they are shown.
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
MOST_ADDRESSES = 1_000  # Of which refusals are counted.
COMMIT_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

_COUNTERS = {
    "diamant_reveals": ("Times that choices were shown.", "reveals"),
    "diamant_messages_sent": ("Messages that told clients of events.", "sent"),
    "diamant_slow_clients": ("Clients dropped since they read too slowly.", "slow"),
    "diamant_shut_out": ("Sockets that were not let in.", "shut_out"),
    "diamant_conflicts": ("Batches that another node was before.", "conflicts"),
}
"""What each counter means, and which attribute holds it."""

# On a full disk, or beside a damaged page, a small write may still succeed.
_LASTING = (FullError.code, DamagedError.code)
TROUBLE_SECONDS = 15.0

_log = logging.getLogger(__name__)


class Metrics(Collector):
    """Plain numbers that are cheap to raise; they are put into words when somebody asks."""

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
        # Prometheus sees a code rise only if it has seen the code before.
        self.refusals = {"internal": 0, "crowded-address": 0}
        self.refused_addresses: dict[str, int] = {}
        self.lag = 0.0
        self._told: dict[str, float] = {}
        self._trouble = -math.inf
        self.gauges: dict[str, tuple[str, Gauge]] = {
            "diamant_loop_lag_seconds": ("How late the event loop was last.", lambda: self.lag)
        }
        self._commits = [0] * (len(COMMIT_SECONDS) + 1)
        self._commit_sum = 0.0
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def commit(self, seconds: float) -> None:
        """Count a commit, by how long it took."""
        self._commits[bisect_left(COMMIT_SECONDS, seconds)] += 1
        self._commit_sum += seconds

    def refusal(self, code: str, address: str) -> None:
        """Count a request that the server refused, or a connection that it closed.

        Only the codes of the server itself count. What a table refuses may follow from a choice.
        """
        if code in PROBLEMS:
            self.refusals[code] = self.refusals.get(code, 0) + 1
            # The last address is the one that was refused last.
            count = self.refused_addresses.pop(address, 0) + 1
            self.refused_addresses[address] = count
            if len(self.refused_addresses) > MOST_ADDRESSES:
                del self.refused_addresses[next(iter(self.refused_addresses))]

    def store_error(self, code: str) -> None:
        """Count a refusal of the store; now and then it is worth a line in the log."""
        self.store_errors[code] = self.store_errors.get(code, 0) + 1
        now = time.monotonic()
        if code in _LASTING:
            self._trouble = now
        # A database that is away is away for every table, many times a second.
        if now - self._told.get(code, -QUIET_SECONDS) >= QUIET_SECONDS:
            self._told[code] = now
            _log.warning("the database refuses: %s", code)

    @property
    def trouble_seconds(self) -> float:
        """How long ago the database refused for a reason that lasts."""
        return time.monotonic() - self._trouble

    def text(self) -> bytes:
        """Return all of it as Prometheus text."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Give everything; called by the registry."""
        commands = CounterMetricFamily(
            "diamant_commands", "Commands but choices, by what became of them.", labels=["outcome"]
        )
        for outcome in ("accepted", "refused", "failed"):
            commands.add_metric([outcome], getattr(self, outcome))
        yield commands
        for name, what, counts in (
            ("diamant_store_errors", "Refusals of the database.", self.store_errors),
            ("diamant_refusals", "Requests refused and connections closed.", self.refusals),
        ):
            family = CounterMetricFamily(name, what, labels=["code"])
            for code, count in sorted(counts.items()):
                family.add_metric([code], count)
            yield family
        for name, (what, attribute) in _COUNTERS.items():
            yield CounterMetricFamily(name, what, value=getattr(self, attribute))
        yield HistogramMetricFamily(
            "diamant_commit_seconds",
            "From a batch of commands, of which all are told something, to its being durable.",
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


# A commit so recent proves that one can be made; otherwise a small one is made to see.
RECENT_SECONDS = 3.0
PROOF_SECONDS = 2.0
# More than the seconds between two heartbeats: what is told of commits does not depend on choices,
# or at a quiet hour anybody could read here that somebody has changed their mind.
TOLD_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Report:
    """How a server is; `problem` is a problem's code, or None if all is well."""

    problem: str | None
    last_commit_seconds: int | None
    """How long ago the last commit was, in steps of `TOLD_SECONDS`, or None before the first."""
    clock_skew_seconds: float


class Health:
    """Looks after a server, at most once every `RECENT_SECONDS` by a write of its own."""

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
        """Tell how the server is, within `PROOF_SECONDS`."""
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
        """How long ago the last commit was, in steps of `TOLD_SECONDS`."""
        age = self._store.commit_age
        return None if age is None else int(age // TOLD_SECONDS * TOLD_SECONDS)

    async def _prove(self) -> None:
        """Write something small; whoever asks meanwhile waits for the same."""
        if self._proof is None or self._proof.done():
            # That this node lives is true until the next second at least, and noted anyway.
            self._proof = asyncio.create_task(
                self._store.beat(self._node, self._clock.now() + RECENT_SECONDS)
            )
            # Those who gave up waiting do not ask how it ended.
            self._proof.add_done_callback(lambda task: task.cancelled() or task.exception())
        async with asyncio.timeout(PROOF_SECONDS):
            await asyncio.shield(self._proof)
