"""What can be read from a SQLite database."""

import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import apsw

from diamant.store.errors import NoSuchTableError
from diamant.store.sqlite_file import rows
from diamant.store.values import DailyAttempt, Index, Snapshot, StoredEntry, StoredTable, TableInfo

_INFO = "SELECT id, code, log_number, state, public, due, summary, created, changed FROM tables "


@contextmanager
def one_moment(connection: apsw.Connection) -> Iterator[None]:
    """Let all reads inside see the database as of one moment."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("COMMIT")


def _info(row: tuple[Any, ...]) -> TableInfo:
    table, code, log_number, state, public, due, summary, created, changed = row
    return TableInfo(
        table, code, log_number, Index(state, bool(public), due, summary), created, changed
    )


def entries(
    connection: apsw.Connection, table: str, since: int, limit: int | None
) -> tuple[StoredEntry, ...]:
    """Return a table's entries after log number `since`."""
    found = rows(
        connection,
        "SELECT log_number, events.payload, texts.payload FROM events"
        " LEFT JOIN texts ON texts.key = events.key AND texts.hash = events.text"
        " WHERE events.key = (SELECT key FROM tables WHERE id = ?)"
        " AND log_number > ? ORDER BY log_number LIMIT ?",
        (table, since, -1 if limit is None else limit),
    )
    if not found:
        # No table is without entries; this one has none after `since`, or does not exist.
        info(connection, table)
    return tuple(StoredEntry(*row) for row in found)


def info(connection: apsw.Connection, table: str) -> TableInfo:
    """Return what is known of one table."""
    row = connection.execute(_INFO + "WHERE id = ?", (table,)).fetchone()
    if row is None:
        raise NoSuchTableError(table)
    return _info(row)


def find(connection: apsw.Connection, code: str) -> TableInfo | None:
    """Return the table with a room code."""
    row = connection.execute(_INFO + "WHERE code = ?", (code,)).fetchone()
    return None if row is None else _info(row)


def public_tables(
    connection: apsw.Connection, states: Collection[str], limit: int
) -> tuple[TableInfo, ...]:
    """Return public tables, the newest first."""
    found = rows(
        connection,
        _INFO  # noqa: S608 - Only constants are joined.
        + "WHERE public AND state IN (SELECT value FROM json_each(?))"
        " ORDER BY created DESC, id LIMIT ?",
        (json.dumps(list(states)), limit),
    )
    return tuple(map(_info, found))


def tables(
    connection: apsw.Connection, states: Collection[str] | None, after: str, limit: int
) -> tuple[TableInfo, ...]:
    """Return a page of all tables, by name."""
    wanted = None if states is None else json.dumps(list(states))
    found = rows(
        connection,
        _INFO  # noqa: S608 - Only constants are joined.
        + "WHERE id > ? AND (? IS NULL OR state IN (SELECT value FROM json_each(?)))"
        " ORDER BY id LIMIT ?",
        (after, wanted, wanted, limit),
    )
    return tuple(map(_info, found))


def load(connection: apsw.Connection, names: Collection[str]) -> tuple[StoredTable, ...]:
    """Return tables with snapshots and the entries since."""
    found = []
    with one_moment(connection):
        for name in names:
            row = connection.execute(_INFO + "WHERE id = ?", (name,)).fetchone()
            if row is not None:
                kept = snapshot(connection, name)
                since = 0 if kept is None else kept.log_number
                found.append(StoredTable(_info(row), kept, entries(connection, name, since, None)))
    return tuple(found)


def whole(connection: apsw.Connection, after: str, limit: int) -> tuple[StoredTable, ...]:
    """Return a page of tables, by name, with all their entries."""
    return tuple(
        StoredTable(
            found, snapshot(connection, found.table), entries(connection, found.table, 0, None)
        )
        for found in tables(connection, None, after, limit)
    )


def everything(connection: apsw.Connection) -> tuple[StoredTable, ...]:
    """Return all tables with all their entries."""
    return whole(connection, "", -1)


def snapshot(connection: apsw.Connection, table: str) -> Snapshot | None:
    """Return a table's snapshot."""
    row = connection.execute(
        "SELECT log_number, payload FROM snapshots"
        " WHERE key = (SELECT key FROM tables WHERE id = ?)",
        (table,),
    ).fetchone()
    return None if row is None else Snapshot(*row)


def nodes(connection: apsw.Connection, now: float) -> frozenset[str]:
    """Return the nodes that live."""
    found = rows(connection, "SELECT node FROM nodes WHERE until > ?", (now,))
    return frozenset(node for (node,) in found)


def daily_seeds(connection: apsw.Connection, since: str, until: str) -> dict[str, bytes]:
    """Return the seeds of some days."""
    found = "SELECT day, seed FROM daily_seeds WHERE day BETWEEN ? AND ?"
    return dict(rows(connection, found, (since, until)))


def daily_attempt(connection: apsw.Connection, day: str, player: str) -> DailyAttempt | None:
    """Return how far a player has come."""
    row = connection.execute(
        "SELECT course, points FROM daily_attempts WHERE day = ? AND player = ?", (day, player)
    ).fetchone()
    return None if row is None else DailyAttempt(*row)


def daily_begun(connection: apsw.Connection, day: str) -> int:
    """Return how many attempts there are of a day."""
    ((count,),) = rows(connection, "SELECT count(*) FROM daily_attempts WHERE day = ?", (day,))
    return int(count)


def daily_points(connection: apsw.Connection, day: str) -> dict[int, int]:
    """Return how many attempts came to how many points."""
    found = (
        "SELECT points, count(*) FROM daily_attempts"
        " WHERE day = ? AND points IS NOT NULL GROUP BY points ORDER BY points"
    )
    return dict(rows(connection, found, (day,)))


def daily_days(connection: apsw.Connection, player: str) -> tuple[str, ...]:
    """Return the days that a player has finished, the newest first."""
    found = (
        "SELECT day FROM daily_attempts WHERE player = ? AND points IS NOT NULL ORDER BY day DESC"
    )
    return tuple(day for (day,) in rows(connection, found, (player,)))


def database_time(_connection: apsw.Connection) -> None:
    """Return nothing: SQLite has no clock but this machine's."""


def any_due(connection: apsw.Connection, now: float) -> bool:
    """Tell whether a deadline has passed that nobody has claimed."""
    row = connection.execute(
        "SELECT 1 FROM tables WHERE due <= ? AND claimed_until <= ? LIMIT 1", (now, now)
    ).fetchone()
    return row is not None
