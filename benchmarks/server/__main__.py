"""The server's speed: `python -m benchmarks.server [--quick] [--json FILE]`.

The server runs on the first core, the load on the second. First the memory: what a table without
anybody, an idle connection and a game under way take. Then the load: everybody chooses once every
five seconds, every choice is committed with full sync, and the limits are on. Then the same load on
a bare room broadcast, by the same uvicorn with the same sizes of messages. Then a restart.
"""

import argparse
import asyncio
import gc
import os
import sys
import tempfile
import time
from pathlib import Path

import uvloop

from benchmarks.server.load import Outcome, as_json, measure
from benchmarks.server.measures import PEOPLE, Seen
from benchmarks.server.memory import Memory
from benchmarks.server.players import Table, at_all
from benchmarks.server.process import ADDRESS, Measured, diamant, separate
from benchmarks.server.report import report
from benchmarks.server.restart import restart
from benchmarks.server.rooms import Room

SETTLE = 2.0
# As `diamant.server.run` has it.
UVICORN = (
    *("--loop", "uvloop", "--http", "httptools", "--ws", "websockets-sansio"),
    *("--ws-per-message-deflate", "false", "--ws-ping-interval", "20", "--ws-ping-timeout", "20"),
    *("--no-access-log", "--no-server-header"),
)


async def of_the_server(
    folder: Path, database: str, port: int, tables: int, seconds: float
) -> tuple[Outcome, Memory]:
    """Measure the real server."""
    server = diamant(database, port, folder / "server.log")
    try:
        await server.ready()
        seen = Seen()
        # The first table warms up everything that is made once.
        first = Table(tables, port, Seen())
        await first.make()
        await first.gather()
        await first.start()
        all_tables = [Table(number, port, seen) for number in range(tables)]
        memory = [await _memory(server)]
        for step in (Table.make, Table.gather, Table.start):
            began = time.perf_counter()
            await at_all(all_tables, step)
            _say(f"{step.__name__}: {tables} tables in {time.perf_counter() - began:.1f} s")
            memory.append(await _memory(server))
        gc.collect()
        gc.freeze()
        outcome = await measure(server, all_tables, seen, seconds)
        playing = server.memory()
    finally:
        server.stop()
    empty, made, gathered, _ = memory
    return outcome, Memory(
        empty=empty,
        per_empty_table=(made - empty) / tables,
        per_connection=(gathered - made) / tables / PEOPLE,
        per_game=(playing - gathered + made - empty) / tables,
    )


async def of_the_bare_one(
    folder: Path, port: int, tables: int, seconds: float, like: Outcome, *, answers: bool
) -> Outcome:
    """Measure the bare room broadcast with messages of the same sizes."""
    sizes = {
        "BARE_SMALL": str(round(like.small_bytes)),
        "BARE_LARGE": str(round(like.reveal_bytes)),
        "BARE_ANSWER": str(round(like.answer_bytes) if answers else 0),
    }
    server = Measured(
        [
            *(sys.executable, "-m", "uvicorn", "benchmarks.server.bare:app"),
            *("--host", ADDRESS, "--port", str(port), "--log-level", "warning", *UVICORN),
        ],
        port,
        folder / "bare.log",
        sizes,
    )
    try:
        await server.ready()
        seen = Seen()
        rooms = [Room(number, port, seen) for number in range(tables)]
        for room in rooms:
            await room.gather()
        gc.collect()
        gc.freeze()
        return await measure(server, rooms, seen, seconds)
    finally:
        server.stop()


async def _memory(server: Measured) -> int:
    await asyncio.sleep(SETTLE)
    return server.memory()


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


async def run(arguments: argparse.Namespace) -> dict[str, object]:
    """Measure everything that is asked for."""
    results: dict[str, object] = {"tables": arguments.tables, "people": PEOPLE}
    with tempfile.TemporaryDirectory(prefix="diamant-benchmark-", dir=arguments.folder) as name:
        folder = Path(name)
        database = arguments.database or f"sqlite:///{folder / 'tables.db'}"
        port = arguments.port
        if not arguments.only_restart:
            load, memory = await of_the_server(
                folder, database, port, arguments.tables, arguments.seconds
            )
            results["server"], results["memory"] = load, memory
            for key, answers in (("bare", False), ("bare_with_answers", True)):
                port += 1
                results[key] = await of_the_bare_one(
                    folder, port, arguments.tables, arguments.seconds, load, answers=answers
                )
        if arguments.restart_tables:
            results["restart"] = await restart(folder, port + 1, arguments.restart_tables)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server")
    parser.add_argument("--quick", action="store_true", help="50 tables, 10 s, 500 to restart with")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--restart-tables", type=int)
    parser.add_argument("--only-restart", action="store_true")
    parser.add_argument("--database", help="instead of a new SQLite file")
    parser.add_argument("--folder", type=Path, help="where the SQLite file lies for a while")
    parser.add_argument("--port", type=int, default=8731)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    arguments = parser.parse_args()
    usual = (50, 10.0, 500) if arguments.quick else (1000, 30.0, 10_000)
    for name, value in zip(("tables", "seconds", "restart_tables"), usual, strict=True):
        if getattr(arguments, name) is None:
            setattr(arguments, name, value)
    apart = separate()
    results = uvloop.run(run(arguments))
    results["cores"] = f"server {0}, load {1}" if apart else f"{os.cpu_count()}, shared"
    print(report(results))
    if arguments.json:
        arguments.json.write_text(as_json(results) + "\n")


if __name__ == "__main__":
    main()
