"""All exceptions of the store, in one small tree.

StoreError               base class
├── StoreUrlError        the database's URL is invalid
├── StoreSetupError      the driver is missing or too old, or the file isn't a Diamant database
│   ├── NewerSchemaError a later release wrote this database
│   └── InUseError       another server uses this file
├── StoreRefusedError    the database refuses: password, permissions, no such database
├── UnavailableError     the database can't be reached at the moment
│   └── LockedError      another process has locked it
│       └── RetryLaterError  another node is writing to this table; only the writer sees this
├── FullError            the disk is full
├── ReadOnlyError        the database is read-only
├── DamagedError         the database's file is damaged
├── StoreClosedError     this store has been closed
├── OverloadedError      too many writes are waiting
├── BackupError          a backup can't be written to this path
├── ConflictError        another writer was first: `current` is the log's last `log_number`
├── TakenError           the table or its room code already exists
└── NoSuchTableError     the table doesn't exist
"""

from typing import ClassVar

from diamant.errors import DiamantError


class StoreError(DiamantError):
    """Base class of the store's errors; `transient` is true if a retry may help."""

    prefix = "store-"
    transient: ClassVar[bool] = False


class StoreUrlError(StoreError):
    """Raised if a database's URL is invalid."""


class StoreSetupError(StoreError):
    """Raised if the database or its driver isn't usable with this release."""


class NewerSchemaError(StoreSetupError):
    """Raised if a later release has changed the database's schema."""


class InUseError(StoreSetupError):
    """Raised if another server uses the file, which allows only one server at a time."""


class StoreRefusedError(StoreError):
    """Raised if the database server rejects the connection."""


class UnavailableError(StoreError):
    """Raised if the database can't be reached at the moment.

    A write in progress may or may not have been committed; none of it has been acknowledged. Read
    the log before you try again.
    """

    transient = True


class LockedError(UnavailableError):
    """Raised if another process has locked the database for too long."""


class RetryLaterError(LockedError):
    """Raised if another node is writing to this table; the writer retries soon."""

    def __init__(self, table: str) -> None:
        super().__init__("table {table} is held by another node", table)


class FullError(StoreError):
    """Raised if the database's disk is full; nothing has been written."""


class ReadOnlyError(StoreError):
    """Raised if the database can be read but not written to."""


class DamagedError(StoreError):
    """Raised if the database's file is damaged."""


class StoreClosedError(StoreError):
    """Raised if the store has been closed."""


class OverloadedError(StoreError):
    """Raised if too many writes are waiting."""


class BackupError(StoreError):
    """Raised if a backup can't be written to the given path."""


class ConflictError(StoreError):
    """Raised if another writer was first; `current` is the log's last `log_number`."""

    def __init__(self, table: str, current: int) -> None:
        super().__init__("table {table} has moved on to entry {current}", table, current)
        self.current = current


class TakenError(StoreError):
    """Raised if a table with this name or room code already exists."""


class NoSuchTableError(StoreError):
    """Raised if a table doesn't exist."""

    code = "no-such-table"

    def __init__(self, table: str) -> None:
        super().__init__("unknown table {table}", repr(table))
