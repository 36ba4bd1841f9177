"""Test the numbered SQL files that create and change the schema."""

import re
import time
from pathlib import Path
from typing import get_args

import apsw
import asyncpg
import pytest

from diamant.store import migrations, open_store
from diamant.store.errors import NewerSchemaError, StoreSetupError
from diamant.store.postgres_connect import migrate
from tests.store.conftest import Place
from tests.store.postgres_cluster import Cluster

DIALECTS = get_args(migrations.Dialect)


def test_migrations_have_no_gap_and_match_between_databases():
    found = [[number for number, _ in migrations.steps(dialect, 0, "it")] for dialect in DIALECTS]
    assert found[0] == found[1] == list(range(1, len(found[0]) + 1))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_migration_files_are_named_by_number_and_purpose(dialect: str):
    folder = Path(migrations.__file__).parent / dialect
    assert all(re.fullmatch(r"\d{4}_[a-z_]+\.sql", path.name) for path in folder.iterdir())


@pytest.mark.parametrize("dialect", DIALECTS)
def test_only_missing_migrations_run(dialect: migrations.Dialect):
    newest = len(migrations.steps(dialect, 0, "it"))
    assert migrations.steps(dialect, newest, "it") == []
    assert [n for n, _ in migrations.steps(dialect, newest - 1, "it")] == [newest]
    with pytest.raises(NewerSchemaError, match="it was written by a newer release"):
        migrations.steps(dialect, newest + 1, "it")


def test_events_are_found_by_their_key_alone():
    connection = apsw.Connection(":memory:")
    for _, sql in migrations.steps("sqlite", 0, "it"):
        connection.execute(sql)
    plan = connection.execute(
        "EXPLAIN QUERY PLAN SELECT payload FROM events WHERE key = 1"
        " AND log_number > 5 ORDER BY log_number"
    ).fetchall()
    assert plan[0][3].startswith("SEARCH events USING INDEX sqlite_autoindex_events_1 (key=?")
    assert len(plan) == 1


@pytest.mark.parametrize("shared", ["file", "postgres"], indirect=True)
async def test_earlier_database_keeps_its_tables_when_migrated(
    shared: Place, monkeypatch: pytest.MonkeyPatch
):
    old = await shared.open()
    await old.create("t", [b"one", b"two"], now=1.0, code="WXYZ", texts={1: b"long"})
    await old.save_snapshot("t", 1, b"state")
    before = await old.load(["t"])
    await old.close()
    steps = migrations.steps
    newest = len(steps("sqlite", 0, "it"))

    def with_another(dialect: migrations.Dialect, version: int, name: str) -> list[tuple[int, str]]:
        if version > newest:
            return []
        schema = "diamant." if dialect == "postgresql" else ""
        another = (newest + 1, f"ALTER TABLE {schema}events ADD COLUMN mood text")
        return [*steps(dialect, version, name), another]

    with monkeypatch.context() as later:
        later.setattr(migrations, "steps", with_another)
        for _ in range(2):
            new = await shared.open()
            assert await new.load(["t"]) == before
            await new.close()
    with pytest.raises(NewerSchemaError):
        await shared.open()


async def test_database_is_not_migrated_under_servers_of_an_earlier_release(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
):
    url = postgres.empty_database()
    with monkeypatch.context() as earlier:
        steps = migrations.steps
        earlier.setattr(migrations, "steps", lambda *given: steps(*given)[: 1 - given[1]])
        connection = await asyncpg.connect(url)
        await migrate(connection, "it")
    until = time.time() + 60
    await connection.execute("INSERT INTO diamant.nodes VALUES ('old', $1)", until)
    with pytest.raises(StoreSetupError, match="stop them all"):
        await open_store(url)
    await connection.execute("DELETE FROM diamant.nodes")
    await connection.close()
    await (await open_store(url)).close()
