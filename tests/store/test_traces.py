"""Test that a deleted table leaves no trace in the database."""

import asyncio
import random
from pathlib import Path

import pytest

from diamant.store import Index, Store, open_store
from tests.store.postgres_cluster import Cluster

SECRET = b"Wilhelmine"


async def _fill(store: Store, dice: random.Random) -> None:
    """Create tables side by side, half of them with a name that must disappear."""

    async def play(name: str, word: bytes) -> None:
        index = Index("playing", public=True, due=1.0, summary=word)
        await store.create(name, [word], now=1.0, code=name.upper(), index=index)
        for number in range(1, 30):
            text = word * dice.choice([1, 3, 20, 80, 900])
            await store.append(name, number, [text], now=2.0, index=index)
            if dice.random() < 0.2:
                await store.save_snapshot(name, number, word * dice.choice([1, 50, 500]))

    plays = [play(f"kept{n}", b"Alexandria") for n in range(15)]
    plays += [play(f"gone{n}-wilhelmine", SECRET) for n in range(15)]
    dice.shuffle(plays)
    await asyncio.gather(*plays)


def _traces(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if SECRET.lower() in path.read_bytes().lower()]


@pytest.mark.parametrize("how", ["delete", "purge"])
async def test_sqlite_files_contain_no_byte_of_a_deleted_table(tmp_path: Path, how: str):
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    store = await open_store(f"sqlite:///{tmp_path / 'tables.db'}")
    await _fill(store, random.Random(seed))
    assert _traces(tmp_path), "the search must be able to find what is there"
    if how == "delete":
        for n in range(15):
            assert await store.delete(f"gone{n}-wilhelmine")
    else:
        for n in range(15):
            await store.append(f"kept{n}", 30, [b"x"], now=9.0, index=Index())
        assert await store.purge(5.0) == 15
    # Overwritten at once, except for scraps in the gaps of pages, which a rewrite removes.
    await store.compact()
    assert _traces(tmp_path) == []
    assert len(await store.tables()) == 15
    await store.close()
    assert _traces(tmp_path) == []


async def test_postgresql_rows_contain_nothing_of_a_deleted_table(postgres: Cluster):
    url = postgres.empty_database()
    store = await open_store(url)
    await _fill(store, random.Random(1))
    for n in range(15):
        assert await store.delete(f"gone{n}-wilhelmine")
    await store.compact()
    await store.close()
    names = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'diamant'"
    tables = postgres.sql(postgres.common, names).split()
    assert "events" in tables
    for table in tables:
        rows = postgres.sql(postgres.common, f"SELECT t::text FROM diamant.{table} t")
        assert SECRET.hex() not in rows
        assert SECRET.decode().lower() not in rows.lower()
