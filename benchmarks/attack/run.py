"""Each attack against a server with its usual limits, and what another table feels of it."""

import asyncio
import json
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.attack.attacker import EVERYTHING
from benchmarks.attack.attacks import ATTACKS
from benchmarks.attack.other_table import OtherTable
from benchmarks.server.connection import request
from benchmarks.server.process import ADDRESS

SECONDS = 5.0
MEDIAN_MS, WORST_MS = 100.0, 500.0
"""What the median and the worst reveal at another table must stay below."""

NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one attack; times in milliseconds."""

    attack: str
    passed: int
    refused: dict[str, int]
    reveals: int
    median: float
    worst: float
    ended: int

    @property
    def held(self) -> bool:
        """Whether the other table hardly noticed."""
        return not self.ended and self.median < MEDIAN_MS and self.worst < WORST_MS


async def run(names: Sequence[str], seconds: float = SECONDS) -> AsyncIterator[Result]:
    """Attack with one attack after the other, from one address, each a server of its own."""
    for name in names:
        async with _server() as port:
            yield await _one(name, port, "127.0.0.2", seconds)


def all_names() -> list[str]:
    """Return nothing, every attack, and all of them at once."""
    return [NOTHING, *ATTACKS, EVERYTHING]


async def _one(name: str, port: int, source: str, seconds: float) -> Result:
    table = OtherTable(port)
    await table.open()
    await asyncio.sleep(0.5)
    table.latencies.clear()
    told: dict[str, object] = {"passed": 0, "refused": {}}
    if name == NOTHING:
        await asyncio.sleep(seconds)
    else:
        attacker = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "benchmarks.attack.attacker", name, str(port), source, str(seconds)),
            stdout=subprocess.PIPE,
        )
        output, _ = await attacker.communicate()
        told = json.loads(output or b'{"passed": 0, "refused": {"failed": 1}}')
    reveals = [1000 * each for each in [*table.latencies, table.waiting()]]
    table.close()
    await asyncio.sleep(0.3)
    return Result(
        attack=name,
        passed=int(str(told["passed"])),
        refused=told["refused"],  # type: ignore[arg-type]
        reveals=len(table.latencies),
        median=median(reveals),
        worst=max(reveals),
        ended=table.ended,
    )


@asynccontextmanager
async def _server() -> AsyncIterator[int]:
    """Run `diamant serve` as anybody would, on this machine alone."""
    with socket.socket() as free:
        free.bind((ADDRESS, 0))
        port = int(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            str(Path(sys.executable).with_name("diamant")),
            *("serve", "--host", ADDRESS, "--port", str(port), "--log-level", "error"),
            *("--database", f"sqlite:///{folder}/tables.db"),
            stdout=subprocess.DEVNULL,
        )
        try:
            await _ready(port)
            yield port
        finally:
            process.terminate()
            await process.wait()


async def _ready(port: int) -> None:
    async with asyncio.timeout(60):
        while True:
            try:
                status, _ = await request(ADDRESS, port, "GET", "/api/health")
            except OSError:
                status = 0
            if status == 200:
                return
            await asyncio.sleep(0.1)
