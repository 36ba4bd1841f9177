"""The store in a PostgreSQL database, which any number of nodes can share."""

import asyncio
import contextlib
import uuid
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import asyncpg

from diamant.store.changes import Change, Committed, apply
from diamant.store.errors import StoreError
from diamant.store.postgres_connect import (
    COMMAND_SECONDS,
    CONNECT_SECONDS,
    Connection,
    NoticeListener,
    Reader,
    connect,
    migrate,
    notify,
    plainly,
    public_name,
    server_settings,
    whisper,
)
from diamant.store.sql import Rows, Steps
from diamant.store.sqlite import SqliteStore
from diamant.store.sqlite_file import in_one_piece
from diamant.store.store import PAGE_OF_TABLES, Store, page_of_tables
from diamant.store.values import Aside, DailyAttempt, StoredTable
from diamant.store.writer import Patience

T = TypeVar("T")

READERS = 4
COMPACT_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class _Question:
    """A batch whose COMMIT may have been sent but wasn't answered."""

    number: int
    batch: Sequence[Change[Any]]
    committed: Committed


class PostgresStore(Store):
    """A store with a connection for writing, one for notices, and a pool for reading."""

    def __init__(
        self, url: str, pool: "asyncpg.Pool[asyncpg.Record]", *, patience: float, pace: float
    ) -> None:
        self._url = url
        self._name = public_name(url)
        self._pool = pool
        self._id = uuid.uuid4()
        self._number = 0
        self._question: _Question | None = None
        self._connection: Connection | None = None
        self._sender = 0
        super().__init__(patience, pace)
        self._listener = NoticeListener(url, self._name, self._hub, lambda pid: pid == self._sender)

    @classmethod
    async def open(cls, url: str, *, patience: float = 10.0, pace: float = 0.0) -> "PostgresStore":
        """Connect, and create or update the schema."""
        name = public_name(url)

        async def prepare() -> None:
            connection = await connect(url, name, long=True)
            try:
                await migrate(connection, name)
            finally:
                connection.terminate()

        await Patience(patience).run(prepare)
        with plainly(name):
            pool = await asyncpg.create_pool(
                url,
                min_size=0,
                max_size=READERS,
                timeout=CONNECT_SECONDS,
                command_timeout=COMMAND_SECONDS,
                server_settings=server_settings(),
            )
        return cls(url, pool, patience=patience, pace=pace)

    async def dump(self) -> AsyncGenerator[StoredTable, None]:
        """Yield all tables as of one moment; see `Store.dump`."""
        connection = await connect(self._url, self._name, long=True)
        try:
            with plainly(self._name):
                async with connection.transaction(isolation="repeatable_read", readonly=True):
                    after = ""
                    while page := await _run(connection, page_of_tables(after, PAGE_OF_TABLES)):
                        for stored in page:
                            yield stored
                        after = page[-1].info.table
        finally:
            connection.terminate()

    async def backup(self, path: Path) -> None:
        """Write a copy to a new SQLite file; see `Store.backup`."""
        with in_one_piece(path) as part:
            copy = await SqliteStore.open(part)
            try:
                page: list[StoredTable] = []
                async with contextlib.aclosing(self.dump()) as dumped:
                    async for stored in dumped:
                        page.append(stored)
                        if len(page) == PAGE_OF_TABLES:
                            await asyncio.gather(*map(copy.restore, page))
                            page.clear()
                await asyncio.gather(*map(copy.restore, page))
                await copy.keep_seeds(await self.daily_seeds("", "~"))
                shown = await self._fetch("SELECT day FROM daily_seeds WHERE shown = 1")
                await copy.show_seeds(day for (day,) in shown)
                attempts = await self._fetch(
                    "SELECT day, player, course, points FROM daily_attempts"
                )
                await asyncio.gather(
                    *(
                        copy.save_attempt(day, player, None, DailyAttempt(*attempt))
                        for day, player, *attempt in attempts
                    )
                )
            finally:
                await copy.close()

    async def compact(self) -> None:
        """Vacuum the tables; see `Store.compact`."""
        connection = await connect(self._url, self._name, long=True)
        try:
            with plainly(self._name):
                # VACUUM FULL would block all nodes; the operator decides when to run that.
                for table in ("tables", "events", "texts", "snapshots", "nodes", "daily_attempts"):
                    await connection.execute(f"VACUUM {table}", timeout=COMPACT_SECONDS)
        finally:
            connection.terminate()

    async def database_time(self) -> float:
        """Return the time on the database server's clock; see `Store.database_time`."""
        clock = "SELECT extract(epoch FROM clock_timestamp())::float8"
        return float((await self._fetch(clock))[0][0])

    async def whisper(self, aside: Aside) -> None:
        """Send an aside to other nodes, outside any transaction; see `Store.whisper`."""
        with plainly(self._name):
            async with self._pool.acquire(timeout=CONNECT_SECONDS) as connection:
                await whisper(connection, aside)

    async def close(self) -> None:
        """Write waiting changes and close all connections; see `Store.close`."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await self._listener.close()
        self._hub.close()
        await self._leave()
        self._pool.terminate()

    async def _leave(self) -> None:
        if self._connection is None:
            return
        with contextlib.suppress(StoreError), plainly(self._name):
            await self._connection.execute("DELETE FROM writers WHERE id = $1", self._id)
        self._connection.terminate()

    async def _answer(self, question: Steps[T], *, one_moment: bool) -> T:
        with plainly(self._name):
            async with self._pool.acquire(timeout=CONNECT_SECONDS) as connection:
                if not one_moment:
                    return await _run(connection, question)
                async with connection.transaction(isolation="repeatable_read", readonly=True):
                    return await _run(connection, question)

    async def _scrub(self) -> None:
        """Do nothing: PostgreSQL's own vacuum reuses the space of dead rows."""

    async def _commit(self, batch: Sequence[Change[Any]]) -> Committed:
        try:
            with plainly(self._name):
                connection = await self._connected()
                answer = await self._look_up(connection, batch)
                return answer or await self._write(connection, batch)
        except BaseException:
            # Whatever failed, a new connection starts in a known state.
            if self._connection is not None:
                self._connection.terminate()
                self._connection = None
            raise

    async def _connected(self) -> Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = None
            self._connection = await connect(self._url, self._name)
            self._sender = self._connection.get_server_pid()
        return self._connection

    async def _look_up(
        self, connection: Connection, batch: Sequence[Change[Any]]
    ) -> Committed | None:
        """Return the result of a COMMIT that wasn't answered, if it succeeded.

        If the database server hasn't noticed the lost connection, it may still be working on the
        COMMIT and keeps this writer's row locked until it's done. This method waits for the lock,
        so that nothing is written twice.
        """
        question = self._question
        if question is None:
            return None
        kept = await connection.fetchval(
            "SELECT batch FROM writers WHERE id = $1 FOR UPDATE", self._id
        )
        self._question = None
        # For a different batch, it's enough that the earlier COMMIT has ended.
        return question.committed if batch is question.batch and kept == question.number else None

    async def _write(self, connection: Connection, batch: Sequence[Change[Any]]) -> Committed:
        self._number += 1
        async with connection.transaction():
            # Lock this row first: once it's unlocked, no batch is in progress.
            await connection.execute(
                "INSERT INTO writers (id, batch) VALUES ($1, $2)"
                " ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, seen = now()",
                self._id,
                self._number,
            )
            committed = await _run(connection, apply(batch))
            self._question = _Question(self._number, batch, committed)
        self._question = None
        return committed

    async def _after_commit(self, committed: Committed) -> None:
        if self._connection is None or not committed.notices:
            return
        try:
            with plainly(self._name):
                await notify(self._connection, committed.notices)
        except StoreError:
            # A lost notice only delays readers; the next batch uses a new connection.
            self._connection.terminate()


async def _run(connection: Reader, asked: Steps[T]) -> T:
    rows: Rows = ()
    try:
        statement = next(asked)
        while True:
            if statement.many:
                await connection.executemany(statement.sql, statement.values)
            else:
                rows = await connection.fetch(statement.sql, *statement.values)
            statement = asked.send(rows)
    except StopIteration as end:
        result: T = end.value
        return result
