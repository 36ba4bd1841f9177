"""Measure a store: python -m benchmarks.store sqlite:///new.db [PACE]."""

import asyncio
import statistics
import sys
import time

from diamant.store import Index, Store, open_store

TABLES = 1000
EVENT = b"x" * 200


async def _latency(store: Store) -> None:
    number = await store.create("alone", [EVENT], now=1.0)
    times = []
    for _ in range(500):
        start = time.perf_counter()
        number = await store.append("alone", number, [EVENT], now=2.0)
        times.append((time.perf_counter() - start) * 1000)
    _show("one caller, one append after another", times)


async def _throughput(store: Store) -> None:
    names = [f"many{n}" for n in range(TABLES)]
    await asyncio.gather(*(store.create(name, [EVENT], now=1.0) for name in names))

    async def play(name: str) -> None:
        for number in range(1, 21):
            await store.append(name, number, [EVENT], now=2.0)

    start = time.perf_counter()
    await asyncio.gather(*map(play, names))
    print(f"{TABLES} callers at once: {TABLES * 20 / (time.perf_counter() - start):.0f} appends/s")


async def _steady(store: Store) -> None:
    """Append a thousand times a second, evenly spread, as 1,000 tables of 5 do."""
    times: list[float] = []

    async def choose(name: str, number: int) -> None:
        start = time.perf_counter()
        index = Index("playing", due=9e9 + number)
        await store.append(name, number, [EVENT], now=2.0, index=index)
        times.append((time.perf_counter() - start) * 1000)

    tasks = []
    begin = time.perf_counter()
    cpu = time.process_time()
    for turn in range(5):
        for n in range(TABLES):
            tasks.append(asyncio.create_task(choose(f"many{n}", 21 + turn)))
            ahead = begin + len(tasks) / 1000 - time.perf_counter()
            await asyncio.sleep(max(0.0, ahead))
    await asyncio.gather(*tasks)
    _show("1000 appends per second, with index", times)
    print(f"CPU per append: {(time.process_time() - cpu) / len(tasks) * 1e6:.0f} microseconds")


async def _restart(url: str) -> None:
    store = await open_store(url)
    names = [f"open{n}" for n in range(10_000)]
    for begin in range(0, len(names), 1000):
        await asyncio.gather(
            *(
                store.create(name, [EVENT] * 20, now=1.0, index=Index("resting"))
                for name in names[begin : begin + 1000]
            )
        )
        await asyncio.gather(
            *(store.save_snapshot(n, 15, EVENT * 10) for n in names[begin : begin + 1000])
        )
    if url != "sqlite://":
        await store.close()
        start = time.perf_counter()
        store = await open_store(url)
    else:
        start = time.perf_counter()
    found = 0
    after = ""
    while page := await store.tables(["resting"], after):
        found += len(await store.load([info.table for info in page]))
        after = page[-1].table
    print(f"opening, and loading {found} tables: {time.perf_counter() - start:.2f} s")
    await store.close()


def _show(what: str, times: list[float]) -> None:
    times.sort()
    print(
        f"{what}: median {statistics.median(times):.2f} ms,"
        f" p99 {times[len(times) * 99 // 100]:.2f} ms, worst {times[-1]:.2f} ms"
    )


async def main() -> None:
    store = await open_store(sys.argv[1], pace=float(sys.argv[2]) if sys.argv[2:] else 0.0)
    await _latency(store)
    await _throughput(store)
    await _steady(store)
    await store.close()
    await _restart(sys.argv[1])


if __name__ == "__main__":
    asyncio.run(main())
