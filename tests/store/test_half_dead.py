"""Test that a node that hangs inside a transaction delays other nodes only briefly."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from diamant.store import Store, open_store
from diamant.store.errors import ConflictError, LockedError
from diamant.store.postgres_connect import connect
from tests.store.appender import TABLES, payload
from tests.store.postgres_cluster import Cluster
from tests.store.test_kill import ROOT

# One second, plus a margin for a busy machine.
MOST_SECONDS = 5.0


async def test_idle_transaction_is_ended_and_other_tables_never_wait(
    postgres: Cluster,
):
    url = postgres.empty_database()
    store = await open_store(url)
    for name in ("held", "free"):
        await store.create(name, [b"x"], now=1.0)
    still = await connect(url, "it")
    await still.execute("BEGIN")
    await still.execute("SELECT * FROM diamant.tables WHERE id = 'held' FOR UPDATE")
    began = time.monotonic()
    waiting = asyncio.create_task(store.append("held", 1, [b"y"], now=2.0))
    await asyncio.sleep(0.05)
    # The same writer is not delayed for other tables, not even for later requests.
    for number in range(1, 11):
        assert await store.append("free", number, [b"y"], now=2.0) == number + 1
    assert not waiting.done() or time.monotonic() - began > 1, "the other tables did not wait"
    assert await waiting == 2
    assert 0.5 < time.monotonic() - began < MOST_SECONDS
    # Ask the database, because the client may not have noticed yet.
    asking = await connect(url, "it")
    ended = "SELECT count(*) FROM pg_stat_activity WHERE pid = $1"
    while await asking.fetchval(ended, still.get_server_pid()):
        await asyncio.sleep(0.02)
    await asking.close()
    still.terminate()
    await store.close()


async def test_locked_table_is_refused_after_the_patience(postgres: Cluster):
    url = postgres.empty_database()
    store = await open_store(url, patience=0.3)
    await store.create("held", [b"x"], now=1.0)
    # A connection without our time limits, such as an operator's console.
    still = await connect(url, "it", long=True)
    await still.execute("BEGIN")
    await still.execute("SELECT * FROM diamant.tables WHERE id = 'held' FOR UPDATE")
    for attempt in (store.append("held", 1, [b"y"], now=2.0), store.delete("held")):
        with pytest.raises(LockedError, match="table held is held by another node"):
            await attempt
    await still.execute("ROLLBACK")
    assert await store.append("held", 1, [b"y"], now=2.0) == 2
    await still.close()
    await store.close()


async def _append_for(store: Store, table: str, until: float) -> float:
    """Append to a table that another process also writes to; return the longest wait."""
    longest = 0.0
    number = (await store.info(table)).log_number
    while time.monotonic() < until:
        began = time.monotonic()
        try:
            number = await store.append(table, number, [payload(table, number + 1)], now=2.0)
        except ConflictError as error:
            number = error.current
        longest = max(longest, time.monotonic() - began)
        await asyncio.sleep(0.05)
    return longest


async def _stop_inside_a_transaction(child: subprocess.Popen[bytes], url: str) -> None:
    watching = await connect(url, "it")
    # It holds locks of rows, and waits for its client.
    inside = (
        "SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE state ="
        " 'idle in transaction' AND relation = 'diamant.tables'::regclass"
        " AND mode = 'RowShareLock' AND datname = current_database()"
    )
    while True:
        os.kill(child.pid, signal.SIGSTOP)
        await asyncio.sleep(0.02)
        if await watching.fetchval(inside) is not None:
            break
        os.kill(child.pid, signal.SIGCONT)
        await asyncio.sleep(random.uniform(0.01, 0.05))
    await watching.close()


async def longest_wait_beside_a_stopped_node(url: str, stops: int, seconds: float) -> float:
    """Stop a process inside its transactions repeatedly; return the longest wait of others."""
    store = await open_store(url)
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.store.appender", url], cwd=ROOT, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    longest = 0.0
    try:
        while len(await store.tables()) < TABLES:
            await asyncio.sleep(0.05)
        for _ in range(stops):
            await _stop_inside_a_transaction(child, url)
            until = time.monotonic() + seconds
            waits = await asyncio.gather(
                *(_append_for(store, f"t{n}", until) for n in range(TABLES))
            )
            longest = max(longest, *waits)
            os.kill(child.pid, signal.SIGCONT)
    finally:
        child.kill()
        child.wait()
        await store.close()
    return longest


async def test_node_stopped_in_a_transaction_delays_others_by_a_second(postgres: Cluster):
    longest = await longest_wait_beside_a_stopped_node(postgres.empty_database(), 1, 7.0)
    print(f"longest wait: {longest:.2f} s")
    assert longest < MOST_SECONDS
