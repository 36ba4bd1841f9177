"""The time of the fastest of many runs: on a shared machine, all others are less precise."""

import time
from collections.abc import Callable


def best_seconds(work: Callable[[], object], runs: int) -> float:
    """Return the processor seconds of the fastest of many runs."""
    best = float("inf")
    for _ in range(runs):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best
