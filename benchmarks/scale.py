"""Estimate how far one PostgreSQL and its nodes scale: measured costs, and a simulation.

`python -m benchmarks.scale measure` lets 1, 2 and 4 stores write choices to their own PostgreSQL
and measures the costs; `simulate` puts these costs and those of `benchmarks/server` into a
queueing model of one shard, and writes the tables of research/scale.md.
"""

import argparse
import asyncio
import heapq
import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

import psutil

from diamant.store import Index, open_store
from tests.store.postgres_cluster import Cluster, begin_run, end_run, own_cluster

ROOT = Path(__file__).parents[1]
COSTS = ROOT / "research/scale.json"
PAGE = ROOT / "research/scale.md"
LOAD = ROOT / "benchmarks" / "server" / "results.json"

PACE = 0.015
PEOPLE = 5  # At a table.
RATE = 1000  # Choices a second, of all nodes together.
# How many people, how many seconds from one choice to the next, and on how many nodes.
SIZES = (
    *((10_000, 15.0, 1), (50_000, 15.0, 2), (100_000, 15.0, 4), (100_000, 5.0, 12)),
    *((200_000, 15.0, 8), (400_000, 15.0, 16), (1_000_000, 15.0, 40)),
)
CHOICE, REVEAL = 190, 620  # Bytes of the entries of one choice, and of a reveal.


async def node(url: str, name: str, rate: float, seconds: float) -> dict[str, float]:
    """Write choices at a rate, a batch every 15 ms, and receive what the other nodes write."""
    store = await open_store(url)
    heads = {f"{name}-{number}": 1 for number in range(500)}
    for table in heads:
        await store.create(table, [bytes(CHOICE)], now=0.0, index=Index("playing", due=0.0))
    chance, waits = random.Random(name), []

    async def listen() -> None:
        async with store.subscribe() as notices:
            async for _ in notices:
                pass

    async def choose(table: str) -> None:
        began = time.perf_counter()
        last = chance.random() < 1 / PEOPLE
        index = Index("playing", due=time.time() + 45) if last else None
        entries = [bytes(REVEAL if last else CHOICE)]
        heads[table] = await store.append(table, heads[table], entries, now=began, index=index)
        waits.append(time.perf_counter() - began)

    listening = asyncio.create_task(listen())
    end, owed, made = time.monotonic() + seconds, 0.0, 0
    while (now := time.monotonic()) < end:
        owed += rate * PACE
        batch = chance.sample(list(heads), int(owed))
        owed -= len(batch)
        made += len(batch)
        await asyncio.gather(*map(choose, batch))
        await asyncio.sleep(max(0.0, PACE - (time.monotonic() - now)))
    listening.cancel()
    await store.close()
    waits.sort()
    return {"choices": made, "p50": waits[len(waits) // 2]}


def measure(seconds: float = 8.0) -> None:
    """Let several stores write at once, and return the costs for PostgreSQL."""
    rows = []
    begin_run()
    try:
        for nodes in (1, 2, 4):
            with own_cluster() as cluster:
                url = cluster.new_database()
                asyncio.run(_prepare(url))
                before = _spent(cluster.folder), _written(cluster)
                command = [sys.executable, "-m", "benchmarks.scale", "node", url]
                running = [
                    subprocess.Popen(
                        [*command, str(number), str(RATE / nodes), str(seconds)],
                        stdout=subprocess.PIPE,
                    )
                    for number in range(nodes)
                ]
                # A worker's time is lost when it ends, so it is read while all run.
                time.sleep(seconds)
                spent = _spent(cluster.folder) - before[0]
                told = [json.loads(one.communicate()[0]) for one in running]
                choices = sum(one["choices"] for one in told)
                rows.append(
                    {
                        "nodes": nodes,
                        "choices_per_second": choices / seconds,
                        "cpu_per_choice": 1e6 * spent / choices,
                        "wal_per_choice": (_written(cluster) - before[1]) / choices,
                        "p50": 1000 * statistics.median(one["p50"] for one in told),
                    }
                )
                print(rows[-1], flush=True)
    finally:
        end_run()
    COSTS.write_text(json.dumps({"postgresql": rows}, indent=1) + "\n", encoding="utf-8")


async def _prepare(url: str) -> None:
    await (await open_store(url)).close()


def _spent(folder: Path) -> float:
    """Return the processor seconds of all processes of a cluster."""
    found = 0.0
    for process in psutil.process_iter(["cwd", "cpu_times"]):
        if (process.info["cwd"] or "").startswith(str(folder)):
            found += sum(process.info["cpu_times"][:2])
    return found


def _written(cluster: Cluster) -> int:
    sql = "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"
    return int(cluster.sql("postgres", sql))


def shard(
    people: int, every: float, nodes: int, costs: dict[str, float], seconds: float = 20.0
) -> dict[str, float]:
    """Simulate one PostgreSQL with its nodes; return their utilization, and the waits in ms.

    A node is one core: it handles the messages since its last tick, sends one commit, and
    notifies everyone when it is durable. PostgreSQL has `cores`; each commit takes one of them for
    itself, with its notices, and for each of its choices, and then waits for a shared sync.
    """
    chance = random.Random(f"{people} {every} {nodes}")
    rate = people / every / nodes
    free = [0.0] * int(costs["cores"])
    busy_nodes = busy_base = 0.0
    waits: list[float] = []
    ticks = [(chance.uniform(0, PACE), number, 0.0) for number in range(nodes)]
    heapq.heapify(ticks)
    while ticks[0][0] < seconds:
        at, number, node_free = heapq.heappop(ticks)
        count = _poisson(chance, rate * PACE)
        begun = max(at, node_free)
        decided = begun + count * costs["decide"]
        if count:
            work = costs["commit"] + count * costs["choice"]
            committed = max(heapq.heappop(free), decided) + work
            heapq.heappush(free, committed)
            durable = committed + costs["sync"]
            told = durable + count * costs["tell"]
            busy_nodes += count * (costs["decide"] + costs["tell"])
            busy_base += work
            waits += [told - at + chance.uniform(0, PACE) for _ in range(count)]
            decided += count * costs["tell"]
        heapq.heappush(ticks, (at + PACE, number, decided))
    waits.sort()
    return {
        "node": busy_nodes / seconds / nodes,
        "base": busy_base / seconds / costs["cores"],
        "p50": 1000 * waits[len(waits) // 2],
        "p99": 1000 * waits[len(waits) * 99 // 100],
    }


def _poisson(chance: random.Random, mean: float) -> int:
    count, left = 0, chance.expovariate(1.0)
    while left < mean:
        count += 1
        left += chance.expovariate(1.0)
    return count


def costs_of(measured: dict) -> dict[str, float]:
    """Return the model's costs in seconds: PostgreSQL's by a line through 1, 2 and 4 nodes."""
    load, rows = json.loads(LOAD.read_text(encoding="utf-8")), measured["postgresql"]
    of_node = load["server"]["cpu_per_choice"] / 1e6
    slope, base = statistics.linear_regression(
        [row["nodes"] for row in rows], [row["cpu_per_choice"] / 1e6 for row in rows]
    )
    return {
        "cores": 8,
        "decide": of_node / 2,
        "tell": of_node / 2,
        "choice": base,
        # The same choices per second on one node more make as many commits more.
        "commit": slope * RATE * PACE,
        "sync": 0.002,
    }


def measured_row(row: dict[str, float]) -> str:
    """Return what was measured with some nodes, as a row of the page."""
    return (
        f"| {row['nodes']} | {row['cpu_per_choice']:.0f} µs | {row['wal_per_choice']:.0f} bytes |"
        f" {row['p50']:.1f} ms |"
    )


def simulated_row(people: int, every: float, nodes: int, costs: dict[str, float]) -> str:
    """Simulate a shard, and return the result as a row of the page."""
    found = shard(people, every, nodes, costs)
    return (
        f"| {people:,} | {every:g} s | {nodes} | {found['node']:.0%} | {found['base']:.0%} |"
        f" {found['p50']:.0f} and {found['p99']:.0f} ms |"
    )


def simulate() -> None:
    """Simulate shards of several sizes, and write the page's tables."""
    measured = json.loads(COSTS.read_text(encoding="utf-8"))
    costs = costs_of(measured)
    lines = ["| nodes | PostgreSQL, processor time per choice | WAL per choice | commit, p50 |"]
    lines.append("|---|---|---|---|")
    lines += map(measured_row, measured["postgresql"])
    lines += ["", "| people | a choice every | nodes | a node's core | PostgreSQL, 8 cores |"]
    lines[-1] += " choice to told, p50 and p99 |"
    lines.append("|---|---|---|---|---|---|")
    lines += [simulated_row(*size, costs) for size in SIZES]
    page = PAGE.read_text(encoding="utf-8")
    begin, end = "<!-- written by benchmarks/scale.py -->\n", "<!-- until here -->"
    before, after = page.split(begin)[0], page.split(end)[1]
    PAGE.write_text(before + begin + "\n".join(lines) + "\n" + end + after, encoding="utf-8")
    print("\n".join(lines))


def main() -> None:
    """Measure, simulate, or be one node of a measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["measure", "simulate", "node"])
    parser.add_argument("of_node", nargs="*")
    args = parser.parse_args()
    if args.what == "node":
        url, name, rate, seconds = args.of_node
        print(json.dumps(asyncio.run(node(url, name, float(rate), float(seconds)))))
    else:
        {"measure": measure, "simulate": simulate}[args.what]()


if __name__ == "__main__":
    main()
