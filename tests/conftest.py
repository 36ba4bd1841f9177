"""Settings for every test: how Hypothesis looks for counterexamples, and what runs beside what."""

import os
from itertools import chain, zip_longest

import pytest
from hypothesis import HealthCheck, settings

# A failure prints a blob that replays it; no deadline, since a busy machine is not a bug.
settings.register_profile(
    "diamant",
    max_examples=100,
    deadline=None,
    derandomize=False,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("diamant"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "diamant"))

WAITING = ("live", "store", "fuzz")  # Mostly for processes and clocks; a browser is mostly busy.


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files, busy ones beside waiting ones; the quick rest fills the end."""
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(str(item.path), []).append(item)
    busy = [name for name in files if "/tests/browser/" in name]
    waiting = [name for name in files if any(f"/tests/{room}/" in name for room in WAITING)]
    beside = zip_longest(busy, waiting[::2], waiting[1::2])
    mixed = [name for some in beside for name in some if name is not None]
    rest = [name for name in files if name not in mixed]
    items[:] = chain.from_iterable(files[name] for name in (*mixed, *rest))
