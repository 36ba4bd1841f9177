"""The whole server in virtual time, from its sockets to its disk, with faults.

`World(seed).run()` runs one world. The same seed gives the same world, byte for byte.

Real code:

- `diamant.server` and `diamant.store`, from `serve_async` on
- uvicorn's server and protocols, the HTTP and WebSocket parsers
- SQLite on the fault-injecting disk of `tests/store/power.py`
- `PostgresStore`, the writer, the notices between nodes
- the jobs of the worker processes

Simulated:

- time, wall clocks and randomness
- one event loop per node (`loop`), and the sockets (`network`)
- threads and worker processes, which run each job in one step
- the power supply of the disk
- the PostgreSQL server (`postgres`)
- the guests (`guest`)

All nodes share one interpreter, and so the caches of modules, such as the editions already read.
"""

import asyncio
import contextlib
import hashlib
import json
import logging
import random
import secrets
import shutil
import signal
import sys
import tempfile
import time
import uuid
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import apsw
import asyncpg
import psutil
import uvicorn

from diamant.editions import own
from diamant.errors import DiamantError
from diamant.server import run
from diamant.server.settings import ServerSettings
from diamant.server.tables import room
from diamant.store import sqlite_file
from diamant.store.sqlite import SqliteStore
from diamant.store.values import StoredEntry
from tests.own_editions import SMALL
from tests.store.power import Disk, Platter
from tests.world import postgres
from tests.world.checks import BrokenPromiseError, Checks, promise
from tests.world.guest import Guest, Visitor
from tests.world.loop import Loop, Timeline
from tests.world.worker import CpuTimes, Worker

SHORT = SMALL.replace("rounds = 2", "rounds = 1")
EPOCH = 1_800_000_000.0
SETTLED_SECONDS = 150
SNAPSHOT_EVERY = 20  # Entries of a table, so that snapshots are used in short worlds.
HEARD_SECONDS = 3
_SHARED = Path("/dev/shm")  # A disk in memory, where syncs cost nothing.


class Socket:
    """The listening socket."""

    def getsockname(self) -> tuple[str, int]:
        return ("10.9.9.9", 8000)

    def close(self) -> None:
        pass


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
        self._begun = False

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
        self.stopping = False
        if world.is_sqlite:
            self.disk = world.new_disk()
            loop.count_steps = lambda: len(self.disk.steps)
        settings = ServerSettings(
            database=world.database,
            pace=world.pace,
            patience=world.patience,
            idle_seconds=world.idle_seconds,
        )
        self._main = loop.create_task(run.serve_async(settings.check()))
        self._main.add_done_callback(self._ended)

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
            world.pull_plug(self.disk, loop.steps_done, power)
            self._let_go()
        else:
            world.model.vanished(lambda connection: connection.loop is loop)

    def _let_go(self) -> None:
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


class Watched(NamedTuple):
    """A choice: at which table, by the pages of which guest, and when."""

    table: str
    pages: set[int]
    when: float


class World:
    """Nodes, guests and faults; the seed decides everything."""

    synchronous = "FULL"

    def __init__(
        self,
        seed: int,
        *,
        seconds: float | None = None,
        kind: str | None = None,
        quiet: bool = False,
        watch: int | None = None,
        flip: bool = False,
    ) -> None:
        """`quiet` limits the faults to networks and guests.

        `watch` records who makes the nth choice and when; `flip` makes that choice the opposite.
        """
        self.seed = seed
        self.chance = chance = random.Random(seed)
        self.timeline = Timeline(chance)
        self.kind = kind or chance.choice(["sqlite", "postgres"])
        self.is_sqlite = self.kind == "sqlite"
        self.seconds = seconds or chance.choice([2, 3, 4, 8])
        self.quiet = quiet
        self.watch = watch
        self.flip = flip
        self.watched: Watched | None = None
        self.pace = chance.choice([0.0, 0.015])
        self.patience = chance.choice([1.0, 10.0])
        self.idle_seconds = chance.choice([0.5, 60.0])
        self.loops: list[Loop] = []
        self.graves: list = []
        self.wires: list = []
        self.guests: list[Guest] = []
        self.broken: list[str] = []
        self.calm = False
        self.checks = Checks(self)
        self.trace = hashlib.sha256()
        self.trace_length = 0
        self.database_ahead = 0.0
        self.doomed: set[str] = set()  # Tables that their hosts delete.
        self._choices = 0
        self._tables = 0
        self._cuts = 0
        self._folder = Path(tempfile.mkdtemp(dir=_SHARED if _SHARED.is_dir() else None))
        self._disks: list[Disk] = []
        self._reader: apsw.Connection | None = None
        self._files: dict[str, bytes] = {}
        self.database = "postgresql://model/diamant"
        self.model = postgres.Server(self.timeline.after, self._database_time, chance)
        self.nodes = [Node(self, n) for n in range(1 if self.is_sqlite else chance.choice([2, 3]))]

    def _database_time(self) -> float:
        return EPOCH + self.timeline.now + self.database_ahead

    def note(self, who: object, what: object) -> None:
        """Add a line to the trace, by which two runs are compared."""
        name = f"{type(who).__name__}{getattr(who, 'number', '')}"
        self.trace.update(f"{self.timeline.now:.9f} {name} {what!r}\n".encode())
        self.trace_length += 1

    # For guests.

    def some_loop(self, chance: random.Random) -> Loop | None:
        return chance.choice(self.nodes).loop

    def codes(self) -> list[str]:
        return [code for guest in self.guests for code in guest.codes]

    def choice(self, guest: Guest, leave: bool) -> bool:
        self._choices += 1
        if self._choices != self.watch:
            return leave
        pages = {other.number for other in self.guests if other.token == guest.token}
        self.watched = Watched(guest.table_id, pages, self.timeline.now)
        return leave is not self.flip

    def settings(self, chance: random.Random) -> dict:
        """Return random settings of a table."""
        return {
            "edition": "own-small",
            "edition_text": SHORT if chance.random() < 0.9 else SHORT + f"# {chance.random()}\n",
            "closed": chance.random() < 0.5,
            "clock": chance.choice(["off", "off", "brisk"]),
            "seconds": chance.choice([None, 5]),
            "thinking": chance.random() < 0.2,
            "bots": "easy",
            "show_chosen": chance.random() < 0.5,
            "break_seconds": chance.choice([0, 0, 3]),
        }

    # The disk.

    def new_disk(self) -> Disk:
        """Return a disk with the files that the previous one kept."""
        folder = self._folder / str(len(self._disks))
        folder.mkdir()
        for name, content in self._files.items():
            (folder / name).write_bytes(content)
        disk = Disk(f"world-{self.seed}-{len(self._disks)}")
        disk.folder = folder
        disk.files = dict(self._files)
        self._disks.append(disk)
        self.database = f"sqlite:///{folder / 'tables.db'}"
        return disk

    def pull_plug(self, disk: Disk, done: int, power: bool) -> None:
        """Find out which files the disk keeps; a job under way is done in part."""
        dice = random.Random(f"{self.seed} {self._cuts}")
        self._cuts += 1
        platter = Platter({name: bytearray(content) for name, content in disk.files.items()})
        for step in disk.steps[: dice.randint(done, len(disk.steps))]:
            platter.take(step)
        left = self._folder / f"left{self._cuts}"
        left.mkdir()
        if not power:
            platter.settle()
        platter.cut(left, dice)
        self._files = {file.name: file.read_bytes() for file in left.iterdir()}
        if self._reader is not None:
            self._reader.close()
            self._reader = None
        self.checks.restarted(self._read_all(left / "tables.db"))
        shutil.rmtree(left)

    def _read_all(self, path: Path) -> dict[str, list[StoredEntry]]:
        if not path.exists():
            return {}
        connection = apsw.Connection(str(path))
        try:
            if not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall():
                return {}
            promise(connection.pragma("quick_check") == "ok", "the database is damaged")
            logs: dict[str, list[StoredEntry]] = {}
            for table, *entry in connection.execute(_LOG + "ORDER BY t.id, e.log_number"):
                logs.setdefault(table, []).append(StoredEntry(*entry))
            return logs
        except apsw.Error as error:
            raise BrokenPromiseError(f"the database cannot be read: {error!r}") from error
        finally:
            connection.close()

    @property
    def readable(self) -> bool:
        """Whether the database can be read."""
        return not self.is_sqlite or self.nodes[0].store is not None

    def read_log(self, table: str, since: int) -> list[StoredEntry]:
        """Return the committed entries after a number."""
        if not self.readable:
            return []
        db = self.model.db
        if self.is_sqlite:
            if self._reader is None:
                path = self.database.removeprefix("sqlite:///")
                self._reader = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
            db = self._reader
        sql = _LOG + "WHERE t.id = ? AND e.log_number > ? ORDER BY e.log_number"
        return [StoredEntry(*entry) for _, *entry in db.execute(sql, (table, since)).fetchall()]

    async def open_store(self, url: str, **options):
        """Open a node's store, on this world's disk or database."""
        if not self.is_sqlite:
            return await _open_store(url, **options)
        node = self.nodes[0]
        node.store = await SqliteStore.open(
            Path(url.removeprefix("sqlite:///")),
            vfs=node.disk.name,
            checkpoint_pages=40,
            synchronous=self.synchronous,
            **options,
        )
        return node.store

    # Faults.

    def _next_fault(self) -> None:
        if self.calm:
            return
        chance = self.chance
        node = chance.choice(self.nodes)
        acts = [self._cut_wire, self._stall_wire, self._disturb, self._disturb]
        if not self.quiet:
            acts += [self._pause, self._set_clock, self._slow_down, self._kill, self._stop]
            acts += [self._unplug, self._fail_disk] if self.is_sqlite else [self._fail_database] * 2
        act = chance.choice(acts)
        self.note(node, act.__name__)
        act(node)
        self.timeline.after(chance.expovariate(1 / 1.2), self._next_fault)

    def _cut_wire(self, _node: Node) -> None:
        open_wires = [guest.wire for guest in self.guests if guest.wire is not None]
        if open_wires:
            wire = self.chance.choice(open_wires)
            self.chance.choice([wire.cut, wire.vanish])()

    def _stall_wire(self, _node: Node) -> None:
        open_wires = [guest.wire for guest in self.guests if guest.wire is not None]
        if open_wires:
            self.chance.choice(open_wires).stall(self.chance.choice([0.3, 2.0, 12.0]))

    def _disturb(self, _node: Node) -> None:
        if self.guests:
            self.chance.choice(self.guests).trouble()

    def _pause(self, node: Node) -> None:
        if node.up:
            node.loop.pause()
            seconds = self.chance.choice([0.2, 3.0, 20.0])
            self.timeline.after(seconds, self._resume, node.loop)

    def _resume(self, loop: Loop) -> None:
        if loop.alive and loop.paused:
            loop.resume()

    def _set_clock(self, node: Node) -> None:
        ahead = self.chance.choice([-3600.0, -20.0, -3.0, 3.0, 40.0, 3600.0])
        if self.chance.random() < 0.5 and not self.is_sqlite:
            self.database_ahead = ahead / 100
        elif node.up:
            node.loop.wall_ahead += ahead

    def _slow_down(self, node: Node) -> None:
        if node.up:
            node.loop.slow_threads = self.model.slow = 0.2
            self.timeline.after(self.chance.choice([0.5, 4.0]), self._speed_up, node.loop)

    def _speed_up(self, loop: Loop) -> None:
        loop.slow_threads = self.model.slow = 0.0

    def _kill(self, node: Node, power: bool = False) -> None:
        node.kill(power)
        self.timeline.after(self.chance.uniform(0.1, 4.0), node.start)

    def _unplug(self, node: Node) -> None:
        self._kill(node, power=True)

    def _stop(self, node: Node) -> None:
        if node.listening and not node.stopping and signal.SIGTERM in node.loop.signals:
            node.stopping = True
            node.loop.signal(signal.SIGTERM)

    def _fail_disk(self, node: Node) -> None:
        if node.disk is not None:
            fault = self.chance.choice([apsw.IOError, apsw.FullError])
            node.disk.fault = lambda: fault("injected")
            self.timeline.after(self.chance.choice([0.05, 1.0, 5.0]), self._repair, node.disk)

    def _repair(self, disk: Disk) -> None:
        disk.fault = None

    def _fail_database(self, _node: Node) -> None:
        dice = self.chance.random()
        if dice < 0.7:
            for _ in range(self.chance.randint(1, 6)):
                self.model.cut_one()
            return
        self.model.crash()
        self.model.down = True
        self.timeline.after(self.chance.choice([0.1, 2.0]), self._bring_up)

    def _bring_up(self) -> None:
        self.model.down = False

    # The run.

    def run(self) -> "World":
        """Run the world; raise `BrokenPromiseError` with the seed if a check fails."""
        with self._simulated():
            try:
                self._live()
                promise(not self.broken, "the server logged an error:", self.broken)
            except BrokenPromiseError as error:
                lines = f"{error} (seed {self.seed}, {self.kind}, at {self.timeline.now:.3f} s)"
                raise BrokenPromiseError(lines) from error
            finally:
                self._clear_up()
        return self

    def _live(self) -> None:
        chance = self.chance
        for node in self.nodes:
            node.start()
        self._tables = chance.choice([1, 1, 2])
        for table in range(self._tables):
            self._make_table(table)
        self.timeline.after(chance.uniform(0.5, 2.0), self._next_fault)
        self.timeline.after(chance.uniform(0.5, 2.0), self._visit)
        self.timeline.after(self.seconds * 0.7, self._delete_table)
        self._run(self.seconds)
        self._calm_down()

    def _make_table(self, number: int) -> None:
        body = json.dumps({"settings": self.settings(self.chance)}).encode()
        head = b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        request = head + b"content-length: %d\r\n\r\n" % len(body) + body

        def made(status: int, answer: bytes) -> None:
            promise(status == 201, "creating a table failed:", status, answer)
            data = json.loads(answer)
            self.checks.follow(data["table"])
            self.checks.tokens[data["token"]] = (data["table"], "g1")
            # Now and then the host has two pages.
            hosts = self.chance.choice([1, 1, 2])
            for place in range(self.chance.choice([2, 3, 4])):
                token = data["token"] if place < hosts else None
                name = data["table"] if place % 2 == 0 else data["code"]
                guest = Guest(self, number * 10 + place, name, data["table"], token)
                self.guests.append(guest)
                self.timeline.after(self.chance.uniform(0, 1), guest.come)
                self.timeline.after(self.chance.uniform(0, 1), self._think, guest)

        Visitor(self, request, made)

    def _delete_table(self) -> None:
        """Let a host delete their table."""
        hosts = [token for token, (_, guest) in self.checks.tokens.items() if guest == "g1"]
        if hosts and self.chance.random() < 0.1:
            token = self.chance.choice(hosts)
            table = self.checks.tokens[token][0]
            self.doomed.add(table)

            def done(status: int, body: bytes) -> None:
                promise(status in (204, 403, 404), "a table cannot be deleted:", status, body)
                if status == 403:  # The host has left the table before.
                    self.doomed.discard(table)

            request = _GET.replace(b"GET", b"DELETE") % (f"tables/{table}".encode(), token.encode())
            Visitor(self, request, done)

    def _visit(self) -> None:
        """Send a random HTTP request."""
        if self.calm:
            return
        table = self.chance.choice(list(self.checks.logs) or ["none"])
        tokens = [guest.token for guest in self.guests if guest.token is not None]
        path = self.chance.choice(
            ["health", "tables"] + [f"tables/{table}{rest}" for rest in _PAGES]
        )
        token = self.chance.choice(tokens or ["none"])
        Visitor(self, _GET % (path.encode(), token.encode()), self.checks.visited)
        self.timeline.after(self.chance.expovariate(0.7), self._visit)

    def _think(self, guest: Guest) -> None:
        guest.think()
        self.timeline.after(guest.chance.uniform(0.02, 0.25), self._think, guest)

    def _run(self, seconds: float) -> None:
        self.timeline.run(self.timeline.now + seconds)
        for loop in self.loops:
            self.broken += loop.faults
        promise(not self.broken, "the server logged an error:", self.broken)

    def _calm_down(self) -> None:
        """End all faults, and check that every guest comes to see the same table."""
        self.calm = True
        self.model.down = False
        self.model.slow = 0.0
        for node in self.nodes:
            if node.disk is not None:
                node.disk.fault = None
            if node.up:
                node.loop.slow_threads = 0.0
                self._resume(node.loop)
            else:
                node.start()
        for guest in self.guests:
            if guest.wire is not None and not guest.wire.mend():
                guest.leave_wire()
        self._settle()
        self._probe()
        self._settle()
        for guest in self.guests:
            if not guest.gone:
                self.checks.converged(guest)
        self.checks.finished()

    def _settle(self) -> None:
        """Run until every guest is connected, has every answer and knows every event."""
        for _ in range(SETTLED_SECONDS):
            self._run(1.0)
            if not self._unsettled():
                return
        promise(False, "the world did not settle:", self._unsettled())

    def _unsettled(self) -> list[str]:
        made = len({guest.table_id for guest in self.guests})
        found = [] if made == self._tables else ["a table is missing"]
        for guest in self.guests:
            log = self.checks.follow(guest.table_id)
            if guest.table_id in self.doomed:
                found += [] if guest.gone else [f"{guest.number} is at a deleted table"]
            elif not guest.welcomed:
                found.append(f"{guest.number} is not there")
            elif guest.unanswered:
                found.append(f"{guest.number} has no answer to {guest.unanswered}")
            elif guest.view is None or guest.stale:
                found.append(f"{guest.number} has no view")
            elif guest.public_number != log.table.public_number:
                found.append(f"{guest.number} has not heard all")
            elif guest.view["host"] == guest.guest and guest.is_playing:
                found.append(f"{guest.number} has not paused")
        return found

    def _probe(self) -> None:
        """Let one guest per table do something that everyone there must hear of within seconds."""
        wires = {guest: guest.wire for guest in self.guests}
        known = {guest: guest.public_number for guest in self.guests}
        here = [guest for guest in self.guests if not guest.gone]
        for guest in {guest.table_id: guest for guest in here}.values():
            guest.command("BeScreen", screen=not guest.is_screen)
        self._run(HEARD_SECONDS)
        # The log may still close connections of nodes that died before; their guests come back.
        for guest in here:
            late = guest.wire is wires[guest] and guest.public_number == known[guest]
            promise(not late, "a guest did not hear in time:", guest.guest, guest.public_number)

    @contextlib.contextmanager
    def _simulated(self):
        """Replace time, randomness, sockets and databases by the simulated ones."""

        def wall() -> float:
            loop = asyncio._get_running_loop()
            return EPOCH + self.timeline.now + (loop.wall_ahead if isinstance(loop, Loop) else 0.0)

        def steady(*_clock: int) -> float:
            return 1000.0 + self.timeline.now

        chance = random.Random(f"secrets {self.seed}")
        state = random.getstate()
        random.seed(self.seed)
        logs = _Faults(self.broken)
        logging.getLogger().addHandler(logs)
        own._known.clear()
        own.read_known(SHORT)
        with contextlib.ExitStack() as stack:
            for module, name, replacement in (
                (time, "time", wall),
                (time, "monotonic", steady),
                (time, "perf_counter", steady),
                (time, "clock_gettime", steady),
                (time, "process_time", lambda: self.timeline.now / 10),
                (secrets, "token_bytes", lambda size=32: chance.randbytes(size)),
                (secrets, "choice", chance.choice),
                (uuid, "uuid4", lambda: uuid.UUID(bytes=chance.randbytes(16))),
                (psutil, "Process", CpuTimes),
                (asyncpg, "connect", self.model.connect),
                (asyncpg, "create_pool", self.model.create_pool),
                (
                    sys,
                    "unraisablehook",
                    lambda _: None,
                ),  # apsw reports the disk's faults here, too.
                (run, "listen", lambda host, port: Socket()),
                (run, "open_store", self.open_store),
                (run, "WebFiles", _web_files),
                (room, "SNAPSHOT_EVERY", SNAPSHOT_EVERY),
                (uvicorn.Server, "main_loop", _main_loop),
                (uvicorn.server, "ServerState", _ServerState),
            ):
                stack.enter_context(patch.object(module, name, replacement))
            try:
                yield
            finally:
                logging.getLogger().removeHandler(logs)
                random.setstate(state)

    def _clear_up(self) -> None:
        for node in self.nodes:
            if node.up:
                self.graves.append((node.loop, node.loop.kill()))
                node._let_go()
        for loop, tasks in self.graves:
            loop.bury(tasks)
        if self._reader is not None:
            self._reader.close()
        for disk in self._disks:
            disk.unregister()
        shutil.rmtree(self._folder)


_open_store = run.open_store
# These two would take most of a short world's time: finding the web files, and ten ticks a second.
_web_files = lru_cache(run.WebFiles)


async def _main_loop(server: uvicorn.Server) -> None:
    counter = 0
    while not await server.on_tick(counter):
        counter += 5
        await asyncio.sleep(0.5)


_GET = b"GET /api/%s HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer %s\r\n\r\n"
_PAGES = ("", "/records", "/coach")
_LOG = (
    "SELECT t.id, e.log_number, e.payload, x.payload FROM tables t JOIN events e ON e.key = t.key"
    " LEFT JOIN texts x ON x.key = e.key AND x.hash = e.text "
)


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


class _Faults(logging.Handler):
    """Collects the errors that the server logs."""

    def __init__(self, broken: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._broken = broken

    def emit(self, record: logging.LogRecord) -> None:
        if record.name == "uvicorn.error" and record.getMessage().startswith("Cancel "):
            return  # A stop took longer than it may, as it does for a paused process.
        self._broken.append(self.format(record))
