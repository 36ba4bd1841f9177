"""Every refusal of the store, in one small tree.

StoreError               anything below
├── StoreUrlError        the database's address is wrong
├── StoreSetupError      the driver is missing or too old, or the file is not ours
│   ├── NewerSchemaError a later release wrote this database
│   └── InUseError       another server has this file
├── StoreRefusedError    the database is there and says no: password, rights, no such database
├── UnavailableError     the database cannot be reached just now
│   └── LockedError      another process holds it
│       └── PutOffError  another node is just writing to this table: for the writer alone
├── FullError            no room left on its disk
├── ReadOnlyError        it may only be read
├── DamagedError         its file is broken
├── StoreClosedError     this store has been closed
├── OverloadedError      too many wait already
├── BackupError          a backup cannot be written there
├── ConflictError        somebody else was first: `current` is the log's last `log_number`
├── TakenError           the table or its room code exists
└── NoSuchTableError     nothing is known of this table
"""

from typing import ClassVar

from diamant.errors import DiamantError


class StoreError(DiamantError):
    """The store refuses; `transient` says whether trying again by itself may help."""

    prefix = "store-"
    transient: ClassVar[bool] = False


class StoreUrlError(StoreError):
    """The address of a database is wrong."""


class StoreSetupError(StoreError):
    """The database, or the library that speaks with it, cannot be used by this release."""


class NewerSchemaError(StoreSetupError):
    """A later release of this program has changed the database's form."""


class InUseError(StoreSetupError):
    """Another server uses this file, which belongs to one at a time."""


class StoreRefusedError(StoreError):
    """The database answers, and does not let us in."""


class UnavailableError(StoreError):
    """The database cannot be reached now.

    What was being written may or may not have been kept; nothing of it has been acknowledged.
    Read the log before trying again.
    """

    transient = True


class LockedError(UnavailableError):
    """Another process keeps the database locked."""


class PutOffError(LockedError):
    """Another node is just writing to this table, so the writer asks again a little later."""

    def __init__(self, table: str) -> None:
        super().__init__("table {table} is held by another node", table)


class FullError(StoreError):
    """The database's disk is full; nothing of this write was kept."""


class ReadOnlyError(StoreError):
    """The database may be read but not written."""


class DamagedError(StoreError):
    """The database's file is not sound."""


class StoreClosedError(StoreError):
    """The store has been closed."""


class OverloadedError(StoreError):
    """More writes wait than the store takes."""


class BackupError(StoreError):
    """A backup cannot be written to this place."""


class ConflictError(StoreError):
    """Somebody else was first; `current` is the `log_number` of the log's last entry."""

    def __init__(self, table: str, current: int) -> None:
        super().__init__("table {table} has moved on to entry {current}", table, current)
        self.current = current


class TakenError(StoreError):
    """A table of this name, or with this room code, exists."""


class NoSuchTableError(StoreError):
    """Nothing is known of this table."""

    code = "no-such-table"

    def __init__(self, table: str) -> None:
        super().__init__("unknown table {table}", repr(table))
