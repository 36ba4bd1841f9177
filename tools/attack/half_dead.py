"""One of two nodes is stopped under load; the other must not notice."""

import asyncio
import os
import signal
import time
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tests.live.people import Person, company
from tests.live.serving import several_servers


@dataclass(frozen=True)
class Waits:
    """The response times of the other node's commands, in seconds."""

    commands: int
    median: float
    longest: float


async def stopped_node(database: str, folder: Path, seconds: float, tables: int = 6) -> Waits:
    """Stop a node while guests on both nodes send commands; measure those on the other."""
    waits: list[float] = []
    over = asyncio.Event()
    with several_servers(folder, database, 2) as (still, other):
        async with asyncio.TaskGroup() as group:
            for number in range(tables):
                # At every other table both nodes have guests, so that they write to the same rows.
                urls = (other.url,) if number % 2 else (other.url, still.url)
                group.create_task(_keep_talking(urls, waits, over))
            await asyncio.sleep(1.0)
            assert still.process is not None
            assert still.process.pid is not None
            os.kill(still.process.pid, signal.SIGSTOP)
            began = len(waits)
            await asyncio.sleep(seconds)
            os.kill(still.process.pid, signal.SIGCONT)
            during = sorted(waits[began:])
            await asyncio.sleep(1.0)
            over.set()
        assert "stood still" in still.text(), "it does not know that it was stopped"
    return Waits(len(during), during[len(during) // 2], during[-1])


async def _keep_talking(urls: tuple[str, ...], waits: list[float], over: asyncio.Event) -> None:
    async with company(*urls, people=2) as party:
        talkers = [_talk(person, waits, over, urls[0]) for person in party.people]
        await asyncio.gather(*talkers)


async def _talk(person: Person, waits: list[float], over: asyncio.Event, counted: str) -> None:
    seat = (await person.look())["hands"][0]["seat"]
    for number in count():
        if over.is_set():
            return
        began, there = time.monotonic(), person.http.address.http
        await person.send("Rename", seat=seat, name=f"{person.guest} {number}")
        # Guests on the stopped node waited for it, or went to the other.
        if there == counted and person.http.address.http == counted:
            waits.append(time.monotonic() - began)
        await asyncio.sleep(0.05)
