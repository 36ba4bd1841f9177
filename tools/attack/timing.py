"""Measure what response times reveal, and how long stopping takes during an attack."""

import asyncio
import random
import sys
import time
from pathlib import Path

from tests.live.people import CALM_SETTINGS, company
from tests.live.serving import GENEROUS, Server

TRIALS = 400
BEFORE_SECONDS = 0.004  # The delay after another player's choice, or after none.


async def guess_choices(folder: Path, trials: int = TRIALS) -> int:
    """Guess from response times if another player has just chosen; return the success rate.

    The guesser knows everything but that: they take the bound between short and long waits that
    would have been the best.
    """
    chance = random.Random()
    waits: list[tuple[float, bool]] = []
    limits = {name: value for name, value in GENEROUS.items() if name != "pace"}
    with Server(folder, limits=limits) as server:
        async with company(server.url, people=3, **CALM_SETTINGS) as party:
            await party.begin()
            turn = (await party.host.look())["turn"]
            for number in range(trials):
                choice = {"turn": turn, "leave": bool(number % 2)}
                await asyncio.sleep(chance.uniform(0.03, 0.06))
                chosen = chance.random() < 0.5
                victim = asyncio.create_task(
                    party.people[1].send("Choose", seat=1, **choice) if chosen else _nothing()
                )
                await asyncio.sleep(BEFORE_SECONDS)
                began = time.perf_counter()
                await party.people[2].send("Choose", seat=2, **choice)
                waits.append((time.perf_counter() - began, chosen))
                await victim
    return max(
        max(right, trials - right)
        for bound, _ in waits
        for right in [sum((wait > bound) == chosen for wait, chosen in waits)]
    )


async def _nothing() -> None:
    """Make no choice."""


async def stop_under(attack: str, folder: Path) -> float:
    """Stop a server during an attack, as an operator does; return the seconds it takes."""
    with Server(folder, limits={}) as server:
        attacker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tools.attack.attacks"),
            *(attack, str(server.port), "127.0.0.2", "6"),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        await asyncio.sleep(3)
        began = time.monotonic()
        code = await asyncio.to_thread(server.stop)
        seconds = time.monotonic() - began
        assert code == 0, server.text()[-3000:]
        await attacker.wait()
    return seconds
