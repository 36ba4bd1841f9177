"""Test SQLite files that are locked, full, read-only, damaged or gone: one line each."""

import asyncio
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from diamant.store import open_store
from diamant.store.errors import (
    DamagedError,
    FullError,
    LockedError,
    NewerSchemaError,
    ReadOnlyError,
    StoreError,
    StoreSetupError,
    UnavailableError,
)
from diamant.store.sqlite import SqliteStore
from tests.store.power import Disk


@pytest.fixture
def faulty() -> Iterator[Disk]:
    disk = Disk("faulty")
    yield disk
    disk.unregister()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


# Python also reports the callback's error as unraisable, as intended here.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("fault", "error"), [(apsw.FullError, FullError), (apsw.IOError, UnavailableError)]
)
async def test_failing_disk_is_reported_and_the_store_recovers(
    faulty: Disk, path: Path, fault: type[Exception], error: type[StoreError]
):
    store = await SqliteStore.open(path, vfs="faulty", patience=0.2)
    await store.create("t", [b"kept"], now=1.0)
    faulty.fault = lambda: fault("as the test wants it")
    for _ in range(3):
        with pytest.raises(error):
            await store.append("t", 1, [b"lost" * 1000], now=2.0)
    # Reading still works, and shows no refused entry.
    assert len(await store.read("t")) == 1
    faulty.fault = None
    assert await store.append("t", 1, [b"again"], now=3.0) == 2
    await store.close()
    again = await SqliteStore.open(path)
    assert [entry.payload for entry in await again.read("t")] == [b"kept", b"again"]
    await again.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_short_fault_goes_unnoticed(faulty: Disk, path: Path):
    store = await SqliteStore.open(path, vfs="faulty", patience=5.0)
    await store.create("t", [b"x"], now=1.0)
    faulty.fault = lambda: apsw.IOError("for a moment")
    waiting = asyncio.create_task(store.append("t", 1, [b"y"], now=2.0))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    faulty.fault = None
    assert await waiting == 2
    await store.close()


async def test_file_locked_by_another_process_is_refused(path: Path):
    store = await SqliteStore.open(path, patience=0.1)
    await store.create("t", [b"x"], now=1.0)
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(LockedError, match=r"tables\.db is locked by another process"):
        await store.append("t", 1, [b"y"], now=2.0)
    assert len(await store.read("t")) == 1
    other.execute("ROLLBACK")
    other.close()
    assert await store.append("t", 1, [b"y"], now=2.0) == 2
    await store.close()


async def test_busy_reader_delays_only_the_scrubbing(path: Path):
    store = await SqliteStore.open(path)
    wal = path.with_name(path.name + "-wal")
    for name in ("t", "u", "v"):
        await store.create(name, [name.encode() * 5000], now=1.0)
    reader = apsw.Connection(str(path))
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM tables").fetchall()
    assert await store.delete("t")
    assert wal.stat().st_size > 0
    reader.close()
    await store.append("u", 1, [b"x"], now=1.0)
    while wal.stat().st_size > 0:
        await asyncio.sleep(0.01)
    await store.close()


async def test_moved_file_is_reported_while_in_use(path: Path):
    store = await SqliteStore.open(path, patience=0.1)
    await store.create("t", [b"x"], now=1.0)
    elsewhere = path.rename(path.with_name("elsewhere.db"))
    with pytest.raises(UnavailableError, match="was moved or deleted"):
        await store.append("t", 1, [b"y"], now=2.0)
    elsewhere.rename(path)
    assert await store.append("t", 1, [b"y"], now=2.0) == 2
    await store.close()


async def test_newer_schema_is_refused_and_left_unchanged(path: Path):
    await (await SqliteStore.open(path)).close()
    with apsw.Connection(str(path)) as connection:
        connection.pragma("user_version", 999)
    connection.close()
    before = path.read_bytes()
    with pytest.raises(NewerSchemaError, match=r"newer release \(schema 999.*update diamant"):
        await SqliteStore.open(path)
    assert path.read_bytes() == before


async def test_foreign_files_are_refused(path: Path, tmp_path: Path):
    path.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(StoreSetupError, match="is not a database"):
        await SqliteStore.open(path)
    other = tmp_path / "other.db"
    connection = apsw.Connection(str(other))
    connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    before = other.read_bytes()
    with pytest.raises(StoreSetupError, match="another program"):
        await SqliteStore.open(other)
    assert other.read_bytes() == before
    with pytest.raises(StoreSetupError, match="is a folder"):
        await SqliteStore.open(tmp_path)
    with pytest.raises(StoreSetupError, match=r"folder .* does not exist"):
        await SqliteStore.open(tmp_path / "no" / "where.db")


@pytest.mark.parametrize("version", [0, -3])
async def test_file_without_its_schema_version_is_reported_as_damaged(path: Path, version: int):
    await (await SqliteStore.open(path)).close()
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", version)
    connection.close()
    with pytest.raises(DamagedError, match="is damaged: restore it from a backup"):
        await SqliteStore.open(path)


async def test_damaged_file_is_reported(path: Path):
    store = await SqliteStore.open(path)
    for number in range(50):
        await store.create(f"t{number}", [b"x" * 500], now=1.0)
    await store.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)
    store = await SqliteStore.open(path, patience=0.1)
    with pytest.raises(DamagedError, match="restore it from a backup"):
        await store.read("t1")
    with pytest.raises(DamagedError):
        await store.append("t1", 1, [b"y"], now=1.0)
    await store.close()


@contextmanager
def _as_nobody() -> Iterator[None]:
    """Run as another user, because root ignores file permissions."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


async def test_read_only_and_unreadable_files_are_refused():
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        path = folder / "tables.db"
        await (await SqliteStore.open(path)).close()
        folder.chmod(0o555)
        path.chmod(0o444)
        with _as_nobody():
            with pytest.raises(ReadOnlyError, match=r"tables\.db is read-only"):
                await SqliteStore.open(path)
            with pytest.raises(ReadOnlyError, match=r"cannot create .*new\.db"):
                await SqliteStore.open(folder / "new.db")
        path.chmod(0)
        with _as_nobody(), pytest.raises(StoreSetupError, match="no permission to read"):
            await SqliteStore.open(path)
        folder.chmod(0)
        with _as_nobody(), pytest.raises(StoreSetupError, match="no permission to read"):
            await SqliteStore.open(path)
        folder.chmod(0o755)


async def test_old_sqlite_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(apsw, "SQLITE_VERSION_NUMBER", 3_051_002)
    with pytest.raises(StoreSetupError, match=r"update apsw to get SQLite 3\.51\.3"):
        await SqliteStore.open(path)


async def test_backup_to_a_full_disk_is_refused(path: Path, tmp_path: Path):
    store = await open_store(f"sqlite:///{path}")
    target = Path("/dev/full/backup.db")
    with pytest.raises(StoreError):
        await store.backup(target)
    await store.close()
