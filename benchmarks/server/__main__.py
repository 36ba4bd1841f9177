"""Measure the server's speed: `python -m benchmarks.server [--quick] [--json FILE]`.

The server runs on the first core, the load on the second. First the memory: of an empty table,
an idle connection and a running game. Then the load: everyone chooses once every
five seconds on a phone beside a shared screen, every choice is committed with full sync, and the
limits are on. Alternating with it, the same load runs on a bare room broadcast, with the same
uvicorn and the same message sizes. Last, a restart.
"""

import argparse
import asyncio
import gc
import json
import os
import signal
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

import uvloop

from benchmarks.server.load import Load, Outcome
from benchmarks.server.measures import PAGES, PEOPLE, Memory, Seen
from benchmarks.server.players import Table, at_all
from benchmarks.server.process import ADDRESS, Measured, diamant, separate
from benchmarks.server.report import report
from benchmarks.server.restart import restart
from benchmarks.server.rooms import Room

TURNS = 3
SETTLE = 2.0
SECONDS_TO_LEARN = 5.0
# The same as in `diamant.server.run`.
UVICORN = (
    *("--loop", "uvloop", "--http", "httptools", "--ws", "websockets-sansio"),
    *("--ws-per-message-deflate", "false", "--ws-ping-interval", "20", "--ws-ping-timeout", "20"),
    *("--no-access-log", "--no-server-header"),
)


async def compare(folder: Path, arguments: argparse.Namespace) -> dict[str, object]:
    """Measure the real server and, alternating with it, the bare one."""
    count, seconds, port = arguments.tables, arguments.seconds / TURNS, arguments.port
    database = arguments.database or f"sqlite:///{folder / 'tables.db'}"
    server = diamant(database, port, folder / "server.log")
    bare = None
    try:
        await server.ready()
        tables, sizes = await _sit_down(server, count)
        # The sizes of messages, so that the bare server can send the same.
        learning = Load(server, tables, tables[0].seen)
        await learning.run(SECONDS_TO_LEARN)
        playing = server.memory()
        bare = _start_bare(folder, port + 1, learning.outcome())
        await bare.ready()
        rooms = [Room(number, bare.port) for number in range(count)]
        seen, heard = Seen(), Seen()
        for table, room in zip(tables, rooms, strict=True):
            table.seen, room.seen = seen, heard
            await room.gather()
        # Freeze existing objects: collecting them repeatedly would delay the load.
        gc.collect()
        gc.freeze()
        load, other = Load(server, tables, seen), Load(bare, rooms, heard)
        for _ in range(TURNS):
            for one, measured, idle in ((load, server, bare), (other, bare, server)):
                idle.step_back()
                measured.step_forward()
                await one.run(seconds)
    finally:
        server.stop()
        if bare is not None:
            bare.stop()
    empty, made, gathered = sizes
    memory = Memory(
        empty=empty,
        per_empty_table=(made - empty) / count,
        per_connection=(gathered - made) / count / PAGES,
        per_game=(playing - gathered + made - empty) / count,
    )
    return {"server": load.outcome(), "bare": other.outcome(), "memory": memory}


async def _sit_down(server: Measured, count: int) -> tuple[list[Table], list[int]]:
    """Start a game at every table; return the tables, and the memory before and between."""
    # The first table warms up everything that is created once.
    first = Table(count, server.port, Seen())
    for step in (Table.make, Table.gather, Table.start):
        await step(first)
    seen = Seen()
    tables = [Table(number, server.port, seen) for number in range(count)]
    sizes = [await _memory(server)]
    for step in (Table.make, Table.gather, Table.start):
        began = time.perf_counter()
        await at_all(tables, step)
        _say(f"{step.__name__}: {count} tables in {time.perf_counter() - began:.1f} s")
        sizes.append(await _memory(server))
    return tables, sizes[:3]


def _start_bare(folder: Path, port: int, like: Outcome) -> Measured:
    """Start the bare room broadcast with messages of the same sizes."""
    return Measured(
        [
            *(sys.executable, "-m", "uvicorn", "benchmarks.server.bare:app"),
            *("--host", ADDRESS, "--port", str(port), "--log-level", "warning", *UVICORN),
        ],
        port,
        folder / "bare.log",
        {
            "BARE_SMALL": str(round(like.small_bytes)),
            "BARE_LARGE": str(round(like.reveal_bytes)),
            "BARE_CUE": str(round(like.cue_bytes)),
        },
    )


async def _memory(server: Measured) -> int:
    await asyncio.sleep(SETTLE)
    return server.memory()


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


async def run(arguments: argparse.Namespace) -> dict[str, object]:
    """Measure everything requested."""
    results: dict[str, object] = {"tables": arguments.tables, "people": PEOPLE}
    with tempfile.TemporaryDirectory(prefix="diamant-benchmark-", dir=arguments.folder) as name:
        folder = Path(name)
        if not arguments.only_restart:
            results |= await compare(folder, arguments)
        if arguments.restart_tables:
            results["restart"] = await restart(folder, arguments.port + 2, arguments.restart_tables)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server")
    parser.add_argument("--quick", action="store_true", help="50 tables, 9 s, 500 at the restart")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--seconds", type=float, help="per server, in three turns")
    parser.add_argument("--restart-tables", type=int, help="0 to skip the restart")
    parser.add_argument("--only-restart", action="store_true")
    parser.add_argument("--database", help="instead of a new SQLite file")
    parser.add_argument("--folder", type=Path, help="folder of the temporary SQLite file")
    parser.add_argument("--port", type=int, default=8731)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results to FILE")
    arguments = parser.parse_args()
    usual = (50, 9.0, 500) if arguments.quick else (1000, 30.0, 10_000)
    for name, value in zip(("tables", "seconds", "restart_tables"), usual, strict=True):
        if getattr(arguments, name) is None:
            setattr(arguments, name, value)
    # Ending this process also ends the servers.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by a signal"))
    apart = separate()
    results = uvloop.run(run(arguments))
    results["cores"] = "one for the server, one for the load" if apart else f"{os.cpu_count()}"
    print(report(results))
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1, default=asdict) + "\n")


if __name__ == "__main__":
    main()
