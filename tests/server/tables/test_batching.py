"""When rooms begin: together, at moments that do not depend on what others do."""

import pytest

from diamant.server.tables import batching
from diamant.server.tables.batching import Batcher


class Loop:
    """An event loop whose time is set by hand; `due` are the moments that it was asked for."""

    def __init__(self) -> None:
        self.now, self.due = 0.0, []

    def time(self) -> float:
        return self.now

    def call_at(self, when, work) -> None:
        self.due.append(when)
        self.now = when
        work()


@pytest.mark.parametrize("others", [(), (0.011,), (0.002, 0.016, 0.021)])
def test_work_begins_at_the_same_moment_whatever_others_have_done(others, monkeypatch):
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


def test_without_a_pace_work_is_done_while_it_is_asked_for():
    done = []
    Batcher(0.0).soon(lambda: done.append(1))
    assert done == [1]
