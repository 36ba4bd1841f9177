"""One address has the largest settings written that the limits let through, as fast as they do."""

import asyncio
import json
import time
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from diamant.protocol import PROTOCOL
from tests.live.serving import usual_server
from tests.own_editions import SMALL

TEXT = f"{SMALL}\n# {'x' * 31_000}"


async def fill_disk(folder: Path, seconds: float, tables: int = 20) -> int:
    """Return by how many bytes the database has grown after so long, with the usual limits."""
    with usual_server(folder) as server:
        before = _size(folder)
        until = time.monotonic() + seconds
        await asyncio.gather(*(_change_settings(server.url, until) for _ in range(tables)))
        return _size(folder) - before


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.glob("tables.db*"))


async def _change_settings(url: str, until: float) -> None:
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        made = (await http.post("api/tables", json={"settings": {}})).json()
    number = 0
    while time.monotonic() < until:
        try:
            async with connect(f"{url.replace('http', 'ws', 1)}ws", compression=None) as line:
                hello = {"table": made["table"], "token": made["token"], "protocol": PROTOCOL}
                await line.send(json.dumps({"type": "Hello", **hello}))
                await line.recv()
                while time.monotonic() < until:
                    number += 1
                    settings = {"edition": "own-small", "edition_text": f"{TEXT}{number}"}
                    said = {"type": "ChangeSettings", "id": number, "settings": settings}
                    await line.send(json.dumps(said))
                    async with asyncio.timeout(5):
                        while json.loads(await line.recv()).get("id") != number:
                            pass
        except (ConnectionClosed, InvalidStatus, TimeoutError, OSError):
            # Too many messages end a connection; whoever means harm comes back.
            await asyncio.sleep(0.2)
