"""The store: every read and every change, once for both databases.

`sqlite` and `postgres` add how statements reach the database and how a batch is committed.
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

# So few tables are forgotten in one transaction that others do not wait long for theirs.
PURGE_AT_ONCE = 100
PAGE_OF_TABLES = 100
NO_LIMIT = 2**62
# A node that was killed leaves its row behind; after a day no one asks about it.
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
    """Return the tables whose names follow `after`, in order, with all their entries."""
    names = yield one("SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2", after, limit)
    return (yield from _with_entries([name for (name,) in names], since_snapshot=False))


def checked_name(table: str) -> str:
    """Return a table's name, or refuse one that no table can have."""
    if not is_name(table):
        raise NoSuchTableError(table)
    return table


class Store(ABC):
    """An append-only log per table, numbered from 1, with an index to find tables by.

    A method that changes something returns when the change is durable. Times are seconds, given by
    the caller. Every method may raise the `StoreError`s of a database that is away, full and so on.
    """

    def __init__(self, patience: float, pace: float) -> None:
        self._closed = False
        self._hub = Hub()
        self._reading = Patience(patience)
        self._writer = Writer(self._commit, self._after_commit, self._hub, Patience(patience), pace)

    # What each database does in its own way.

    @abstractmethod
    async def _answer(self, question: Steps[T], *, one_moment: bool) -> T:
        """Run steps that only read; with `one_moment`, all see the same state of the database."""

    @abstractmethod
    async def _commit(self, batch: Sequence[Change[Any]]) -> Committed:
        """Write a batch in one durable transaction."""

    @abstractmethod
    async def _after_commit(self, committed: Committed) -> None:
        """Do what is due after a commit, when its callers have their answers."""

    @abstractmethod
    async def _scrub(self) -> None:
        """Remove what a deletion has left in the database's files."""

    @abstractmethod
    async def compact(self) -> None:
        """Rewrite the database's files, so that nothing is left in them of what was deleted.

        Takes time in proportion to all that is kept; appends wait meanwhile on SQLite.
        """

    @abstractmethod
    async def backup(self, path: Path) -> None:
        """Write a consistent copy of everything as a new SQLite file."""

    @abstractmethod
    def dump(self) -> AsyncGenerator[StoredTable, None]:
        """Give every table with all its entries, as of one moment."""

    @abstractmethod
    async def database_time(self) -> float | None:
        """Return the database's clock, in seconds since 1970; None where it has none of its own."""

    @abstractmethod
    async def whisper(self, aside: Aside) -> None:
        """Tell other nodes something that is kept nowhere; where there are none, do nothing.

        It may come back to this node, and it may get lost.
        """

    @abstractmethod
    async def close(self) -> None:
        """Write what waits and let go of the database."""

    # What can be read.

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
        """Return the entries after log number `since`, at most `limit`, or `NoSuchTableError`."""
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
            # No table is without entries; this one has none after `since`, or does not exist.
            await self.info(table)
        return tuple(StoredEntry(*row) for row in rows)

    async def info(self, table: str) -> TableInfo:
        """Return what is known of a table; raises `NoSuchTableError`."""
        found = await self._infos("id = $1", checked_name(table))
        if not found:
            raise NoSuchTableError(table)
        return found[0]

    async def find(self, code: str) -> TableInfo | None:
        """Return the table with this room code."""
        found = await self._infos("code = $1", code) if is_name(code) else ()
        return found[0] if found else None

    async def public_tables(self, states: Collection[str], limit: int) -> tuple[TableInfo, ...]:
        """Return public tables in one of these states, the newest first."""
        condition = "public AND state = ANY($1) ORDER BY created DESC, id LIMIT $2"
        return await self._infos(condition, list(states), limit)

    async def tables(
        self, states: Collection[str] | None = None, after: str = "", limit: int = 1000
    ) -> tuple[TableInfo, ...]:
        """Return a page of all tables, ordered by name, beginning after `after`."""
        return await self._infos(
            "id > $1 AND ($2::text[] IS NULL OR state = ANY($2)) ORDER BY id LIMIT $3",
            after,
            None if states is None else list(states),
            limit,
        )

    async def load(self, tables: Collection[str]) -> tuple[StoredTable, ...]:
        """Return tables with their snapshots and the entries since; missing ones are left out."""
        names = list(filter(is_name, tables))
        return await self._ask(lambda: _with_entries(names, since_snapshot=True), one_moment=True)

    async def nodes(self, now: float) -> frozenset[str]:
        """Return the nodes that live: those that said so until a time after `now`."""
        rows = await self._fetch('SELECT node FROM nodes WHERE "until" > $1', now)
        return frozenset(node for (node,) in rows)

    async def daily_seeds(self, since: str, until: str) -> Mapping[str, bytes]:
        """Return the seeds of the days from `since` to `until`, both among them."""
        sql = "SELECT day, seed FROM daily_seeds WHERE day BETWEEN $1 AND $2"
        return dict(await self._fetch(sql, since, until))

    async def was_shown(self, day: str) -> bool:
        """Tell whether the seed of a day has been shown."""
        sql = "SELECT 1 FROM daily_seeds WHERE day = $1 AND shown = 1"
        return bool(await self._fetch(sql, day))

    async def daily_attempt(self, day: str, player: str) -> DailyAttempt | None:
        """Return how far a player has come in a day's cave."""
        sql = "SELECT course, points FROM daily_attempts WHERE day = $1 AND player = $2"
        rows = await self._fetch(sql, day, player)
        return DailyAttempt(*rows[0]) if rows else None

    async def daily_begun(self, day: str) -> int:
        """Return how many attempts there are of a day, finished or not."""
        sql = "SELECT count(*) FROM daily_attempts WHERE day = $1"
        return int((await self._fetch(sql, day))[0][0])

    async def daily_points(self, day: str) -> Mapping[int, int]:
        """Return how many finished attempts of a day came to how many points."""
        sql = (
            "SELECT points, count(*) FROM daily_attempts"
            " WHERE day = $1 AND points IS NOT NULL GROUP BY points ORDER BY points"
        )
        return dict(await self._fetch(sql, day))

    async def daily_days(self, player: str) -> tuple[str, ...]:
        """Return the days that a player has finished, the newest first."""
        sql = (
            "SELECT day FROM daily_attempts WHERE player = $1 AND points IS NOT NULL"
            " ORDER BY day DESC"
        )
        return tuple(day for (day,) in await self._fetch(sql, player))

    @property
    def commit_age(self) -> float | None:
        """How many seconds ago the last commit was, or None before the first."""
        return self._writer.commit_age

    @property
    def refusing(self) -> bool:
        """Whether the last attempt to commit failed, for all that patience could do."""
        return self._writer.refusing

    @property
    def full(self) -> bool:
        """Whether so little room is left that the next write may fail, as far as can be told."""
        return False

    async def changed_elsewhere(self) -> bool:
        """Tell whether, since it was last asked, a process changed something without a notice."""
        return False

    def subscribe(self) -> Subscription:
        """Begin to listen for notices of changes, by this node and, on PostgreSQL, by others."""
        return self._hub.subscribe()

    # What changes the database.

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
        """Begin a table's log and return its last log number.

        `texts` are long texts that entries refer to, each by its entry's place, counted from 0.
        Raises `TakenError` if the table, or another with this room code, exists.
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
        """Add entries, all or none, to a log that ends at `expected`; return its new `log_number`.

        Raises `ConflictError` if the log ends elsewhere, `NoSuchTableError` if there is none.
        An `index` replaces the table's in the same transaction, and ends the lease on a deadline.
        Without one the table counts as unchanged for `purge`, since only its log grows.
        """
        assert entries, "nothing to append"
        assert index is None or is_name(index.state), index
        added = stored_entries(expected, entries, texts)
        return await self._writer.submit(Append(checked_name(table), expected, added, index, now))

    async def save_snapshot(self, table: str, log_number: int, payload: bytes) -> None:
        """Keep the state after entry `log_number`, unless a later one is kept already.

        Raises `ConflictError` if the log does not reach that far, `NoSuchTableError` if there is
        none.
        """
        await self._writer.submit(SaveSnapshot(checked_name(table), Snapshot(log_number, payload)))

    async def claim_due(self, now: float, lease: float, limit: int = 100) -> tuple[Due, ...]:
        """Lease overdue tables for `lease` seconds, the longest overdue first.

        No other caller, on any node, gets them before the lease ends. The lease saves work; that a
        deadline is fired once is due to the `append` of its entry at the expected log number.
        """
        # Usually nothing is due, and asking costs no transaction.
        due = "SELECT 1 FROM tables WHERE due <= $1 AND claimed_until <= $1 LIMIT 1"
        if not await self._fetch(due, now):
            return ()
        # A table that another node is just writing to is skipped: it is alive.
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
        """Note that a node (a server process, by a name of its own) lives at least until then.

        An earlier time than the one noted changes nothing.
        """
        assert is_name(node), node
        await self._run(
            one(
                'INSERT INTO nodes AS old (node, "until") VALUES ($1, $2) ON CONFLICT (node)'
                ' DO UPDATE SET "until" = excluded."until" WHERE old."until" < excluded."until"',
                node,
                until,
            ),
            # A row that another node is just removing is skipped, so that no one waits in a circle.
            one(
                "DELETE FROM nodes WHERE node IN (SELECT node FROM nodes"
                ' WHERE "until" <= $1 FOR UPDATE SKIP LOCKED)',
                until - FORGET_SILENT_AFTER,
            ),
        )

    async def forget_node(self, node: str) -> None:
        """Note that a node lives no longer; one that is not known is no error."""
        assert is_name(node), node
        await self._run(one("DELETE FROM nodes WHERE node = $1", node))

    async def keep_seeds(self, seeds: Mapping[str, bytes]) -> None:
        """Keep the seeds of some days, as `2026-11-16`; a day that has one keeps it."""
        sql = "INSERT INTO daily_seeds (day, seed) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self._run(many(sql, seeds.items()))

    async def show_seeds(self, days: Iterable[str]) -> None:
        """Note that the seeds of some days are shown from now on."""
        sql = "UPDATE daily_seeds SET shown = 1 WHERE day = $1 AND shown = 0"
        await self._run(many(sql, [(day,) for day in days]))

    async def save_attempt(
        self, day: str, player: str, before: str | None, attempt: DailyAttempt
    ) -> bool:
        """Go on with an attempt whose course is `before`, or begin one if that is None.

        Tell whether it was so; if not, nothing has changed.
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
        """Forget all attempts of a player; return how many."""
        sql = "DELETE FROM daily_attempts WHERE player = $1 RETURNING 1"
        count = len(await self._run(one(sql, player)))
        if count:
            await self._scrub()
        return count

    async def purge_attempts(self, before: str, unfinished_before: str) -> int:
        """Forget attempts of days before one, and unfinished ones before another."""
        sql = (
            "DELETE FROM daily_attempts WHERE day < $1 OR (points IS NULL AND day < $2) RETURNING 1"
        )
        return len(await self._run(one(sql, before, unfinished_before)))

    async def delete(self, table: str) -> bool:
        """Forget everything about a table; tell whether there was one."""
        gone = is_name(table) and await self._writer.submit(Delete(table))
        if gone:
            await self._scrub()
        return gone

    async def purge(self, older_than: float, states: Collection[str] | None = None) -> int:
        """Forget the tables (in these states) not changed since `older_than`; return how many."""
        change = Purge(older_than, None if states is None else list(states), PURGE_AT_ONCE)
        total = 0
        while count := await self._writer.submit(change):
            total += count
        if total:
            await self._scrub()
        return total

    async def restore(self, stored: StoredTable) -> None:
        """Take over a table from a dump; raises `TakenError` if it exists."""
        assert [entry.log_number for entry in stored.entries] == list(
            range(1, stored.info.log_number + 1)
        )
        await self._writer.submit(Insert(stored))
