"""Test the limits of plain HTTP: slow, large, silent and too many requests."""

import asyncio
import contextlib
import logging
import time
from contextlib import asynccontextmanager
from ipaddress import ip_network
from urllib.parse import urlsplit

import pytest

from diamant.server.connections.plain import MOST_PIPELINED, PlainProtocol
from diamant.server.metrics import Metrics
from diamant.server.networks import household
from diamant.server.newcomers import QUIET_SECONDS, Newcomers
from diamant.server.settings import ServerSettings
from tests.server.live import hang_up, live

# A request longer than any time limit, and the least time that it would take.
ENDLESS, LONG = 1_000, 50
SHORT = {"header_seconds": 0.2, "body_seconds": 0.3, "keep_alive_seconds": 0.2}
GET = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40\r\n\r\n"
CREATE = POST.replace(b"40", b"2") + b"{}"
CHUNKED = POST.replace(b"Content-Length: 40", b"Transfer-Encoding: chunked")
WEBSOCKET = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@asynccontextmanager
async def socket_of(server):
    where = urlsplit(server.address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    try:
        yield reader, writer
    finally:
        await hang_up(writer)


async def answer_of(server, *parts, pause=0.0):
    """Send the parts one by one; return everything received until the end."""
    heard = bytearray()

    async def hear(reader):
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65_536):
                heard.extend(data)

    async with socket_of(server) as (reader, writer):
        hearing = asyncio.create_task(hear(reader))
        for part in parts:
            if hearing.done():
                break
            writer.write(part)
            await asyncio.sleep(pause)
        await asyncio.wait_for(hearing, 60)
    return bytes(heard)


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        ([b""], b""),  # Opened, but silent.
        ([b"G"], b"HTTP/1.1 408 "),
        ([GET, *[b"X-A: b\r\n"] * ENDLESS], b"HTTP/1.1 408 "),
        ([b"\r\n"] * ENDLESS, b"HTTP/1.1 408 "),  # No request ever starts.
        ([GET + b"\r\n", *[b"\r\n"] * ENDLESS], b"HTTP/1.1 200 "),
    ],
)
async def test_slow_request_head_is_ended(parts, status):
    async with live(**SHORT) as server:
        began = time.monotonic()
        answer = await answer_of(server, *parts, pause=0.05)
        assert answer.startswith(status)
        assert bool(answer) is bool(status)
        assert time.monotonic() - began < LONG
        assert server.services.newcomers.sockets == 0


@pytest.mark.parametrize("chunked", [False, True])
async def test_slow_body_is_ended(chunked):
    begin = POST
    if chunked:
        begin = POST.replace(b"Content-Length: 40", b"Transfer-Encoding: chunked")
    part = b"1\r\n \r\n" if chunked else b" "
    async with live(**SHORT) as server:
        began = time.monotonic()
        await answer_of(server, begin, *[part] * ENDLESS, pause=0.05)
        assert time.monotonic() - began < LONG
        assert server.services.newcomers.sockets == 0


async def test_body_that_continues_after_its_reply_is_ended():
    endless = POST.replace(b"Content-Length: 40", b"Content-Length: 900000000")
    async with live(**SHORT) as server:
        answer = await answer_of(server, endless, b" " * 70_000, *[b" "] * ENDLESS, pause=0.05)
        assert answer.startswith(b"HTTP/1.1 413 ")
        assert server.services.newcomers.sockets == 0


async def test_client_that_does_not_read_is_disconnected():
    async with live(**SHORT) as server:
        where = urlsplit(server.address)
        reader, writer = await asyncio.open_connection(where.hostname, where.port, limit=1024)
        page = b"GET /api/schema.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for _ in range(400):
            writer.write(page)
        end = time.monotonic() + 60
        while server.services.newcomers.sockets and time.monotonic() < end:
            await asyncio.sleep(0.05)
        assert server.services.newcomers.sockets == 0
        assert not reader.at_eof()
        await hang_up(writer)


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        ([GET, b"X: " + b"a" * 20_000], 431),  # An endless line.
        ([GET + b"X: " + b"a" * 20_000 + b"\r\n\r\n"], 431),
        ([GET + b"X: a\r\n" * 101 + b"\r\n"], 431),
        ([b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n"], 414),
        ([(GET + b"\r\n") * (MOST_PIPELINED + 5)], 429),
        ([b"nonsense\r\n\r\n"], 400),
        ([CHUNKED + b"1\r\n \r\n" * 60_000], 413),
        ([CREATE + WEBSOCKET], 400),
    ],
)
async def test_oversized_requests_are_refused_in_one_line(parts, status, caplog):
    async with live() as server:
        answer = await answer_of(server, *parts)
        assert b"HTTP/1.1 %d " % status in answer
        assert b"connection: close" in answer
    assert caplog.records == []


async def test_disconnected_client_gets_no_replies(monkeypatch, caplog):
    """All waiting requests end without a reply."""
    begun = []
    start = PlainProtocol._start_asgi_task
    monkeypatch.setattr(
        PlainProtocol,
        "_start_asgi_task",
        lambda self, cycle, app: (begun.append((self, cycle)), start(self, cycle, app))[1],
    )
    async with live() as server:
        async with socket_of(server) as (reader, writer):
            writer.write(GET + b"\r\n" + CREATE * 5)
            await reader.readline()
            protocol, _ = begun[0]
            protocol.connection_lost(ConnectionResetError())
            open_then = [cycle for _, cycle in begun if not cycle.response_complete]
        assert open_then
        assert all(cycle.disconnected for cycle in open_then)
        assert not protocol.pipeline
    assert caplog.records == []


async def test_large_body_that_arrives_with_its_headers_is_accepted(server):
    body = b"[1]" + b" " * 30_000
    head = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    answer = await answer_of(server, head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert not answer.startswith(b"HTTP/1.1 431")


async def test_many_requests_share_one_socket(server):
    for _ in range(20):
        assert (await server.http.get("api/health")).status_code == 200
    assert server.services.newcomers.sockets == 1


async def test_sockets_per_address_are_limited(caplog):
    small = {"connections_per_address": 3, "plain_per_address": 2}
    async with live(**small) as server:
        held = [await asyncio.open_connection(*_where(server)) for _ in range(5)]
        while server.services.newcomers.sockets < 5:
            await asyncio.sleep(0.01)
        with caplog.at_level(logging.WARNING):
            for _ in range(20):
                assert await answer_of(server, GET + b"\r\n") == b""
        assert [record.getMessage() for record in caplog.records] == [
            "connections rejected: one address has 5 sockets open (1 so far)"
        ]
        assert server.services.metrics.shut_out == 20
        for _, writer in held:
            await hang_up(writer)
        while server.services.newcomers.sockets:
            await asyncio.sleep(0.01)
        assert (await server.http.get("api/health")).status_code == 200


async def test_socket_counts_until_its_websocket_is_closed(server):
    async with socket_of(server) as (reader, writer):
        writer.write(WEBSOCKET)
        assert (await reader.readline()).startswith(b"HTTP/1.1 101")
        assert server.services.newcomers.sockets == 1
    while server.services.newcomers.sockets:
        await asyncio.sleep(0.01)


def _where(server):
    where = urlsplit(server.address)
    return where.hostname, where.port


def test_trusted_proxy_counts_only_towards_the_total():
    settings = ServerSettings(
        connections_per_address=1,
        plain_per_address=1,
        most_connections=5,
        most_plain=5,
        trusted_proxies=(ip_network("10.0.0.0/8"),),
    )
    newcomers = Newcomers(settings, Metrics())
    leave = [newcomers.let_in("10.0.0.1") for _ in range(8)]
    assert None not in leave
    assert newcomers.let_in("2001:db8::1") is not None
    assert newcomers.let_in("2001:db8::2") is not None
    assert newcomers.let_in("2001:db8::3") is None
    for let_go in leave:
        let_go()
    assert newcomers.let_in("") is not None
    assert newcomers.let_in("2001:db8:0:1::") is not None
    assert newcomers.sockets == 4


def test_repeated_log_lines_are_suppressed_for_a_while(monkeypatch, caplog):
    now = 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    newcomers = Newcomers(ServerSettings(), Metrics())
    for _ in range(3):
        newcomers.shut_out("so")
    now += QUIET_SECONDS
    newcomers.shut_out("so")
    assert len(caplog.records) == 2


def test_ipv6_household_counts_as_one_address():
    assert household("2001:db8::1") == household("2001:db8::2") == "2001:db8::"
    assert household("::ffff:192.0.2.1") == "192.0.2.1"
