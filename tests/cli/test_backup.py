"""Test `diamant backup --every`: repeated, rotated and complete copies."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import apsw
import pytest

from diamant.cli import main
from diamant.cli.commands import backup
from diamant.store import open_store
from tests.store.appender import payload

TABLES = 20


async def _fill(url: str, size: int = 1) -> None:
    store = await open_store(url)
    await asyncio.gather(
        *(store.create(f"t{n}", [os.urandom(size)], now=1.0) for n in range(TABLES))
    )
    await store.close()


@pytest.fixture
def database(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'x.db'}"
    asyncio.run(_fill(url))
    return url


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "copies"
    made.mkdir()
    return made


def _stop_after(monkeypatch: pytest.MonkeyPatch, *between) -> None:
    """Call these functions instead of the waits between two copies, then interrupt."""
    calls = iter(between)

    def sleep(seconds: float) -> None:
        call = next(calls, None)
        if call is None:
            raise KeyboardInterrupt
        call()

    monkeypatch.setattr(backup.time, "sleep", sleep)


def test_newest_copies_stay_and_other_files_are_kept(database, folder, monkeypatch):
    others = {"notes.txt", "diamant-before.db", ".diamant-20260101T000000Z.db.2.part"}
    for name in (
        *others,
        *(f"diamant-2026010{day}T000000Z.db" for day in range(1, 6)),
        *(f".diamant-20260101T000000Z.db.1.part{end}" for end in ("", "-wal")),
    ):
        (folder / name).touch()
        if ".1.part" in name:
            os.utime(folder / name, (0, 0))
    _stop_after(monkeypatch)
    assert main(["backup", "--database", database, "--every", "1", "--keep", "3", str(folder)]) == 0
    left = {file.name for file in folder.iterdir()} - others
    (newest,) = left - {"diamant-20260104T000000Z.db", "diamant-20260105T000000Z.db"}
    assert main(["backup", "--database", f"sqlite:///{folder / newest}", f"{folder}/again.db"]) == 0


def test_copies_survive_a_clock_that_was_set_back(folder, monkeypatch):
    names = [f"diamant-2026010{day}T000000Z.db" for day in range(1, 5)]
    for name in names:
        (folder / name).touch()
    backup._rotate(folder, 2, folder / names[0])
    assert sorted(file.name for file in folder.iterdir()) == [names[0], names[3]]


def test_failure_is_reported_and_the_next_copy_is_tried(
    database, folder, tmp_path, monkeypatch, capsys
):
    file, away = tmp_path / "x.db", tmp_path / "away.db"
    (folder / "diamant-x").touch()

    def age() -> None:
        """Make this second's copy an older one."""
        for copy in folder.glob("diamant-2*.db"):
            copy.rename(folder / f"diamant-20200101T00000{len(list(folder.iterdir()))}Z.db")

    _stop_after(
        monkeypatch,
        lambda: (age(), file.rename(away)),
        lambda: away.rename(file),
    )
    assert main(["backup", "--database", database, "--every", "1", str(folder)]) == 0
    assert capsys.readouterr().err.splitlines()[1:] == [f"diamant: database {file} does not exist"]
    assert len(list(folder.glob("diamant-2*.db"))) == 2


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--keep", "3"], "--keep requires --every"),
        (["--every", "0.5"], "--every and --keep must be at least 1"),
        (["--every", "nan"], "--every and --keep must be at least 1"),
        (["--every", "1", "--keep", "0"], "--every and --keep must be at least 1"),
        (["--every", "1"], "no such folder: nowhere"),
    ],
)
def test_wrong_options_are_reported_in_one_line(database, options, sentence, capsys):
    assert main(["backup", "--database", database, *options, "nowhere"]) == 2
    assert capsys.readouterr().err == f"diamant: {sentence}\n"


def test_first_failure_ends_the_command(folder, tmp_path, capsys):
    missing = f"sqlite:///{tmp_path / 'none.db'}"
    assert main(["backup", "--database", missing, "--every", "1", str(folder)]) == 2
    assert "none.db does not exist" in capsys.readouterr().err


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_interrupted_copy_is_removed(how, folder, tmp_path):
    url = f"sqlite:///{tmp_path / 'large.db'}"
    asyncio.run(_fill(url, 2_000_000))
    with subprocess.Popen(
        [sys.executable, "-m", "diamant", "backup", "--database", url, "--every", "1", folder],
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        until = time.monotonic() + 60
        # The second copy is partly written.
        while not (
            list(folder.glob("diamant-*.db"))
            and any(part.stat().st_size for part in folder.glob(".*.part"))
        ):
            assert time.monotonic() < until
            time.sleep(0.0005)
        process.send_signal(how)
        _, complaint = process.communicate()
    assert process.returncode == (0 if how is signal.SIGTERM else -signal.SIGKILL)
    assert complaint == f"Saving copies to {folder}.\n"
    if how is signal.SIGTERM:
        assert not list(folder.glob(".*"))
    for copy in folder.glob("diamant-*.db"):
        with apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READONLY) as opened:
            assert opened.pragma("integrity_check") == "ok"
            assert opened.execute("SELECT count(*) FROM events").get == TABLES


async def test_copies_under_load_are_complete(folder, tmp_path):
    """Each copy contains each table's log from its first entry, as of one moment."""
    url = f"sqlite:///{tmp_path / 'x.db'}"
    store = await open_store(url)
    numbers = {name: await store.create(name, [payload(name, 1)], now=1.0) for name in "abcdef"}
    stopping = asyncio.Event()

    async def append(name: str) -> None:
        while not stopping.is_set():
            entry = payload(name, numbers[name] + 1)
            numbers[name] = await store.append(name, numbers[name], [entry], now=2.0)

    appending = [asyncio.create_task(append(name)) for name in numbers]
    for number in range(5):
        before = dict(numbers)
        copy = folder / f"{number}.db"
        await asyncio.to_thread(asyncio.run, backup._backup(url, copy))
        restored = await open_store(f"sqlite:///{copy}")
        for name, least in before.items():
            entries = await restored.read(name)
            assert len(entries) >= least, "what was acknowledged before the copy is in it"
            assert [entry.payload for entry in entries] == [
                payload(name, n) for n in range(1, len(entries) + 1)
            ]
        await restored.close()
    stopping.set()
    await asyncio.gather(*appending)
    assert min(numbers.values()) > 5
    await store.close()
