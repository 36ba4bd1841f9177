"""Decide which job gets a worker next.

Networks take turns, and so do the kinds of jobs of each network.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from diamant.server.limits import Limits
from diamant.server.networks import widest_of
from diamant.server.responses import refuse

MOST_WAITING = 64  # Jobs per network.
MOST_IN_ALL = 256
SLOW = frozenset({"replay", "review"})
"""Slow kinds of jobs. One worker is always reserved for the other kinds."""

SECONDS = {"qr": 0.015, "edition": 0.02, "coach": 0.1, "replay": 0.1, "review": 0.5}
SECONDS_PER_JOB, SECONDS_PER_BYTE = 0.005, 3e-6
"""In seconds: a job's expected time by kind, the fixed charge per job, and the time per byte."""


@dataclass(slots=True, eq=False)
class Turn:
    """A waiting or running job."""

    address: str
    network: str
    kind: str
    expected: float
    took: float
    granted: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def refuse(self, code: str) -> None:
        """Refuse this job, unless its caller has stopped waiting."""
        if not self.granted.done():  # Otherwise the caller has just given up.
            self.granted.set_exception(refuse(code))


@dataclass(slots=True)
class _Line:
    """The waiting jobs of one network by kind; the kind served last is at the end."""

    kinds: dict[str, deque[Turn]] = field(default_factory=dict)
    running: int = 0

    def __len__(self) -> int:
        return sum(map(len, self.kinds.values()))


class Turns:
    """Shares a few workers fairly.

    An address pays a job's expected time when the job starts, and the difference when it ends. A
    job that the address can't pay for waits until the address's running jobs have ended. If there
    are none, the job is refused.
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
        """Wait for a worker; the caller stores the job's actual time in `took`."""
        network = widest_of(address)
        line = self._lines.setdefault(network, _Line())
        if len(line) >= MOST_WAITING:
            raise refuse("too-many-requests")
        if sum(map(len, self._lines.values())) >= MOST_IN_ALL:
            self._make_room(line)
        expected = SECONDS.get(kind, 0.0) + size * SECONDS_PER_BYTE
        turn = Turn(address, network, kind, expected, expected)
        line.kinds.setdefault(kind, deque()).append(turn)
        self._grant_turns()
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
            self._grant_turns()

    async def close(self) -> None:
        """Refuse all waiting jobs, and wait for the running ones."""
        for line in self._lines.values():
            for waiting in line.kinds.values():
                while waiting:
                    waiting.popleft().refuse("stopping")
        await self._rested.wait()

    def _make_room(self, line: _Line) -> None:
        """Refuse the last job of the longest line, or the new job if its line is longest."""
        longest = max(self._lines.values(), key=len)
        if len(longest) <= len(line) + 1:
            raise refuse("busy")
        max(longest.kinds.values(), key=len).pop().refuse("too-many-requests")

    def _grant_turns(self) -> None:
        """Give each free worker to the next job."""
        while len(self._running) < self._workers and (turn := self._next()) is not None:
            self._move_back(turn)
            line = self._lines[turn.network]
            line.kinds[turn.kind].popleft()
            line.running += 1
            self._running.append(turn)
            if not turn.granted.done():  # Otherwise the caller has just given up.
                turn.granted.set_result(None)
        for network in [each for each, line in self._lines.items() if not (line or line.running)]:
            del self._lines[network]
        if self._running:
            self._rested.clear()
        else:
            self._rested.set()

    def _move_back(self, turn: Turn) -> None:
        """Move a job's network, and the job's kind within it, to the end of the order."""
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
