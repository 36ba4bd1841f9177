"""Reaching a PostgreSQL server, and saying plainly why it cannot be reached."""

import logging
from collections.abc import Iterator
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
    StoreRefusedError,
    StoreUrlError,
    UnavailableError,
)

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Reader: TypeAlias = "Connection | asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"

CONNECT_SECONDS = 5.0
# A server that is silent for so long is taken to be gone.
COMMAND_SECONDS = 15.0
# What the server itself ends, since a node that has stopped cannot: a machine that lost its power,
# or a process that stands still in the middle of a transaction, gives its locks back so soon.
IDLE_SECONDS = 1.0
LOCK_SECONDS = 2.0
STATEMENT_SECONDS = 10.0
# A dump reads for as long as whoever takes it needs, and holds no lock that anybody waits for.
LONG_IDLE_SECONDS = 600.0
# Any number will do that no other program takes a lock on: these are the letters "diam".
MIGRATION_LOCK = 0x6469616D

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
    """Return an address without user and password, for people to read.

    >>> public_name("postgresql://ann:secret@db.club:5432/games")
    'the PostgreSQL database games at db.club:5432'
    """
    parts = urlsplit(url)
    hosts = parts.netloc.rpartition("@")[2] or ",".join(parse_qs(parts.query).get("host", []))
    name = parts.path.strip("/")
    return f"the PostgreSQL database {name or '(unnamed)'} at {hosts or 'this machine'}"


@contextmanager
def plainly(name: str) -> Iterator[None]:
    """Turn PostgreSQL's errors into the store's, which say what is wrong with `name`."""
    try:
        yield
    except _REFUSED as error:
        raise StoreRefusedError(f"{name} refuses: {_sentence(error)}") from error
    except pg.DiskFullError as error:
        raise FullError(f"the disk of {name} is full") from error
    except pg.ReadOnlySQLTransactionError as error:
        raise ReadOnlyError(f"{name} may only be read") from error
    except (pg.DataCorruptedError, pg.IndexCorruptedError) as error:
        raise DamagedError(f"{name} is damaged: restore it from a backup") from error
    except asyncpg.ClientConfigurationError as error:
        raise StoreUrlError(f"the address of {name} is wrong: {_sentence(error)}") from error
    except _AWAY as error:
        raise UnavailableError(f"{name} cannot be reached: {_sentence(error)}") from error


def _sentence(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else "no answer in time"


def server_settings(*, long: bool = False) -> dict[str, str]:
    """Return what bounds a connection on the server's side, also when its client is gone.

    A `long` one only reads or vacuums, and may take its time.
    """
    return {
        "idle_in_transaction_session_timeout": _milliseconds(
            LONG_IDLE_SECONDS if long else IDLE_SECONDS
        ),
        "lock_timeout": _milliseconds(LOCK_SECONDS),
        "statement_timeout": _milliseconds(0 if long else STATEMENT_SECONDS),
        # A client whose machine is gone is noticed within 15 seconds, not two hours.
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
            raise StoreUrlError(f"the address of {name} is wrong: {_sentence(error)}") from error
        try:
            # A stronger promise, such as a standby's, is left as the server has it.
            if await connection.fetchval("SHOW synchronous_commit") == "off":
                await connection.execute("SET synchronous_commit = on")
        except BaseException:
            connection.terminate()
            raise
    return connection


async def migrate(connection: Connection, name: str) -> None:
    """Make or update the schema, and forget writers long gone; several nodes may try at once."""
    with plainly(name):
        await _update(connection, name)
        if await connection.fetchval("SHOW fsync") == "off":
            _log.warning("%s runs with fsync = off: a crash can lose what was kept", name)
        await connection.execute(
            "DELETE FROM diamant.writers WHERE seen < now() - interval '7 days'"
        )


async def _update(connection: Connection, name: str) -> None:
    # Looking first means that an ordinary start needs no right to create anything.
    if not migrations.steps("postgresql", await _version(connection), name):
        return
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute(
            "CREATE SCHEMA IF NOT EXISTS diamant;"
            "CREATE TABLE IF NOT EXISTS diamant.schema (version integer NOT NULL)"
        )
        for number, sql in migrations.steps("postgresql", await _version(connection), name):
            await connection.execute(sql)
            await connection.execute("DELETE FROM diamant.schema")
            await connection.execute("INSERT INTO diamant.schema VALUES ($1)", number)


async def _version(connection: Connection) -> int:
    if await connection.fetchval("SELECT to_regclass('diamant.schema')") is None:
        return 0
    version: Any = await connection.fetchval("SELECT max(version) FROM diamant.schema")
    return int(version or 0)
