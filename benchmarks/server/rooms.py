"""The same load on the bare room broadcast."""

import asyncio
import random
import time

from benchmarks.server.connection import Connection, connect
from benchmarks.server.measures import PEOPLE, SECONDS_PER_CHOICE, Seen
from benchmarks.server.players import SPREAD, source
from benchmarks.server.process import ADDRESS


class Room:
    """Five people, each of whom says something once every five seconds."""

    def __init__(self, number: int, port: int) -> None:
        self._number = number
        self._port = port
        self.seen = Seen()
        self._people: list[Connection] = []
        self._random = random.Random(number)
        self._said = 0
        self._complete: list[float] = []
        self._arrived: list[int] = []

    async def gather(self) -> None:
        """Let five people come in."""
        for _ in range(PEOPLE):
            person = await connect(ADDRESS, self._port, "/ws", source(self._number))
            welcome = asyncio.get_running_loop().create_future()
            person.heard = welcome.set_result
            person.send(b"room %d" % self._number)
            await welcome
            person.heard = self._hearer()
            self._people.append(person)

    def _hearer(self):  # noqa: ANN202 - A closure, quicker to call than a method with state.
        large = 0

        def heard(message: bytes) -> None:
            nonlocal large
            seen = self.seen
            seen.delivered += seen.open
            if message[:1] == b"L":
                self._arrived[large] += 1
                if seen.open and self._arrived[large] == PEOPLE:
                    seen.latencies.append(time.perf_counter() - self._complete[large])
                large += 1

        return heard

    def play(self, begin: float, until: float) -> None:
        """Talk from then on, each person at a moment of their own in every five seconds."""
        loop = asyncio.get_running_loop()
        if begin >= until:
            return
        for person in self._people:
            loop.call_at(
                begin + self._random.random() * SPREAD * SECONDS_PER_CHOICE, self._say, person
            )
        loop.call_at(
            begin + SPREAD * SECONDS_PER_CHOICE, self.play, begin + SECONDS_PER_CHOICE, until
        )

    def _say(self, person: Connection) -> None:
        self._said += 1
        self.seen.sent += self.seen.open
        if self._said % PEOPLE == 0:
            self._complete.append(time.perf_counter())
            self._arrived.append(0)
        # As long as a choice.
        person.send(b'{"type":"Choose","id":100,"seat":3,"turn":25,"leave":false}')
