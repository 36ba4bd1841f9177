"""What every store can do."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from diamant.store.notices import Subscription
from diamant.store.values import (
    NO_TEXTS,
    Aside,
    DailyAttempt,
    Due,
    Index,
    Snapshot,
    StoredEntry,
    StoredTable,
    TableInfo,
    Texts,
)


class Store(Protocol):
    """An append-only log per table, numbered from 1, with an index to find tables by.

    A method that changes something returns when the change is durable. Times are seconds, given by
    the caller. Every method may raise the `StoreError`s of a database that is away, full and so on.
    """

    async def create(
        self,
        table: str,
        entries: Sequence[bytes],
        *,
        now: float,
        code: str | None = None,
        texts: Texts = NO_TEXTS,
        index: Index = ...,
    ) -> int:
        """Begin a table's log and return its last log number.

        `texts` are long texts that entries refer to, each by its entry's place, counted from 0.
        Raises `TakenError` if the table, or another with this room code, exists.
        """
        ...

    async def append(
        self,
        table: str,
        expected: int,
        entries: Sequence[bytes],
        *,
        now: float,
        index: Index | None = None,
        texts: Texts = NO_TEXTS,
    ) -> int:
        """Add entries, all or none, to a log that ends at `expected`; return its new `log_number`.

        Raises `ConflictError` if the log ends elsewhere, `NoSuchTableError` if there is none.
        An `index` replaces the table's in the same transaction, and ends the lease on a deadline.
        """
        ...

    async def read(
        self, table: str, since: int = 0, limit: int | None = None
    ) -> tuple[StoredEntry, ...]:
        """Return the entries after log number `since`, at most `limit`, or `NoSuchTableError`."""
        ...

    async def info(self, table: str) -> TableInfo:
        """Return what is known of a table; raises `NoSuchTableError`."""
        ...

    async def find(self, code: str) -> TableInfo | None:
        """Return the table with this room code."""
        ...

    async def public_tables(self, states: Collection[str], limit: int) -> tuple[TableInfo, ...]:
        """Return public tables in one of these states, the newest first."""
        ...

    async def tables(
        self, states: Collection[str] | None = None, after: str = "", limit: int = 1000
    ) -> tuple[TableInfo, ...]:
        """Return a page of all tables, ordered by name, beginning after `after`."""
        ...

    async def load(self, tables: Collection[str]) -> tuple[StoredTable, ...]:
        """Return tables with their snapshots and the entries since; missing ones are left out."""
        ...

    async def save_snapshot(self, table: str, log_number: int, payload: bytes) -> None:
        """Keep the state after entry `log_number`, unless a later one is kept already.

        Raises `ConflictError` if the log does not reach that far, `NoSuchTableError` if there is
        none.
        """
        ...

    async def latest_snapshot(self, table: str) -> Snapshot | None:
        """Return the table's snapshot."""
        ...

    async def claim_due(self, now: float, lease: float, limit: int = 100) -> tuple[Due, ...]:
        """Lease overdue tables for `lease` seconds, the longest overdue first.

        No other caller, on any node, gets them before the lease ends. The lease saves work; that a
        deadline is fired once is due to the `append` of its entry at the expected log number.
        """
        ...

    async def beat(self, node: str, until: float) -> None:
        """Note that a node (a server process, by a name of its own) lives at least until then.

        An earlier time than the one noted changes nothing.
        """
        ...

    async def nodes(self, now: float) -> frozenset[str]:
        """Return the nodes that live: those that said so until a time after `now`."""
        ...

    async def forget_node(self, node: str) -> None:
        """Note that a node lives no longer; one that is not known is no error."""
        ...

    async def keep_seeds(self, seeds: Mapping[str, bytes]) -> None:
        """Keep the seeds of some days, as `2026-11-16`; a day that has one keeps it."""
        ...

    async def daily_seeds(self, since: str, until: str) -> Mapping[str, bytes]:
        """Return the seeds of the days from `since` to `until`, both among them."""
        ...

    async def daily_attempt(self, day: str, player: str) -> DailyAttempt | None:
        """Return how far a player has come in a day's cave."""
        ...

    async def save_attempt(
        self, day: str, player: str, before: str | None, attempt: DailyAttempt
    ) -> bool:
        """Go on with an attempt whose course is `before`, or begin one if that is None.

        Tell whether it was so; if not, nothing has changed.
        """
        ...

    async def daily_begun(self, day: str) -> int:
        """Return how many attempts there are of a day, finished or not."""
        ...

    async def daily_points(self, day: str) -> Mapping[int, int]:
        """Return how many finished attempts of a day came to how many points."""
        ...

    async def daily_days(self, player: str) -> tuple[str, ...]:
        """Return the days that a player has finished, the newest first."""
        ...

    async def forget_player(self, player: str) -> int:
        """Forget all attempts of a player; return how many."""
        ...

    async def purge_attempts(self, before: str, unfinished_before: str) -> int:
        """Forget attempts of days before one, and unfinished ones before another."""
        ...

    async def delete(self, table: str) -> bool:
        """Forget everything about a table; tell whether there was one."""
        ...

    async def purge(self, older_than: float, states: Collection[str] | None = None) -> int:
        """Forget the tables (in these states) not changed since `older_than`; return how many."""
        ...

    async def compact(self) -> None:
        """Rewrite the database's files, so that nothing is left in them of what was deleted.

        Takes time in proportion to all that is kept; appends wait meanwhile on SQLite.
        """
        ...

    async def backup(self, path: Path) -> None:
        """Write a consistent copy of everything as a new SQLite file."""
        ...

    def dump(self) -> AsyncIterator[StoredTable]:
        """Give every table with all its entries, as of one moment."""
        ...

    async def restore(self, stored: StoredTable) -> None:
        """Take over a table from a dump; raises `TakenError` if it exists."""
        ...

    async def database_time(self) -> float | None:
        """Return the database's clock, in seconds since 1970; None where it has none of its own."""
        ...

    @property
    def commit_age(self) -> float | None:
        """How many seconds ago the last commit was, or None before the first."""
        ...

    @property
    def refusing(self) -> bool:
        """Whether the last attempt to commit failed, for all that patience could do."""
        ...

    async def whisper(self, aside: Aside) -> None:
        """Tell other nodes something that is kept nowhere; where there are none, do nothing.

        It may come back to this node, and it may get lost.
        """
        ...

    def subscribe(self) -> Subscription:
        """Begin to listen for notices of changes, by this node and, on PostgreSQL, by others."""
        ...

    async def close(self) -> None:
        """Write what waits and let go of the database."""
        ...
