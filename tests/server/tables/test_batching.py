"""Test that rooms start their work together, at times that do not depend on other rooms."""

import pytest

from diamant.server.tables import batching
from diamant.server.tables.batching import Batcher


class Loop:
    """An event loop with a clock set by hand; `due` lists the times it was asked for."""

    def __init__(self) -> None:
        self.now, self.due = 0.0, []

    def time(self) -> float:
        return self.now

    def call_at(self, when, work) -> None:
        self.due.append(when)
        self.now = when
        work()


@pytest.mark.parametrize("others", [(), (0.011,), (0.002, 0.016, 0.021)])
def test_batch_starts_at_the_same_time_whatever_others_did(others, monkeypatch):
    loop, done = Loop(), []
    monkeypatch.setattr(batching.asyncio, "get_running_loop", lambda: loop)
    batcher = Batcher(0.015)
    for at in others:
        loop.now = at
        batcher.soon(lambda: done.append("other"))
    loop.now = 0.031
    batcher.soon(lambda: done.append("mine"))
    assert done == [*["other"] * len(others), "mine"]
    assert loop.due[-1] == pytest.approx(0.045)


def test_batcher_without_a_pace_runs_work_immediately():
    done = []
    Batcher(0.0).soon(lambda: done.append(1))
    assert done == [1]
