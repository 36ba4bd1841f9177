"""When rooms begin: at once after a quiet time, else together."""

import asyncio

from diamant.server.tables.batching import Batcher


async def test_work_after_a_quiet_time_is_done_at_once_and_the_next_waits_for_the_next_batch():
    clock = asyncio.get_running_loop().time
    done: dict[str, float] = {}
    batcher = Batcher(0.05)
    batcher.soon(lambda: done.setdefault("first", clock()))
    await asyncio.sleep(0.005)
    assert list(done) == ["first"]
    for name in ("second", "third"):
        batcher.soon(lambda name=name: done.setdefault(name, clock()))
    await asyncio.sleep(0.1)
    assert list(done) == ["first", "second", "third"]
    assert done["second"] - done["first"] > 0.04


def test_without_a_pace_work_is_done_while_it_is_asked_for():
    done = []
    Batcher(0.0).soon(lambda: done.append(1))
    assert done == [1]
