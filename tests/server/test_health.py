"""Test that health reports 503 whenever the server cannot write."""

import asyncio
from pathlib import Path

import apsw
import pytest

from diamant.server import metrics
from diamant.server.clock import Clock, ClockError
from diamant.server.metrics import Health, Metrics
from diamant.store import sqlite
from diamant.store.errors import DamagedError, FullError
from tests.server.live import live


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the proof by a commit expire between two requests of this test."""
    monkeypatch.setattr(metrics, "RECENT_SECONDS", 0.05)
    monkeypatch.setattr(metrics, "PROOF_SECONDS", 0.5)


@pytest.mark.usefixtures("_impatient")
async def test_locked_database_is_unhealthy(tmp_path: Path):
    file = tmp_path / "tables.db"
    async with live(f"sqlite:///{file}") as server:
        good = await server.http.get("api/health")
        assert good.status_code == 200
        assert good.json()["last_commit_seconds"] < 60
        assert good.json()["clock_skew_seconds"] == 0
        other = apsw.Connection(str(file))
        other.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(0.1)
        # Reading still works, so only a write can detect the lock.
        assert (await server.http.get("api/tables")).status_code == 200
        answers = await asyncio.gather(*(server.http.get("api/health") for _ in range(5)))
        for answer in answers:
            assert answer.status_code == 503
            assert answer.json()["code"] == "database"
            assert int(answer.json()["params"]["last_commit_seconds"]) < 60, "not before it began"
        other.execute("ROLLBACK")
        other.close()
        while (await server.http.get("api/health")).status_code != 200:
            await asyncio.sleep(0.05)


async def test_full_disk_is_unhealthy_at_once(house, monkeypatch: pytest.MonkeyPatch):
    healthy = Health(house.store, "node", Clock(), Metrics(), 60.0)
    assert (await healthy.check()).problem is None
    rightly = house.store._commit

    async def full(batch):
        raise FullError("the disk is full")

    monkeypatch.setattr(house.store._writer, "_commit", full)
    with pytest.raises(FullError):
        await house.store.create("t", [b"x"], now=1.0)
    report = await healthy.check()
    assert report.problem == "database"
    assert report.last_commit_seconds is not None
    monkeypatch.setattr(house.store._writer, "_commit", rightly)
    monkeypatch.setattr(metrics, "TROUBLE_SECONDS", 0.0)
    assert (await healthy.check()).problem is None


async def test_full_disk_is_unhealthy_though_small_writes_still_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with live(f"sqlite:///{tmp_path}/tables.db") as server:
        assert (await server.http.get("api/health")).status_code == 200
        monkeypatch.setattr(sqlite, "LEAST_ROOM", 2**62)
        assert (await server.http.get("api/health")).status_code == 503


@pytest.mark.parametrize("error", [FullError, DamagedError])
async def test_unreadable_or_unwritable_table_is_unhealthy_for_a_while(
    house, error, monkeypatch: pytest.MonkeyPatch
):
    counted = Metrics()
    healthy = Health(house.store, "node", Clock(), counted, 60.0)
    counted.store_error(error.code)
    assert (await healthy.check()).problem == "database", "though others can be written"
    monkeypatch.setattr(metrics, "TROUBLE_SECONDS", 0.0)
    assert (await healthy.check()).problem is None


@pytest.mark.usefixtures("_impatient")
async def test_stuck_writer_is_unhealthy(house, monkeypatch: pytest.MonkeyPatch):
    healthy = Health(house.store, "node", Clock(), Metrics(), 60.0)
    rightly, stuck = house.store._commit, asyncio.Event()

    async def wait(batch):
        await stuck.wait()
        return await rightly(batch)

    monkeypatch.setattr(house.store._writer, "_commit", wait)
    began = asyncio.get_running_loop().time()
    reports = await asyncio.gather(*(healthy.check() for _ in range(10)))
    assert {report.problem for report in reports} == {"database"}
    assert asyncio.get_running_loop().time() - began < 30
    # All requests wait for one write, including later ones.
    assert len(house.store._writer._waiting) == 0
    assert (await healthy.check()).problem == "database"
    assert len(house.store._writer._waiting) == 0
    stuck.set()
    assert (await healthy.check()).problem is None


async def test_recent_commit_proves_health(house, monkeypatch: pytest.MonkeyPatch):
    healthy = Health(house.store, "node", Clock(), Metrics(), 60.0)
    await house.store.create("t", [b"x"], now=1.0)

    async def never(node, until):
        raise AssertionError("nothing need be written")

    monkeypatch.setattr(house.store, "beat", never)
    assert (await healthy.check()).problem is None


class Database:
    """A database with its own clock."""

    def __init__(self, ahead: float) -> None:
        self.ahead = ahead
        self.slow = 0.0

    async def database_time(self) -> float:
        await asyncio.sleep(self.slow)
        return Clock().now() + self.ahead


async def test_clock_skew_follows_the_database():
    database = Database(100.0)
    clock = Clock()
    await clock.measure(database)
    assert abs(clock.skew + 100) < 0.5
    with pytest.raises(ClockError, match=r"clock is 100 s behind the database's"):
        clock.check(60.0)
    clock.check(120.0)
    before = clock._zero
    database.ahead = 100.001
    await clock.measure(database)
    assert clock._zero == before, "a millisecond is chance"
    database.ahead = 70.0
    await clock.measure(database)
    assert abs(clock.skew + 70) < 0.5
    # A delayed answer is inaccurate, and is ignored.
    database.slow = 0.2
    before = clock._zero
    await clock.measure(database)
    assert clock._zero == before


async def test_clock_too_far_off_is_reported(house):
    clock = Clock()
    await clock.measure(Database(100.0))
    assert (await Health(house.store, "node", clock, Metrics(), 60.0).check()).problem == "clock"
    assert (await Health(house.store, "node", clock, Metrics(), 120.0).check()).problem is None


async def test_server_starts_when_its_first_heartbeat_succeeds(
    house, monkeypatch: pytest.MonkeyPatch
):
    services = house.services()
    await services.background.beat()

    async def full(node: str, until: float) -> None:
        raise FullError("the disk is full")

    monkeypatch.setattr(house.store, "beat", full)
    await services.background.start()
    await services.background.stop()
