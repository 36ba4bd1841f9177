"""The store in an SQLite file, or in memory for tests."""

import asyncio
import contextlib
import json
import logging
import shutil
from collections.abc import AsyncGenerator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

import apsw

from diamant.store.changes import Change, Committed, apply
from diamant.store.errors import StoreClosedError, StoreError, UnavailableError
from diamant.store.sql import Rows, Statement, Steps, for_sqlite, one, steps
from diamant.store.sqlite_checkpoints import CHECKPOINT_PAGES, Checkpoints
from diamant.store.sqlite_file import (
    ServerLock,
    check_path,
    in_one_piece,
    open_reader,
    open_writer,
    plainly,
    roll_back,
)
from diamant.store.store import NO_LIMIT, PAGE_OF_TABLES, Store, page_of_tables
from diamant.store.values import Aside, StoredTable

T = TypeVar("T")

READERS = 2
LEAST_ROOM = 4 * 2**20
# The number of free pages released at once; small enough that appends don't wait long.
GIVEN_BACK_AT_ONCE = 256

_log = logging.getLogger(__name__)


class SqliteStore(Store):
    """A store with connections for writing, for checkpoints, and for reading.

    Each connection has its own thread.
    """

    def __init__(
        self,
        path: Path | None,
        writing: apsw.Connection,
        writer_thread: ThreadPoolExecutor,
        *,
        patience: float,
        pace: float,
        vfs: str | None,
        checkpoints: Checkpoints | None,
        lock: ServerLock | None,
    ) -> None:
        self._path = path
        self._name = str(path) if path else "the database in memory"
        self._file = _identity(path)
        self._vfs = vfs
        self._checkpoints = checkpoints
        self._lock = lock
        self._connection = writing
        self._wal_pages = 0
        self._data_version = writing.pragma("data_version")
        writing.set_wal_hook(self._count_pages)
        self._writer_thread = writer_thread
        self._readers: SimpleQueue[apsw.Connection] = SimpleQueue()
        # An in-memory database has only one connection, so its thread also serves readers.
        self._reader_threads = (
            ThreadPoolExecutor(READERS, "store reader") if path else writer_thread
        )
        super().__init__(patience, pace)

    @classmethod
    async def open(
        cls,
        path: Path | None,
        *,
        patience: float = 10.0,
        pace: float = 0.0,
        alone: bool = False,
        vfs: str | None = None,
        synchronous: str = "FULL",
        checkpoint_pages: int = CHECKPOINT_PAGES,
    ) -> "SqliteStore":
        """Open or create a database; without a path, in memory.

        With `alone`, this process is the database's only server, and earlier servers are
        forgotten. `vfs`, `synchronous` and `checkpoint_pages` are for tests.
        """
        thread = ThreadPoolExecutor(1, "store writer")
        run = asyncio.get_running_loop().run_in_executor
        lock = None
        try:
            if path is not None:
                check_path(path)
                lock = ServerLock(path) if alone else None
            connection = await run(thread, open_writer, path, vfs, synchronous)
        except BaseException:
            thread.shutdown()
            if lock is not None:
                lock.release()
            raise
        store = cls(
            path,
            connection,
            thread,
            patience=patience,
            pace=pace,
            vfs=vfs,
            checkpoints=Checkpoints(path, vfs, synchronous, checkpoint_pages) if path else None,
            lock=lock,
        )
        try:
            if path is not None:
                for _ in range(READERS):
                    store._readers.put(await run(thread, open_reader, path, vfs))
            if lock is not None:
                # The lock proves that no other server is alive. Without this, a clock that was set
                # back by an hour would let a crashed server look alive for an hour.
                await store._run(one("DELETE FROM nodes"))
        except BaseException:
            await store.close()
            raise
        return store

    @property
    def full(self) -> bool:
        """Whether the file's disk has less than `LEAST_ROOM` left."""
        return self._path is not None and shutil.disk_usage(self._path.parent).free < LEAST_ROOM

    async def changed_elsewhere(self) -> bool:
        """Return whether another process has changed the file since the last call."""
        run = asyncio.get_running_loop().run_in_executor
        before = self._data_version
        with plainly(self._name):
            self._data_version = await run(
                self._writer_thread, self._connection.pragma, "data_version"
            )
        return bool(self._data_version != before)

    async def dump(self) -> AsyncGenerator[StoredTable, None]:
        """Yield all tables as of one moment; see `Store.dump`."""
        if self._path is None:
            for stored in await self._ask(lambda: page_of_tables("", NO_LIMIT)):
                yield stored
            return
        connection = await asyncio.to_thread(open_reader, self._path, self._vfs)
        try:
            with plainly(self._name), _one_moment(connection):
                after = ""
                while page := await asyncio.to_thread(
                    _run, connection, page_of_tables(after, PAGE_OF_TABLES)
                ):
                    for stored in page:
                        yield stored
                    after = page[-1].info.table
        finally:
            connection.close()

    async def backup(self, path: Path) -> None:
        """Write a copy to a new file; see `Store.backup`."""
        with in_one_piece(path) as part:
            copy = Statement("VACUUM INTO ?", (str(part),))
            if self._path is None:
                await self._ask(lambda: steps(copy))
                return
            connection = await asyncio.to_thread(open_reader, self._path, self._vfs)
            copying = asyncio.ensure_future(asyncio.to_thread(_run, connection, steps(copy)))
            try:
                with plainly(str(part)):
                    await asyncio.shield(copying)
            finally:
                if not copying.done():  # The caller was canceled.
                    connection.interrupt()
                    await asyncio.gather(copying, return_exceptions=True)
                connection.close()

    async def database_time(self) -> None:
        """Return None, because SQLite uses this machine's clock."""

    async def whisper(self, aside: Aside) -> None:
        """Do nothing: no other node uses this file."""

    async def compact(self) -> None:
        """Rewrite the file; see `Store.compact`."""

        def vacuum() -> None:
            with plainly(self._name):
                self._connection.execute("VACUUM")

        if self._closed:
            raise StoreClosedError("the store has been closed")
        await asyncio.get_running_loop().run_in_executor(self._writer_thread, vacuum)
        await self._scrub()

    async def close(self) -> None:
        """Write waiting changes and close all connections; see `Store.close`."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        self._hub.close()
        if self._checkpoints is not None:
            await self._checkpoints.close()
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._reader_threads.shutdown()
        while not self._readers.empty():
            self._readers.get().close()
        # The last connection to close checkpoints and removes the write-ahead log.
        self._writer_thread.shutdown()
        with plainly(self._name):
            self._connection.close()
        if self._lock is not None:
            self._lock.release()

    async def _answer(self, question: Steps[T], *, one_moment: bool) -> T:
        def answer() -> T:
            connection = self._readers.get() if self._path else self._connection
            moment = _one_moment(connection) if one_moment else contextlib.nullcontext()
            try:
                with plainly(self._name), moment:
                    return _run(connection, question)
            finally:
                if self._path:
                    self._readers.put(connection)

        return await asyncio.get_running_loop().run_in_executor(self._reader_threads, answer)

    async def _commit(self, batch: Sequence[Change[Any]]) -> Committed:
        run = asyncio.get_running_loop().run_in_executor
        return await run(self._writer_thread, self._write, batch)

    def _write(self, batch: Sequence[Change[Any]]) -> Committed:
        if _identity(self._path) != self._file:
            # Otherwise SQLite would continue to write to the file that was moved or deleted.
            raise UnavailableError("{name} was moved or deleted while in use", self._name)
        with plainly(self._name):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                committed = _run(self._connection, apply(batch))
                self._connection.execute("COMMIT")
            except BaseException:
                roll_back(self._connection)
                raise
        return committed

    def _count_pages(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        self._wal_pages = pages
        return apsw.SQLITE_OK

    async def _after_commit(self, committed: Committed) -> None:
        if self._checkpoints is not None:
            self._checkpoints.after_commit(self._wal_pages)

    async def _scrub(self) -> None:
        """Release free space, and empty the write-ahead log, which contains deleted data."""
        run = asyncio.get_running_loop().run_in_executor
        try:
            while not await run(self._writer_thread, self._give_back):
                pass
        except StoreError as error:
            # The data is deleted anyway, and the next deletion releases the space.
            _log.info("cannot release free space: %s", error)
        if self._checkpoints is not None:
            await self._checkpoints.empty()

    def _give_back(self) -> bool:
        """Release some free pages; return False if there may be more to release."""
        with plainly(self._name):
            before = self._connection.pragma("freelist_count")
            self._connection.execute(f"PRAGMA incremental_vacuum({GIVEN_BACK_AT_ONCE})").fetchall()
            left = self._connection.pragma("freelist_count")
        # A file created without `auto_vacuum` can't shrink.
        return bool(left == 0 or left == before)


def _identity(path: Path | None) -> tuple[int, int] | None:
    """Return a file's device and inode, which identify it even if it is renamed."""
    if path is None:
        return None
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextlib.contextmanager
def _one_moment(connection: apsw.Connection) -> Iterator[None]:
    """Make all reads in the `with` block see the same state of the database."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("COMMIT")


def _run(connection: apsw.Connection, asked: Steps[T]) -> T:
    rows: Rows = ()
    try:
        statement = next(asked)
        while True:
            sql = for_sqlite(statement.sql)
            if statement.many:
                connection.executemany(sql, statement.values)
            else:
                values = [json.dumps(v) if isinstance(v, list) else v for v in statement.values]
                rows = connection.execute(sql, values).fetchall()
            statement = asked.send(rows)
    except StopIteration as end:
        result: T = end.value
        return result
