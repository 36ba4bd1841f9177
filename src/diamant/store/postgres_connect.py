"""Connections to a PostgreSQL server, their errors, and notices from other nodes."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias
from urllib.parse import parse_qs, urlsplit

import asyncpg
from asyncpg import exceptions as pg

from diamant.store import migrations
from diamant.store.errors import (
    DamagedError,
    FullError,
    ReadOnlyError,
    StoreError,
    StoreRefusedError,
    StoreSetupError,
    StoreUrlError,
    UnavailableError,
)
from diamant.store.notices import Hub
from diamant.store.values import Aside, Notice

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Reader: TypeAlias = "Connection | asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"

CONNECT_SECONDS = 5.0
# A server that doesn't answer for this long counts as lost.
COMMAND_SECONDS = 15.0
# The database server ends a transaction, and so releases its locks, after this much idle time: the
# node may have lost power or may hang.
IDLE_SECONDS = 1.0
LOCK_SECONDS = 2.0
STATEMENT_SECONDS = 10.0
# A dump may take a long time, because no one waits for its locks.
LONG_IDLE_SECONDS = 600.0
# Any number that no other program locks works. These are the letters "diam".
MIGRATION_LOCK = 0x6469616D
CHANNEL = "diamant"
# PostgreSQL limits payloads to less than 8000 bytes.
LONGEST_PAYLOAD = 7500
HEARTBEAT_SECONDS = 20.0
PAUSE_SECONDS = 0.5

_log = logging.getLogger(__name__)

_AWAY = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    pg.PostgresConnectionError,
    pg.OperatorInterventionError,
    pg.InsufficientResourcesError,
    pg.TransactionRollbackError,
    pg.LockNotAvailableError,
    pg.PostgresSystemError,
    pg.InternalServerError,
)
_REFUSED = (
    pg.InvalidAuthorizationSpecificationError,
    pg.InvalidCatalogNameError,
    pg.InsufficientPrivilegeError,
    pg.UndefinedTableError,
    pg.UndefinedColumnError,
    pg.InvalidSchemaNameError,
)


def public_name(url: str) -> str:
    """Return a URL without user and password, for display.

    >>> public_name("postgresql://ann:secret@db.club:5432/games")
    'the PostgreSQL database games at db.club:5432'
    """
    parts = urlsplit(url)
    hosts = parts.netloc.rpartition("@")[2] or ",".join(parse_qs(parts.query).get("host", []))
    name = parts.path.strip("/")
    return f"the PostgreSQL database {name or '(unnamed)'} at {hosts or 'this machine'}"


@contextmanager
def plainly(name: str) -> Iterator[None]:
    """Turn PostgreSQL errors into store errors about the database `name`."""
    try:
        yield
    except _REFUSED as error:
        raise StoreRefusedError(
            "{database} refused access: {error}", name, _sentence(error)
        ) from error
    except pg.DiskFullError as error:
        raise FullError("no disk space left for {database}", name) from error
    except pg.ReadOnlySQLTransactionError as error:
        raise ReadOnlyError("{database} is read-only", name) from error
    except (pg.DataCorruptedError, pg.IndexCorruptedError) as error:
        raise DamagedError("{database} is damaged: restore it from a backup", name) from error
    except asyncpg.ClientConfigurationError as error:
        raise StoreUrlError(
            "the address of {database} is invalid: {error}", name, _sentence(error)
        ) from error
    except _AWAY as error:
        raise UnavailableError(
            "cannot reach {database}: {error}", name, _sentence(error)
        ) from error


def _sentence(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else "no answer in time"


def server_settings(*, long: bool = False) -> dict[str, str]:
    """Return settings that make the database server end connections of dead clients.

    A `long` connection only migrates, reads or vacuums, and gets more time.
    """
    return {
        "search_path": "diamant",
        "idle_in_transaction_session_timeout": _milliseconds(
            LONG_IDLE_SECONDS if long else IDLE_SECONDS
        ),
        "lock_timeout": _milliseconds(LOCK_SECONDS),
        "statement_timeout": _milliseconds(0 if long else STATEMENT_SECONDS),
        # Detect a crashed client machine within 15 seconds instead of 2 hours.
        "tcp_keepalives_idle": "5",
        "tcp_keepalives_interval": "5",
        "tcp_keepalives_count": "2",
        "tcp_user_timeout": "15000",
    }


def _milliseconds(seconds: float) -> str:
    return str(round(seconds * 1000))


async def connect(url: str, name: str, *, long: bool = False) -> Connection:
    """Open a connection whose commits are durable when they return."""
    with plainly(name):
        try:
            connection = await asyncpg.connect(
                url,
                timeout=CONNECT_SECONDS,
                command_timeout=None if long else COMMAND_SECONDS,
                server_settings=server_settings(long=long),
            )
        except ValueError as error:
            raise StoreUrlError(
                "the address of {database} is invalid: {error}", name, _sentence(error)
            ) from error
        try:
            # Stronger guarantees, such as waiting for a standby, keep the server's setting.
            if await connection.fetchval("SHOW synchronous_commit") == "off":
                await connection.execute("SET synchronous_commit = on")
        except BaseException:
            connection.terminate()
            raise
    return connection


_LIVING = 'SELECT count(*) FROM diamant.nodes WHERE "until" > extract(epoch FROM clock_timestamp())'


async def migrate(connection: Connection, name: str) -> None:
    """Create or update the schema, and remove old writers.

    Several nodes may call this at the same time.
    """
    with plainly(name):
        await _update(connection, name)
        if await connection.fetchval("SHOW fsync") == "off":
            _log.warning("%s runs with fsync = off: a crash can lose committed data", name)
        await connection.execute(
            "DELETE FROM diamant.writers WHERE seen < now() - interval '7 days'"
        )


async def _update(connection: Connection, name: str) -> None:
    # Check first, so that a normal start needs no permission to create anything.
    if not migrations.steps("postgresql", await _version(connection), name):
        return
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute(
            "CREATE SCHEMA IF NOT EXISTS diamant;"
            "CREATE TABLE IF NOT EXISTS diamant.schema (version integer NOT NULL)"
        )
        version = await _version(connection)
        if version and await connection.fetchval(_LIVING):
            raise StoreSetupError(
                (
                    "{database} must be updated, but servers of an earlier release are using "
                    "it: stop them all, wait 15 seconds, start one server of this release, "
                    "then start the others"
                ),
                name,
            )
        for number, sql in migrations.steps("postgresql", version, name):
            await connection.execute(sql)
            await connection.execute("DELETE FROM diamant.schema")
            await connection.execute("INSERT INTO diamant.schema VALUES ($1)", number)


async def _version(connection: Connection) -> int:
    if await connection.fetchval("SELECT to_regclass('diamant.schema')") is None:
        return 0
    version: Any = await connection.fetchval("SELECT max(version) FROM diamant.schema")
    return int(version or 0)


def payloads(notices: Iterable[Notice]) -> Iterator[str]:
    """Pack notices into payloads; each line is a table, a space and a log number."""
    # Only the last of several notices about the same table matters.
    latest = {notice.table: notice.log_number for notice in notices}
    text = ""
    for table, log_number in latest.items():
        line = f"{table} {log_number}\n"
        if len(text) + len(line) > LONGEST_PAYLOAD:
            yield text
            text = ""
        text += line
    if text:
        yield text


def unpack(payload: str) -> Iterator[Notice | Aside]:
    """Parse a payload with notices or asides from another node.

    >>> list(unpack("t1 5")), list(unpack("t1 :a word"))
    ([Notice(table='t1', log_number=5)], [Aside(table='t1', word='a word')])
    """
    for line in payload.splitlines():
        table, _, rest = line.partition(" ")
        if rest.isascii() and rest.isdecimal():
            yield Notice(table, int(rest))
        elif rest.startswith(":"):
            yield Aside(table, rest[1:])


class NoticeListener:
    """A connection that only receives notices, and reconnects if it is lost."""

    def __init__(self, url: str, name: str, hub: Hub, own: Callable[[int], bool]) -> None:
        self._url = url
        self._name = name
        self._hub = hub
        self._own = own
        self._lost = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name="store listener")

    async def close(self) -> None:
        """Stop listening."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(StoreError):
                await self._listen()
            await asyncio.sleep(PAUSE_SECONDS)

    async def _listen(self) -> None:
        connection = await connect(self._url, self._name)
        try:
            with plainly(self._name):
                self._lost.clear()
                connection.add_termination_listener(lambda _: self._lost.set())
                await connection.add_listener(CHANNEL, self._hear)
                # Notices sent before this moment have been missed.
                self._hub.publish([Notice(None, 0)])
                while not await self._is_lost():
                    await connection.execute("SELECT 1")
        finally:
            connection.terminate()

    async def _is_lost(self) -> bool:
        # Connections can fail silently, so test this one from time to time.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._lost.wait(), HEARTBEAT_SECONDS)
        return self._lost.is_set()

    def _hear(self, _connection: object, sender: int, _channel: str, payload: object) -> None:
        # This node's own changes were already published when they were committed.
        if not self._own(sender):
            self._hub.publish(unpack(str(payload)))


async def notify(connection: Connection, notices: Iterable[Notice]) -> None:
    """Notify the other nodes, outside any transaction.

    PostgreSQL commits transactions with NOTIFY one at a time, and each waits for the disk. Sending
    the notices after the commit avoids these waits.
    """
    for payload in payloads(notices):
        await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)


async def whisper(connection: Reader, aside: Aside) -> None:
    """Send an aside to the other nodes; it isn't stored."""
    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{aside.table} :{aside.word}")
