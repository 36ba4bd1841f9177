"""Run each attack against a server with its usual limits, and measure another table."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.live.serving import Server, usual_server
from tools.attack.attacks import ATTACKS, EVERYTHING, LIMITS
from tools.attack.other_table import OtherTable

SECONDS = 5.0
MEDIAN_MS, WORST_MS = 100.0, 500.0
"""Targets for the median and the worst reveal at another table."""
HELLO_MS, PICTURE_MS = 500.0, 1_500.0
"""Target for every Hello and every QR code; for a QR code, a worker may have to start."""

NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one attack; times in milliseconds."""

    attack: str
    passed: int
    refused: dict[str, int]
    reveals: int
    median: float
    worst: float
    picture: float
    hello: float
    ended: int

    @property
    def held(self) -> bool:
        """Return whether the other table hardly noticed."""
        return (
            not self.ended
            and self.median < MEDIAN_MS
            and self.worst < WORST_MS
            and self.hello < HELLO_MS
            and self.picture < PICTURE_MS
        )


async def run(names: Sequence[str], seconds: float = SECONDS) -> AsyncIterator[Result]:
    """Run one attack after the other, from one address, each against a new server."""
    for name in names:
        with (
            TemporaryDirectory() as folder,
            usual_server(Path(folder), **LIMITS.get(name, {})) as server,
        ):
            yield await _one(name, server, "127.0.0.2", seconds)


def all_names() -> list[str]:
    """Return the baseline without an attack, every attack, and all of them at once."""
    return [NOTHING, *ATTACKS, EVERYTHING]


async def _one(name: str, server: Server, source: str, seconds: float) -> Result:
    table = OtherTable(server.url)
    await table.open()
    await asyncio.sleep(0.5)
    table.latencies.clear()
    table.pictures.clear()
    table.hellos.clear()
    told: dict[str, object] = {"passed": 0, "refused": {}}
    if name == NOTHING:
        await asyncio.sleep(seconds)
    else:
        attacker = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tools.attack.attacks", name, str(server.port), source, str(seconds)),
            stdout=subprocess.PIPE,
        )
        output, _ = await attacker.communicate()
        told = json.loads(output or b'{"passed": 0, "refused": {"failed": 1}}')
    reveals = [1000 * each for each in [*table.latencies, table.waiting()]]
    ended = await table.close()
    return Result(
        attack=name,
        passed=int(str(told["passed"])),
        refused=told["refused"],  # type: ignore[arg-type]
        reveals=len(table.latencies),
        median=median(reveals),
        worst=max(reveals),
        picture=1000 * max(table.pictures, default=0.0),
        hello=1000 * max(table.hellos, default=0.0),
        ended=ended,
    )
