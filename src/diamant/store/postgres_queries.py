"""What can be read from a PostgreSQL database."""

from collections.abc import Collection
from typing import Any

from diamant.store.errors import NoSuchTableError
from diamant.store.postgres_connect import Reader
from diamant.store.values import DailyAttempt, Index, Snapshot, StoredEntry, StoredTable, TableInfo

_INFO = (
    "SELECT id, code, log_number, state, public, due, summary, created, changed"
    " FROM diamant.tables "
)


def _info(row: Any) -> TableInfo:  # noqa: ANN401 - A record's fields have the schema's types.
    index = Index(row["state"], row["public"], row["due"], row["summary"])
    return TableInfo(
        row["id"], row["code"], row["log_number"], index, row["created"], row["changed"]
    )


async def entries(
    connection: Reader, table: str, since: int, limit: int | None
) -> tuple[StoredEntry, ...]:
    """Return a table's entries after log number `since`."""
    rows = await connection.fetch(
        "SELECT e.log_number, e.payload, x.payload AS text FROM diamant.events e"
        " LEFT JOIN diamant.texts x ON x.key = e.key AND x.hash = e.text"
        " WHERE e.key = (SELECT key FROM diamant.tables WHERE id = $1) AND e.log_number > $2"
        " ORDER BY e.log_number LIMIT $3",
        table,
        since,
        limit,
    )
    if not rows:
        # No table is without entries; this one has none after `since`, or does not exist.
        await info(connection, table)
    return tuple(StoredEntry(row["log_number"], row["payload"], row["text"]) for row in rows)


async def info(connection: Reader, table: str) -> TableInfo:
    """Return what is known of one table."""
    row = await connection.fetchrow(_INFO + "WHERE id = $1", table)
    if row is None:
        raise NoSuchTableError(table)
    return _info(row)


async def find(connection: Reader, code: str) -> TableInfo | None:
    """Return the table with a room code."""
    row = await connection.fetchrow(_INFO + "WHERE code = $1", code)
    return None if row is None else _info(row)


async def public_tables(
    connection: Reader, states: Collection[str], limit: int
) -> tuple[TableInfo, ...]:
    """Return public tables, the newest first."""
    rows = await connection.fetch(
        _INFO + "WHERE public AND state = ANY($1::text[]) ORDER BY created DESC, id LIMIT $2",
        list(states),
        limit,
    )
    return tuple(map(_info, rows))


async def tables(
    connection: Reader, states: Collection[str] | None, after: str, limit: int
) -> tuple[TableInfo, ...]:
    """Return a page of all tables, by name."""
    rows = await connection.fetch(
        _INFO + "WHERE id > $2 AND ($1::text[] IS NULL OR state = ANY($1)) ORDER BY id LIMIT $3",
        None if states is None else list(states),
        after,
        limit,
    )
    return tuple(map(_info, rows))


async def snapshot(connection: Reader, table: str) -> Snapshot | None:
    """Return a table's snapshot."""
    row = await connection.fetchrow(
        "SELECT log_number, payload FROM diamant.snapshots"
        " WHERE key = (SELECT key FROM diamant.tables WHERE id = $1)",
        table,
    )
    return None if row is None else Snapshot(row["log_number"], row["payload"])


async def load(connection: Reader, names: Collection[str]) -> tuple[StoredTable, ...]:
    """Return tables with snapshots and the entries since."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        return await _stored(connection, names, since_snapshot=True)


async def whole(connection: Reader, after: str, limit: int) -> tuple[StoredTable, ...]:
    """Return a page of tables, by name, with all their entries."""
    page = await tables(connection, None, after, limit)
    return await _stored(connection, [found.table for found in page], since_snapshot=False)


async def _stored(
    connection: Reader, names: Collection[str], *, since_snapshot: bool
) -> tuple[StoredTable, ...]:
    rows = await connection.fetch(
        "SELECT t.id, t.code, t.log_number, t.state, t.public, t.due, t.summary, t.created,"
        " t.changed, s.log_number AS snapshot_number, s.payload AS snapshot"
        " FROM diamant.tables t LEFT JOIN diamant.snapshots s USING (key)"
        " WHERE t.id = ANY($1::text[]) ORDER BY t.id",
        list(names),
    )
    log: dict[str, list[StoredEntry]] = {row["id"]: [] for row in rows}
    for row in await connection.fetch(
        "SELECT t.id, e.log_number, e.payload, x.payload AS text"
        " FROM diamant.tables t JOIN diamant.events e USING (key)"
        " LEFT JOIN diamant.texts x ON x.key = e.key AND x.hash = e.text"
        " LEFT JOIN diamant.snapshots s ON s.key = t.key WHERE t.id = ANY($1::text[])"
        " AND (NOT $2 OR s.log_number IS NULL OR e.log_number > s.log_number)"
        " ORDER BY e.key, e.log_number",
        list(names),
        since_snapshot,
    ):
        log[row["id"]].append(StoredEntry(row["log_number"], row["payload"], row["text"]))
    return tuple(
        StoredTable(
            _info(row),
            None
            if row["snapshot_number"] is None
            else Snapshot(row["snapshot_number"], row["snapshot"]),
            tuple(log[row["id"]]),
        )
        for row in rows
    )


async def nodes(connection: Reader, now: float) -> frozenset[str]:
    """Return the nodes that live."""
    rows = await connection.fetch('SELECT node FROM diamant.nodes WHERE "until" > $1', now)
    return frozenset(row["node"] for row in rows)


async def daily_seeds(connection: Reader, since: str, until: str) -> dict[str, bytes]:
    """Return the seeds of some days."""
    rows = await connection.fetch(
        "SELECT day, seed FROM diamant.daily_seeds WHERE day BETWEEN $1 AND $2", since, until
    )
    return {row["day"]: row["seed"] for row in rows}


async def daily_attempt(connection: Reader, day: str, player: str) -> DailyAttempt | None:
    """Return how far a player has come."""
    rows = await connection.fetch(
        "SELECT course, points FROM diamant.daily_attempts WHERE day = $1 AND player = $2",
        day,
        player,
    )
    return DailyAttempt(rows[0]["course"], rows[0]["points"]) if rows else None


async def daily_begun(connection: Reader, day: str) -> int:
    """Return how many attempts there are of a day."""
    count: int = await connection.fetchval(
        "SELECT count(*) FROM diamant.daily_attempts WHERE day = $1", day
    )
    return count


async def daily_points(connection: Reader, day: str) -> dict[int, int]:
    """Return how many attempts came to how many points."""
    rows = await connection.fetch(
        "SELECT points, count(*) AS count FROM diamant.daily_attempts"
        " WHERE day = $1 AND points IS NOT NULL GROUP BY points ORDER BY points",
        day,
    )
    return {row["points"]: row["count"] for row in rows}


async def daily_days(connection: Reader, player: str) -> tuple[str, ...]:
    """Return the days that a player has finished, the newest first."""
    rows = await connection.fetch(
        "SELECT day FROM diamant.daily_attempts WHERE player = $1 AND points IS NOT NULL"
        " ORDER BY day DESC",
        player,
    )
    return tuple(row["day"] for row in rows)


async def daily_everything(connection: Reader) -> list[tuple[str, str, DailyAttempt]]:
    """Return every attempt with its day and its player."""
    rows = await connection.fetch("SELECT day, player, course, points FROM diamant.daily_attempts")
    return [(row["day"], row["player"], DailyAttempt(row["course"], row["points"])) for row in rows]


async def database_time(connection: Reader) -> float | None:
    """Return the server's clock."""
    found: float = await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())::float8")
    return found


async def any_due(connection: Reader, now: float) -> bool:
    """Tell whether a deadline has passed that nobody has claimed."""
    found = await connection.fetchval(
        "SELECT 1 FROM diamant.tables WHERE due <= $1 AND claimed_until <= $1 LIMIT 1", now
    )
    return found is not None
