"""Tables of five people at the real server, all of whom choose once every five seconds."""

import asyncio
import json
import random
import time
from collections.abc import Callable

from benchmarks.server.connection import Connection, connect, request
from benchmarks.server.measures import PEOPLE, SECONDS_PER_CHOICE, Seen
from benchmarks.server.process import ADDRESS
from diamant.protocol import PROTOCOL

TABLES_PER_ADDRESS = 4
# Everybody has chosen before the next five seconds begin.
SPREAD = 0.9


def source(table: int) -> str:
    """Return the address from which a table's people come: a household of twenty or so each."""
    house = table // TABLES_PER_ADDRESS
    return f"127.0.{1 + house // 250}.{1 + house % 250}"


class Seat:
    """One person at a table."""

    def __init__(self, table: "Table", number: int, connection: Connection) -> None:
        self.table = table
        self.number = number
        self.connection = connection
        self.reveals = 0
        self._next_id = 0
        self._waiting: dict[int, asyncio.Future[dict[str, object]]] = {}
        self._welcome: asyncio.Future[dict[str, object]] = (
            asyncio.get_running_loop().create_future()
        )
        connection.heard = self._heard
        connection.lost = self._lost

    async def hello(self, **more: object) -> dict[str, object]:
        """Come in, and return the welcome."""
        hello = {"type": "Hello", "protocol": PROTOCOL, "table": self.table.id}
        hello |= {"sender": f"seat-{self.number}", **more}
        self.connection.send(json.dumps(hello).encode())
        return await asyncio.wait_for(self._welcome, 60)

    async def ask(self, kind: str, **fields: object) -> None:
        """Give a command and wait until it holds."""
        self._next_id += 1
        number = self._next_id
        self._waiting[number] = asyncio.get_running_loop().create_future()
        command = {"type": kind, "id": number, **fields}
        self.connection.send(json.dumps(command).encode())
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
        if b'"type":"Events"' in message[:20]:
            # Everybody hears the same; one of them reads it.
            if self.number == 0:
                self.table.read(message)
            if b'"ChoicesRevealed"' in message:
                self.table.revealed(self, len(message))
            elif seen.open:
                seen.small.append(len(message))
            return
        if self._waiting or not self._welcome.done():
            self._answered(json.loads(message))
            return
        if seen.open:
            seen.answers.append(len(message))
        if b'"refusal"' in message or b'"Problem"' in message:
            seen.refused.append(message.decode())

    def _answered(self, message: dict[str, object]) -> None:
        if not self._welcome.done():
            if message["type"] == "Welcome":
                self._welcome.set_result(message)
            else:
                self._welcome.set_exception(SystemExit(f"not let in: {message}"))
            return
        number = message.get("id")
        future = self._waiting.pop(number, None) if isinstance(number, int) else None
        if future is not None and not future.done():
            future.set_result(message)

    def _lost(self) -> None:
        self.table.seen.lost += 1


class Table:
    """A table with five people."""

    def __init__(self, number: int, port: int, seen: Seen) -> None:
        self.id = ""
        self.seen = seen
        self.seats: list[Seat] = []
        self.turn: int | None = None
        self._number = number
        self._port = port
        self._token = ""
        self._chosen: set[int] = set()
        self._complete: list[float] = []
        self._arrived: list[int] = []
        self._random = random.Random(number)
        self._over = False

    async def make(self) -> None:
        """Make the table."""
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
            raise SystemExit(f"no table: {status} {body[:300]!r}")
        made = json.loads(body)
        self.id, self._token = made["table"], made["token"]

    async def gather(self) -> None:
        """Let five people come in."""
        for number in range(PEOPLE):
            connection = await connect(ADDRESS, self._port, "/ws", source(self._number))
            seat = Seat(self, number, connection)
            await seat.hello(**({} if number else {"token": self._token}))
            self.seats.append(seat)

    async def start(self) -> None:
        """Sit down and begin the game."""
        for seat in self.seats:
            await seat.ask("TakeSeat", name=f"P{seat.number}", seat=seat.number)
        await self._begin()

    async def _begin(self) -> None:
        await self.seats[0].ask("Start")
        for seat in self.seats:
            await seat.ask("PromiseNonce", seat=seat.number, hash="")

    async def again(self) -> None:
        """Begin the next game."""
        await self.seats[0].ask("Rematch")
        await self._begin()

    def play(self, begin: float, until: float) -> None:
        """Choose from then on, each person at a moment of their own in every five seconds."""
        loop = asyncio.get_running_loop()
        if begin >= until:
            return
        if self._over:
            self._over = False
            self._task = asyncio.create_task(self.again())
        for seat in self.seats:
            loop.call_at(
                begin + self._random.random() * SPREAD * SECONDS_PER_CHOICE, self._choose, seat
            )
        loop.call_at(
            begin + SPREAD * SECONDS_PER_CHOICE, self.play, begin + SECONDS_PER_CHOICE, until
        )

    def _choose(self, seat: Seat) -> None:
        if self.turn is None or seat.number in self._chosen:
            self.seen.skipped += self.seen.open
            return
        self._chosen.add(seat.number)
        self.seen.sent += self.seen.open
        if len(self._chosen) == PEOPLE:
            self._complete.append(time.perf_counter())
            self._arrived.append(0)
        seat.choose(self.turn)

    def read(self, message: bytes) -> None:
        """Find out what is to be chosen next."""
        for event in json.loads(message)["events"]:
            if event["event"] == "CardTurned":
                self.turn = event["turn"]
                self._chosen.clear()
            elif event["event"] == "GameFinished":
                self.turn = None
                self._over = True

    def revealed(self, seat: Seat, size: int) -> None:
        """Note when the last of the five has seen the reveal."""
        turn, seat.reveals = seat.reveals, seat.reveals + 1
        if turn >= len(self._complete):
            self.seen.refused.append("a reveal before everybody had chosen")
            return
        self._arrived[turn] += 1
        if self.seen.open:
            self.seen.reveals.append(size)
            if self._arrived[turn] == PEOPLE:
                self.seen.latencies.append(time.perf_counter() - self._complete[turn])


async def at_all(tables: list[Table], step: Callable[[Table], object], at_once: int = 20) -> None:
    """Take a step at every table, some at a time."""
    gate = asyncio.Semaphore(at_once)

    async def one(table: Table) -> None:
        async with gate:
            await step(table)

    await asyncio.gather(*map(one, tables))
