"""One address has the largest settings written that the limits let through, as fast as they do."""

import asyncio
from pathlib import Path

from tests.live.serving import usual_server
from tests.own_editions import SMALL
from tools.attack.attacker import Attacker
from tools.attack.attacks import change_settings


async def fill_disk(folder: Path, seconds: float, tables: int = 20) -> int:
    """Return by how many bytes the database has grown after so long, with the usual limits."""
    with usual_server(folder) as server:
        before = _size(folder)
        me = Attacker(server.port, "127.0.0.2", seconds)
        texts = (lambda: f"{SMALL}\n# {'x' * 31_000}{me.number()}" for _ in range(tables))
        await asyncio.gather(*(change_settings(me, text, "own-small") for text in texts))
        return _size(folder) - before


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.glob("tables.db*"))
