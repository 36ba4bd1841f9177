"""A model of a PostgreSQL server behind asyncpg's interface, for the real `PostgresStore`.

The model has the properties that the store relies on:

- A transaction sees committed rows and its own changes; COMMIT keeps all of them or none.
- A transaction locks rows until it ends, and SKIP LOCKED skips them.
- The server ends a session that idles in a transaction.
- A connection can break at any moment, also during COMMIT, and the server may notice later.
- Notices reach every listener in order.

The store's conformance tests run against the model and against the real server.

SQLite stores the rows. A transaction records its changes as SQLite changesets. The model applies
them before each of its statements and undoes them afterwards, so that no other session sees them
before COMMIT.
"""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from typing import Any

import apsw
import asyncpg
from asyncpg import exceptions as pg

from diamant.store import migrations
from diamant.store.sql import for_sqlite

_WRITERS = "CREATE TABLE writers (id TEXT PRIMARY KEY, batch INTEGER, seen REAL) WITHOUT ROWID"


class Session:
    """The server's side of a connection."""

    def __init__(self, pid: int, idle_seconds: float) -> None:
        self.pid = pid
        self.idle_seconds = idle_seconds
        self.changes: list[bytes] | None = None  # The open transaction's.
        self.snapshot: apsw.Connection | None = None
        self.locks: set[tuple] = set()
        self.touched = 0
        self.over = False
        self.connection: Connection | None = None
        self.listening = False


class Server:
    """The database server; `after` schedules a call, and `wall` is the server's clock."""

    def __init__(
        self, after: Callable, wall: Callable[[], float], chance: random.Random | None = None
    ) -> None:
        self.after = after
        self.chance = chance
        self.down = False
        self.slow = 0.0
        self.busy_until = 0.0  # When the last message arrives.
        self._wall = wall
        self._pids = count(1)
        self._sessions: dict[int, Session] = {}
        self._waiting: list[tuple] = []
        self.db = apsw.Connection(":memory:")
        for _, sql in migrations.steps("sqlite", 0, "the model"):
            self.db.execute(sql)
        self.db.execute(_WRITERS)
        self.db.pragma("foreign_keys", True)

    def latency(self) -> float:
        """Return how long the next message takes to the server or back."""
        if self.chance is None:
            return 0.0
        if self.chance.random() < self.slow:
            return self.chance.uniform(0.1, 4.0)
        return self.chance.uniform(0.0001, 0.002)

    # What asyncpg offers.

    async def connect(self, _url: str, *, timeout=None, command_timeout=None, server_settings=None):
        loop = asyncio.get_running_loop()
        reached = loop.create_future()
        self.after(self.latency(), loop.call_soon_threadsafe, _settle, reached, None, None)
        async with asyncio.timeout(timeout):
            await reached
        if self.down:
            raise ConnectionRefusedError("the model is down")
        idle = int((server_settings or {}).get("idle_in_transaction_session_timeout", 0)) / 1000
        session = Session(next(self._pids), idle)
        self._sessions[session.pid] = session
        session.connection = Connection(self, session, command_timeout)
        return session.connection

    async def create_pool(self, url: str, *, max_size: int, min_size: int, **options):
        assert min_size == 0
        return Pool(lambda: self.connect(url, **options), max_size)

    # Trouble.

    def crash(self) -> None:
        """Drop every connection and every uncommitted change."""
        for session in list(self._sessions.values()):
            self.cut(session.pid)

    def cut(self, pid: int) -> None:
        """Break a connection and end its session."""
        session = self._sessions.get(pid)
        if session is not None:
            connection = session.connection
            self.end(session)
            connection.loop.call_soon_threadsafe(connection.break_off)

    def cut_one(self) -> None:
        """Break a random connection, on the server's or on the client's side first."""
        if self._sessions:
            pid = self.chance.choice(list(self._sessions))
            if self.chance.random() < 0.5:
                self.cut(pid)
            else:
                connection = self._sessions[pid].connection
                connection.loop.call_soon_threadsafe(connection.terminate)

    def vanished(self, connections: Callable[["Connection"], bool]) -> None:
        """End the sessions of dead clients after a delay."""
        for session in list(self._sessions.values()):
            if connections(session.connection):
                self.after(self.latency() * 50, self.end, session)

    # Requests.

    def take(self, session: Session, request: tuple, reply: Callable) -> None:
        """Run a request, or queue it until its lock is free."""
        if session.over:
            return
        session.touched += 1
        kind, *rest = request
        try:
            if kind == "run":
                lock = _lock(rest[0], rest[1])
                if lock is not None and self._holder(lock) not in (None, session):
                    waiting = (session, request, reply)
                    self._waiting.append(waiting)
                    self.after(2.0, self._give_up, waiting)
                    return
                if lock is not None:
                    session.locks.add(lock)
                answer = self._run(session, *rest)
                if session.changes is None:
                    self._release(session)
            else:
                answer = getattr(self, f"_{kind}")(session, *rest)
        except Exception as error:
            reply(None, _as_postgres(error))
        else:
            reply(answer, None)
        if session.changes is not None and session.idle_seconds:
            self.after(session.idle_seconds, self._too_idle, session, session.touched)

    def end(self, session: Session) -> None:
        """End a session and roll its transaction back."""
        session.over = True
        self._sessions.pop(session.pid, None)
        self._rollback(session)

    def _holder(self, lock: tuple) -> Session | None:
        return next((s for s in self._sessions.values() if lock in s.locks), None)

    def _give_up(self, waiting: tuple) -> None:
        if waiting in self._waiting:
            self._waiting.remove(waiting)
            waiting[2](None, pg.LockNotAvailableError("canceling statement due to lock timeout"))

    def _too_idle(self, session: Session, touched: int) -> None:
        if session.changes is not None and session.touched == touched and not session.over:
            self.cut(session.pid)

    def _release(self, session: Session) -> None:
        session.locks.clear()
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            self.take(*each)

    def _begin(self, session: Session, snapshot: bool) -> None:
        session.changes = []
        if snapshot:
            session.snapshot = apsw.Connection(":memory:")
            session.snapshot.deserialize("main", self.db.serialize("main"))

    def _commit(self, session: Session) -> None:
        for change in session.changes:
            _apply(change, self.db)
        self._rollback(session)

    def _rollback(self, session: Session) -> None:
        session.changes = None
        if session.snapshot is not None:
            session.snapshot.close()
            session.snapshot = None
        self._release(session)

    def _listen(self, session: Session) -> None:
        session.listening = True

    def _run(self, session: Session, sql: str, values: list, many: bool) -> list[tuple]:
        found = self._special(session, sql, values)
        if found is not None:
            return found
        reads = sql.startswith("SELECT") and "FOR UPDATE" not in sql
        if session.snapshot is not None:
            return _execute(session.snapshot, sql, values, many)
        if reads and not session.changes:
            return _execute(self.db, sql, values, many)
        skips = "SKIP LOCKED" in sql and "FROM tables WHERE" in sql
        if skips:
            others = [other for other in self._sessions.values() if other is not session]
            held = [lock[1] for other in others for lock in other.locks if lock[0] == "table"]
            place = f"FROM tables WHERE NOT id = ANY(${len(values) + 1}) AND"
            sql, values = sql.replace("FROM tables WHERE", place, 1), [*values, held]
        sql = sql.replace(" FOR UPDATE", "") if "SKIP LOCKED" not in sql else sql
        sql = sql.replace("now()", "0")
        if session.changes is None:
            rows = _execute(self.db, sql, values, many)
        else:
            with _undone(self.db):
                for change in session.changes:
                    _apply(change, self.db)
                recorder = apsw.Session(self.db, "main")
                recorder.attach()
                rows = _execute(self.db, sql, values, many)
                change = recorder.changeset()
                recorder.close()
            if change:
                session.changes.append(change)
        if skips:
            session.locks.update(("table", row[0]) for row in rows)
        return rows

    def _special(self, session: Session, sql: str, values: list) -> list[tuple] | None:
        """Answer statements that SQLite does not support."""
        if sql.startswith("SHOW"):
            return [("on",)]
        if "to_regclass" in sql:
            return [("diamant.schema",)]
        if "diamant.schema" in sql:
            return [(migrations.steps("postgresql", 0, "the model")[-1][0],)]
        if sql.startswith(("DELETE FROM diamant.writers", "VACUUM")):
            return []
        if "clock_timestamp" in sql:
            return [(self._wall(),)]
        if "pg_notify" in sql:
            for listener in list(self._sessions.values()):
                if listener.listening:
                    listener.connection.notify(session.pid, *values)
            return []
        return None


def _lock(sql: str, values: list) -> tuple | None:
    """Return the lock that a statement waits for, if any."""
    if sql.startswith(("INSERT INTO writers", "DELETE FROM writers", "SELECT batch FROM writers")):
        return ("writer", str(values[0]))
    if sql.startswith("INSERT INTO tables"):
        return ("insert",)  # Inserts of the same name or code wait for each other.
    if sql.startswith(("INSERT INTO nodes", "DELETE FROM nodes WHERE node =")):
        return ("node", values[0])
    if "daily_" in sql and not sql.startswith("SELECT"):
        return ("daily",)
    return None


def _execute(db: apsw.Connection, sql: str, values: list, many: bool) -> list[tuple]:
    if many:
        db.executemany(for_sqlite(sql), [[_plain(v) for v in row] for row in values])
        return []
    return db.execute(for_sqlite(sql), [_plain(v) for v in values]).fetchall()


def _plain(value: object) -> Any:
    if isinstance(value, list):
        return json.dumps(value)
    return value if isinstance(value, int | float | bytes | None) else str(value)


def _apply(change: bytes, db: apsw.Connection) -> None:
    def conflict(kind: int, row: apsw.TableChange) -> int:
        # The deletion of a table has already removed the rows that refer to it.
        gone = kind == apsw.SQLITE_CHANGESET_NOTFOUND and row.indirect
        assert gone, f"two transactions of the model changed the same row: {row}"
        return apsw.SQLITE_CHANGESET_OMIT

    apsw.Changeset.apply(change, db, conflict=conflict)


@contextmanager
def _undone(db: apsw.Connection):
    db.execute("SAVEPOINT undone")
    try:
        yield
    finally:
        db.execute("ROLLBACK TO undone")
        db.execute("RELEASE undone")


def _as_postgres(error: Exception) -> Exception:
    if isinstance(error, apsw.ConstraintError):
        return pg.UniqueViolationError(str(error))
    return error


def _settle(future: asyncio.Future, answer: object, error: Exception | None) -> None:
    if not future.done():
        if error is None:
            future.set_result(answer)
        else:
            future.set_exception(error)


class Connection:
    """The client's side, with the interface of `asyncpg.Connection`."""

    def __init__(self, server: Server, session: Session, command_timeout: float | None) -> None:
        self.loop = asyncio.get_running_loop()
        self._server = server
        self._session = session
        self._timeout = command_timeout
        self._closed = False
        self._asked: asyncio.Future | None = None
        self._hear: Callable | None = None
        self._when_lost: list[Callable] = []
        self._up = self._down = 0.0

    async def _ask(self, *request: object) -> Any:
        if self._closed:
            raise asyncpg.InterfaceError("connection is closed")
        assert self._asked is None or self._asked.done(), "another operation is in progress"
        answer = self._asked = self.loop.create_future()
        self._to_server(self._server.take, self._session, request, self._reply(answer))
        try:
            async with asyncio.timeout(self._timeout):
                return await answer
        except (TimeoutError, asyncio.CancelledError):
            self.terminate()
            raise

    def _to_server(self, call: Callable, *args: object) -> None:
        # A connection delivers its messages in order.
        now = self.loop.time()
        self._up = max(now + self._server.latency(), self._up)
        self._server.busy_until = max(self._server.busy_until, self._up)
        self._server.after(self._up - now, call, *args)
        self._up += 1e-9

    def _to_client(self, call: Callable, *args: object) -> None:
        now = self.loop.time()
        self._down = max(now + self._server.latency(), self._down)
        self._server.busy_until = max(self._server.busy_until, self._down)
        self._server.after(self._down - now, self.loop.call_soon_threadsafe, call, *args)
        self._down += 1e-9

    def _reply(self, answer: asyncio.Future) -> Callable:
        def reply(result: object, error: Exception | None) -> None:
            if not self._session.over:
                self._to_client(_settle, answer, result, error)

        return reply

    def notify(self, pid: int, channel: str, payload: str) -> None:
        """Send a notice to this client."""
        self._to_client(self._heard, pid, channel, payload)

    def _heard(self, pid: int, channel: str, payload: str) -> None:
        if not self._closed and self._hear is not None:
            self._hear(self, pid, channel, payload)

    def break_off(self) -> None:
        """Notice that the connection is lost."""
        if not self._closed:
            self._closed = True
            if self._asked is not None:
                lost = pg.ConnectionDoesNotExistError("connection was closed in the middle of it")
                _settle(self._asked, None, lost)
            for tell in self._when_lost:
                tell(self)

    # What the store uses.

    async def fetch(self, sql: str, *values: object) -> list[tuple]:
        return await self._ask("run", sql, list(values), False)

    async def fetchval(self, sql: str, *values: object) -> Any:
        rows = await self.fetch(sql, *values)
        return rows[0][0] if rows else None

    async def execute(self, sql: str, *values: object, timeout: float | None = None) -> None:
        await self.fetch(sql, *values)

    async def executemany(self, sql: str, rows: list) -> None:
        await self._ask("run", sql, [list(row) for row in rows], True)

    @asynccontextmanager
    async def transaction(self, *, isolation: str = "read_committed", readonly: bool = False):
        await self._ask("begin", isolation == "repeatable_read" and readonly)
        try:
            yield
        except BaseException:
            if not self._closed:
                await self._ask("rollback")
            raise
        await self._ask("commit")

    async def add_listener(self, _channel: str, hear: Callable) -> None:
        self._hear = hear
        await self._ask("listen")

    def add_termination_listener(self, tell: Callable) -> None:
        self._when_lost.append(tell)

    def get_server_pid(self) -> int:
        return self._session.pid

    def is_closed(self) -> bool:
        return self._closed

    def terminate(self) -> None:
        if not self._closed:
            self.break_off()
            self._to_server(self._server.end, self._session)


class Pool:
    """A connection pool with the interface of `asyncpg.Pool`."""

    def __init__(self, connect: Callable, most: int) -> None:
        self._connect = connect
        self._places = asyncio.Semaphore(most)
        self._idle: list[Connection] = []
        self._all: list[Connection] = []

    @asynccontextmanager
    async def acquire(self, *, timeout: float):
        async with self._places:
            connection = None
            while self._idle and connection is None:
                connection = self._idle.pop()
                connection = None if connection.is_closed() else connection
            if connection is None:
                async with asyncio.timeout(timeout):
                    connection = await self._connect()
                self._all.append(connection)
            try:
                yield connection
            finally:
                if not connection.is_closed():
                    self._idle.append(connection)

    def terminate(self) -> None:
        for connection in self._all:
            connection.terminate()
