"""Two people who play on while others are attacked, and how long each of their reveals takes."""

import asyncio
import json
import time
from contextlib import suppress

from benchmarks.server.connection import Connection, connect, request
from diamant.protocol import PROTOCOL
from tests.own_editions import LONG

ADDRESS = SOURCE = "127.0.0.1"
PAUSE = 0.06  # From a reveal to the next choice: below the messages that one may send a second.


class OtherTable:
    """A table at which both people always stay; games follow one another."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._people: list[Connection] = []
        self._numbers = 0
        self._chose_at = 0.0
        self._closing = False
        self._lost = asyncio.Event()
        self.latencies: list[float] = []
        self.ended = 0

    async def open(self) -> None:
        """Make the table and begin to play."""
        settings = {"edition": "", "edition_text": LONG, "clock": "off", "break_seconds": 0}
        body = json.dumps({"settings": settings}).encode()
        status, answer = await request(ADDRESS, self._port, "POST", "/api/tables", body)
        if status != 201:
            raise SystemExit(f"no table was made: {answer!r}")
        made = json.loads(answer)
        for token in (made["token"], None):
            person = await connect(ADDRESS, self._port, source=SOURCE)
            welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            person.heard = lambda _, welcomed=welcomed: (  # type: ignore[misc]
                None if welcomed.done() else welcomed.set_result(None)
            )
            hello = {"type": "Hello", "protocol": PROTOCOL, "table": made["table"]}
            person.send(json.dumps(hello | ({"token": token} if token else {})).encode())
            await asyncio.wait_for(welcomed, 30)
            person.lost = self._end
            self._people.append(person)
            self._say(person, "TakeSeat", name=f"P{len(self._people)}", seat=len(self._people) - 1)
        self._people[0].heard = self._heard
        self._people[1].heard = lambda _: None
        await asyncio.sleep(0.3)
        self._say(self._people[0], "Start")

    def close(self) -> None:
        """Leave."""
        self._closing = True
        for person in self._people:
            with suppress(OSError):
                person.close()

    def waiting(self) -> float:
        """Return for how long a reveal has been waited for that has not come."""
        return time.perf_counter() - self._chose_at if self._chose_at else 0.0

    def _heard(self, message: bytes) -> None:
        if not message.startswith(b'{"type":"Events"'):
            return
        for event in json.loads(message)["events"]:
            kind = event["event"]
            if kind == "ChoicesRevealed" and self._chose_at:
                self.latencies.append(time.perf_counter() - self._chose_at)
                self._chose_at = 0.0
            elif kind == "CardTurned" and event.get("turn") is not None:
                asyncio.get_running_loop().call_later(PAUSE, self._choose, event["turn"])
            elif kind == "GameStarted":
                for seat, person in enumerate(self._people):
                    self._say(person, "PromiseNonce", seat=seat, hash="")
            elif kind == "GameFinished":
                self._say(self._people[0], "Rematch")
                self._say(self._people[0], "Start")

    def _choose(self, turn: int) -> None:
        self._chose_at = time.perf_counter()
        for seat, person in enumerate(self._people):
            self._say(person, "Choose", seat=seat, turn=turn, leave=False)

    def _say(self, person: Connection, kind: str, **fields: object) -> None:
        self._numbers += 1
        person.send(json.dumps({"type": kind, "id": self._numbers, **fields}).encode())

    def _end(self) -> None:
        if not self._closing:
            self.ended += 1
