"""One server process of a world: started, stopped, killed, and started again."""

import asyncio
import contextlib
from typing import TYPE_CHECKING

import apsw

from diamant.errors import DiamantError
from diamant.server import run
from diamant.server.services import Services
from diamant.server.settings import ServerSettings
from diamant.server.tables.rooms import Rooms
from diamant.store import sqlite_file
from diamant.store.sqlite import SqliteStore
from tests.store.power import Disk
from tests.world.loop import Loop
from tests.world.worker import Worker

if TYPE_CHECKING:
    from tests.world.world import World


class Node:
    """A server process that is restarted whenever it ends."""

    def __init__(self, world: "World", number: int) -> None:
        self.world = world
        self.number = number
        self.loop: Loop | None = None
        self.disk: Disk | None = None
        self.store: SqliteStore | None = None
        self.stopping = False
        self._main: asyncio.Task | None = None
        self._rooms: Rooms | None = None

    @property
    def up(self) -> bool:
        return self.loop is not None and self.loop.alive

    @property
    def listening(self) -> bool:
        return self.up and self.loop.accept is not None

    def start(self) -> None:
        """Start the process."""
        world = self.world
        if self.up:
            return
        loop = self.loop = Loop(world.timeline)
        loop.subprocess = Worker
        world.loops.append(loop)
        self.stopping, self._rooms = False, None
        if world.is_sqlite:
            self.disk = world.storage.new_disk()
            loop.count_steps = lambda: len(self.disk.steps)
        settings = ServerSettings(
            database=world.storage.url,
            pace=world.pace,
            patience=world.patience,
            idle_seconds=world.idle_seconds,
        )
        self._main = loop.create_task(run.serve_async(settings.check(), ready=self._ready))
        self._main.add_done_callback(self._ended)

    def _ready(self, _address: str, services: Services) -> None:
        self._rooms = services.rooms

    def connections(self, table: str) -> set[str]:
        """Return the connections that this process has at a table."""
        found = None if self._rooms is None or not self.up else self._rooms.get(table)
        return set() if found is None else set(found.connections)

    def _ended(self, main: asyncio.Task) -> None:
        """Restart a process that ended by itself."""
        error = None if main.cancelled() else main.exception()
        self.world.note(self, f"ended {error!r}")
        if error is not None and not isinstance(error, DiamantError):
            self.world.broken.append(f"a node ended with {error!r}")
        self.world.timeline.after(0.0, self.kill, False)
        self.world.timeline.after(self.world.chance.uniform(0.1, 1.5), self.start)

    def kill(self, power: bool) -> None:
        """Kill the process; with `power`, the disk also loses what was not synced."""
        if not self.up:
            return
        world, loop = self.world, self.loop
        world.graves.append((loop, loop.kill()))
        for wire in world.wires:
            if wire.transport is not None and wire.transport.loop is loop:
                if power:
                    wire.vanish()
                wire.node_died()
        if world.is_sqlite:
            world.storage.lose(self.disk, loop.steps_done, power)
            self.let_go()
        else:
            world.storage.model.vanished(lambda connection: connection.loop is loop)

    def let_go(self) -> None:
        """Close the files of a dead process, as the operating system does."""
        store, self.store = self.store, None
        if store is not None:
            connections = [store._connection]
            while not store._readers.empty():
                connections.append(store._readers.get())
            if store._checkpoints._connection is not None:
                connections.append(store._checkpoints._connection)
            for connection in connections:
                with contextlib.suppress(apsw.Error):
                    connection.close(True)
            if store._lock._path in sqlite_file._held:
                store._lock.release()
