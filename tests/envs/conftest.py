"""Fixtures that compile one kernel for all tests of this folder."""

import fcntl

import pytest

from diamant.editions import edition
from diamant.envs.batch import Batch
from diamant.envs.kernel import edition_row
from diamant.simulator.kernel.cache import cache_folder


@pytest.fixture(scope="session", autouse=True)
def _compiled():
    """Let one process compile while the others wait for the compiled kernel on disk."""
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "envs.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        Batch(edition_row(edition("iello-2016"), 4), 1, recorded=True).reset([1])
