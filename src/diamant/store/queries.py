"""What every database can be asked; `sqlite_queries` and `postgres_queries` are of this form."""

from collections.abc import Awaitable, Collection, Mapping
from typing import Protocol, TypeAlias, TypeVar

from diamant.store.values import DailyAttempt, Snapshot, StoredEntry, StoredTable, TableInfo

T = TypeVar("T")
C = TypeVar("C", contravariant=True)
"""A connection."""

Found: TypeAlias = T | Awaitable[T]
"""What a query finds: SQLite has it at once, PostgreSQL has to be waited for."""


class Queries(Protocol[C]):
    """The questions, each to a connection; what they mean stands in `protocol.Store`."""

    def entries(
        self, connection: C, table: str, since: int, limit: int | None
    ) -> Found[tuple[StoredEntry, ...]]:
        """Return a table's entries after log number `since`."""
        ...

    def info(self, connection: C, table: str) -> Found[TableInfo]:
        """Return what is known of one table."""
        ...

    def find(self, connection: C, code: str) -> Found[TableInfo | None]:
        """Return the table with a room code."""
        ...

    def public_tables(
        self, connection: C, states: Collection[str], limit: int
    ) -> Found[tuple[TableInfo, ...]]:
        """Return public tables, the newest first."""
        ...

    def tables(
        self, connection: C, states: Collection[str] | None, after: str, limit: int
    ) -> Found[tuple[TableInfo, ...]]:
        """Return a page of all tables, by name."""
        ...

    def load(self, connection: C, names: Collection[str]) -> Found[tuple[StoredTable, ...]]:
        """Return tables with snapshots and the entries since."""
        ...

    def snapshot(self, connection: C, table: str) -> Found[Snapshot | None]:
        """Return a table's snapshot."""
        ...

    def nodes(self, connection: C, now: float) -> Found[frozenset[str]]:
        """Return the nodes that live."""
        ...

    def daily_seeds(self, connection: C, since: str, until: str) -> Found[Mapping[str, bytes]]:
        """Return the seeds of some days."""
        ...

    def daily_attempt(self, connection: C, day: str, player: str) -> Found[DailyAttempt | None]:
        """Return how far a player has come."""
        ...

    def daily_begun(self, connection: C, day: str) -> Found[int]:
        """Return how many attempts there are of a day."""
        ...

    def daily_points(self, connection: C, day: str) -> Found[Mapping[int, int]]:
        """Return how many attempts came to how many points."""
        ...

    def daily_days(self, connection: C, player: str) -> Found[tuple[str, ...]]:
        """Return the days that a player has finished, the newest first."""
        ...

    def database_time(self, connection: C) -> Found[float | None]:
        """Return the database's clock, if it has one."""
        ...

    def any_due(self, connection: C, now: float) -> Found[bool]:
        """Tell whether a deadline has passed that nobody has claimed."""
        ...


def at_once(found: Found[T]) -> T:
    """Return what a query of SQLite has found."""
    assert not isinstance(found, Awaitable), "SQLite keeps nobody waiting"
    return found


async def awaited(found: Found[T]) -> T:
    """Wait for what a query of PostgreSQL finds."""
    assert isinstance(found, Awaitable), "PostgreSQL has nothing at once"
    return await found
