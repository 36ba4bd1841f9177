"""What the server counts, as Prometheus text.

Nothing here changes with a choice that is not told to everybody, or whoever sees the figures of a
quiet server would see a change of mind: choices are counted when they are shown.
"""

import logging
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

Gauge = Callable[[], float]

QUIET_SECONDS = 10.0
COMMIT_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

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
        self.lag = 0.0
        self._told: dict[str, float] = {}
        self.gauges: dict[str, tuple[str, Gauge]] = {}
        self._commits = [0] * (len(COMMIT_SECONDS) + 1)
        self._commit_sum = 0.0
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def commit(self, seconds: float) -> None:
        """Count a commit, by how long it took."""
        self._commits[bisect_left(COMMIT_SECONDS, seconds)] += 1
        self._commit_sum += seconds

    def store_error(self, code: str) -> None:
        """Count a refusal of the store; now and then it is worth a line in the log."""
        self.store_errors[code] = self.store_errors.get(code, 0) + 1
        now = time.monotonic()
        # A database that is away is away for every table, many times a second.
        if now - self._told.get(code, -QUIET_SECONDS) >= QUIET_SECONDS:
            self._told[code] = now
            _log.warning("the database refuses: %s", code)

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
        errors = CounterMetricFamily(
            "diamant_store_errors", "Refusals of the database.", labels=["code"]
        )
        for code, count in sorted(self.store_errors.items()):
            errors.add_metric([code], count)
        yield errors
        yield CounterMetricFamily(
            "diamant_reveals", "Times that choices were shown.", value=self.reveals
        )
        yield CounterMetricFamily(
            "diamant_messages_sent", "Messages that told clients of events.", value=self.sent
        )
        yield CounterMetricFamily(
            "diamant_slow_clients", "Clients dropped since they read too slowly.", value=self.slow
        )
        yield CounterMetricFamily(
            "diamant_shut_out", "Sockets that were not let in.", value=self.shut_out
        )
        yield CounterMetricFamily(
            "diamant_conflicts", "Batches that another node was before.", value=self.conflicts
        )
        yield GaugeMetricFamily(
            "diamant_loop_lag_seconds", "How late the event loop was last.", value=self.lag
        )
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
