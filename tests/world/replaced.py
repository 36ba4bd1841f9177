"""What a world replaces: time, randomness, sockets, processes and databases."""

import asyncio
import contextlib
import logging
import random
import secrets
import sys
import time
import uuid
from functools import lru_cache
from typing import TYPE_CHECKING
from unittest.mock import patch

import asyncpg
import psutil
import uvicorn

from diamant.editions import own
from diamant.server import run
from diamant.server.connections import direct
from diamant.server.tables import background, room
from tests.own_editions import SMALL
from tests.world.loop import Loop
from tests.world.worker import CpuTimes

if TYPE_CHECKING:
    from tests.world.world import World

SHORT = SMALL.replace("rounds = 2", "rounds = 1")
EPOCH = 1_800_000_000.0

# These two would take most of a short world's time: finding the web files, and ten ticks a second.
_web_files = lru_cache(run.WebFiles)


async def _main_loop(server: uvicorn.Server) -> None:
    counter = 0
    while not await server.on_tick(counter):
        counter += 5
        await asyncio.sleep(0.5)


@contextlib.contextmanager
def simulated(world: "World"):
    """Replace time, randomness, sockets and databases by the simulated ones."""

    def wall() -> float:
        loop = asyncio._get_running_loop()
        return EPOCH + world.timeline.now + (loop.wall_ahead if isinstance(loop, Loop) else 0.0)

    def steady(*_clock: int) -> float:
        return 1000.0 + world.timeline.now

    chance = random.Random(f"secrets {world.seed}")
    state = random.getstate()
    random.seed(world.seed)
    logs = _Errors(world.broken)
    logging.getLogger().addHandler(logs)
    own._known.clear()
    own.read_known(SHORT)
    with contextlib.ExitStack() as stack:
        for module, name, replacement in (
            (time, "time", wall),
            (time, "monotonic", steady),
            (time, "perf_counter", steady),
            (time, "clock_gettime", steady),
            (time, "process_time", lambda: world.timeline.now / 10),
            (secrets, "token_bytes", lambda size=32: chance.randbytes(size)),
            (secrets, "choice", chance.choice),
            (uuid, "uuid4", lambda: uuid.UUID(bytes=chance.randbytes(16))),
            (psutil, "Process", CpuTimes),
            (asyncpg, "connect", world.storage.model.connect),
            (asyncpg, "create_pool", world.storage.model.create_pool),
            # apsw reports the disk's faults here, too.
            (sys, "unraisablehook", lambda _: None),
            (run, "listen", lambda host, port: Socket()),
            (run, "open_store", world.storage.open_store),
            (run, "WebFiles", _web_files),
            (room, "SNAPSHOT_EVERY", 20),
            (background, "BEAT_SECONDS", 3.0),
            (background, "BEAT_LIFE", 6.0),
            (background, "IDLE_SECONDS", 2.0),
            (uvicorn.Server, "main_loop", _main_loop),
            (uvicorn.server, "ServerState", _ServerState),
        ):
            stack.enter_context(patch.object(module, name, replacement))
        try:
            yield
        finally:
            logging.getLogger().removeHandler(logs)
            random.setstate(state)
            # A killed process leaves unsent messages here, and with them all of its memory.
            direct._TO_WRITE.clear()


class Socket:
    """The listening socket."""

    def getsockname(self) -> tuple[str, int]:
        return ("10.9.9.9", 8000)

    def close(self) -> None:
        pass


class _ServerState(uvicorn.server.ServerState):
    """uvicorn's state, with sets that keep an order, so that every run closes connections alike."""

    def __init__(self) -> None:
        super().__init__()
        self.connections, self.tasks = _Ordered(), _Ordered()


class _Ordered(dict):
    """A set in insertion order."""

    def add(self, thing: object) -> None:
        self[thing] = None

    def remove(self, thing: object) -> None:
        del self[thing]

    def discard(self, thing: object) -> None:
        self.pop(thing, None)


class _Errors(logging.Handler):
    """Collects the errors that the server logs."""

    def __init__(self, broken: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._broken = broken

    def emit(self, record: logging.LogRecord) -> None:
        if record.name == "uvicorn.error" and record.getMessage().startswith("Cancel "):
            return  # A stop took longer than it may, as it does for a paused process.
        self._broken.append(self.format(record))
