"""A scripted server for tests of the client."""

import asyncio
import json
from contextlib import asynccontextmanager

from websockets.asyncio.server import ServerConnection, serve

WELCOME = {"type": "Welcome", "protocol": 3, "release": "0", "table": "t1", "code": "QK4MX",
           "guest": "g2", "public_number": 5, "now": 1_000, "last_command": 40}  # fmt: skip
TOKEN = "x" * 22


class Visit:
    """One connection of the client under test."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket

    async def hears(self, kind=None):
        message = json.loads(await self.socket.recv())
        assert kind in (None, message["type"]), message
        return message

    async def says(self, kind, **fields):
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def welcomes(self, **fields):
        """Receive the hello and send a welcome; return the hello."""
        hello = await self.hears("Hello")
        said = {**WELCOME, **fields}
        if "since" not in hello and "view" not in said:
            said["view"] = {"public_number": said["public_number"]}
        if "token" not in hello:
            said["token"] = TOKEN
        await self.socket.send(json.dumps(said))
        return hello

    async def answers(self, kind="Start", reply="Answer", **fields):
        """Receive a message of a kind and answer it; return the message."""
        said = await self.hears(kind)
        usual = {"public_number": 9} if reply == "Answer" else {}
        await self.says(reply, id=said["id"], **usual, **fields)
        return said

    async def tells(self, *numbers):
        await self.says(
            "Events", events=[{"event": "E", "public_number": n, "at": 0} for n in numbers]
        )

    async def breaks(self):
        """Break the connection without a close frame, as a crash does."""
        self.socket.transport.abort()
        await self.socket.wait_closed()


class Puppet:
    """The server; tests take its connections one after another."""

    def __init__(self) -> None:
        self.visits: asyncio.Queue[Visit] = asyncio.Queue()
        self.url = ""

    async def visit(self) -> Visit:
        return await asyncio.wait_for(self.visits.get(), 60)

    async def seats(self, client, table="t1", **welcome) -> Visit:
        """Let a client join; return its connection after the hello and the welcome."""
        joining = asyncio.create_task(client.join(table))
        visit = await self.visit()
        visit.hello = await visit.welcomes(**welcome)
        await joining
        return visit


@asynccontextmanager
async def puppet(refuse=None):
    """Run the server; `refuse(connection, request)` may return an HTTP response."""
    server = Puppet()

    async def handle(socket):
        await server.visits.put(Visit(socket))
        await socket.wait_closed()

    async with serve(handle, "127.0.0.1", 0, compression=None, process_request=refuse) as listening:
        port = listening.sockets[0].getsockname()[1]
        server.url = f"http://127.0.0.1:{port}"
        yield server
