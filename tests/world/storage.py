"""The databases of a world: SQLite on disks that can lose power, or the model of PostgreSQL."""

import random
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from diamant.server import run
from diamant.store.sqlite import SqliteStore
from diamant.store.values import StoredEntry
from tests.store.power import Disk, Platter
from tests.world import postgres
from tests.world.checks import BrokenPromiseError, promise

if TYPE_CHECKING:
    from tests.world.world import World

_SHARED = Path("/dev/shm")  # A disk in memory, where syncs cost nothing.
_open_store = run.open_store
_LOG = (
    "SELECT t.id, e.log_number, e.payload, x.payload FROM tables t JOIN events e ON e.key = t.key"
    " LEFT JOIN texts x ON x.key = e.key AND x.hash = e.text "
)


class Storage:
    """The database of one world, as the nodes open it and as the checks read it."""

    synchronous = "FULL"

    def __init__(self, world: "World") -> None:
        self._world = world
        self.url = "postgresql://model/diamant"
        self.model = postgres.Server(world.timeline.after, world.database_time, world.chance)
        self._folder = Path(tempfile.mkdtemp(dir=_SHARED if _SHARED.is_dir() else None))
        self._disks: list[Disk] = []
        self._files: dict[str, bytes] = {}
        self._losses = 0
        self._reader: apsw.Connection | None = None

    def new_disk(self) -> Disk:
        """Return a disk with the files that the previous one kept."""
        folder = self._folder / str(len(self._disks))
        folder.mkdir()
        for name, content in self._files.items():
            (folder / name).write_bytes(content)
        disk = Disk(f"world-{self._world.seed}-{len(self._disks)}")
        disk.files = dict(self._files)
        self._disks.append(disk)
        self.url = f"sqlite:///{folder / 'tables.db'}"
        return disk

    def lose(self, disk: Disk, done: int, power: bool) -> None:
        """Find out which files the disk keeps; a job under way is done in part."""
        dice = random.Random(f"{self._world.seed} {self._losses}")
        self._losses += 1
        platter = Platter({name: bytearray(content) for name, content in disk.files.items()})
        for step in disk.steps[: dice.randint(done, len(disk.steps))]:
            platter.take(step)
        left = self._folder / f"left{self._losses}"
        left.mkdir()
        if not power:
            platter.settle()
        platter.cut(left, dice)
        self._files = {file.name: file.read_bytes() for file in left.iterdir()}
        if self._reader is not None:
            self._reader.close()
            self._reader = None
        self._world.checks.restarted(self._read_all(left / "tables.db"))
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
        return not self._world.is_sqlite or self._world.nodes[0].store is not None

    def read_log(self, table: str, since: int) -> list[StoredEntry]:
        """Return the committed entries after a number."""
        if not self.readable:
            return []
        db = self.model.db
        if self._world.is_sqlite:
            if self._reader is None:
                path = self.url.removeprefix("sqlite:///")
                self._reader = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
            db = self._reader
        sql = _LOG + "WHERE t.id = ? AND e.log_number > ? ORDER BY e.log_number"
        return [StoredEntry(*entry) for _, *entry in db.execute(sql, (table, since)).fetchall()]

    async def open_store(self, url: str, **options):
        """Open a node's store, on this world's disk or database."""
        if not self._world.is_sqlite:
            return await _open_store(url, **options)
        node = self._world.nodes[0]
        node.store = await SqliteStore.open(
            Path(url.removeprefix("sqlite:///")),
            vfs=node.disk.name,
            checkpoint_pages=40,
            synchronous=self.synchronous,
            **options,
        )
        return node.store

    def close(self) -> None:
        """Remove everything from the real disk."""
        if self._reader is not None:
            self._reader.close()
        for disk in self._disks:
            disk.unregister()
        shutil.rmtree(self._folder)
