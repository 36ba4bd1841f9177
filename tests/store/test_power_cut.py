"""Test that a power cut loses no acknowledged data and leaves a sound database."""

import asyncio
import random
from pathlib import Path

import apsw
import pytest

from diamant.store import Index, sqlite_file
from diamant.store.sqlite import SqliteStore
from tests.amount import amount
from tests.store.power import Disk, Platter, Step, after_cuts

CUTS = amount(200)
# The deletion was requested but not acknowledged: the table may exist or not.
LEAVING = -1


def payload(table: str, number: int) -> bytes:
    # Sizes from a few bytes to more than a page, equal on every call.
    return f"{table}:{number}:".encode() + bytes(
        random.Random(f"{table}{number}").choice((5, 9000))
    )


async def _work(folder: Path, disk: Disk, synchronous: str, seed: int) -> None:
    """Keep a store busy with many small checkpoints, and note its acknowledgements."""
    store = await SqliteStore.open(
        folder / "tables.db", vfs=disk.name, synchronous=synchronous, checkpoint_pages=30
    )

    def ack(table: str, number: int) -> None:
        disk.steps.append(Step("ack", ack=(table, number)))

    async def play(table: str) -> None:
        dice = random.Random(f"{seed}{table}")
        ack(table, await store.create(table, [payload(table, 1)], now=1.0, code=table))
        for number in range(1, 12):
            count = dice.randint(1, 3)
            reached = (await store.info(table)).log_number
            entries = [payload(table, reached + n) for n in range(1, count + 1)]
            index = Index("playing", due=float(number)) if dice.random() < 0.3 else None
            ack(table, await store.append(table, reached, entries, now=2.0, index=index))
            if dice.random() < 0.2:
                await store.save_snapshot(table, reached, payload(table, reached))
        if dice.random() < 0.3:
            ack(table, LEAVING)
            await store.delete(table)
            ack(table, 0)

    for group in range(4):
        await asyncio.gather(*(play(f"t{group}-{n}") for n in range(5)))
        if group == 1:
            await store.compact()
    await store.close()


def _lost(folder: Path, platter: Platter) -> list[str]:
    """Open the database after a cut, and list its faults."""
    try:
        connection = apsw.Connection(str(folder / "tables.db"))
        # The writes of these checks need not survive.
        connection.pragma("synchronous", "OFF")
        verdict = connection.pragma("integrity_check")
        if verdict != "ok":
            return [f"not sound: {verdict}"]
        if not connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
            return ["everything"] if platter.acks else []
        found = {
            (table, number): data
            for table, number, data in connection.execute(
                "SELECT id, events.log_number, payload FROM events JOIN tables USING (key)"
            )
        }
        heads = {table: max(n for name, n in found if name == table) for table, _ in found}
        connection.close()
    except (apsw.CorruptError, apsw.NotADBError, apsw.CantOpenError) as error:
        return [f"does not open: {error}"]
    wrong = []
    for table, acknowledged in platter.acks.items():
        if acknowledged == 0 and table in heads:
            wrong.append(f"{table} is back")
        elif heads.get(table, 0) < acknowledged:
            wrong.append(f"{table} ends at {heads.get(table)}, not {acknowledged}")
    for table, head in heads.items():
        numbers = sorted(number for name, number in found if name == table)
        if numbers != list(range(1, head + 1)):
            wrong.append(f"{table} has the entries {numbers} of {head}")
    wrong += [f"{key} differs" for key, data in found.items() if data != payload(*key)]
    return wrong


def _steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, synchronous: str, seed: int
) -> list[Step]:
    disk = Disk(f"disk-{synchronous}-{seed}")
    folder_synced = sqlite_file.sync_folder

    def sync_folder(folder: Path) -> None:
        folder_synced(folder)
        disk.steps.append(Step("folder"))

    made = sqlite_file.make_private

    def make_private(path: Path) -> None:
        disk.steps.append(Step("create", path.name))
        made(path)

    monkeypatch.setattr(sqlite_file, "sync_folder", sync_folder)
    monkeypatch.setattr(sqlite_file, "make_private", make_private)
    place = tmp_path / "work"
    place.mkdir()
    asyncio.run(_work(place, disk, synchronous, seed))
    disk.unregister()
    return disk.steps


def test_power_cut_loses_no_acknowledged_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    steps = _steps(tmp_path, monkeypatch, "FULL", seed)
    kinds = {step.kind for step in steps}
    assert {"create", "write", "sync", "truncate", "ack", "folder"} <= kinds
    # Checkpoints happened in between, not only at the end.
    assert sum(s.kind == "sync" and s.file == "tables.db" for s in steps) > 10
    reopened = 0

    def check(folder: Path, platter: Platter) -> None:
        nonlocal reopened
        assert _lost(folder, platter) == []
        if reopened < 10 and platter.acks:
            reopened += 1
            asyncio.run(_go_on(folder / "tables.db"))

    after_cuts(steps, CUTS, seed, tmp_path, check)


async def _go_on(path: Path) -> None:
    store = await SqliteStore.open(path)
    await store.create("afterwards", [b"x"], now=9.0)
    assert len(await store.read("afterwards")) == 1
    await store.close()


@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
def test_control_missing_sync_is_noticed(
    synchronous: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    steps = _steps(tmp_path, monkeypatch, synchronous, 1)
    losses = 0

    def check(folder: Path, platter: Platter) -> None:
        nonlocal losses
        losses += bool(_lost(folder, platter))

    after_cuts(steps, CUTS, 1, tmp_path, check)
    assert losses > CUTS / 10, losses
