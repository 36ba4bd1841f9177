"""A server in the test's own loop, and a client that exchanges plain JSON with it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from diamant.protocol import PROTOCOL
from diamant.server.run import serve_async
from diamant.server.services import Services
from diamant.server.settings import ServerSettings

PATIENCE = 60.0  # Seconds for anything to happen; a busy machine is not a bug.


class Live:
    """A running server."""

    def __init__(self, address: str, services: Services) -> None:
        self.address = address
        self.services = services
        self.http = httpx.AsyncClient(base_url=address, timeout=PATIENCE)

    async def make_table(self, **settings) -> dict:
        answer = await self.http.post("api/tables", json={"settings": settings})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def guest(self, table: str, **hello) -> AbstractAsyncContextManager["Guest"]:
        return guest_at(self.address, table, **hello)

    @asynccontextmanager
    async def host(self, **settings) -> AsyncIterator["Guest"]:
        """Create a table and join it as its host."""
        made = await self.make_table(**settings)
        async with self.guest(made["table"], token=made["token"]) as host:
            host.made = made
            yield host

    def line(self, **options) -> connect:
        return line_to(self.address, **options)


def line_to(url: str, **options) -> connect:
    """Open a WebSocket to a server."""
    return connect(url.replace("http", "ws", 1) + "ws", proxy=None, **options)


@asynccontextmanager
async def guest_at(
    url: str,
    table: str,
    *,
    options: Mapping[str, object] = {},
    kind: "Callable[[ClientConnection], Guest] | None" = None,
    **hello,
) -> AsyncIterator["Guest"]:
    """Join a table of a server; `welcome` is its first message, which may be a refusal."""
    async with line_to(url, **options) as line:
        guest = (kind or Guest)(line)
        await guest.hello(table, **hello)
        yield guest


class Guest:
    """One connection, which keeps every received message in order."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.raw: list[str] = []
        self.welcome: dict = {}
        self.made: dict = {}
        self.said = 0
        self._kept: list[dict] = []

    async def hello(self, table: str, **fields) -> dict:
        """Send Hello, and return the first message."""
        await self.say("Hello", protocol=PROTOCOL, table=table, **fields)
        self.welcome = await self.hear()
        self.said = self.welcome.get("last_command", 0)
        return self.welcome

    async def say(self, kind: str, **fields) -> int:
        """Send a message; each command gets an id above all earlier ones."""
        if kind not in ("Hello", "Cue") and "id" not in fields:
            self.said += 1
            fields["id"] = self.said
        await self.line.send(json.dumps({"type": kind, **fields}))
        return fields.get("id", 0)

    async def hear(self) -> dict:
        """Return the next message."""
        if self._kept:
            return self._kept.pop(0)
        return await self._next()

    async def _next(self) -> dict:
        text = await asyncio.wait_for(self.line.recv(), PATIENCE)
        self.raw.append(text)
        return json.loads(text)

    async def ask(self, kind: str, **fields) -> dict:
        """Send a message and return its answer, keeping the messages before it."""
        about = await self.say(kind, **fields)
        aside = []
        while True:
            message = await self.hear()
            if message.get("id") == about and message["type"] != "Events":
                self._kept = aside + self._kept
                return message
            aside.append(message)

    async def done(self, kind: str, **fields) -> dict:
        """Like `ask`, for commands that must not be refused."""
        answer = await self.ask(kind, **fields)
        assert answer["type"] == "Answer", answer
        assert "refusal" not in answer, answer
        return answer

    async def until(self, event: str) -> dict:
        """Return the next event of a kind."""
        while True:
            message = await self.hear()
            for place, told in enumerate(message.get("events", [])):
                if told["event"] == event:
                    rest = message["events"][place + 1 :]
                    if rest:
                        self._kept.insert(0, {"type": "Events", "events": rest})
                    return told

    async def ended(self) -> tuple[int, list[dict]]:
        """Return the close code, and the messages before it."""
        heard = []
        try:
            while True:
                heard.append(await self.hear())
        except ConnectionClosed as error:
            return 0 if error.rcvd is None else error.rcvd.code, heard


async def hang_up(writer: asyncio.StreamWriter) -> None:
    """Close a plain socket, and wait until it is closed, without reading the rest."""
    if writer.transport.get_write_buffer_size():
        writer.transport.abort()
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


@asynccontextmanager
async def live(database: str = "sqlite://", **settings) -> AsyncIterator[Live]:
    """Run a server for the duration of a test."""
    ready: asyncio.Future[tuple[str, Services]] = asyncio.get_running_loop().create_future()
    options = {"port": 0, "pace": 0.0, **settings}
    task = asyncio.create_task(
        serve_async(
            ServerSettings(database=database, **options).check(),
            ready=lambda address, services: ready.set_result((address, services)),
        )
    )
    done, _ = await asyncio.wait([task, ready], return_when=asyncio.FIRST_COMPLETED)
    if task in done:
        task.result()
    running = Live(*ready.result())
    try:
        yield running
    finally:
        await running.http.aclose()
        running.services.stop()
        await task
