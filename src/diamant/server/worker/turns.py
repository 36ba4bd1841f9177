"""Who has a worker next: networks in turn, and of each network its kinds of jobs in turn."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from diamant.server.limits import Limits
from diamant.server.networks import widest_of
from diamant.server.responses import refuse

MOST_WAITING = 64  # Jobs of one network.
MOST_IN_ALL = 256
SLOW = frozenset({"replay", "review"})
"""Jobs that take long. One worker is always left to the others."""

SECONDS = {"qr": 0.015, "edition": 0.02, "coach": 0.1, "replay": 0.1, "review": 0.5}
SECONDS_PER_JOB, SECONDS_PER_BYTE = 0.005, 3e-6
"""What a job is expected to take by its kind, what each byte adds, and what every job costs."""


@dataclass(slots=True, eq=False)
class Turn:
    """One job that waits or runs."""

    address: str
    network: str
    kind: str
    expected: float
    took: float
    granted: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def refuse(self, code: str) -> None:
        """Let the one who waits know that they wait in vain."""
        if not self.granted.done():  # Else they have just given up.
            self.granted.set_exception(refuse(code))


@dataclass(slots=True)
class _Line:
    """The jobs of one network, by their kinds; who was served goes to the end."""

    kinds: dict[str, deque[Turn]] = field(default_factory=dict)
    running: int = 0

    def __len__(self) -> int:
        return sum(map(len, self.kinds.values()))


class Turns:
    """Shares a few workers out.

    An address pays what a job is expected to take when it begins, and what it did take when it has
    ended. Jobs that it cannot pay for wait while others of its own are to be settled. They are
    refused when there are none: then it has spent what it has.
    """

    def __init__(self, limits: Limits, workers: int) -> None:
        self._limits = limits
        self._workers = workers
        self._lines: dict[str, _Line] = {}
        self._running: list[Turn] = []
        self._rested = asyncio.Event()
        self._rested.set()

    @asynccontextmanager
    async def take(self, address: str, kind: str, size: int) -> AsyncIterator[Turn]:
        """Wait for a worker; whoever has it notes in `took` how long the job took."""
        network = widest_of(address)
        line = self._lines.setdefault(network, _Line())
        if len(line) >= MOST_WAITING:
            raise refuse("too-many-requests")
        if sum(map(len, self._lines.values())) >= MOST_IN_ALL:
            self._make_room(line)
        expected = SECONDS.get(kind, 0.0) + size * SECONDS_PER_BYTE
        turn = Turn(address, network, kind, expected, expected)
        line.kinds.setdefault(kind, deque()).append(turn)
        self._go_on()
        try:
            await turn.granted
            yield turn
        finally:
            if turn in self._running:
                self._running.remove(turn)
                line.running -= 1
                self._move_back(turn)
                self._limits.worked(address, turn.took + SECONDS_PER_JOB - turn.expected)
            elif turn in line.kinds.get(kind, ()):
                line.kinds[kind].remove(turn)
            self._go_on()

    async def close(self) -> None:
        """Refuse all who wait, and wait for those who have a worker."""
        for line in self._lines.values():
            for waiting in line.kinds.values():
                while waiting:
                    waiting.popleft().refuse("stopping")
        await self._rested.wait()

    def _make_room(self, line: _Line) -> None:
        """Refuse the last of the longest line; a newcomer, if no line is longer than theirs."""
        longest = max(self._lines.values(), key=len)
        if len(longest) <= len(line) + 1:
            raise refuse("busy")
        max(longest.kinds.values(), key=len).pop().refuse("too-many-requests")

    def _go_on(self) -> None:
        """Give every free worker to whose turn it is."""
        while len(self._running) < self._workers and (turn := self._next()) is not None:
            self._move_back(turn)
            line = self._lines[turn.network]
            line.kinds[turn.kind].popleft()
            line.running += 1
            self._running.append(turn)
            if not turn.granted.done():  # Else they have just given up.
                turn.granted.set_result(None)
        for network in [each for each, line in self._lines.items() if not (line or line.running)]:
            del self._lines[network]
        if self._running:
            self._rested.clear()
        else:
            self._rested.set()

    def _move_back(self, turn: Turn) -> None:
        """Let every other network, and every other kind of this one, come first."""
        line = self._lines[turn.network] = self._lines.pop(turn.network)
        line.kinds[turn.kind] = line.kinds.pop(turn.kind)

    def _next(self) -> Turn | None:
        slow = sum(turn.kind in SLOW for turn in self._running)
        for line in self._lines.values():
            for kind, waiting in line.kinds.items():
                if kind in SLOW and slow >= max(1, self._workers - 1):
                    continue
                while waiting and not self._limits.work(waiting[0].address, waiting[0].expected):
                    if line.running:
                        break
                    waiting.popleft().refuse("too-many-requests")
                else:
                    if waiting:
                        return waiting[0]
        return None
