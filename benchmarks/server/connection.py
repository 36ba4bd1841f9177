"""A WebSocket client that costs almost nothing, so that the load does not distort the measurement.

It does only what a load generator needs: one text frame per message, no fragments, and a
mask of zeros, which is as good as any other to a server.
"""

import asyncio
import json
import struct
from collections.abc import Callable

from diamant.protocol import PROTOCOL

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_REQUEST = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Connection(asyncio.Protocol):
    """One socket: `send` sends a text, and `heard` is called with each message's bytes."""

    def __init__(self, host: str, path: str) -> None:
        self.heard: Callable[[bytes], object] = lambda message: None
        self.lost: Callable[[], object] = lambda: None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.close_code: int | None = None
        self._asked: asyncio.Future[bytes] | None = None
        self._request = _REQUEST.format(host=host, path=path).encode()
        self._rest = b""
        self._upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Request a WebSocket."""
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, _error: Exception | None) -> None:
        """Notify waiting callers."""
        for waiting in (self.opened, self._asked):
            if waiting is not None and not waiting.done():
                waiting.set_exception(ConnectionError("the server has ended the connection"))
        self.lost()

    def send(self, payload: bytes) -> None:
        """Send a text, unless the connection is closed."""
        self.send_raw(_frame(_TEXT, payload))

    async def ask(self, payload: bytes) -> bytes:
        """Send a text, and return the next message."""
        self._asked = asyncio.get_running_loop().create_future()
        self.send(payload)
        return await asyncio.wait_for(self._asked, 60)

    async def hello(self, table: str, token: str | None = None, **more: object) -> bytes:
        """Join a table, and return the server's answer."""
        hello = {"type": "Hello", "protocol": PROTOCOL, "table": table, **more}
        return await self.ask(json.dumps(hello | ({"token": token} if token else {})).encode())

    def send_raw(self, frames: bytes) -> None:
        """Send frames as they are, unless the connection is closed."""
        if not self._transport.is_closing():
            self._transport.write(frames)

    def close(self) -> None:
        """Close the socket without a closing handshake."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Split the stream into messages."""
        if self._rest:
            data = self._rest + data
            self._rest = b""
        if not self._upgraded:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head[:16]:
                self.opened.set_exception(ConnectionError(head[:200].decode("latin-1")))
                self._transport.abort()
                return
            self._upgraded = True
            self.opened.set_result(None)
        start, have = 0, len(data)
        while have - start >= 2:
            size, begin = data[start + 1], start + 2
            if size == 126:
                size, begin = int.from_bytes(data[start + 2 : start + 4], "big"), start + 4
            elif size == 127:
                size, begin = int.from_bytes(data[start + 2 : start + 10], "big"), start + 10
            if have < begin + size:
                break
            self._frame(data[start] & 15, data[begin : begin + size])
            start = begin + size
        self._rest = data[start:]

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == _TEXT:
            if self._asked is None:
                self.heard(payload)
            else:
                asked, self._asked = self._asked, None
                if not asked.done():
                    asked.set_result(payload)
        elif kind == _PING:
            self._transport.write(_frame(_PONG, payload))
        elif kind == _CLOSE:
            self.close_code = int.from_bytes(payload[:2], "big")
            self._transport.close()


def _frame(kind: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return struct.pack("!BBI", 0x80 | kind, 0x80 | size, 0) + payload
    return struct.pack("!BBHI", 0x80 | kind, 0x80 | 126, size, 0) + payload


async def connect(
    address: str, port: int, path: str = "/ws", source: str | None = None
) -> Connection:
    """Open a WebSocket from a source address; it is upgraded when this returns."""
    _, connection = await asyncio.get_running_loop().create_connection(
        lambda: Connection(f"{address}:{port}", path),
        address,
        port,
        local_addr=(source, 0) if source else None,
    )
    await connection.opened
    return connection


async def request(
    address: str,
    port: int,
    method: str,
    path: str,
    body: bytes = b"",
    source: str | None = None,
    token: str = "",
    forwarded: str = "",
) -> tuple[int, bytes]:
    """Send one HTTP request, optionally as a proxy for others, and return its status and body."""
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    bearer += f"X-Forwarded-For: {forwarded}\r\n" if forwarded else ""
    reader, writer = await asyncio.open_connection(
        address, port, local_addr=(source, 0) if source else None
    )
    try:
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: {address}:{port}\r\nConnection: close\r\n"
            f"{bearer}"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        answer = await reader.read()
    finally:
        writer.close()
    head, _, rest = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ", 2)[1]), rest
