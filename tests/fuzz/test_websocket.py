"""Tests that the server answers every WebSocket message with its own messages, and keeps running.

Hypothesis derives its examples from the test's name (`derandomize`), so a failure repeats itself.
`DIAMANT_FUZZ=5000` tries that many examples, and different ones each time.
"""

import asyncio
import json
import os
import socket
from collections.abc import Awaitable, Iterable
from contextlib import AsyncExitStack, suppress
from functools import partial

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from diamant.client import AsyncClient
from diamant.protocol.close_codes import CLOSE_CODES, INTERNAL, LOST
from diamant.protocol.outgoing import CreatedTable
from tests.amount import amount
from tests.fuzz.words import COMMANDS, FRAMES, VALUES, as_text
from tests.live.serving import Server
from tests.server.live import Guest, guest_at, line_to

EXAMPLES = int(os.environ.get("DIAMANT_FUZZ", "0"))
# No message of a client may cause an internal error.
EXPECTED = set(CLOSE_CODES) - {INTERNAL, LOST}


def fuzz(examples: int) -> settings:
    return settings(
        max_examples=EXAMPLES or amount(examples),
        derandomize=not EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


@pytest.fixture(scope="module")
def valid(server: Server) -> jsonschema_rs.Validator:
    """Return a validator for the server's messages."""
    _, body = server.get("api/schema.json")
    whole = json.loads(body)
    whole.pop("anyOf")
    return jsonschema_rs.validator_for({**whole, "$ref": "#/$defs/server"})


class Visit(Guest):
    """Connect as a guest, and check every message from the server."""

    def __init__(self, valid: jsonschema_rs.Validator, line: ClientConnection) -> None:
        super().__init__(line)
        self._valid = valid
        self.heard: list[dict] = []

    async def _next(self) -> dict:
        message = await super()._next()
        assert isinstance(self.raw[-1], str), "a server speaks in text"
        self._valid.validate(message)
        self.heard.append(message)
        return message

    async def send(self, frame: str | bytes | Iterable[str]) -> None:
        # An earlier message may have ended the connection; `finish` checks how.
        with suppress(ConnectionClosed):
            await self.line.send(frame)

    async def finish(self) -> None:
        """Send a Look, so that the server reads everything before it; check how it ended."""
        await self.send('{"type": "Look", "id": 9007199254740991}')
        try:
            message = await self.hear()
            while message["type"] != "View" or message["id"] != 2**53 - 1:
                message = await self.hear()
        except ConnectionClosed:
            assert self.line.close_code in EXPECTED, self.line.close_code
        assert not any(said.get("code") == "internal" for said in self.heard), self.heard[-1]


def new_table(server: Server) -> Awaitable[CreatedTable]:
    return AsyncClient(server.url).create_table(break_seconds=0)


def run(server: Server, valid: jsonschema_rs.Validator, talk: list[tuple[int, object]]) -> None:
    """Let the host, a guest and a spectator send these messages in order."""

    async def play() -> list[Visit]:
        made = await new_table(server)
        async with AsyncExitStack() as lines:
            visits = [
                await lines.enter_async_context(
                    guest_at(server.url, made.table, kind=partial(Visit, valid), **hello)
                )
                for hello in ({"token": made.token}, {}, {})
            ]
            for who, frame in talk:
                await visits[who].send(frame)
            for visit in visits:
                await visit.finish()
        return visits

    visits = asyncio.run(play())
    assert visits[0].heard[0]["type"] == "Welcome"
    server.check_health()


@fuzz(80)
@given(talk=st.lists(st.tuples(st.integers(0, 2), FRAMES), max_size=12))
def test_any_messages_get_valid_answers(server, valid, talk):
    run(server, valid, talk)


OPENING = (
    (0, {"type": "TakeSeat", "id": 1, "name": "Ana", "seat": 0}),
    (1, {"type": "TakeSeat", "id": 1, "name": "Ben", "seat": 1}),
    (0, {"type": "FillWithBots", "id": 2, "players": 4}),
    (0, {"type": "Start", "id": 3}),
    (0, {"type": "PromiseNonce", "id": 4, "seat": 0, "hash": ""}),
    (1, {"type": "PromiseNonce", "id": 4, "seat": 1, "hash": ""}),
    (0, {"type": "Choose", "id": 5, "seat": 0, "turn": 1, "leave": True}),
)


@fuzz(80)
@given(
    cut=st.integers(0, len(OPENING)),
    talk=st.lists(st.tuples(st.integers(0, 2), COMMANDS), min_size=1, max_size=15),
)
def test_valid_commands_in_absurd_order_get_valid_answers(server, valid, cut, talk):
    run(server, valid, [(who, as_text(command)) for who, command in [*OPENING[:cut], *talk]])


NEARLY_HELLO = st.fixed_dictionaries(
    {"type": st.just("Hello"), "protocol": st.just(3) | VALUES, "table": st.just("QK4MX") | VALUES},
    optional={"token": VALUES, "since": VALUES, "screen": VALUES, "code": VALUES, "sender": VALUES},
)


@fuzz(60)
@given(first=FRAMES | NEARLY_HELLO.map(as_text))
def test_first_message_other_than_hello_ends_the_connection(server, valid, first):
    async def visit() -> None:
        async with line_to(server.url) as line:
            await line.send(first)
            await Visit(valid, line).ended()
            assert line.close_code in EXPECTED, line.close_code

    asyncio.run(visit())
    server.check_health()


@fuzz(20)
@given(since=st.integers(0, 2**53 - 1), token=st.text("ab_-", min_size=22, max_size=64))
def test_strange_reconnects_get_valid_answers(server, valid, since, token):
    async def visit() -> None:
        made, kind = await new_table(server), partial(Visit, valid)
        for more in ({"token": made.token, "since": since}, {"since": since}, {"token": token}):
            async with guest_at(server.url, made.table, kind=kind, **more) as visit:
                await visit.finish()
                wrong = more.get("token") == token
                assert visit.welcome["type"] == ("Problem" if wrong else "Welcome")

    asyncio.run(visit())
    server.check_health()


@pytest.mark.parametrize("kind", [str, bytes])
@pytest.mark.parametrize("pieces", [1, 7])
def test_message_that_is_too_long_ends_the_connection(server, valid, kind, pieces):
    async def visit() -> None:
        made = await new_table(server)
        async with guest_at(server.url, made.table, kind=partial(Visit, valid)) as guest:
            piece = "x" * (70_000 // pieces) if kind is str else b"x" * (70_000 // pieces)
            await guest.line.send(piece if pieces == 1 else [piece] * pieces)
            assert (await guest.ended())[0] == 1009

    asyncio.run(visit())
    server.check_health()


def test_server_survives_silent_and_busy_crowds(server, valid):
    async def crowd() -> None:
        made, kind = await new_table(server), partial(Visit, valid)
        silent = [await line_to(server.url) for _ in range(100)]
        async with AsyncExitStack() as lines:
            guests = [guest_at(server.url, made.table, kind=kind) for _ in range(30)]
            visits = [await lines.enter_async_context(guest) for guest in guests]
            for number in range(30):
                for visit in visits:
                    await visit.send(as_text({"type": "TakeSeat", "id": number + 1, "name": "Ana"}))
            for visit in visits:
                await visit.finish()
        for line in silent:
            line.transport.abort()
            await line.wait_closed()

    asyncio.run(crowd())
    server.check_health()


REQUEST = st.tuples(
    st.sampled_from([b"GET /ws HTTP/1.1", b"GET /ws", b"POST /ws HTTP/1.1", b"GET //ws HTTP/1.0"]),
    st.sampled_from([b"Host: 127.0.0.1", b"Host: \xff", b"A: b"]),
    st.sampled_from([b"Upgrade: websocket\r\nConnection: Upgrade", b"A: b"]),
    st.sampled_from([b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Version: x", b"A: b"]),
    st.sampled_from([b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", b"Sec-WebSocket-Key: 1"]),
    st.sampled_from(
        [b"Origin: http://evil.example", b"Origin: \xff\xfe", b"Origin: null", b"A: b"]
    ),
    st.just(b""),
    st.binary(max_size=60),
).map(b"\r\n".join)


@fuzz(60)
@given(data=st.binary(max_size=200) | REQUEST)
def test_bytes_that_are_no_websocket_do_not_stop_the_server(server, data):
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(data)
        line.shutdown(socket.SHUT_WR)
        line.settimeout(60)
        answer = b""
        with suppress(ConnectionResetError):
            while part := line.recv(4096):
                answer += part
    assert not answer.startswith(b"HTTP/1.1 5"), (data, answer)
    server.check_health()
