"""How each request changes a PostgreSQL database, inside an open transaction."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from diamant.store.errors import (
    ConflictError,
    NoSuchTableError,
    PutOffError,
    StoreError,
    TakenError,
)
from diamant.store.postgres_connect import Connection
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
from diamant.store.values import Due, Notice, StoredEntry, TableInfo, stored, text_hash


@dataclass(slots=True)
class _Head:
    """Where a table's log ends while the batch is being written."""

    key: int
    log_number: int


@dataclass(slots=True)
class _Batch:
    """A batch under way: the tables it has locked, and what to tell when it is committed."""

    connection: Connection
    heads: dict[str, _Head]
    held: frozenset[str]
    """The tables that another node is just writing to; what is asked of them is put off."""
    notices: list[Notice] = field(default_factory=list)

    def head(self, table: str) -> _Head:
        """Return a locked table's end."""
        if table in self.held:
            raise PutOffError(table)
        if table not in self.heads:
            raise NoSuchTableError(table)
        return self.heads[table]


async def apply(connection: Connection, requests: Sequence[Request[Any]]) -> Committed:
    """Carry out a batch in order; one request's refusal does not touch the others."""
    batch = _Batch(connection, *await _lock(connection, requests))
    outcomes: list[object | StoreError] = []
    for appends, run in groupby(requests, lambda request: isinstance(request, Append)):
        if appends:
            # Appends are by far the most frequent: a run of them takes three statements.
            outcomes += await _append_all(
                batch, [request for request in run if isinstance(request, Append)]
            )
        else:
            outcomes += [await _outcome(batch, request) for request in run]
    return Committed(tuple(outcomes), tuple(batch.notices))


async def _lock(
    connection: Connection, requests: Iterable[Request[Any]]
) -> tuple[dict[str, _Head], frozenset[str]]:
    """Lock the tables that exist and are free, and return them and the names of those held.

    Nothing is waited for here: a node that stands still holds up its own tables, and no others.
    """
    names = {r.table for r in requests if isinstance(r, Append | SaveSnapshot | Delete)}
    rows = await connection.fetch(
        "SELECT id, key, log_number FROM diamant.tables WHERE id = ANY($1::text[])"
        " FOR UPDATE SKIP LOCKED",
        list(names),
    )
    heads = {row["id"]: _Head(row["key"], row["log_number"]) for row in rows}
    missing = names - heads.keys()
    if not missing:
        return heads, frozenset()
    held = await connection.fetch(
        "SELECT id FROM diamant.tables WHERE id = ANY($1::text[])", list(missing)
    )
    return heads, frozenset(row["id"] for row in held)


async def _append_all(batch: _Batch, requests: Sequence[Append]) -> list[object | StoreError]:
    outcomes: list[object | StoreError] = []
    added: list[tuple[int, StoredEntry]] = []
    touched: dict[int, tuple[int, float]] = {}
    indexed: dict[int, Append] = {}
    for request in requests:
        try:
            head = batch.head(request.table)
            if head.log_number != request.expected:
                raise ConflictError(request.table, head.log_number)
        except StoreError as refusal:
            outcomes.append(refusal)
            continue
        entries = stored(head.log_number, request.entries, request.texts)
        head.log_number += len(entries)
        added += [(head.key, entry) for entry in entries]
        touched[head.key] = (head.log_number, request.now)
        if request.index is not None:
            indexed[head.key] = request
        batch.notices.append(Notice(request.table, head.log_number))
        outcomes.append(head.log_number)
    if added:
        await _add(batch.connection, added)
        await _touch(batch.connection, touched, indexed)
    return outcomes


async def _add(connection: Connection, added: Sequence[tuple[int, StoredEntry]]) -> None:
    texts = {e.text: text_hash(e.text) for _, e in added if e.text is not None}
    if texts:
        await connection.execute(
            "INSERT INTO diamant.texts (key, hash, payload)"
            " SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[]) ON CONFLICT DO NOTHING",
            *_columns({(key, texts[e.text], e.text) for key, e in added if e.text is not None}),
        )
    await connection.execute(
        "INSERT INTO diamant.events (key, log_number, payload, text)"
        " SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[])",
        *_columns((key, e.log_number, e.payload, e.text and texts[e.text]) for key, e in added),
    )


def _columns(rows: Iterable[tuple[object, ...]]) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)]


async def _touch(
    connection: Connection, touched: dict[int, tuple[int, float]], indexed: dict[int, Append]
) -> None:
    plain = [(key, *found) for key, found in touched.items() if key not in indexed]
    if plain:
        await connection.execute(
            "UPDATE diamant.tables AS t SET log_number = new.log_number, changed = new.changed FROM"
            " unnest($1::bigint[], $2::bigint[], $3::float8[]) AS new (key, log_number, changed)"
            " WHERE t.key = new.key",
            *_columns(plain),
        )
    full = [
        (key, *touched[key], index.state, index.public, index.due, index.summary)
        for key, request in indexed.items()
        if (index := request.index) is not None
    ]
    if full:
        await connection.execute(
            "UPDATE diamant.tables AS t SET log_number = new.log_number, changed = new.changed,"
            " state = new.state, public = new.public, due = new.due, claimed_until = 0,"
            " summary = new.summary FROM unnest($1::bigint[], $2::bigint[], $3::float8[],"
            " $4::text[], $5::boolean[], $6::float8[], $7::bytea[])"
            " AS new (key, log_number, changed, state, public, due, summary) WHERE t.key = new.key",
            *_columns(full),
        )


async def _save_attempt(batch: _Batch, request: SaveAttempt) -> bool:
    attempt = request.attempt
    if request.before is None:
        saved = await batch.connection.fetch(
            "INSERT INTO diamant.daily_attempts (day, player, course, points)"
            " VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1",
            request.day,
            request.player,
            attempt.course,
            attempt.points,
        )
    else:
        saved = await batch.connection.fetch(
            "UPDATE diamant.daily_attempts SET course = $1, points = $2"
            " WHERE day = $3 AND player = $4 AND course = $5 RETURNING 1",
            attempt.course,
            attempt.points,
            request.day,
            request.player,
            request.before,
        )
    return bool(saved)


async def _outcome(batch: _Batch, request: Request[Any]) -> object | StoreError:
    try:
        match request:
            case Create():
                return await _create(batch, request)
            case SaveSnapshot():
                await _save_snapshot(batch, request)
                return None
            case Claim():
                return await _claim(batch, request)
            case Beat():
                await _beat(batch, request)
                return None
            case ForgetNode():
                await batch.connection.execute(
                    "DELETE FROM diamant.nodes WHERE node = $1", request.node
                )
                return None
            case Delete():
                return await _delete(batch, request)
            case Purge():
                return await _purge(batch, request)
            case Restore():
                await _restore(batch, request)
                return None
            case KeepSeeds():
                await batch.connection.execute(
                    "INSERT INTO diamant.daily_seeds (day, seed)"
                    " SELECT * FROM unnest($1::text[], $2::bytea[]) ON CONFLICT DO NOTHING",
                    list(request.seeds),
                    list(request.seeds.values()),
                )
                return None
            case SaveAttempt():
                return await _save_attempt(batch, request)
            case ForgetPlayer():
                found = await batch.connection.fetch(
                    "DELETE FROM diamant.daily_attempts WHERE player = $1 RETURNING 1",
                    request.player,
                )
                return len(found)
            case PurgeAttempts():
                found = await batch.connection.fetch(
                    "DELETE FROM diamant.daily_attempts"
                    " WHERE day < $1 OR (points IS NULL AND day < $2) RETURNING 1",
                    request.before,
                    request.unfinished_before,
                )
                return len(found)
            case _:
                raise AssertionError(request)
    except StoreError as refusal:
        return refusal


async def _create(batch: _Batch, request: Create) -> int:
    log_number = len(request.entries)
    await _insert(
        batch,
        TableInfo(request.table, request.code, log_number, request.index, request.now, request.now),
        stored(0, request.entries, request.texts),
    )
    return log_number


async def _insert(batch: _Batch, info: TableInfo, entries: Sequence[StoredEntry]) -> int:
    index = info.index
    key = await batch.connection.fetchval(
        "INSERT INTO diamant.tables"
        " (id, code, log_number, state, public, due, summary, created, changed)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING key",
        info.table,
        info.code,
        info.log_number,
        index.state,
        index.public,
        index.due,
        index.summary,
        info.created,
        info.changed,
    )
    if key is None:
        same = "SELECT 1 FROM diamant.tables WHERE id = $1"
        table = await batch.connection.fetchval(same, info.table) is not None
        what = f"table {info.table}" if table else f"room code {info.code}"
        raise TakenError(f"{what} is taken")
    await _add(batch.connection, [(key, entry) for entry in entries])
    batch.heads[info.table] = _Head(key, info.log_number)
    batch.notices.append(Notice(info.table, info.log_number))
    return int(key)


async def _save_snapshot(batch: _Batch, request: SaveSnapshot) -> None:
    head = batch.head(request.table)
    if request.snapshot.log_number > head.log_number:
        raise ConflictError(request.table, head.log_number)
    await batch.connection.execute(
        "INSERT INTO diamant.snapshots AS old (key, log_number, payload) VALUES ($1, $2, $3)"
        " ON CONFLICT (key) DO UPDATE"
        " SET log_number = excluded.log_number, payload = excluded.payload"
        " WHERE excluded.log_number >= old.log_number",
        head.key,
        request.snapshot.log_number,
        request.snapshot.payload,
    )


async def _claim(batch: _Batch, request: Claim) -> tuple[Due, ...]:
    # A table that another node is just writing to is skipped: it is alive.
    rows = await batch.connection.fetch(
        "WITH found AS (SELECT key FROM diamant.tables WHERE due <= $1 AND claimed_until <= $1"
        " ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED)"
        " UPDATE diamant.tables AS t SET claimed_until = $2 FROM found"
        " WHERE t.key = found.key RETURNING t.id, t.due",
        request.now,
        request.until,
        request.limit,
    )
    return tuple(Due(row["id"], row["due"]) for row in sorted(rows, key=lambda row: row["due"]))


async def _beat(batch: _Batch, request: Beat) -> None:
    await batch.connection.execute(
        'INSERT INTO diamant.nodes AS old (node, "until") VALUES ($1, $2) ON CONFLICT (node)'
        ' DO UPDATE SET "until" = greatest(old."until", excluded."until")',
        request.node,
        request.until,
    )
    # A row that another node is just removing is skipped, so that nobody waits in a circle.
    await batch.connection.execute(
        "DELETE FROM diamant.nodes WHERE node IN (SELECT node FROM diamant.nodes"
        ' WHERE "until" <= $1 FOR UPDATE SKIP LOCKED)',
        request.silent,
    )


async def _delete(batch: _Batch, request: Delete) -> bool:
    try:
        head = batch.head(request.table)
    except NoSuchTableError:
        return False
    del batch.heads[request.table]
    await batch.connection.execute("DELETE FROM diamant.tables WHERE key = $1", head.key)
    batch.notices.append(Notice(request.table, 0))
    return True


async def _purge(batch: _Batch, request: Purge) -> int:
    rows = await batch.connection.fetch(
        "DELETE FROM diamant.tables WHERE key IN (SELECT key FROM diamant.tables"
        " WHERE changed < $1 AND ($2::text[] IS NULL OR state = ANY($2)) LIMIT $3"
        " FOR UPDATE SKIP LOCKED) RETURNING id",
        request.older_than,
        request.states,
        request.limit,
    )
    for row in rows:
        batch.heads.pop(row["id"], None)
        batch.notices.append(Notice(row["id"], 0))
    return len(rows)


async def _restore(batch: _Batch, request: Restore) -> None:
    table = request.stored
    key = await _insert(batch, table.info, table.entries)
    if table.snapshot is not None:
        await batch.connection.execute(
            "INSERT INTO diamant.snapshots (key, log_number, payload) VALUES ($1, $2, $3)",
            key,
            table.snapshot.log_number,
            table.snapshot.payload,
        )
