"""`kill -9` of a server under load, ten times, on SQLite."""

import asyncio
import random

from tests.amount import amount
from tests.live.killing import Load, check_reckoning, reckon
from tests.live.serving import Server

ROUNDS = amount(10)


async def test_no_acknowledged_choice_is_lost_or_doubled(tmp_path):
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    server = Server(database, tmp_path).start()
    load = Load([server.url], seed=random.randrange(1 << 30))
    chance = random.Random()
    try:
        await load.begin()
        for number in range(ROUNDS):
            await load.more(chance.randint(5, 60))
            await asyncio.sleep(chance.uniform(0, 0.02))
            print(f"round {number}: killed after {len(load.acknowledged)} choices")
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        await load.more(20)
        await load.end()
    finally:
        await load.abandon()
        server.finish()
    assert len(load.acknowledged) > ROUNDS * 5
    assert await reckon(load, database) >= len(load.parties)
    await check_reckoning(load, database)
