"""A restart with many open tables: the time until the server is ready and a client is back."""

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.server.connection import connect
from benchmarks.server.made_tables import Made, fill
from benchmarks.server.players import source
from benchmarks.server.process import ADDRESS, diamant
from diamant.store import open_store

CROWD = 1000


@dataclass(frozen=True, slots=True)
class Restart:
    """Seconds from the start of the process, and resident bytes."""

    tables: int
    events: int
    file_bytes: int
    healthy: float
    resumed: float
    crowd: int
    crowd_resumed: float
    memory: int
    memory_later: int


async def restart(folder: Path, port: int, tables: int, later: float = 15.0) -> Restart:
    """Create the tables, start the server on them, and rejoin one, and then many."""
    path = folder / "many.db"
    store = await open_store(f"sqlite:///{path}")
    made = await fill(store, tables)
    await store.close()
    server = diamant(f"sqlite:///{path}", port, folder / "restart.log")
    try:
        healthy = await server.ready()
        await _come_back(port, made[-1], 0)
        resumed = time.monotonic() - server.started
        memory = server.memory()
        # Each rejoins a different table, from all over the list.
        crowd = made[: -1 : max(1, tables // CROWD)]
        await asyncio.gather(*(_come_back(port, one, n) for n, one in enumerate(crowd)))
        crowd_resumed = time.monotonic() - server.started
        await asyncio.sleep(later)
        return Restart(
            tables=tables,
            events=sum(len(one.entries) for one in made),
            file_bytes=path.stat().st_size,
            healthy=healthy,
            resumed=resumed,
            crowd=len(crowd),
            crowd_resumed=crowd_resumed,
            memory=memory,
            memory_later=server.memory(),
        )
    finally:
        server.stop()


async def _come_back(port: int, made: Made, number: int) -> None:
    """Resume as the host of a table, and wait for the welcome."""
    connection = await connect(ADDRESS, port, "/ws", source(number // 5))
    since = made.table.public_number - 3
    answer = await connection.hello(made.table.id, made.token, since=since)
    if not answer.startswith(b'{"type":"Welcome"'):
        raise SystemExit(f"cannot rejoin: {answer!r}")
