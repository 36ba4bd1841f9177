"""One address makes the server store the largest settings as fast as the limits allow."""

import asyncio
from pathlib import Path

from tests.live.serving import usual_server
from tests.own_editions import SMALL
from tools.attack.attacker import Attacker


async def fill_disk(folder: Path, seconds: float, tables: int = 20) -> int:
    """Return by how many bytes the database grows in this time, with the usual limits."""
    with usual_server(folder) as server:
        before = _size(folder)
        me = Attacker(server.port, "127.0.0.2", seconds)
        await asyncio.gather(*(_change_settings(me) for _ in range(tables)))
        return _size(folder) - before


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.glob("tables.db*"))


async def _change_settings(me: Attacker) -> None:
    """Store a new text after each answer: sending faster would end the connection."""
    made = await me.make_table()

    async def once() -> None:
        async with me.line(made) as line:
            while line.open and me.goes_on:
                text = f"{SMALL}\n# {'x' * 31_000}{me.number()}"
                settings = {"edition": "own-small", "edition_text": text}
                await line.ask({"type": "ChangeSettings", "settings": settings})

    await me.again(once)
