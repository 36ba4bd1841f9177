"""Opening SQLite files in the one way that loses nothing, and saying plainly what is wrong."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from diamant.store import migrations
from diamant.store.errors import (
    DamagedError,
    FullError,
    LockedError,
    ReadOnlyError,
    StoreSetupError,
    UnavailableError,
)

# Earlier versions can lose a commit when two connections reset the WAL at the same moment.
OLDEST_SQLITE = 3_051_003
# The letters "DIAM" in the file's header mark it as ours.
APPLICATION_ID = 0x4449414D
BUSY_MILLISECONDS = 1000


@contextmanager
def plainly(name: str) -> Iterator[None]:
    """Turn SQLite's errors into the store's, which say what is wrong with the database `name`."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError) as error:
        raise LockedError(f"{name} is locked by another process") from error
    except apsw.FullError as error:
        raise FullError(f"the disk of {name} is full") from error
    except (apsw.ReadOnlyError, apsw.PermissionsError) as error:
        raise ReadOnlyError(f"{name} may only be read") from error
    except (apsw.CorruptError, apsw.FormatError) as error:
        raise DamagedError(f"{name} is damaged: restore it from a backup") from error
    except apsw.NotADBError as error:
        raise StoreSetupError(f"{name} is not a database") from error
    except (apsw.IOError, apsw.CantOpenError) as error:
        raise UnavailableError(f"{name} cannot be read or written: {error}") from error


def open_writer(path: Path | None, vfs: str | None, synchronous: str) -> apsw.Connection:
    """Open the connection that writes, make or migrate the schema, and refuse what is not ours."""
    if apsw.SQLITE_VERSION_NUMBER < OLDEST_SQLITE:
        raise StoreSetupError(
            f"SQLite {apsw.sqlite_lib_version()} can lose what it has kept: update apsw to bring"
            " 3.51.3 or later"
        )
    name = str(path) if path else "the database in memory"
    if path is not None:
        _check_path(path)
    existed = path is not None and path.exists()
    with plainly(name):
        connection = apsw.Connection(str(path) if path else ":memory:", vfs=vfs)
        try:
            _configure(connection, name, in_file=path is not None, synchronous=synchronous)
            _migrate(connection, name)
        except BaseException:
            connection.close()
            raise
    if path is not None and not existed:
        # SQLite syncs the folder for its journals but not for a new database itself.
        sync_folder(path.parent)
    return connection


def open_reader(path: Path, vfs: str | None) -> apsw.Connection:
    """Open a connection that only reads, and leaves checkpoints to the writer."""
    with plainly(str(path)):
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY, vfs=vfs)
        connection.set_busy_timeout(BUSY_MILLISECONDS)
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        connection.wal_autocheckpoint(0)
    return connection


def sync_folder(folder: Path) -> None:
    """Make the names of new files in a folder durable."""
    if os.name != "posix":
        return  # Windows has no such call; its file systems keep names in a journal.
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _check_path(path: Path) -> None:
    try:
        # Asked first, since from Python 3.14 on Path.exists says no where it may not look.
        path.stat()
        exists = True
    except PermissionError:
        raise StoreSetupError(f"{path} may not be read by this user") from None
    except OSError:
        exists = False
    # A relative path may be "file.db", whose folder is ".".
    if not path.parent.is_dir():
        raise StoreSetupError(f"{path} cannot be made: there is no folder {path.parent}")
    if path.is_dir():
        raise StoreSetupError(f"{path} is a folder, not a database")
    if exists and not _may(path, os.R_OK):
        raise StoreSetupError(f"{path} may not be read by this user")
    if not exists and not _may(path.parent, os.W_OK):
        raise ReadOnlyError(f"{path} cannot be made: folder {path.parent} may only be read")


def _may(path: Path, mode: int) -> bool:
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)


def _configure(connection: apsw.Connection, name: str, *, in_file: bool, synchronous: str) -> None:
    if connection.readonly("main"):
        raise ReadOnlyError(f"{name} may only be read")
    connection.set_busy_timeout(BUSY_MILLISECONDS)
    # Not to be changed by us if it is somebody else's: look before switching it to WAL.
    application = connection.pragma("application_id")
    if application != APPLICATION_ID and connection.pragma("schema_version") != 0:
        raise StoreSetupError(f"{name} is a database of another program")
    if in_file and connection.pragma("journal_mode", "wal") != "wal":
        raise StoreSetupError(f"{name} lies where SQLite cannot keep a write-ahead log")
    connection.pragma("synchronous", synchronous)
    # Without these two, macOS only hands the data to the drive's cache.
    connection.pragma("fullfsync", True)
    connection.pragma("checkpoint_fullfsync", True)
    connection.pragma("foreign_keys", True)
    # A deleted table's bytes are overwritten with zeros.
    connection.pragma("secure_delete", True)
    # The store checkpoints by itself, when nobody waits.
    connection.wal_autocheckpoint(0)


def _migrate(connection: apsw.Connection, name: str) -> None:
    if not migrations.steps("sqlite", _version(connection), name):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have migrated while we waited for the lock.
        for number, sql in migrations.steps("sqlite", _version(connection), name):
            connection.execute(sql)
            connection.pragma("user_version", number)
        connection.pragma("application_id", APPLICATION_ID)
        connection.execute("COMMIT")
    except BaseException:
        roll_back(connection)
        raise


def _version(connection: apsw.Connection) -> int:
    version = connection.pragma("user_version")
    assert isinstance(version, int)
    return version


def rows(
    connection: apsw.Connection, sql: str, values: tuple[str | float | None, ...]
) -> list[tuple[Any, ...]]:
    """Return all rows of a query; their types are the schema's, which mypy does not know."""
    return connection.execute(sql, values).fetchall()


def roll_back(connection: apsw.Connection) -> None:
    """Undo an open transaction, if SQLite has not done so already."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")
