"""The numbered SQL files that make and change the database's form."""

import re
from pathlib import Path
from typing import get_args

import apsw
import pytest

from diamant.store import Index, Snapshot, StoredEntry, StoredTable, TableInfo, migrations
from diamant.store.errors import NewerSchemaError
from diamant.store.postgres_connect import connect
from tests.store.conftest import Place

DIALECTS = get_args(migrations.Dialect)


def test_numbers_have_no_gap_and_both_databases_have_the_same_steps():
    found = [[number for number, _ in migrations.steps(dialect, 0, "it")] for dialect in DIALECTS]
    assert found[0] == found[1] == list(range(1, len(found[0]) + 1))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_files_are_named_by_number_and_meaning(dialect: str):
    folder = Path(migrations.__file__).parent / dialect
    assert all(re.fullmatch(r"\d{4}_[a-z_]+\.sql", path.name) for path in folder.iterdir())


@pytest.mark.parametrize("dialect", DIALECTS)
def test_only_what_is_missing_is_done(dialect: migrations.Dialect):
    newest = len(migrations.steps(dialect, 0, "it"))
    assert migrations.steps(dialect, newest, "it") == []
    assert [n for n, _ in migrations.steps(dialect, newest - 1, "it")] == [newest]
    with pytest.raises(NewerSchemaError, match="it was written by a later release"):
        migrations.steps(dialect, newest + 1, "it")


def test_events_are_found_by_their_key_alone():
    connection = apsw.Connection(":memory:")
    for _, sql in migrations.steps("sqlite", 0, "it"):
        connection.execute(sql)
    plan = connection.execute(
        "EXPLAIN QUERY PLAN SELECT payload FROM events WHERE key = 1 AND number > 5 ORDER BY number"
    ).fetchall()
    assert "SEARCH events USING PRIMARY KEY (key=? AND number>?)" in plan[0][3]
    assert len(plan) == 1


_TABLE = (
    "INSERT INTO {0}tables (id, code, number, state, public, due, summary, created, changed)"
    " VALUES ('t', 'WXYZ', 2, 'open', {1}, 5.0, {2}, 1.0, 1.0)"
)
_REST = (
    "INSERT INTO {0}events (key, number, payload) SELECT key, 1, {2} FROM {0}tables",
    "INSERT INTO {0}events (key, number, payload) SELECT key, 2, {3} FROM {0}tables",
    "INSERT INTO {0}snapshots (key, number, payload) SELECT key, 1, {2} FROM {0}tables",
)


async def test_a_database_of_the_first_form_is_brought_up_to_date(
    shared: Place, monkeypatch: pytest.MonkeyPatch
):
    every = migrations.steps

    def first(dialect: migrations.Dialect, version: int, name: str) -> list[tuple[int, str]]:
        return [step for step in every(dialect, version, name) if step[0] == 1]

    monkeypatch.setattr(migrations, "steps", first)
    await (await shared.open()).close()
    monkeypatch.undo()
    # What the release that knew no other form wrote; a node of it may also go on writing so.
    await _execute(shared, [_TABLE, *_REST])

    new = await shared.open()
    entries = (StoredEntry(1, b"one"), StoredEntry(2, b"two"))
    info = TableInfo("t", "WXYZ", 2, Index(due=5.0, summary=b"one"), 1.0, 1.0)
    assert await new.load(["t"]) == (StoredTable(info, Snapshot(1, b"one"), entries[1:]),)
    assert await new.read("t") == entries
    assert await new.append("t", 2, [b"three"], now=2.0, texts={0: b"long"}) == 3
    assert (await new.read("t"))[2] == StoredEntry(3, b"three", b"long")
    await new.beat("node", 10.0)
    assert await new.nodes(9.0) == {"node"}
    await new.close()


async def _execute(place: Place, statements: list[str]) -> None:
    if place.kind == "file":
        connection = apsw.Connection(place.url.removeprefix("sqlite:///"))
        for sql in statements:
            connection.execute(sql.format("", "0", "x'6f6e65'", "x'74776f'"))
        connection.close()
        return
    postgres = await connect(place.url, "it")
    for sql in statements:
        await postgres.execute(sql.format("diamant.", "false", "'one'::bytea", "'two'::bytea"))
    await postgres.close()
