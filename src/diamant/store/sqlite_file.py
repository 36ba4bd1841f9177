"""Open SQLite files with durable settings, and report clear errors."""

import contextlib
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from diamant.store import migrations
from diamant.store.errors import (
    BackupError,
    DamagedError,
    FullError,
    InUseError,
    LockedError,
    ReadOnlyError,
    StoreSetupError,
    UnavailableError,
)

# Earlier versions can lose a commit when two connections reset the WAL at the same time.
OLDEST_SQLITE = 3_051_003
# The letters "DIAM" in the file's header identify it as a Diamant database.
APPLICATION_ID = 0x4449414D
BUSY_MILLISECONDS = 1000
# The `auto_vacuum` mode that keeps free pages until they are released explicitly.
INCREMENTAL = 2
# A log that grew beyond this size during a long read is truncated when it restarts.
LARGEST_LOG = 64 * 2**20
# The file contains hashes of tokens, names and seeds, so only its owner may read it.
PRIVATE = 0o600
NO_LINKS = getattr(os, "O_NOFOLLOW", 0)

# The file lock only excludes other processes, not a second server in this one.
_held: set[Path] = set()

_log = logging.getLogger(__name__)


@contextmanager
def plainly(name: str) -> Iterator[None]:
    """Turn SQLite errors into store errors about the database `name`."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError) as error:
        raise LockedError("{database} is locked by another process", name) from error
    except apsw.FullError as error:
        raise FullError("no disk space left for {database}", name) from error
    except (apsw.ReadOnlyError, apsw.PermissionsError) as error:
        raise ReadOnlyError("{database} is read-only", name) from error
    except (apsw.CorruptError, apsw.FormatError) as error:
        raise DamagedError("{database} is damaged: restore it from a backup", name) from error
    except apsw.NotADBError as error:
        raise StoreSetupError("{database} is not a database", name) from error
    except (apsw.IOError, apsw.CantOpenError) as error:
        raise UnavailableError("cannot read or write {database}: {error}", name, error) from error


def open_writer(path: Path | None, vfs: str | None, synchronous: str) -> apsw.Connection:
    """Open the connection for writing, and create or migrate the schema.

    Raises an error for a file that isn't a Diamant database.
    """
    if apsw.SQLITE_VERSION_NUMBER < OLDEST_SQLITE:
        raise StoreSetupError(
            "SQLite {release} can lose saved data: update apsw to get SQLite 3.51.3 or later",
            apsw.sqlite_lib_version(),
        )
    name = str(path) if path else "the database in memory"
    existed = path is not None and path.exists()
    if path is not None and not existed:
        # Another process may have created the same database first.
        with contextlib.suppress(FileExistsError):
            make_private(path)
    with plainly(name):
        connection = apsw.Connection(str(path) if path else ":memory:", vfs=vfs)
        try:
            _configure(connection, name, in_file=path is not None, synchronous=synchronous)
            _migrate(connection, name)
        except BaseException:
            connection.close()
            raise
    if path is not None and not existed:
        # SQLite syncs the folder for its journals, but not for a new database.
        sync_folder(path.parent)
    elif path is not None:
        _narrow(path)
    return connection


def make_private(path: Path) -> None:
    """Create an empty file that only its owner may read.

    SQLite's additional files get the same mode.
    """
    # Exclusive, so that other users with write access to the folder can't plant a link.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))


def _narrow(path: Path) -> None:
    """Restrict access to database files whose mode lets other users read them."""
    for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        with contextlib.suppress(FileNotFoundError):
            mode = file.stat().st_mode & 0o777
            if os.name == "posix" and mode & ~PRIVATE:
                try:
                    file.chmod(mode & PRIVATE)
                except PermissionError:
                    _log.warning("%s can be read by other users (mode %o)", file, mode)


def open_checkpointer(path: Path, vfs: str | None, synchronous: str) -> apsw.Connection:
    """Open the connection for checkpoints, which never waits for locks."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs)
    connection.set_busy_timeout(0)
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    _sync(connection, synchronous)
    return connection


def open_reader(path: Path, vfs: str | None) -> apsw.Connection:
    """Open a read-only connection, which never runs checkpoints."""
    with plainly(str(path)):
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY, vfs=vfs)
        connection.set_busy_timeout(BUSY_MILLISECONDS)
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        connection.wal_autocheckpoint(0)
    return connection


def sync_folder(folder: Path) -> None:
    """Make the names of new files in a folder durable."""
    if os.name != "posix":
        return  # Windows has no such call; its file systems journal names.
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def check_path(path: Path) -> None:
    """Raise an error if no database can be opened or created at a path."""
    try:
        # Check with stat, because since Python 3.14 Path.exists is false without permission to
        # look.
        path.stat()
        exists = True
    except PermissionError:
        raise StoreSetupError("no permission to read {file}", path) from None
    except OSError:
        exists = False
    # A relative path may be "file.db", whose folder is ".".
    if not path.parent.is_dir():
        raise StoreSetupError(
            "cannot create {file}: folder {folder} does not exist", path, path.parent
        )
    if path.is_dir():
        raise StoreSetupError("{file} is a folder, not a database", path)
    if exists and not _may(path, os.R_OK):
        raise StoreSetupError("no permission to read {file}", path)
    if not exists and not _may(path.parent, os.W_OK):
        raise ReadOnlyError("cannot create {file}: folder {folder} is read-only", path, path.parent)


def _may(path: Path, mode: int) -> bool:
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)


def _configure(connection: apsw.Connection, name: str, *, in_file: bool, synchronous: str) -> None:
    if connection.readonly("main"):
        raise ReadOnlyError("{database} is read-only", name)
    connection.set_busy_timeout(BUSY_MILLISECONDS)
    # Check before switching to WAL: don't modify another program's file.
    application = connection.pragma("application_id")
    new = connection.pragma("schema_version") == 0
    if application != APPLICATION_ID and not new:
        raise StoreSetupError("{database} belongs to another program", name)
    if not new and _version(connection) < 1:
        raise DamagedError("{database} is damaged: restore it from a backup", name)
    if new:
        # Lets the store release free space in small steps. Must be set before anything else.
        connection.pragma("auto_vacuum", INCREMENTAL)
    if in_file and connection.pragma("journal_mode", "wal") != "wal":
        raise StoreSetupError(
            ("{database} is in a location where SQLite cannot use a write-ahead log"), name
        )
    connection.pragma("journal_size_limit", LARGEST_LOG)
    _sync(connection, synchronous)
    connection.pragma("foreign_keys", True)
    # Overwrite the bytes of deleted tables with zeros.
    connection.pragma("secure_delete", True)


def _sync(connection: apsw.Connection, synchronous: str) -> None:
    connection.pragma("synchronous", synchronous)
    # Without these two settings, macOS only passes the data to the drive's cache.
    connection.pragma("fullfsync", True)
    connection.pragma("checkpoint_fullfsync", True)
    # The store runs checkpoints itself, where no one waits for them.
    connection.wal_autocheckpoint(0)


def _migrate(connection: apsw.Connection, name: str) -> None:
    if not migrations.steps("sqlite", _version(connection), name):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have migrated the schema while this one waited for the lock.
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


def roll_back(connection: apsw.Connection) -> None:
    """Roll back an open transaction, if SQLite hasn't done so already."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


class ServerLock:
    """A lock that keeps other servers from using the file until `release`.

    The lock also ends with the process. It is on a separate file beside the database, so it doesn't
    block programs that only read or copy the database.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        refusal = InUseError(
            (
                "{file} is already in use by another server process: give each server its own "
                "file, or share one PostgreSQL database"
            ),
            path,
        )
        # Check this first: opening and closing the lock's file would release this process's own
        # lock.
        if self._path in _held:
            raise refusal
        beside = path.with_name(f"{path.name}.lock")
        try:
            self._file = os.open(beside, os.O_RDWR | os.O_CREAT | NO_LINKS, PRIVATE)
        except OSError as error:
            raise ReadOnlyError("cannot create {file}: {error}", beside, error) from error
        try:
            _lock(self._file)
        except OSError:
            os.close(self._file)
            raise refusal from None
        _held.add(self._path)

    def release(self) -> None:
        """Release the lock, so that another server can use the file."""
        _held.discard(self._path)
        os.close(self._file)


def _lock(file: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        # Unlike flock, child processes don't inherit this lock.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def in_one_piece(path: Path) -> Iterator[Path]:
    """Yield a temporary path; then make its file durable and rename it to `path`."""
    if path.exists():
        raise BackupError("{file} already exists: choose a new file for the backup", path)
    if not path.parent.is_dir():
        raise BackupError("cannot write {file}: folder {folder} does not exist", path, path.parent)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        make_private(part)
        yield part
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.rename(path)
        sync_folder(path.parent)
    except FullError as error:
        raise FullError(
            "no disk space left for {database}", path
        ) from error  # The caller did not name this file.
    except OSError as error:
        raise BackupError("cannot write {file}: {error}", path, error) from error
    finally:
        # If the file was never created, there is nothing to remove.
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
