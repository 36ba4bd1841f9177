"""A bare room broadcast in Starlette, for comparison with the server.

A client names a room first. After that, every message is answered to all in the room with a
text of a fixed size (the real server's, measured before), and every fifth with a longer one, like a
reveal. A shared screen's cue goes to all others.
"""

import os
from collections import defaultdict

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

SMALL = "s" * int(os.environ.get("BARE_SMALL", "150"))
LARGE = "L" * int(os.environ.get("BARE_LARGE", "500"))
CUE = "c" * int(os.environ.get("BARE_CUE", "80"))
PEOPLE = 5


class Room:
    """The members of a room, and how many messages it has had."""

    def __init__(self) -> None:
        self.sockets: list[WebSocket] = []
        self.count = 0


rooms: dict[str, Room] = defaultdict(Room)


async def talk(socket: WebSocket) -> None:
    """Serve one connection."""
    await socket.accept()
    room = rooms[await socket.receive_text()]
    room.sockets.append(socket)
    await socket.send_text("welcome")
    try:
        while True:
            if (await socket.receive_text()).startswith('{"type":"Cue"'):
                for other in room.sockets:
                    if other is not socket:
                        await other.send_text(CUE)
                continue
            room.count += 1
            text = SMALL if room.count % PEOPLE else LARGE
            for other in room.sockets:
                await other.send_text(text)
    except WebSocketDisconnect:
        room.sockets.remove(socket)


async def health(_request: object) -> PlainTextResponse:
    """Report that the server runs."""
    return PlainTextResponse("ok")


app = Starlette(routes=[Route("/api/health", health), WebSocketRoute("/ws", talk)])
