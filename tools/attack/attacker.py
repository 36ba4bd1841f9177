"""The requests and messages of an attack, with counts of what the server accepted."""

import asyncio
import itertools
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress

from benchmarks.server.connection import Connection, connect, request

ADDRESS = "127.0.0.1"
MOST = 20_000  # Requests or messages of one attack, whether accepted or not.


class Attacker:
    """One stranger, at one address, for some seconds."""

    def __init__(self, port: int, source: str, seconds: float) -> None:
        self.port = port
        self.source = source
        self.until = time.monotonic() + seconds
        self.passed = 0
        self.refused: Counter[str] = Counter()
        self._numbers = itertools.count(1)

    @property
    def goes_on(self) -> bool:
        """Return whether time is left and the count is below its limit."""
        return time.monotonic() < self.until and self.passed + self.refused.total() < MOST

    def number(self) -> int:
        """Return a new number, so that no cache has the answer."""
        return next(self._numbers)

    async def ask(
        self, method: str, path: str, body: bytes = b"", token: str = "", forwarded: str = ""
    ) -> tuple[int, bytes]:
        """Send a request, and count it."""
        try:
            status, answer = await asyncio.wait_for(
                request(ADDRESS, self.port, method, path, body, self.source, token, forwarded), 120
            )
        except (OSError, IndexError, ValueError):
            self.refused["cut"] += 1
            await asyncio.sleep(0.01)
            return 0, b""
        if status in (429, 503):
            self.refused[str(status)] += 1
            await asyncio.sleep(0.02)  # An attacker that is refused need not use up this machine.
        else:
            self.passed += 1
        return status, answer

    async def flood(self, asks: Iterator[tuple[str, str, bytes]], width: int = 16) -> None:
        """Send requests, this many at a time, until time is up."""

        async def one() -> None:
            while self.goes_on:
                await self.ask(*next(asks))

        await asyncio.gather(*[one() for _ in range(width)])

    async def make_table(self, **settings: object) -> dict[str, str]:
        """Create a table, or give up; return the Hello of its owner."""
        body = json.dumps({"settings": settings}).encode()
        status, answer = await self.ask("POST", "/api/tables", body)
        if status != 201:
            raise ConnectionError(answer[:200].decode(errors="replace"))
        made: dict[str, str] = json.loads(answer)
        return {name: made[name] for name in ("table", "token")}

    @asynccontextmanager
    async def line(self, hello: dict[str, str] | None = None) -> AsyncIterator["Line"]:
        """Open a WebSocket, and optionally send Hello."""
        connection = await asyncio.wait_for(connect(ADDRESS, self.port, source=self.source), 60)
        line = Line(self, connection)
        try:
            if hello is not None:
                line.count(await connection.hello(**hello))
            yield line
        finally:
            connection.close()

    async def again(self, kind: object) -> None:
        """Repeat an action, reconnecting whenever the server closes the connection."""
        while self.goes_on:
            with suppress(OSError, TimeoutError):
                await kind()  # type: ignore[operator]
            await asyncio.sleep(0.02)


class Line:
    """A WebSocket of an attacker."""

    def __init__(self, attacker: Attacker, connection: Connection) -> None:
        self.attacker = attacker
        self.connection = connection
        self._answered = asyncio.Event()
        self.open = True
        connection.heard = self.count
        connection.lost = self._lost

    def say(self, message: dict[str, object] | bytes) -> None:
        """Send a message; a command gets an id, higher than all before."""
        if isinstance(message, dict):
            if message["type"] not in ("Hello", "Cue"):
                message = {**message, "id": self.attacker.number()}
            message = json.dumps(message).encode()
        self.connection.send(message)

    async def ask(self, message: dict[str, object]) -> None:
        """Send a message, and wait for its answer."""
        self._answered.clear()
        self.say(message)
        await asyncio.wait_for(self._answered.wait(), 5)

    def send_raw(self, frames: bytes) -> None:
        """Send hand-made frames."""
        self.connection.send_raw(frames)

    async def flood(self, messages: Iterator[dict[str, object] | bytes]) -> None:
        """Send as many messages as possible: slightly faster than the limits allow."""
        while self.open and self.attacker.goes_on:
            for _ in range(10):
                self.say(next(messages))
            await asyncio.sleep(0.05)

    def count(self, message: bytes) -> None:
        """Count an answer of the server."""
        if message.startswith(b'{"type":"Problem","code":"too-'):
            return  # The closed connection, which is counted, says as much.
        if not message.startswith(b'{"type":"Events"'):
            self.attacker.passed += 1
            self._answered.set()

    def _lost(self) -> None:
        self.open = False
        self._answered.set()
        self.attacker.refused[str(self.connection.close_code)] += 1
