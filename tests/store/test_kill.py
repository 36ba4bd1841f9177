"""Test that processes killed under load lose no acknowledged data."""

import asyncio
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from diamant.store import Store, open_store
from tests.amount import amount
from tests.store.appender import payload
from tests.store.conftest import Place
from tests.store.postgres_cluster import Cluster

ROUNDS_OF_A_PART = amount(10)
ROOT = Path(__file__).parents[2]


def _killed_after(url: str, acknowledgements: int) -> dict[str, int]:
    """Kill a client after some acknowledgements, and return the last one of each table."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.store.appender", url],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        lines: list[bytes] = []
        while len(lines) < acknowledgements and (line := child.stdout.readline()):
            lines.append(line)
        child.kill()
        lines += child.stdout.readlines()
        complaint = child.stderr.read().decode()
    assert len(lines) >= acknowledgements, complaint
    last: dict[str, int] = {}
    for line in lines:
        if line.endswith(b"\n"):
            table, number = line.split()
            last[table.decode()] = int(number)
    return last


async def _check(url: str, acknowledged: dict[str, int]) -> None:
    store = await open_store(url)
    for table, number in acknowledged.items():
        entries = await store.read(table)
        assert [entry.log_number for entry in entries] == list(range(1, len(entries) + 1))
        assert len(entries) >= number, f"{table} lost {number - len(entries)} entries"
        assert all(entry.payload == payload(table, entry.log_number) for entry in entries)
        assert (await store.info(table)).log_number == len(entries)
    await store.close()


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("shared", ["file", "postgres"], indirect=True)
def test_killed_client_loses_no_acknowledged_entry(shared: Place, part: int):
    acknowledged: dict[str, int] = {}
    for _ in range(ROUNDS_OF_A_PART):
        count = random.randint(1, 400)
        print(f"part {part}: killed after {count} acknowledgements")
        acknowledged |= _killed_after(shared.url, count)
        asyncio.run(_check(shared.url, acknowledged))


async def _append_until(store: Store, table: str, stop: asyncio.Event) -> int:
    number = await store.create(table, [payload(table, 1)], now=1.0)
    while not stop.is_set():
        number = await store.append(table, number, [payload(table, number + 1)], now=2.0)
    return number


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGQUIT])
async def test_killed_database_server_loses_no_acknowledged_entry(
    cluster: Cluster, how: signal.Signals
):
    url = cluster.empty_database()
    store = await open_store(url, patience=30.0)
    stop = asyncio.Event()
    names = [f"t{n}" for n in range(10)]
    appending = [asyncio.create_task(_append_until(store, name, stop)) for name in names]
    for _ in range(2):
        await asyncio.sleep(random.uniform(0.05, 0.3))
        await asyncio.to_thread(cluster.stop, how)
        await asyncio.to_thread(cluster.start)
    await asyncio.sleep(0.1)
    stop.set()
    # No caller got an error: the writer waited and then checked which data was stored.
    numbers = await asyncio.gather(*appending)
    for name, number in zip(names, numbers, strict=True):
        entries = await store.read(name)
        assert [entry.payload for entry in entries] == [
            payload(name, n) for n in range(1, number + 1)
        ]
    await store.close()
