"""Test an SQLite store's files: permissions, size, and exclusive use."""

import asyncio
import os
import stat
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from diamant.store import Store, open_store
from diamant.store.errors import InUseError
from diamant.store.sqlite import SqliteStore
from diamant.store.sqlite_file import LARGEST_LOG, PRIVATE
from tests.store.test_kill import ROOT

MEGABYTE = bytes(2**20)
MOST_SECONDS = 0.5


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def _no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def _modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


@pytest.mark.usefixtures("_no_umask")
async def test_only_the_owner_may_read_the_files(path: Path):
    store = await open_store(f"sqlite:///{path}", alone=True)
    await store.create("t", [b"x"], now=1.0)
    await store.backup(path.with_name("backup.db"))
    names = ["backup.db", "tables.db", "tables.db-shm", "tables.db-wal", "tables.db.lock"]
    assert _modes(path.parent) == dict.fromkeys(names, PRIVATE)
    await store.close()


@pytest.mark.usefixtures("_no_umask")
async def test_permissions_of_an_existing_database_are_tightened(path: Path):
    await (await SqliteStore.open(path)).close()
    path.chmod(0o644)
    store = await SqliteStore.open(path)
    await store.create("t", [b"x"], now=1.0)
    assert set(_modes(path.parent).values()) == {PRIVATE}
    await store.close()


async def test_backup_of_postgresql_is_private_too(postgres, tmp_path: Path):
    store = await open_store(postgres.empty_database())
    await store.backup(tmp_path / "backup.db")
    assert _modes(tmp_path) == {"backup.db": PRIVATE}
    await store.close()


async def _median_wait(store: Store, until: "asyncio.Future[None]") -> float:
    """Append until a condition holds, at least five times; return the median wait.

    The longest wait may be due to other users of the disk.
    """
    number, waits = await store.create("small", [b"x"], now=1.0), []
    while number <= 5 or not until.done():
        began = time.monotonic()
        number = await store.append("small", number, [b"y"], now=2.0)
        waits.append(time.monotonic() - began)
        await asyncio.sleep(0.01)
    print(f"{len(waits)} appends, the longest {max(waits):.3f} s")
    return statistics.median(waits)


async def test_long_reader_does_not_delay_appends(path: Path):
    store = await SqliteStore.open(path)
    wal = path.with_name(path.name + "-wal")
    number = await store.create("large", [b"x"], now=1.0)
    reader = apsw.Connection(str(path))
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM tables").fetchall()
    while wal.stat().st_size < LARGEST_LOG + 2 * len(MEGABYTE):
        number = await store.append("large", number, [MEGABYTE] * 4, now=1.0)
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    done.set_result(None)
    assert await _median_wait(store, done) < MOST_SECONDS
    # A long backup is such a reader, too.
    backup = asyncio.ensure_future(store.backup(path.with_name("backup.db")))
    await store.delete("small")
    assert await _median_wait(store, backup) < MOST_SECONDS
    await backup
    # After the reader has gone, the log restarts and frees its space.
    reader.close()
    while wal.stat().st_size > LARGEST_LOG:
        number = await store.append("large", number, [MEGABYTE], now=1.0)
        await asyncio.sleep(0.02)
    await store.close()
    copy = await SqliteStore.open(path.with_name("backup.db"))
    assert (await copy.info("large")).log_number > 60
    await copy.close()


async def test_deletion_frees_disk_space(path: Path):
    store = await SqliteStore.open(path)
    await store.create("kept", [b"x"], now=9.0)
    empty = path.stat().st_size
    for n in range(8):
        await store.create(f"t{n}", [MEGABYTE], now=1.0)
    assert await store.delete("t0")
    assert path.stat().st_size > 6 * len(MEGABYTE)
    assert await store.purge(5.0) == 7
    assert path.stat().st_size <= empty + 65536
    await store.close()


async def test_file_that_cannot_shrink_does_not_delay_a_deletion(path: Path):
    old = apsw.Connection(str(path))
    old.pragma("journal_mode", "wal")  # From here on SQLite ignores `auto_vacuum`.
    old.close()
    store = await SqliteStore.open(path)
    await store.create("t", [MEGABYTE], now=1.0)
    assert await store.delete("t")
    assert path.stat().st_size > len(MEGABYTE)
    await store.close()


async def test_only_one_server_may_use_a_file(path: Path):
    url = f"sqlite:///{path}"
    first = await open_store(url, alone=True)
    with pytest.raises(InUseError, match=r"tables\.db is already in use by another server process"):
        await open_store(url, alone=True)
    command = [sys.executable, "-c", _OPEN, url]
    second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert "InUseError" in second.stderr
    # Commands that only read, copy or delete may open it.
    beside = await open_store(url)
    await first.create("t", [b"x"], now=1.0)
    assert len(await beside.read("t")) == 1
    await beside.backup(path.with_name("backup.db"))
    await beside.close()
    await first.close()
    assert subprocess.run(command, cwd=ROOT).returncode == 0
    await (await open_store(url, alone=True)).close()


async def test_server_that_opens_a_file_forgets_crashed_ones(path: Path):
    """A clock that was set back would let a crashed server look alive for hours."""
    url = f"sqlite:///{path}"
    crashed = await open_store(url, alone=True)
    await crashed.beat("crashed", 5000.0)
    await crashed.close()
    beside = await open_store(url)
    assert await beside.nodes(1000.0) == {"crashed"}
    await beside.close()
    server = await open_store(url, alone=True)
    assert await server.nodes(1000.0) == set()
    await server.close()


_OPEN = """
import asyncio, sys
from diamant.store import open_store
asyncio.run(open_store(sys.argv[1], alone=True))
import os; os._exit(0)
"""
