"""Two players continue while others are attacked, and measure their response times."""

import asyncio
import itertools
import math
import sys
import time

import httpx

from diamant.client import AsyncClient
from tests.live.people import QUICK, Company
from tests.own_editions import LONG
from tests.server.live import guest_at

PAUSE = 0.06  # From a reveal to the next choice: within the limit of messages per second.

ASK_PAUSE = 0.3


class OtherTable:
    """A table at which both players always stay; games follow one another."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._chose_at = 0.0
        self.latencies: list[float] = []
        self.pictures: list[float] = []
        self.hellos: list[float] = []
        """How long each QR code, and each new connection's Hello, took; for ever, if refused."""

    async def open(self) -> None:
        """Create the table and start a game."""
        made = await AsyncClient(self._url).create_table(**QUICK, edition="", edition_text=LONG)
        self._company = Company((self._url,), made)
        for name in ("P1", "P2"):
            await self._company.join(name)
        self._playing = asyncio.create_task(self._play())
        second = await AsyncClient(self._url).create_table()
        self._asking = asyncio.create_task(self._ask(second.table, second.token))

    async def close(self) -> int:
        """Leave; return how many connections had ended before."""
        ended = sum(person.reconnections for person in self._company.people)
        for task in (self._asking, self._playing):
            while not task.done():
                task.cancel()  # `wait_for` of Python 3.11 may swallow a cancellation.
                await asyncio.wait([task], timeout=1.0)
        await self._company.close()
        if not self._playing.cancelled():  # A player was removed for good.
            print(f"the other table ended: {self._playing.exception()!r}", file=sys.stderr)
            ended += 1
        return ended

    def waiting(self) -> float:
        """Return how long an overdue reveal has been awaited."""
        return time.perf_counter() - self._chose_at if self._chose_at else 0.0

    async def _ask(self, table: str, token: str) -> None:
        """Request a QR code, join a second table, and leave it, repeatedly."""
        async with httpx.AsyncClient(base_url=self._url, timeout=60.0) as http:
            for number in itertools.count():
                began = time.perf_counter()
                answer = await http.get("api/qr.svg", params={"text": f"http://a/{number}"})
                self.pictures.append(_since(began, right=answer.status_code == 200))
                began = time.perf_counter()
                async with guest_at(self._url, table, token=token) as host:
                    self.hellos.append(_since(began, right=host.welcome["type"] == "Welcome"))
                await asyncio.sleep(ASK_PAUSE)

    async def _play(self) -> None:
        host = self._company.host
        while True:
            await self._company.begin()
            turn = (await host.look())["turn"]
            while turn is not None:
                await asyncio.sleep(PAUSE)
                await self._choose(turn)
                event = await host.until("CardTurned", "GameFinished")
                while event["event"] == "CardTurned" and event["turn"] is None:
                    event = await host.until("CardTurned", "GameFinished")
                turn = event.get("turn")
            await host.send("Rematch")

    async def _choose(self, turn: int) -> None:
        self._chose_at = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for seat, person in enumerate(self._company.people):
                group.create_task(person.send("Choose", seat=seat, turn=turn, leave=False))
            await self._company.host.until("ChoicesRevealed")
            self.latencies.append(time.perf_counter() - self._chose_at)
            self._chose_at = 0.0


def _since(began: float, *, right: bool) -> float:
    return time.perf_counter() - began if right else math.inf
