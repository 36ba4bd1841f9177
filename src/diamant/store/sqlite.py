"""The store in a SQLite file (or in memory, for tests)."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Concatenate, ParamSpec, TypeVar

import apsw

from diamant.store import sqlite_changes, sqlite_queries
from diamant.store.backup import in_one_piece
from diamant.store.base import DatabaseStore
from diamant.store.errors import StoreClosedError, StoreError, UnavailableError
from diamant.store.queries import Found, at_once
from diamant.store.requests import Committed, Request
from diamant.store.sqlite_checkpoints import CHECKPOINT_PAGES, Checkpoints
from diamant.store.sqlite_file import (
    check_path,
    open_reader,
    open_writer,
    plainly,
    roll_back,
)
from diamant.store.sqlite_lock import ServerLock
from diamant.store.values import StoredTable

P = ParamSpec("P")
T = TypeVar("T")

READERS = 2
PAGE_OF_TABLES = 100
# So few free pages are given back at once that appends do not wait long for it.
GIVEN_BACK_AT_ONCE = 256

_log = logging.getLogger(__name__)


class SqliteStore(DatabaseStore[apsw.Connection]):
    """One connection that writes, one that checkpoints, a few that read, in their own threads."""

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
        writing.set_wal_hook(self._count_pages)
        self._writer_thread = writer_thread
        self._readers: SimpleQueue[apsw.Connection] = SimpleQueue()
        # A database in memory has one connection, so its thread serves readers, too.
        self._reader_threads = (
            ThreadPoolExecutor(READERS, "store reader") if path else writer_thread
        )
        super().__init__(sqlite_queries, patience, pace)

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
        """Open or make a database; without a path, in memory; `alone` as the only server of it.

        `vfs` and what follows are for tests: a file system that fails, and one that does not sync.
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
        except BaseException:
            await store.close()
            raise
        return store

    async def dump(self) -> AsyncIterator[StoredTable]:
        """Give everything as of one moment; see `Store.dump`."""
        if self._path is None:
            for stored in await self._ask(sqlite_queries.everything):
                yield stored
            return
        connection = await asyncio.to_thread(open_reader, self._path, self._vfs)
        try:
            with plainly(self._name), sqlite_queries.one_moment(connection):
                after = ""
                while page := await asyncio.to_thread(
                    sqlite_queries.whole, connection, after, PAGE_OF_TABLES
                ):
                    for stored in page:
                        yield stored
                    after = page[-1].info.table
        finally:
            connection.close()

    async def backup(self, path: Path) -> None:
        """Write a copy; see `Store.backup`."""
        with in_one_piece(path) as part:
            if self._path is None:
                await self._ask(_copy, str(part))
                return
            connection = await asyncio.to_thread(open_reader, self._path, self._vfs)
            try:
                with plainly(str(part)):
                    await asyncio.to_thread(_copy, connection, str(part))
            finally:
                connection.close()

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
        """Write what waits and close every connection; see `Store.close`."""
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
        # The last to close checkpoints and removes the write-ahead log.
        self._writer_thread.shutdown()
        with plainly(self._name):
            self._connection.close()
        if self._lock is not None:
            self._lock.release()

    async def _answer(
        self,
        query: Callable[Concatenate[apsw.Connection, P], Found[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        def answer() -> T:
            if self._path is None:
                return at_once(query(self._connection, *args, **kwargs))
            connection = self._readers.get()
            try:
                with plainly(self._name):
                    return at_once(query(connection, *args, **kwargs))
            finally:
                self._readers.put(connection)

        return await asyncio.get_running_loop().run_in_executor(self._reader_threads, answer)

    async def _commit(self, batch: Sequence[Request[Any]]) -> Committed:
        run = asyncio.get_running_loop().run_in_executor
        return await run(self._writer_thread, self._write, batch)

    def _write(self, batch: Sequence[Request[Any]]) -> Committed:
        if _identity(self._path) != self._file:
            # SQLite would go on writing to a file that nobody will ever find again.
            raise UnavailableError(f"{self._name} was moved or deleted while in use")
        with plainly(self._name):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                committed = sqlite_changes.apply(self._connection, batch)
                self._connection.execute("COMMIT")
            except BaseException:
                roll_back(self._connection)
                raise
        return committed

    def _count_pages(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        self._wal_pages = pages
        return apsw.SQLITE_OK

    async def _rest(self, committed: Committed) -> None:
        if self._checkpoints is not None:
            self._checkpoints.after_commit(self._wal_pages)

    async def _scrub(self) -> None:
        """Give the space back, and empty the log, which holds pages from before the deletion."""
        run = asyncio.get_running_loop().run_in_executor
        try:
            while not await run(self._writer_thread, self._give_back):
                pass
        except StoreError as error:
            # What was deleted is gone; its space is given back after the next deletion.
            _log.info("no space was given back: %s", error)
        if self._checkpoints is not None:
            await self._checkpoints.empty()

    def _give_back(self) -> bool:
        """Cut some free pages off the file; tell whether none is left."""
        with plainly(self._name):
            before = self._connection.pragma("freelist_count")
            self._connection.execute(f"PRAGMA incremental_vacuum({GIVEN_BACK_AT_ONCE})").fetchall()
            left = self._connection.pragma("freelist_count")
        # A file that was made without `auto_vacuum` cannot shrink.
        return bool(left == 0 or left == before)


def _identity(path: Path | None) -> tuple[int, int] | None:
    """Return what tells a file from another one that comes to bear its name."""
    if path is None:
        return None
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _copy(connection: apsw.Connection, path: str) -> None:
    connection.execute("VACUUM INTO ?", (path,))
