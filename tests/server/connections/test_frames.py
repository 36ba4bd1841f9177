"""Test how connections end below the level of messages, with frames written by hand."""

import asyncio
import base64
import contextlib
import json
import os
import struct
from urllib.parse import urlsplit

import pytest
from websockets.server import ServerProtocol

from diamant.protocol import PROTOCOL
from diamant.protocol.close_codes import CLOSE_CODES
from diamant.server.connections import direct
from diamant.server.connections.direct import LINGER_SECONDS, MOST_EARLY
from diamant.server.connections.frames import MOST_FRAGMENTS
from diamant.server.settings import ServerSettings
from tests.server.live import hang_up

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
HELLO = {"type": "Hello", "protocol": PROTOCOL}


def frame(opcode, data, *, fin=1, reserved=0, masked=True):
    head = bytes([fin << 7 | reserved << 4 | opcode])
    mask = 0x80 if masked else 0
    if len(data) < 126:
        head += bytes([mask | len(data)])
    elif len(data) < 65_536:
        head += bytes([mask | 126]) + struct.pack(">H", len(data))
    else:
        head += bytes([mask | 127]) + struct.pack(">Q", len(data))
    return head + (b"\0" * 4 if masked else b"") + data  # A mask of zeros changes nothing.


async def next_frame(reader):
    head = await asyncio.wait_for(reader.readexactly(2), 60)
    length = head[1] & 127
    if length == 126:
        (length,) = struct.unpack(">H", await reader.readexactly(2))
    elif length == 127:
        (length,) = struct.unpack(">Q", await reader.readexactly(8))
    return head[0] & 15, await reader.readexactly(length)


async def open_line(server):
    """Return a new WebSocket connection without any messages."""
    where = urlsplit(server.address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /ws HTTP/1.1\r\nHost: {where.netloc}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        "".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def talk(server, table, *frames):
    """Join a table, send frames, and return the next message type or close code."""
    reader, writer = await open_line(server)
    writer.write(frame(TEXT, json.dumps({**HELLO, "table": table}).encode()))
    opcode, data = await next_frame(reader)
    assert (opcode, json.loads(data)["type"]) == (TEXT, "Welcome")
    for one in frames:
        writer.write(one)
    opcode, data = await next_frame(reader)
    await hang_up(writer)
    return json.loads(data)["code"] if opcode == TEXT else struct.unpack(">H", data[:2])[0]


CASES = [
    ([frame(TEXT, b"\xff\xfe")], "malformed"),
    ([frame(TEXT, b'{"type":"TakeSeat","id":1,"name":"\xff"}')], "malformed"),
    ([frame(BINARY, b"\xff")], "malformed"),
    ([frame(3, b"x")], 1002),
    ([frame(TEXT, b"{}", reserved=4)], 1002),
    ([frame(TEXT, b"{}", masked=False)], 1002),
    ([frame(0, b"{}")], 1002),
    ([frame(TEXT, b"[", fin=0), frame(TEXT, b"{}")], 1002),
    ([frame(PING, b"x" * 200)], 1002),
    ([frame(CLOSE, struct.pack(">H", 1000))], 1000),
    ([frame(CLOSE, struct.pack(">H", 1000) + b"\xff")], 1007),
    ([frame(TEXT, b"x" * 70_000)], 1009),
    ([frame(TEXT, b"x" * 2_000_000)], 1009),
    ([frame(TEXT, b"x" * 40_000, fin=0), frame(0, b"x" * 40_000)], 1009),
    (
        [frame(TEXT, b"[", fin=0), *[frame(0, b"", fin=0)] * (MOST_FRAGMENTS + 9)],
        "too-many-messages",
    ),
]

FLOODS = {
    "pings": frame(PING, b""),
    "pongs": frame(PONG, b""),
    "empty fragments": frame(0, b"", fin=0),
    "texts": frame(TEXT, b"x"),
    "closes": frame(CLOSE, b""),
}


async def test_wrong_frames_get_the_documented_close_codes(server):
    made = await server.make_table()
    for frames, said in CASES:
        assert await talk(server, made["table"], *frames) == said, frames[0][:20]
        assert isinstance(said, str) or said in CLOSE_CODES


@pytest.mark.parametrize("kind", FLOODS)
@pytest.mark.parametrize("first", [b"", frame(TEXT, b"{", fin=0), frame(CLOSE, b"")])
async def test_only_a_few_frames_of_a_flood_are_handled(server, kind, first, monkeypatch):
    handled = []
    counted = ServerProtocol.recv_frame
    monkeypatch.setattr(
        ServerProtocol, "recv_frame", lambda self, one: (handled.append(one), counted(self, one))[1]
    )
    _, writer = await open_line(server)
    with contextlib.suppress(ConnectionError):
        writer.write(first)
        for _ in range(200):
            writer.write(FLOODS[kind] * 2_000)
            await writer.drain()
    await hang_up(writer)
    await server.http.get("api/health")
    assert len(handled) <= 2 * ServerSettings().message_burst + MOST_EARLY


async def test_split_and_whole_short_messages_are_read_alike(server, monkeypatch):
    parsed = []
    parse = ServerProtocol.recv_frame
    monkeypatch.setattr(
        ServerProtocol, "recv_frame", lambda self, one: (parsed.append(one), parse(self, one))[1]
    )
    made = await server.make_table()
    reader, writer = await open_line(server)
    writer.write(frame(TEXT, json.dumps({**HELLO, "table": made["table"]}).encode()))
    assert json.loads((await next_frame(reader))[1])["type"] == "Welcome"
    parsed.clear()
    mask = bytes([1, 2, 3, 250])
    for number in range(1, 9):
        text = b'{"type":"Look","id":%d}%s' % (number, b" " * number * 14)
        plain = frame(TEXT, text)
        at = len(plain) - len(text)
        masked = bytes(one ^ mask[place % 4] for place, one in enumerate(text))
        data = plain[: at - 4] + mask + masked
        for piece in (data,) if number % 2 else (data[:9], data[9:]):
            writer.write(piece)
            await asyncio.sleep(0.01)
        view = json.loads((await next_frame(reader))[1])
        assert (view["type"], view["id"]) == ("View", number)
    # The parser got only the four split messages.
    assert len(parsed) == 4
    await hang_up(writer)


async def test_unfinished_message_closes_the_connection(server, monkeypatch):
    monkeypatch.setattr(direct, "MESSAGE_SECONDS", 0.1)
    reader, writer = await open_line(server)
    writer.write(frame(TEXT, b"x" * 500)[:-1])
    assert await next_frame(reader) == (CLOSE, struct.pack(">H", 4408) + b"slow message")
    await hang_up(writer)


async def test_close_frame_is_answered_at_once_despite_crossing_messages(server):
    reader, writer = await open_line(server)
    writer.write(frame(TEXT, b"{}"))  # Without a Hello, the server sends a problem and closes.
    while (await next_frame(reader))[0] != CLOSE:
        pass
    writer.write(frame(TEXT, b"{}"))
    await asyncio.sleep(0.05)
    writer.write(frame(CLOSE, struct.pack(">H", 1000)))
    async with asyncio.timeout(LINGER_SECONDS - 1):
        assert await reader.read() == b""
    await hang_up(writer)
