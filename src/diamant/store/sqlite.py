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
from diamant.store.errors import (
    LockedError,
    StoreClosedError,
    StoreError,
    UnavailableError,
)
from diamant.store.queries import Found, at_once
from diamant.store.requests import Committed, Request
from diamant.store.sqlite_file import open_reader, open_writer, plainly, roll_back
from diamant.store.values import StoredTable

P = ParamSpec("P")
T = TypeVar("T")

READERS = 2
CHECKPOINT_PAGES = 1000
# From here on the writer waits for readers to finish, so that the log cannot grow for ever.
INSISTENT_PAGES = 16 * CHECKPOINT_PAGES
PAGE_OF_TABLES = 100

_log = logging.getLogger(__name__)


class SqliteStore(DatabaseStore[apsw.Connection]):
    """One connection that writes, in a thread of its own; a few that read and never checkpoint."""

    def __init__(
        self,
        path: Path | None,
        writing: apsw.Connection,
        writer_thread: ThreadPoolExecutor,
        *,
        patience: float,
        pace: float,
        vfs: str | None,
        checkpoint_pages: int,
    ) -> None:
        self._path = path
        self._name = str(path) if path else "the database in memory"
        self._file = _identity(path)
        self._vfs = vfs
        self._checkpoint_pages = checkpoint_pages
        self._connection = writing
        self._wal_pages = 0
        self._scrub_due = False
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
        vfs: str | None = None,
        synchronous: str = "FULL",
        checkpoint_pages: int = CHECKPOINT_PAGES,
    ) -> "SqliteStore":
        """Open or make a database; without a path, in memory.

        `vfs` and what follows are for tests: a file system that fails, and one that does not sync.
        """
        thread = ThreadPoolExecutor(1, "store writer")
        run = asyncio.get_running_loop().run_in_executor
        try:
            connection = await run(thread, open_writer, path, vfs, synchronous)
        except BaseException:
            thread.shutdown()
            raise
        store = cls(
            path,
            connection,
            thread,
            patience=patience,
            pace=pace,
            vfs=vfs,
            checkpoint_pages=checkpoint_pages,
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
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._reader_threads.shutdown()
        while not self._readers.empty():
            self._readers.get().close()
        # The last to close checkpoints and removes the write-ahead log.
        self._writer_thread.shutdown()
        with plainly(self._name):
            self._connection.close()

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
        if self._scrub_due:
            await self._scrub()
        elif self._wal_pages >= self._checkpoint_pages:
            insist = self._wal_pages >= INSISTENT_PAGES
            await self._checkpoint(
                apsw.SQLITE_CHECKPOINT_RESTART if insist else apsw.SQLITE_CHECKPOINT_PASSIVE
            )

    async def _scrub(self) -> None:
        # The write-ahead log still holds pages from before the deletion. If a reader is in the way,
        # the next commit tries again.
        self._scrub_due = not await self._checkpoint(apsw.SQLITE_CHECKPOINT_TRUNCATE)

    async def _checkpoint(self, mode: int) -> bool:
        """Move pages from the write-ahead log into the database; tell whether it worked."""

        def checkpoint() -> None:
            with plainly(self._name):
                self._connection.wal_checkpoint(mode=mode)

        try:
            await asyncio.get_running_loop().run_in_executor(self._writer_thread, checkpoint)
        except LockedError:
            return False  # A reader was busy; the next commit tries again.
        except StoreError as error:
            # Whatever was acknowledged is safe in the log, and the next commit tries again.
            _log.warning("checkpoint failed: %s", error)
            return False
        return True


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
