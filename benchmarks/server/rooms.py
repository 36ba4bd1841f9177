"""The same load on the bare room broadcast."""

import asyncio
import time
from collections.abc import Callable
from functools import partial

from benchmarks.server.connection import Connection, connect
from benchmarks.server.measures import PAGES, PEOPLE, Seen
from benchmarks.server.players import SECONDS_PER_MOMENT, source
from benchmarks.server.process import ADDRESS

# The length of a page's messages.
CUE = b'{"type":"Cue","public_number":100,"moment":"reveal"}'
MOMENTS = 3  # A screen shows the reveal, the card and the new state.


class Room:
    """Five people, each of whom sends a message once every five seconds, and a screen."""

    def __init__(self, number: int, port: int) -> None:
        self._number = number
        self._port = port
        self.seen = Seen()
        self._people: list[Connection] = []
        self._said = 0
        self._complete: list[float] = []
        self._arrived: list[int] = []

    async def gather(self) -> None:
        """Let five people and the screen join."""
        for number in range(PAGES):
            person = await connect(ADDRESS, self._port, "/ws", source(self._number))
            await person.ask(b"room %d" % self._number)
            person.heard = self._hearer(person, screen=number == PEOPLE)
            if number < PEOPLE:
                self._people.append(person)

    def _hearer(self, page: Connection, *, screen: bool) -> Callable[[bytes], None]:
        """Return a closure, which is faster to call than a method with state."""
        loop = asyncio.get_running_loop()
        large = 0

        def heard(message: bytes) -> None:
            nonlocal large
            seen = self.seen
            seen.delivered += seen.open
            if message[:1] == b"L":
                self._arrived[large] += 1
                if seen.open and self._arrived[large] == PAGES:
                    seen.latencies.append(time.perf_counter() - self._complete[large])
                large += 1
                if screen:
                    for place in range(MOMENTS):
                        loop.call_later(place * SECONDS_PER_MOMENT, page.send, CUE)

        return heard

    def acts(self) -> list[Callable[[], None]]:
        """Return the actions of each person in the next five seconds."""
        return [partial(self._say, person) for person in self._people]

    def _say(self, person: Connection) -> None:
        self._said += 1
        self.seen.sent += self.seen.open
        if self._said % PEOPLE == 0:
            self._complete.append(time.perf_counter())
            self._arrived.append(0)
        # As long as a choice.
        person.send(b'{"type":"Choose","id":100,"seat":3,"turn":25,"leave":false}')
