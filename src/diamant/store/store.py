"""The store's reads and changes, shared by both databases.

`sqlite` and `postgres` implement how statements run and how a batch is committed.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from diamant.store.changes import (
    Append,
    Change,
    Committed,
    Delete,
    Insert,
    Purge,
    Run,
    SaveSnapshot,
)
from diamant.store.errors import NoSuchTableError, StoreClosedError
from diamant.store.notices import Hub, Subscription
from diamant.store.sql import Rows, Statement, Steps, many, one, steps
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
    is_name,
    stored_entries,
)
from diamant.store.writer import Patience, Writer

T = TypeVar("T")

# Tables to delete per transaction, so that other callers don't wait long.
PURGE_AT_ONCE = 100
PAGE_OF_TABLES = 100
NO_LIMIT = 2**62
# A killed node leaves its row behind, which is deleted after a day.
FORGET_SILENT_AFTER = 24 * 3600.0

_INFO = (
    "SELECT t.id, t.code, (SELECT max(e.log_number) FROM events e WHERE e.key = t.key),"
    " t.state, t.public, t.due, t.summary, t.created, t.changed"
)


def _info(row: Rows) -> TableInfo:
    table, code, log_number, state, public, due, summary, created, changed = row
    index = Index(state, bool(public), due, summary)
    return TableInfo(table, code, log_number, index, created, changed)


def _with_entries(
    names: Collection[str], *, since_snapshot: bool
) -> Steps[tuple[StoredTable, ...]]:
    tables = yield one(
        _INFO + ", s.log_number, s.payload"
        " FROM tables t LEFT JOIN snapshots s ON s.key = t.key WHERE t.id = ANY($1) ORDER BY t.id",
        list(names),
    )
    entries = yield one(
        "SELECT t.id, e.log_number, e.payload, x.payload"
        " FROM tables t LEFT JOIN snapshots s ON s.key = t.key JOIN events e ON e.key = t.key"
        " AND e.log_number > CASE WHEN $2 THEN coalesce(s.log_number, 0) ELSE 0 END"
        " LEFT JOIN texts x ON x.key = e.key AND x.hash = e.text"
        " WHERE t.id = ANY($1) ORDER BY t.id, e.log_number",
        list(names),
        since_snapshot,
    )
    log: dict[str, list[StoredEntry]] = {table: [] for table, *_ in tables}
    for table, *entry in entries:
        log[table].append(StoredEntry(*entry))
    return tuple(
        StoredTable(
            _info(info), None if number is None else Snapshot(number, payload), tuple(log[info[0]])
        )
        for *info, number, payload in tables
    )


def page_of_tables(after: str, limit: int) -> Steps[tuple[StoredTable, ...]]:
    """Return a page of tables with all entries, by name, starting after `after`."""
    names = yield one("SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2", after, limit)
    return (yield from _with_entries([name for (name,) in names], since_snapshot=False))


def checked_name(table: str) -> str:
    """Return a table's name, or raise `NoSuchTableError` if it isn't a valid name."""
    if not is_name(table):
        raise NoSuchTableError(table)
    return table


class Store(ABC):
    """An append-only log per table, numbered from 1, with an index to find tables.

    A method that changes something returns once the change is durable. Callers pass all times, in
    seconds. Every method may raise a `StoreError`, for example because the database is unreachable
    or full.
    """

    def __init__(self, patience: float, pace: float) -> None:
        self._closed = False
        self._hub = Hub()
        self._reading = Patience(patience)
        self._writer = Writer(self._commit, self._after_commit, self._hub, Patience(patience), pace)

    # Methods that each database implements.

    @abstractmethod
    async def _answer(self, question: Steps[T], *, one_moment: bool) -> T:
        """Run read-only steps; with `one_moment`, all see the same database state."""

    @abstractmethod
    async def _commit(self, batch: Sequence[Change[Any]]) -> Committed:
        """Write a batch in one durable transaction."""

    @abstractmethod
    async def _after_commit(self, committed: Committed) -> None:
        """Do maintenance after a commit, once callers have received their results."""

    @abstractmethod
    async def _scrub(self) -> None:
        """Erase deleted data from the database's files, as far as possible."""

    @abstractmethod
    async def compact(self) -> None:
        """Rewrite the database's files so that they contain no deleted data.

        This takes time proportional to the size of the database. With SQLite, changes have to wait.
        """

    @abstractmethod
    async def backup(self, path: Path) -> None:
        """Write a consistent copy of the database to a new SQLite file."""

    @abstractmethod
    def dump(self) -> AsyncGenerator[StoredTable, None]:
        """Yield all tables with all entries, as of a single moment."""

    @abstractmethod
    async def database_time(self) -> float | None:
        """Return the time on the database's clock in seconds since 1970, if it has one."""

    @abstractmethod
    async def whisper(self, aside: Aside) -> None:
        """Send an aside to the other nodes, if any, without storing it.

        An aside may get lost, and this node may receive its own.
        """

    @abstractmethod
    async def close(self) -> None:
        """Write waiting changes and close the database."""

    # Reading.

    async def _ask(self, question: Callable[[], Steps[T]], *, one_moment: bool = False) -> T:
        if self._closed:
            raise StoreClosedError("the store has been closed")
        return await self._reading.run(lambda: self._answer(question(), one_moment=one_moment))

    async def _fetch(self, sql: str, *values: object) -> Rows:
        return await self._ask(lambda: steps(one(sql, *values)))

    async def _infos(self, condition: str, *values: object) -> tuple[TableInfo, ...]:
        rows = await self._fetch(_INFO + " FROM tables t WHERE " + condition, *values)
        return tuple(map(_info, rows))

    async def read(
        self, table: str, since: int = 0, limit: int | None = None
    ) -> tuple[StoredEntry, ...]:
        """Return at most `limit` entries after log number `since`.

        Raises `NoSuchTableError` if the table doesn't exist.
        """
        rows = await self._fetch(
            "SELECT e.log_number, e.payload, x.payload FROM events e"
            " LEFT JOIN texts x ON x.key = e.key AND x.hash = e.text"
            " WHERE e.key = (SELECT key FROM tables WHERE id = $1) AND e.log_number > $2"
            " ORDER BY e.log_number LIMIT $3",
            checked_name(table),
            since,
            NO_LIMIT if limit is None else limit,
        )
        if not rows:
            # The table has no entries after `since`, or it doesn't exist.
            await self.info(table)
        return tuple(StoredEntry(*row) for row in rows)

    async def info(self, table: str) -> TableInfo:
        """Return information about a table, or raise `NoSuchTableError`."""
        found = await self._infos("id = $1", checked_name(table))
        if not found:
            raise NoSuchTableError(table)
        return found[0]

    async def find(self, code: str) -> TableInfo | None:
        """Return information about the table with this room code, or None."""
        found = await self._infos("code = $1", code) if is_name(code) else ()
        return found[0] if found else None

    async def public_tables(self, states: Collection[str], limit: int) -> tuple[TableInfo, ...]:
        """Return at most `limit` public tables in one of these states, newest first."""
        condition = "public AND state = ANY($1) ORDER BY created DESC, id LIMIT $2"
        return await self._infos(condition, list(states), limit)

    async def tables(
        self, states: Collection[str] | None = None, after: str = "", limit: int = 1000
    ) -> tuple[TableInfo, ...]:
        """Return a page of all tables, ordered by name, starting after `after`."""
        return await self._infos(
            "id > $1 AND ($2::text[] IS NULL OR state = ANY($2)) ORDER BY id LIMIT $3",
            after,
            None if states is None else list(states),
            limit,
        )

    async def load(self, tables: Collection[str]) -> tuple[StoredTable, ...]:
        """Return tables with their snapshots and later entries; skip missing tables."""
        names = list(filter(is_name, tables))
        return await self._ask(lambda: _with_entries(names, since_snapshot=True), one_moment=True)

    async def nodes(self, now: float) -> frozenset[str]:
        """Return the nodes that are alive: those that reported a time after `now`."""
        rows = await self._fetch('SELECT node FROM nodes WHERE "until" > $1', now)
        return frozenset(node for (node,) in rows)

    async def daily_seeds(self, since: str, until: str) -> Mapping[str, bytes]:
        """Return the seeds of the days from `since` to `until`, inclusive."""
        sql = "SELECT day, seed FROM daily_seeds WHERE day BETWEEN $1 AND $2"
        return dict(await self._fetch(sql, since, until))

    async def was_shown(self, day: str) -> bool:
        """Return whether a day's seed has been revealed."""
        sql = "SELECT 1 FROM daily_seeds WHERE day = $1 AND shown = 1"
        return bool(await self._fetch(sql, day))

    async def daily_attempt(self, day: str, player: str) -> DailyAttempt | None:
        """Return a player's attempt at a day's cave, or None."""
        sql = "SELECT course, points FROM daily_attempts WHERE day = $1 AND player = $2"
        rows = await self._fetch(sql, day, player)
        return DailyAttempt(*rows[0]) if rows else None

    async def daily_begun(self, day: str) -> int:
        """Return the number of attempts at a day's cave, including unfinished ones."""
        sql = "SELECT count(*) FROM daily_attempts WHERE day = $1"
        return int((await self._fetch(sql, day))[0][0])

    async def daily_points(self, day: str) -> Mapping[int, int]:
        """Return how many finished attempts at a day's cave got each final score."""
        sql = (
            "SELECT points, count(*) FROM daily_attempts"
            " WHERE day = $1 AND points IS NOT NULL GROUP BY points ORDER BY points"
        )
        return dict(await self._fetch(sql, day))

    async def daily_days(self, player: str) -> tuple[str, ...]:
        """Return the days whose cave a player has finished, newest first."""
        sql = (
            "SELECT day FROM daily_attempts WHERE player = $1 AND points IS NOT NULL"
            " ORDER BY day DESC"
        )
        return tuple(day for (day,) in await self._fetch(sql, player))

    @property
    def commit_age(self) -> float | None:
        """The number of seconds since the last commit, or None before the first."""
        return self._writer.commit_age

    @property
    def refusing(self) -> bool:
        """Whether the last commit failed even after all retries."""
        return self._writer.refusing

    @property
    def full(self) -> bool:
        """Whether the disk is known to be so full that the next write may fail."""
        return False

    async def changed_elsewhere(self) -> bool:
        """Return whether another process made changes without sending notices.

        Each call covers the time since the previous call.
        """
        return False

    def subscribe(self) -> Subscription:
        """Subscribe to notices of changes by this node and by other PostgreSQL nodes."""
        return self._hub.subscribe()

    # Writing.

    async def _run(self, *statements: Statement) -> Rows:
        return await self._writer.submit(Run(statements))

    async def create(
        self,
        table: str,
        entries: Sequence[bytes],
        *,
        now: float,
        code: str | None = None,
        texts: Texts = NO_TEXTS,
        index: Index = Index(),  # noqa: B008 - It is frozen.
    ) -> int:
        """Create a table with its first entries, and return its last log number.

        `texts` are long texts that entries refer to, by the entry's index from 0. Raises
        `TakenError` if the table or its room code already exists.
        """
        assert is_name(table), table
        assert code is None or is_name(code), code
        assert is_name(index.state), index
        assert entries, "a table begins with an entry"
        info = TableInfo(table, code, len(entries), index, now, now)
        table_as_stored = StoredTable(info, None, stored_entries(0, entries, texts))
        return await self._writer.submit(Insert(table_as_stored))

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
        """Append entries, all or none, to a log that ends at `expected`.

        Returns the new `log_number`. Raises `ConflictError` if the log ends elsewhere, and
        `NoSuchTableError` if the table doesn't exist. An `index` replaces the table's index in the
        same transaction and ends any lease on its deadline. Without an `index`, the append doesn't
        count as a change for `purge`.
        """
        assert entries, "nothing to append"
        assert index is None or is_name(index.state), index
        added = stored_entries(expected, entries, texts)
        return await self._writer.submit(Append(checked_name(table), expected, added, index, now))

    async def save_snapshot(self, table: str, log_number: int, payload: bytes) -> None:
        """Save the state after entry `log_number`, unless a later snapshot exists.

        Raises `ConflictError` if the log doesn't reach `log_number`, and `NoSuchTableError` if the
        table doesn't exist.
        """
        await self._writer.submit(SaveSnapshot(checked_name(table), Snapshot(log_number, payload)))

    async def claim_due(self, now: float, lease: float, limit: int = 100) -> tuple[Due, ...]:
        """Lease overdue tables for `lease` seconds, the longest overdue first.

        Until the lease ends, no other caller on any node gets the same tables. Leases only save
        work: a deadline fires exactly once because `append` requires the expected log number.
        """
        # Usually nothing is due, and this check needs no transaction.
        due = "SELECT 1 FROM tables WHERE due <= $1 AND claimed_until <= $1 LIMIT 1"
        if not await self._fetch(due, now):
            return ()
        # Skip a table that another node is writing to: that node is alive.
        rows = await self._run(
            one(
                "WITH found AS (SELECT key FROM tables WHERE due <= $1 AND claimed_until <= $1"
                " ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED)"
                " UPDATE tables AS t SET claimed_until = $2 FROM found WHERE t.key = found.key"
                " RETURNING id, due",
                now,
                now + lease,
                limit,
            )
        )
        return tuple(Due(*row) for row in sorted(rows, key=lambda row: row[1]))

    async def beat(self, node: str, until: float) -> None:
        """Record that a node is alive until at least `until`.

        A node is a server process with a unique name. A time before the recorded one has no effect.
        """
        assert is_name(node), node
        await self._run(
            one(
                'INSERT INTO nodes AS old (node, "until") VALUES ($1, $2) ON CONFLICT (node)'
                ' DO UPDATE SET "until" = excluded."until" WHERE old."until" < excluded."until"',
                node,
                until,
            ),
            # Skip a row that another node is removing, to avoid a deadlock.
            one(
                "DELETE FROM nodes WHERE node IN (SELECT node FROM nodes"
                ' WHERE "until" <= $1 FOR UPDATE SKIP LOCKED)',
                until - FORGET_SILENT_AFTER,
            ),
        )

    async def forget_node(self, node: str) -> None:
        """Record that a node has stopped; ignore an unknown node."""
        assert is_name(node), node
        await self._run(one("DELETE FROM nodes WHERE node = $1", node))

    async def keep_seeds(self, seeds: Mapping[str, bytes]) -> None:
        """Save the seeds of days such as `2026-11-16`, without replacing existing ones."""
        sql = "INSERT INTO daily_seeds (day, seed) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self._run(many(sql, seeds.items()))

    async def show_seeds(self, days: Iterable[str]) -> None:
        """Record that the seeds of some days are public from now on."""
        sql = "UPDATE daily_seeds SET shown = 1 WHERE day = $1 AND shown = 0"
        await self._run(many(sql, [(day,) for day in days]))

    async def save_attempt(
        self, day: str, player: str, before: str | None, attempt: DailyAttempt
    ) -> bool:
        """Update an attempt whose course is `before`, or start one if `before` is None.

        Returns False and changes nothing if the stored course is different.
        """
        sql = (
            "INSERT INTO daily_attempts (day, player, course, points) VALUES ($1, $2, $3, $4)"
            " ON CONFLICT DO NOTHING RETURNING 1"
            if before is None
            else "UPDATE daily_attempts SET course = $3, points = $4"
            " WHERE day = $1 AND player = $2 AND course = $5 RETURNING 1"
        )
        known = () if before is None else (before,)
        return bool(await self._run(one(sql, day, player, attempt.course, attempt.points, *known)))

    async def forget_player(self, player: str) -> int:
        """Delete all attempts of a player; return their number."""
        sql = "DELETE FROM daily_attempts WHERE player = $1 RETURNING 1"
        count = len(await self._run(one(sql, player)))
        if count:
            await self._scrub()
        return count

    async def purge_attempts(self, before: str, unfinished_before: str) -> int:
        """Delete old attempts; `unfinished_before` is the limit for unfinished ones."""
        sql = (
            "DELETE FROM daily_attempts WHERE day < $1 OR (points IS NULL AND day < $2) RETURNING 1"
        )
        return len(await self._run(one(sql, before, unfinished_before)))

    async def delete(self, table: str) -> bool:
        """Delete everything about a table; return whether it existed."""
        gone = is_name(table) and await self._writer.submit(Delete(table))
        if gone:
            await self._scrub()
        return gone

    async def purge(self, older_than: float, states: Collection[str] | None = None) -> int:
        """Delete tables that haven't changed since `older_than`; return their number.

        If `states` is given, only tables in these states are deleted.
        """
        change = Purge(older_than, None if states is None else list(states), PURGE_AT_ONCE)
        total = 0
        while count := await self._writer.submit(change):
            total += count
        if total:
            await self._scrub()
        return total

    async def restore(self, stored: StoredTable) -> None:
        """Add a table from a dump, or raise `TakenError` if it exists."""
        assert [entry.log_number for entry in stored.entries] == list(
            range(1, stored.info.log_number + 1)
        )
        await self._writer.submit(Insert(stored))
