"""All changes to the database. Each change declares the type of its result."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Generic, TypeVar

from diamant.store.errors import (
    ConflictError,
    NoSuchTableError,
    RetryLaterError,
    StoreError,
    TakenError,
)
from diamant.store.sql import Rows, Statement, Steps, many, one
from diamant.store.values import Index, Notice, Snapshot, StoredEntry, StoredTable, text_hash

T = TypeVar("T")


@dataclass(slots=True)
class Head:
    """The end of a table's log while a batch is being written."""

    key: int
    log_number: int


@dataclass(slots=True)
class Batch:
    """A batch in progress: its locked tables, and notices to send after the commit."""

    heads: dict[str, Head]
    held: frozenset[str]
    """Tables that another node is writing to; changes to them are retried later."""
    notices: list[Notice] = field(default_factory=list)

    def head(self, table: str) -> Head:
        """Return the end of a locked table's log."""
        if table in self.held:
            raise RetryLaterError(table)
        if table not in self.heads:
            raise NoSuchTableError(table)
        return self.heads[table]


@dataclass(frozen=True, slots=True)
class Committed:
    """The result of a batch: an outcome for each change, and the notices to send."""

    outcomes: tuple[object | StoreError, ...]
    notices: tuple[Notice, ...]


class Change(Generic[T]):
    """A change that waits for the next commit. T is the type of its result."""

    __slots__ = ()

    @property
    def weight(self) -> int:
        """The approximate number of bytes that this change adds to a commit."""
        return 0

    def steps(self, batch: Batch) -> Steps[T]:
        """Make the change inside an open transaction.

        Implementations check everything before they write anything.
        """
        raise NotImplementedError


def apply(changes: Sequence[Change[Any]]) -> Steps[Committed]:
    """Make a batch of changes in order, even if some of them are refused."""
    batch = yield from _locked(changes)
    outcomes: list[object | StoreError] = []
    for appends, run in groupby(changes, lambda change: isinstance(change, Append)):
        if appends:
            # Most changes are appends. A run of appends takes only one or two statements.
            outcomes += yield from _append_all(
                batch, [change for change in run if isinstance(change, Append)]
            )
            continue
        for change in run:
            try:
                outcomes.append((yield from change.steps(batch)))
            except StoreError as refusal:
                outcomes.append(refusal)
    return Committed(tuple(outcomes), tuple(batch.notices))


def _locked(changes: Iterable[Change[Any]]) -> Steps[Batch]:
    """Lock the tables of a batch, except any that another node has locked.

    Locking never waits, so a suspended node delays only changes to tables that it has locked.
    """
    names = {c.table for c in changes if isinstance(c, Append | SaveSnapshot | Delete)}
    rows = yield one(
        "SELECT id, key FROM tables WHERE id = ANY($1) FOR UPDATE SKIP LOCKED", list(names)
    )
    # A separate statement, so that it sees everything committed before the locks were taken.
    ends = yield one(
        "SELECT t.id, t.key, (SELECT max(e.log_number) FROM events e WHERE e.key = t.key)"
        " FROM tables t WHERE t.key = ANY($1)",
        [key for _, key in rows],
    )
    heads = {table: Head(key, log_number) for table, key, log_number in ends}
    missing = list(names - heads.keys())
    held = (yield one("SELECT id FROM tables WHERE id = ANY($1)", missing)) if missing else ()
    return Batch(heads, frozenset(table for (table,) in held))


def _weight(entries: Iterable[StoredEntry]) -> int:
    return sum(len(entry.payload) + len(entry.text or b"") for entry in entries)


@dataclass(frozen=True, slots=True)
class Append(Change[int]):
    """Add entries to a log that ends at `expected`; return the new last log number."""

    table: str
    expected: int
    entries: Sequence[StoredEntry]
    index: Index | None
    now: float

    @property
    def weight(self) -> int:
        """The size of the entries in bytes."""
        return _weight(self.entries)


def _append_all(batch: Batch, changes: Iterable[Append]) -> Steps[list[object | StoreError]]:
    outcomes: list[object | StoreError] = []
    added: list[tuple[int, StoredEntry]] = []
    indexed: dict[int, tuple[Index, float]] = {}
    for change in changes:
        try:
            head = batch.head(change.table)
            if head.log_number != change.expected:
                raise ConflictError(change.table, head.log_number)
        except StoreError as refusal:
            outcomes.append(refusal)
            continue
        head.log_number += len(change.entries)
        added += [(head.key, entry) for entry in change.entries]
        if change.index is not None:
            indexed[head.key] = (change.index, change.now)
        batch.notices.append(Notice(change.table, head.log_number))
        outcomes.append(head.log_number)
    if added:
        yield from _add(added)
    if indexed:
        yield many(
            "UPDATE tables SET changed = $2, state = $3, public = $4, due = $5, summary = $6,"
            " claimed_until = 0 WHERE key = $1",
            (
                (key, now, index.state, index.public, index.due, index.summary)
                for key, (index, now) in indexed.items()
            ),
        )
    return outcomes


def _add(added: Sequence[tuple[int, StoredEntry]]) -> Steps[None]:
    texts = {e.text: text_hash(e.text) for _, e in added if e.text is not None}
    if texts:
        yield many(
            "INSERT INTO texts (key, hash, payload) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            {(key, texts[e.text], e.text) for key, e in added if e.text is not None},
        )
    yield many(
        "INSERT INTO events (key, log_number, payload, text) VALUES ($1, $2, $3, $4)",
        ((key, e.log_number, e.payload, e.text and texts[e.text]) for key, e in added),
    )


@dataclass(frozen=True, slots=True)
class Insert(Change[int]):
    """Add a whole table, new or from another store; return its last log number."""

    stored: StoredTable

    @property
    def weight(self) -> int:
        """The size of the entries in bytes."""
        return _weight(self.stored.entries)

    def steps(self, batch: Batch) -> Steps[int]:
        """Insert the row, the entries and the snapshot."""
        info, snapshot = self.stored.info, self.stored.snapshot
        index = info.index
        keys = yield one(
            "INSERT INTO tables"
            " (id, code, state, public, due, summary, created, changed)"
            " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING key",
            info.table,
            info.code,
            index.state,
            index.public,
            index.due,
            index.summary,
            info.created,
            info.changed,
        )
        if not keys:
            same = yield one("SELECT 1 FROM tables WHERE id = $1", info.table)
            what = f"table {info.table}" if same else f"room code {info.code}"
            raise TakenError("{what} is taken", what)
        ((key,),) = keys
        yield from _add([(key, entry) for entry in self.stored.entries])
        if snapshot is not None:
            yield _save(key, snapshot)
        batch.heads[info.table] = Head(key, info.log_number)
        batch.notices.append(Notice(info.table, info.log_number))
        return info.log_number


@dataclass(frozen=True, slots=True)
class SaveSnapshot(Change[None]):
    """Replace a table's snapshot with a newer one."""

    table: str
    snapshot: Snapshot

    @property
    def weight(self) -> int:
        """The size of the snapshot in bytes."""
        return len(self.snapshot.payload)

    def steps(self, batch: Batch) -> Steps[None]:
        """Save the snapshot, unless the log doesn't reach its log number."""
        head = batch.head(self.table)
        if self.snapshot.log_number > head.log_number:
            raise ConflictError(self.table, head.log_number)
        yield _save(head.key, self.snapshot)


def _save(key: int, snapshot: Snapshot) -> Statement:
    return one(
        "INSERT INTO snapshots AS old (key, log_number, payload) VALUES ($1, $2, $3)"
        " ON CONFLICT (key) DO UPDATE"
        " SET log_number = excluded.log_number, payload = excluded.payload"
        " WHERE excluded.log_number >= old.log_number",
        key,
        snapshot.log_number,
        snapshot.payload,
    )


@dataclass(frozen=True, slots=True)
class Delete(Change[bool]):
    """Delete a table; return whether it existed."""

    table: str

    def steps(self, batch: Batch) -> Steps[bool]:
        """Delete the table's row; foreign keys delete the rest."""
        try:
            head = batch.head(self.table)
        except NoSuchTableError:
            return False
        del batch.heads[self.table]
        yield one("DELETE FROM tables WHERE key = $1", head.key)
        batch.notices.append(Notice(self.table, 0))
        return True


@dataclass(frozen=True, slots=True)
class Purge(Change[int]):
    """Delete some tables that haven't changed for long; return their number."""

    older_than: float
    states: list[str] | None
    limit: int

    def steps(self, batch: Batch) -> Steps[int]:
        """Delete the rows that no other node is writing to."""
        rows = yield one(
            "DELETE FROM tables WHERE key IN (SELECT key FROM tables WHERE changed < $1"
            " AND ($2::text[] IS NULL OR state = ANY($2)) LIMIT $3 FOR UPDATE SKIP LOCKED)"
            " RETURNING id",
            self.older_than,
            self.states,
            self.limit,
        )
        for (table,) in rows:
            batch.heads.pop(table, None)
            batch.notices.append(Notice(table, 0))
        return len(rows)


@dataclass(frozen=True, slots=True)
class Run(Change[Rows]):
    """Run statements that touch no table's log; return the rows of the last one."""

    statements: tuple[Statement, ...]

    def steps(self, batch: Batch) -> Steps[Rows]:
        """Run the statements in order."""
        rows: Rows = ()
        for statement in self.statements:
            rows = yield statement
        return rows
