"""Tables of five people with phones and one shared screen, which use the server like real pages.

Everyone chooses once every five seconds. `tests/browser/test_load.py` compares what these pages
send with what pages in a browser send.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.server.connection import Connection, connect, request
from benchmarks.server.measures import PAGES, PEOPLE, Seen
from benchmarks.server.process import ADDRESS
from diamant.dealer import nonce_hash
from diamant.protocol import PROTOCOL

TABLES_PER_ADDRESS = 4
# A screen shows the moments of a scene one after the other.
SECONDS_PER_MOMENT = 0.5
MOMENTS = {
    "ChoicesRevealed": "reveal",
    "CardTurned": "turn",
    "Bust": "bust",
    "ExpeditionBegan": "begin",
}


def source(table: int) -> str:
    """Return the source address of a table's people: about twenty share a household."""
    house = table // TABLES_PER_ADDRESS
    return f"127.0.{1 + house // 250}.{1 + house % 250}"


def cues(events: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield a shared screen's cues while it shows the events of one message."""
    facts = [(event["public_number"], fact) for event in events for fact in event.get("facts", ())]
    if not facts:
        return
    # A screen starts a game's first cave with its first card already in place.
    opens = any(event["event"] == "PlayBegan" for event in events)
    ended = False
    for number, fact in facts:
        kind = fact["event"]
        ended = kind != "CardTurned" and (ended or kind == "ExpeditionEnded")
        if kind in MOMENTS and not opens:
            yield _cue(number, MOMENTS[kind])
    last = events[-1]["public_number"]
    yield _cue(last, "end")
    if ended:
        yield _cue(last, "done")


def _cue(number: int, moment: str) -> dict[str, Any]:
    return {"type": "Cue", "public_number": number, "moment": moment}


class Page:
    """One page at a table; `number` is its seat, None for the shared screen."""

    def __init__(self, table: "Table", number: int | None, connection: Connection) -> None:
        self.table = table
        self.number = number
        self.connection = connection
        self.reveals = 0
        self.nonce = secrets.token_bytes(16)
        self._next_id = 0
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._welcome: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        connection.heard = self._heard
        connection.lost = self._lost

    def send(self, message: dict[str, Any]) -> None:
        """Send a message exactly as a page does."""
        self.connection.send(json.dumps(message, separators=(",", ":")).encode())

    async def hello(self, token: str | None = None) -> dict[str, Any]:
        """Join, and return the welcome."""
        hello = {"type": "Hello", "protocol": PROTOCOL, "table": self.table.id, "client": "web"}
        hello |= {"sender": f"page-{self.number}"}
        hello |= {"token": token} if token else {}
        self.send(hello | ({"screen": True} if self.number is None else {}))
        return await asyncio.wait_for(self._welcome, 60)

    async def ask(self, kind: str, **fields: object) -> None:
        """Send a command and wait until the server has accepted it."""
        self._next_id += 1
        number = self._next_id
        self._waiting[number] = asyncio.get_running_loop().create_future()
        self.send({"type": kind, "id": number, **fields})
        answer = await asyncio.wait_for(self._waiting[number], 60)
        if "refusal" in answer or answer["type"] == "Problem":
            raise SystemExit(f"{kind} was refused: {answer}")

    def choose(self, turn: int) -> None:
        """Choose to stay, without waiting."""
        self._next_id += 1
        self.connection.send(
            b'{"type":"Choose","id":%d,"seat":%d,"turn":%d,"leave":false}'
            % (self._next_id, self.number, turn)
        )

    def _heard(self, message: bytes) -> None:
        seen = self.table.seen
        if seen.open:
            seen.delivered += 1
            seen.bytes += len(message)
        if message.startswith(b'{"type":"Events"'):
            # Everyone gets the same; only the screen reads it.
            if self.number is None:
                self.table.read(json.loads(message)["events"])
            if b'"ChoicesRevealed"' in message:
                self.table.revealed(self, len(message))
            elif seen.open:
                seen.small.append(len(message))
        elif message.startswith(b'{"type":"Cued"'):
            if seen.open:
                seen.cues.append(len(message))
        elif self._waiting or not self._welcome.done():
            self._answered(json.loads(message))
        elif b'"refusal"' in message or b'"Problem"' in message:
            seen.refused.append(message.decode())
        elif seen.open:
            seen.answers.append(len(message))

    def _answered(self, message: dict[str, Any]) -> None:
        if not self._welcome.done():
            if message["type"] == "Welcome":
                self._welcome.set_result(message)
            else:
                self._welcome.set_exception(SystemExit(f"cannot join: {message}"))
            return
        future = self._waiting.pop(message.get("id", 0), None)
        if future is not None and not future.done():
            future.set_result(message)

    def _lost(self) -> None:
        self.table.seen.lost += 1


class Table:
    """A table with five people and a shared screen."""

    def __init__(self, number: int, port: int, seen: Seen) -> None:
        self.id = ""
        self.seen = seen
        self.seats: list[Page] = []
        self.turn: int | None = None
        self._number = number
        self._port = port
        self._token = ""
        self._commitment = ""
        self._chosen: set[int] = set()
        self._complete: list[float] = []
        self._arrived: list[int] = []
        self._over = False

    async def make(self) -> None:
        """Create the table."""
        settings = {"settings": {"break_seconds": 0}}
        status, body = await request(
            ADDRESS,
            self._port,
            "POST",
            "/api/tables",
            json.dumps(settings).encode(),
            source(self._number),
        )
        if status != 201:
            raise SystemExit(f"cannot create a table: {status} {body[:300]!r}")
        made = json.loads(body)
        self.id, self._token = made["table"], made["token"]

    async def gather(self) -> None:
        """Let five people and the screen join."""
        for number in (*range(PEOPLE), None):
            connection = await connect(ADDRESS, self._port, "/ws", source(self._number))
            page = Page(self, number, connection)
            welcome = await page.hello(self._token if number == 0 else None)
            self._commitment = welcome["view"]["fairness"]["commitment"]
            if number is None:
                self.screen = page
            else:
                self.seats.append(page)

    async def start(self) -> None:
        """Sit down and start the game."""
        for seat in self.seats:
            await seat.ask("TakeSeat", name=f"P{seat.number}")
        await self._begin()

    async def _begin(self) -> None:
        await self.seats[0].ask("Start")
        await asyncio.gather(*map(self._promise, self.seats))
        await asyncio.gather(
            *(
                seat.ask("ShowNonce", seat=seat.number, nonce=seat.nonce.hex())
                for seat in self.seats
            )
        )

    async def _promise(self, seat: Page) -> None:
        assert seat.number is not None
        hashed = nonce_hash(self._commitment, seat.number, seat.nonce)
        await seat.ask("PromiseNonce", seat=seat.number, hash=hashed)

    async def again(self) -> None:
        """Start the next game."""
        await self.seats[0].ask("Rematch")
        await self._begin()

    def acts(self) -> list[Callable[[], None]]:
        """Return the actions of each person in the next five seconds; start a new game if due."""
        if self._over:
            self._over = False
            self._task = asyncio.create_task(self.again())
        return [partial(self._choose, seat) for seat in self.seats]

    def _choose(self, seat: Page) -> None:
        if self.turn is None or seat.number is None or seat.number in self._chosen:
            self.seen.skipped += self.seen.open
            return
        self._chosen.add(seat.number)
        self.seen.sent += self.seen.open
        if len(self._chosen) == PEOPLE:
            self._complete.append(time.perf_counter())
            self._arrived.append(0)
        seat.choose(self.turn)

    def read(self, events: list[dict[str, Any]]) -> None:
        """Find the next choice, and show the events on the screen."""
        for event in events:
            if event["event"] == "CardTurned":
                self.turn = event["turn"]
                self._chosen.clear()
            elif event["event"] == "GameFinished":
                self.turn = None
                self._over = True
            self._commitment = event.get("commitment") or self._commitment
        loop = asyncio.get_running_loop()
        for place, cue in enumerate(cues(events)):
            loop.call_later(place * SECONDS_PER_MOMENT, self.screen.send, cue)

    def revealed(self, page: Page, size: int) -> None:
        """Note when the last of the pages has received the reveal."""
        turn, page.reveals = page.reveals, page.reveals + 1
        if turn >= len(self._complete):
            self.seen.refused.append("a reveal before everyone had chosen")
            return
        self._arrived[turn] += 1
        if self.seen.open:
            self.seen.reveals.append(size)
            if self._arrived[turn] == PAGES:
                self.seen.latencies.append(time.perf_counter() - self._complete[turn])


async def at_all(tables: list[Table], step: Callable[[Table], object], at_once: int = 20) -> None:
    """Take a step at every table, some at a time."""
    gate = asyncio.Semaphore(at_once)

    async def one(table: Table) -> None:
        async with gate:
            await step(table)

    await asyncio.gather(*map(one, tables))
