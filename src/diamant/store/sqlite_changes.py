"""How each request changes a SQLite database, inside an open transaction."""

import json
from collections.abc import Sequence
from typing import Any

import apsw

from diamant.store.errors import ConflictError, NoSuchTableError, StoreError, TakenError
from diamant.store.requests import (
    Append,
    Beat,
    Claim,
    Committed,
    Create,
    Delete,
    ForgetNode,
    ForgetPlayer,
    KeepSeeds,
    Purge,
    PurgeAttempts,
    Request,
    Restore,
    SaveAttempt,
    SaveSnapshot,
)
from diamant.store.sqlite_file import rows
from diamant.store.values import Due, Notice, StoredEntry, TableInfo, stored, text_hash


def apply(connection: apsw.Connection, batch: Sequence[Request[Any]]) -> Committed:
    """Carry out a batch in order; one request's refusal does not touch the others."""
    notices: list[Notice] = []
    outcomes: list[object | StoreError] = []
    for request in batch:
        try:
            outcomes.append(_apply(connection, request, notices))
        except StoreError as refusal:
            # Each request checks before it writes, so there is nothing to undo.
            outcomes.append(refusal)
    return Committed(tuple(outcomes), tuple(notices))


def _apply(
    connection: apsw.Connection, request: Request[Any], notices: list[Notice]
) -> object | StoreError:
    match request:
        case Append():
            result = _append(connection, request)
            notices.append(Notice(request.table, result))
            return result
        case Create():
            result = _create(connection, request)
            notices.append(Notice(request.table, result))
            return result
        case SaveSnapshot():
            _save_snapshot(connection, request)
            return None
        case Claim():
            return _claim(connection, request)
        case Beat():
            _beat(connection, request)
            return None
        case ForgetNode():
            connection.execute("DELETE FROM nodes WHERE node = ?", (request.node,))
            return None
        case Delete():
            return _delete(connection, request, notices)
        case Purge():
            return _purge(connection, request, notices)
        case Restore():
            _restore(connection, request)
            notices.append(Notice(request.stored.info.table, request.stored.info.log_number))
            return None
        case KeepSeeds():
            keep = "INSERT OR IGNORE INTO daily_seeds (day, seed) VALUES (?, ?)"
            connection.executemany(keep, request.seeds.items())
            return None
        case SaveAttempt():
            return _save_attempt(connection, request)
        case ForgetPlayer():
            forget = "DELETE FROM daily_attempts WHERE player = ? RETURNING 1"
            return len(rows(connection, forget, (request.player,)))
        case PurgeAttempts():
            purge = (
                "DELETE FROM daily_attempts"
                " WHERE day < ? OR (points IS NULL AND day < ?) RETURNING 1"
            )
            return len(rows(connection, purge, (request.before, request.unfinished_before)))
        case _:
            raise AssertionError(request)


def _save_attempt(connection: apsw.Connection, request: SaveAttempt) -> bool:
    attempt = request.attempt
    if request.before is None:
        saved = rows(
            connection,
            "INSERT OR IGNORE INTO daily_attempts (day, player, course, points)"
            " VALUES (?, ?, ?, ?) RETURNING 1",
            (request.day, request.player, attempt.course, attempt.points),
        )
    else:
        saved = rows(
            connection,
            "UPDATE daily_attempts SET course = ?, points = ?"
            " WHERE day = ? AND player = ? AND course = ? RETURNING 1",
            (attempt.course, attempt.points, request.day, request.player, request.before),
        )
    return bool(saved)


def _head(connection: apsw.Connection, table: str) -> tuple[int, int]:
    row = connection.execute("SELECT key, log_number FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None:
        raise NoSuchTableError(table)
    return row[0], row[1]


def _add(connection: apsw.Connection, key: int, entries: Sequence[StoredEntry]) -> None:
    texts = {entry.text: text_hash(entry.text) for entry in entries if entry.text is not None}
    if texts:
        connection.executemany(
            "INSERT OR IGNORE INTO texts (key, hash, payload) VALUES (?, ?, ?)",
            ((key, known_by, text) for text, known_by in texts.items()),
        )
    connection.executemany(
        "INSERT INTO events (key, log_number, payload, text) VALUES (?, ?, ?, ?)",
        ((key, e.log_number, e.payload, e.text and texts[e.text]) for e in entries),
    )


def _append(connection: apsw.Connection, request: Append) -> int:
    key, current = _head(connection, request.table)
    if current != request.expected:
        raise ConflictError(request.table, current)
    _add(connection, key, stored(current, request.entries, request.texts))
    log_number = current + len(request.entries)
    if request.index is None:
        connection.execute(
            "UPDATE tables SET log_number = ?, changed = ? WHERE key = ?",
            (log_number, request.now, key),
        )
    else:
        index = request.index
        connection.execute(
            "UPDATE tables SET log_number = ?, changed = ?, state = ?, public = ?, due = ?,"
            " claimed_until = 0, summary = ? WHERE key = ?",
            (log_number, request.now, index.state, index.public, index.due, index.summary, key),
        )
    return log_number


def _create(connection: apsw.Connection, request: Create) -> int:
    log_number = len(request.entries)
    info = TableInfo(
        request.table, request.code, log_number, request.index, request.now, request.now
    )
    key = _insert(connection, info)
    _add(connection, key, stored(0, request.entries, request.texts))
    return log_number


def _insert(connection: apsw.Connection, info: TableInfo) -> int:
    taken = connection.execute(
        "SELECT id FROM tables WHERE id = ? UNION ALL SELECT id FROM tables WHERE code = ?",
        (info.table, info.code),
    ).fetchone()
    if taken is not None:
        what = f"table {info.table}" if taken[0] == info.table else f"room code {info.code}"
        raise TakenError(f"{what} is taken")
    index = info.index
    connection.execute(
        "INSERT INTO tables (id, code, log_number, state, public, due, summary, created, changed)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            info.table,
            info.code,
            info.log_number,
            index.state,
            index.public,
            index.due,
            index.summary,
            info.created,
            info.changed,
        ),
    )
    return connection.last_insert_rowid()


def _save_snapshot(connection: apsw.Connection, request: SaveSnapshot) -> None:
    key, current = _head(connection, request.table)
    if request.snapshot.log_number > current:
        raise ConflictError(request.table, current)
    connection.execute(
        "INSERT INTO snapshots (key, log_number, payload) VALUES (?, ?, ?)"
        " ON CONFLICT (key) DO UPDATE"
        " SET log_number = excluded.log_number, payload = excluded.payload"
        " WHERE excluded.log_number >= snapshots.log_number",
        (key, request.snapshot.log_number, request.snapshot.payload),
    )


def _claim(connection: apsw.Connection, request: Claim) -> tuple[Due, ...]:
    found = rows(
        connection,
        "UPDATE tables SET claimed_until = ? WHERE key IN (SELECT key FROM tables"
        " WHERE due <= ? AND claimed_until <= ? ORDER BY due LIMIT ?) RETURNING id, due",
        (request.until, request.now, request.now, request.limit),
    )
    return tuple(Due(table, when) for table, when in sorted(found, key=lambda row: row[1]))


def _beat(connection: apsw.Connection, request: Beat) -> None:
    connection.execute(
        "INSERT INTO nodes (node, until) VALUES (?, ?) ON CONFLICT (node) DO UPDATE"
        " SET until = max(nodes.until, excluded.until)",
        (request.node, request.until),
    )
    connection.execute("DELETE FROM nodes WHERE until <= ?", (request.silent,))


def _delete(connection: apsw.Connection, request: Delete, notices: list[Notice]) -> bool:
    connection.execute("DELETE FROM tables WHERE id = ?", (request.table,))
    if connection.changes() == 0:
        return False
    notices.append(Notice(request.table, 0))
    return True


def _purge(connection: apsw.Connection, request: Purge, notices: list[Notice]) -> int:
    states = None if request.states is None else json.dumps(request.states)
    found = rows(
        connection,
        "DELETE FROM tables WHERE key IN (SELECT key FROM tables WHERE changed < ?"
        " AND (? IS NULL OR state IN (SELECT value FROM json_each(?))) LIMIT ?) RETURNING id",
        (request.older_than, states, states, request.limit),
    )
    notices.extend(Notice(table, 0) for (table,) in found)
    return len(found)


def _restore(connection: apsw.Connection, request: Restore) -> None:
    table = request.stored
    key = _insert(connection, table.info)
    _add(connection, key, table.entries)
    if table.snapshot is not None:
        connection.execute(
            "INSERT INTO snapshots (key, log_number, payload) VALUES (?, ?, ?)",
            (key, table.snapshot.log_number, table.snapshot.payload),
        )
