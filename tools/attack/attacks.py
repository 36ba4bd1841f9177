"""The attacks by name: the most expensive messages, as often as the server accepts them.

`python -m tools.attack.attacks NAME PORT SOURCE SECONDS` runs one in its own process, so that
it does not slow down the measurement.
"""

import asyncio
import itertools
import json
import logging
import random
import secrets
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial

from diamant.protocol.incoming import MOMENTS
from tests.own_editions import LONG
from tools.attack.attacker import ADDRESS, Attacker, Line

Attack = Callable[[Attacker], Awaitable[None]]
Request = tuple[str, str, bytes]
ATTACKS: dict[str, Attack] = {}
EVERYTHING = "everything at once"
OPEN_ROOMS = "tables taken into memory by plain requests"
NETWORK = "codes guessed and tables made from all of an IPv6 /48"
LIMITS = {OPEN_ROOMS: {"most_tables": 12}, NETWORK: {"trusted_proxies": "127.0.0.2"}}
"""Attacks that need a smaller server, or one that trusts a proxy on this machine."""
LETTERS = "23456789BCDFGHJKMNPQRSTVWXZ"
DEEP = b"[" * 60_000
MASK = bytes(4)


def attack(name: str) -> Callable[[Attack], Attack]:
    def keep(function: Attack) -> Attack:
        ATTACKS[name] = function
        return function

    return keep


def long_record(number: int) -> bytes:
    """Return a legal record with nearly as many cards as the server replays."""
    text = LONG.replace("Long", f"Long {number}").replace('"', '\\"').replace("\n", "\\n")
    rounds = "\n".join(f"{each}. {'1 ' * 99}snake snake" for each in range(1, 20))
    return f'[Edition "long"]\n[EditionText "{text}"]\n[Players "A"]\n\n{rounds}\n'.encode()


def crowded_record() -> bytes:
    """Return a legal record of eight players with nearly as many cards as the server reviews."""
    text = LONG.replace('"', '\\"').replace("\n", "\\n")
    rounds = "\n".join(f"{each}. {'1 ' * 7}snake snake" for each in range(1, 21))
    players = " ".join(f'"{letter}"' for letter in "ABCDEFGH")
    return f'[Edition "long"]\n[EditionText "{text}"]\n[Players {players}]\n\n{rounds}\n'.encode()


def _dots(me: Attacker) -> str:
    """Return an expensive text for an edition, different each time."""
    return f"a{me.number()}" + ".a" * 15_900 + "=1"


def _lists(me: Attacker) -> str:
    return f"a{me.number()}=[" + "1," * 15_900 + "]"


def _tables(me: Attacker) -> str:
    return f"a{me.number()}=1\n" + "".join(f"[b{n:x}]\n" for n in range(4_000))


def _new_table(text: str) -> Request:
    body = json.dumps({"settings": {"edition": "", "edition_text": text}}).encode()
    return "POST", "/api/tables", body


def _get(path: str) -> Request:
    return "GET", path, b""


def _replay(body: bytes, path: str = "/api/replay") -> Request:
    return "POST", path, body


TAGS = "".join(f'[T{number} "{"x" * 20}"]\n' for number in range(7_500))
EMOJI = "%F0%9F%98%80" * 290
# Requests over HTTP, a new one each time, and how many run in parallel.
FLOODS: dict[str, tuple[Callable[[Attacker], Request], int]] = {
    "new tables with an edition of dots": (lambda me: _new_table(_dots(me)), 16),
    "new tables with an edition of lists": (lambda me: _new_table(_lists(me)), 16),
    "new tables, plain": (lambda me: ("POST", "/api/tables", b""), 16),
    "deep JSON over HTTP": (lambda me: ("POST", "/api/tables", b'{"settings":' + DEEP), 16),
    "replays of a long record": (lambda me: _replay(long_record(me.number())), 4),
    "reviews of a long record": (lambda me: _replay(long_record(me.number()), "/api/review"), 4),
    "reviews of eight players' game": (lambda me: _replay(crowded_record(), "/api/review"), 64),
    "replays of 256 KiB of tags": (lambda me: _replay(f"{TAGS}; {me.number()}".encode()), 4),
    "bodies of 300 KB": (lambda me: _replay(b"x" * 300_000), 4),
    "QR codes of long addresses": (
        lambda me: _get(f"/api/qr.svg?text=http://a/{me.number()}/{'x' * 270}"),
        16,
    ),
    "QR codes of emoji": (lambda me: _get(f"/api/qr.svg?text=http://{EMOJI}"), 16),
    "questions about the daily cave": (lambda me: _get("/api/daily"), 16),
    "schema and description of the protocol": (
        lambda me: _get(("/api/schema.json", "/api/openapi.json")[me.number() % 2]),
        16,
    ),
    "the list of tables and health": (
        lambda me: _get(("/api/tables", "/api/health")[me.number() % 2]),
        16,
    ),
    "the largest file of the page": (lambda me: _get("/"), 64),
    "room codes guessed over HTTP": (lambda me: _get(f"/api/tables/{_code()}"), 64),
}


async def _flood(make: Callable[[Attacker], Request], width: int, me: Attacker) -> None:
    await me.flood((make(me) for _ in itertools.count()), width)


async def _change_settings(text: Callable[[Attacker], str], me: Attacker) -> None:
    """Change a table's edition to new texts, over connections that the server soon closes."""
    made = await me.make_table()

    async def once() -> None:
        async with me.line(made) as line:
            await line.flood(
                {"type": "ChangeSettings", "settings": {"edition": "", "edition_text": text(me)}}
                for _ in itertools.count()
            )

    await me.again(once)


@attack("ChangeSettings with an edition that is good, before 100 spectators")
async def settings_good(me: Attacker) -> None:
    made = await me.make_table(guests_per_network=200)
    await _crowd(
        me,
        made,
        100,
        lambda number: {
            "type": "ChangeSettings",
            "settings": {"edition": "", "edition_text": LONG + "#" * 31_000 + f"{me.number()}"},
        },
        speakers=1,
    )


@attack("records of a table with many games")
async def records(me: Attacker) -> None:
    made = await me.make_table(thinking=False, break_seconds=0, clock="off")
    async with me.line(made) as host:
        host.say({"type": "FillWithBots", "players": 8})
        games = asyncio.create_task(_bots_games(me, host))
        await me.flood(itertools.repeat(_get(f"/api/tables/{made['table']}/records")), width=8)
        await games


@attack("daily caves of ever new keys, played to the end and forgotten")
async def daily_caves(me: Attacker) -> None:
    async def one() -> None:
        while me.goes_on:
            key = secrets.token_hex(16)
            status, answer = await me.ask("POST", "/api/daily/attempt", token=key)
            while status == 200 and me.goes_on and not (told := json.loads(answer))["over"]:
                # Leaving in every cave is the fastest way to results, which the server adds up.
                choice = {"day": told["day"], "number": told["choices"], "leave": True}
                body = json.dumps(choice).encode()
                status, answer = await me.ask("POST", "/api/daily/choice", body, key)
            await me.ask("DELETE", "/api/daily/player", token=key)

    await asyncio.gather(*[one() for _ in range(16)])


@attack("questions to the coach of a table")
async def coach(me: Attacker) -> None:
    made = await me.make_table(thinking=False, clock="off")
    async with me.line(made) as host:
        host.say({"type": "TakeSeat", "name": "Ana"})
        host.say({"type": "FillWithBots", "players": 8})
        host.say({"type": "Start"})
        host.say({"type": "PromiseNonce", "seat": 0, "hash": ""})

        async def one() -> None:
            while me.goes_on:
                # With different words each time, in case the server caches answers.
                words = f"seat=0&turn=1&language=x{me.number()}"
                await me.ask(
                    "GET", f"/api/tables/{made['table']}/coach?{words}", b"", made["token"]
                )

        await asyncio.gather(*[one() for _ in range(8)])


@attack(OPEN_ROOMS)
async def open_rooms(me: Attacker) -> None:
    made = []
    with suppress(ConnectionError):
        while me.goes_on:
            made.append(await me.make_table())

    async def one(tables: Iterator[dict[str, str]]) -> None:
        while me.goes_on:
            table = next(tables)
            path = f"/api/tables/{table['table']}/coach?seat=0&turn=0"
            await me.ask("GET", path, b"", table["token"])

    tables = itertools.cycle(made)
    await asyncio.gather(*[one(tables) for _ in range(16)])


@attack("room codes guessed over WebSocket")
async def guesses_ws(me: Attacker) -> None:
    async def once() -> None:
        async with me.line({"table": _code()}):
            pass

    await asyncio.gather(*[me.again(once) for _ in range(32)])


@attack(NETWORK)
async def ipv6(me: Attacker) -> None:
    async def one() -> None:
        while me.goes_on:
            number = me.number()
            address = f"[2001:db8:1:{random.randrange(0x10000):x}::1]:{1024 + number}"
            if number % 4:
                await me.ask("GET", f"/api/tables/{_code()}", forwarded=address)
            else:
                await me.ask("POST", "/api/tables", forwarded=address)

    await asyncio.gather(*[one() for _ in range(32)])


@attack("a table filled with strangers")
async def strangers(me: Attacker) -> None:
    made = await me.make_table()
    hello = {"table": made["table"]}

    async def stay() -> None:
        async with me.line(hello) as line:
            while me.goes_on and line.open:
                await asyncio.sleep(0.1)

    await asyncio.gather(*[me.again(stay) for _ in range(199)])


@attack("connections that say Hello and go")
async def hellos(me: Attacker) -> None:
    made = await me.make_table()

    async def once() -> None:
        async with me.line({"table": made["table"]}):
            me.passed += 1

    await asyncio.gather(*[me.again(once) for _ in range(16)])


@attack("Hello with since=0 at a table with a long past")
async def hello_since(me: Attacker) -> None:
    made = await me.make_table()
    async with me.line(made) as host:
        for _ in range(50):
            host.say({"type": "SetVisibility", "visibility": "public"})
            host.say({"type": "SetVisibility", "visibility": "private"})
            await asyncio.sleep(0.02)

        async def once() -> None:
            async with me.line({**made, "since": 0}):
                pass

        await asyncio.gather(*[me.again(once) for _ in range(8)])


@attack("Looks at the game of bots with the longest past")
async def looks(me: Attacker) -> None:
    made = await me.make_table(
        edition="", edition_text=LONG, thinking=False, break_seconds=0, clock="off", bots="easy"
    )

    async def once() -> None:
        async with me.line(made) as line:
            line.say({"type": "FillWithBots", "players": 8})
            line.say({"type": "Start"})
            await line.flood({"type": "Look"} for n in itertools.count())

    await asyncio.gather(*[me.again(once) for _ in range(8)])


@attack("tables of bots that do not stop to think")
async def bots(me: Attacker) -> None:
    async def table() -> None:
        made = await me.make_table(
            edition="", edition_text=LONG, thinking=False, break_seconds=0, clock="off"
        )
        async with me.line(made) as host:
            host.say({"type": "FillWithBots", "players": 8})
            await _bots_games(me, host)

    await asyncio.gather(*[table() for _ in range(20)], return_exceptions=True)


@attack("emotes before 150 spectators")
async def emotes(me: Attacker) -> None:
    made = await me.make_table(guests_per_network=200)
    await _crowd(
        me, made, 150, lambda number: {"type": "SendEmote", "seat": 0, "emote": "laugh"}, speakers=1
    )


@attack("cues of a shared screen before 150 spectators")
async def cues(me: Attacker) -> None:
    made = await me.make_table(guests_per_network=200)

    def cue(number: int) -> dict[str, object]:
        # Send all moments of all events so far, which the server forwards, and some new events.
        if number % 10 == 0:
            return {"type": "BeScreen", "screen": True}
        event, moment = divmod(number, len(MOMENTS))
        return {"type": "Cue", "public_number": event % 500, "moment": MOMENTS[moment]}

    await _crowd(me, made, 150, cue, speakers=1)


@attack("commands of 150 guests at one table")
async def crowd(me: Attacker) -> None:
    made = await me.make_table(guests_per_network=200)
    await _crowd(
        me, made, 150, lambda number: {"type": "BeScreen", "screen": bool(number % 2)}, speakers=150
    )


async def _bare_frames(frame: bytes, first: bytes, me: Attacker) -> None:
    """Send a megabyte of small frames per second on a connection, and reconnect when it ends."""

    async def once() -> None:
        async with me.line() as line:
            line.send_raw(first)
            while me.goes_on and line.open:
                line.send_raw(frame * (50_000 // len(frame)))
                me.refused["50 KB"] += 1
                await asyncio.sleep(0.05)

    await asyncio.gather(*[me.again(once) for _ in range(4)])


@attack("endless HTTP chunks of one byte")
async def chunks(me: Attacker) -> None:
    head = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"

    async def once() -> None:
        _, writer = await asyncio.open_connection(ADDRESS, me.port, local_addr=(me.source, 0))
        try:
            writer.write(head)
            while me.goes_on and not writer.transport.is_closing():
                writer.write(b"1\r\n \r\n" * 8_000)
                me.refused["48 KB"] += 1
                await asyncio.sleep(0.05)
        finally:
            writer.transport.abort()

    await asyncio.gather(*[me.again(once) for _ in range(4)])


@attack("200 connections that say nothing")
async def silence(me: Attacker) -> None:
    async def once() -> None:
        async with me.line():
            await asyncio.sleep(max(0.0, min(5.0, me.until - asyncio.get_running_loop().time())))

    await asyncio.gather(*[me.again(once) for _ in range(200)])


async def everything(me: Attacker) -> None:
    """Run all attacks at once: the worst burst from one address."""
    await asyncio.gather(*[each(me) for each in ATTACKS.values()], return_exceptions=True)


def _code() -> str:
    return "".join(random.choices(LETTERS, k=6))


async def _bots_games(me: Attacker, host: Line) -> None:
    while me.goes_on and host.open:
        for kind in ("Start", "Rematch"):
            host.say({"type": kind})
        await asyncio.sleep(0.3)


async def _frames(frame: bytes, me: Attacker) -> None:
    made = await me.make_table()

    async def once() -> None:
        async with me.line({"table": made["table"]}) as line:
            await line.flood(itertools.repeat(frame))

    await asyncio.gather(*[me.again(once) for _ in range(8)])


async def _crowd(
    me: Attacker,
    made: dict[str, str],
    count: int,
    message: Callable[[int], dict[str, object]],
    speakers: int,
) -> None:
    """Let a crowd join a table, where some of them send before all others."""
    hello: dict[str, object] = {"table": made["table"]}

    async def listen() -> None:
        async with me.line(hello) as line:
            while me.goes_on and line.open:
                await asyncio.sleep(0.1)

    async def speak(hello: dict[str, object]) -> None:
        async with me.line(hello) as line:
            line.say({"type": "TakeSeat", "name": "X"})
            await line.flood(message(me.number()) for _ in itertools.count())

    listeners = [asyncio.create_task(me.again(listen)) for _ in range(count - speakers)]
    if speakers == 1:
        await me.again(lambda: speak(made))
    else:
        await asyncio.gather(*[me.again(lambda: speak(hello)) for _ in range(speakers)])
    await asyncio.gather(*listeners)


ATTACKS |= {name: partial(_flood, *given) for name, given in FLOODS.items()}
ATTACKS |= {
    "ChangeSettings with an edition of dots": partial(_change_settings, _dots),
    "ChangeSettings with an edition of tables": partial(_change_settings, _tables),
    "frames of 64 KB of nonsense": partial(_frames, b"x" * 65_000),
    "frames of deep JSON": partial(_frames, b'{"type":"Look","id":' + DEEP),
    "pings, a megabyte a second": partial(_bare_frames, b"\x89\x80" + MASK, b""),
    "pongs that nobody asked for": partial(_bare_frames, b"\x8a\x80" + MASK, b""),
    "a message of endless empty fragments": partial(
        _bare_frames, b"\x00\x80" + MASK, b"\x01\x80" + MASK
    ),
    "texts after the close": partial(_bare_frames, b"\x81\x81" + MASK + b"x", b"\x88\x80" + MASK),
}


async def _run(name: str, port: int, source: str, seconds: float) -> dict[str, object]:
    me = Attacker(port, source, seconds)
    # Do not wait for requests that are still running when time is up.
    with suppress(TimeoutError, ConnectionError):
        await asyncio.wait_for(
            (everything if name == EVERYTHING else ATTACKS[name])(me), seconds + 1
        )
    return {"passed": me.passed, "refused": dict(me.refused)}


if __name__ == "__main__":
    # A connection canceled while opening raises an error that no one reads.
    logging.disable()
    name, port, source, seconds = sys.argv[1:]
    print(json.dumps(asyncio.run(_run(name, int(port), source, float(seconds)))))
