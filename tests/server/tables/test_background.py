"""Test background work: deadlines of dead nodes, notices, retention, memory."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from diamant.protocol.incoming import TableSettings
from diamant.server.services import Services
from diamant.server.tables import background
from diamant.store import Index
from diamant.store.errors import UnavailableError
from diamant.table.commands import Connect, FillWithBots, PromiseNonce, Start, TakeSeat
from tests.server.conftest import Client


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DUE_SECONDS", "DUE_GRACE", "BEAT_SECONDS", "POLL_SECONDS", "IDLE_SECONDS"):
        monkeypatch.setattr(background, name, 0.05)


@asynccontextmanager
async def _node(house, **settings) -> AsyncIterator[Services]:
    services = house.services(**settings)
    await services.background.start()
    try:
        yield services
    finally:
        await services.rooms.settle()
        await services.background.stop()


async def _until(fact, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not fact():
        assert time.monotonic() < end, "it never happened"
        await asyncio.sleep(0.01)


async def _dead_table(house, *commands, **settings) -> str:
    """Create a table whose node has died with its timers."""
    rooms = house.rooms("deadnode")
    made = await rooms.make(TableSettings(**settings), "")
    room = await rooms.open(made.table)
    room.connections["deadnode-1"] = Client()
    for command in (Connect(guest="g1", connection="deadnode-1"), *commands):
        room.submit(command)
    await room.settled()
    room.connections.clear()
    room.close()
    return made.table


async def test_deadlines_of_a_dead_node_fire_elsewhere(house):
    table = await _dead_table(
        house,
        TakeSeat(by="g1", name="Ana"),
        FillWithBots(by="g1", players=3),
        Start(by="g1"),
        PromiseNonce(by="g1", seat=0, hash=""),
        thinking=True,
        clock="brisk",
        seconds=5,
    )
    before = (await house.store.info(table)).log_number
    async with _node(house) as services:
        # After 3.5 s at most, the bots have finished thinking.
        await _until(lambda: services.rooms.get(table) is not None)
        room = services.rooms.get(table)
        await _until(lambda: any(s.choice is not None for s in room.table.seats))
        assert room.table.log_number > before
        assert not room.table.guests[0].present


async def test_vanished_node_leaves_no_connections_behind(house):
    await house.store.beat("deadnode", time.time() + 600)
    table = await _dead_table(house)
    async with _node(house) as services:
        assert "deadnode" in services.rooms.living
        room = await services.rooms.open(table)
        assert room.table.guests[0].present
        # Ten minutes later it still sends no heartbeat.
        services.rooms.clock._wall = lambda: time.time() + 700
        await _until(lambda: not room.table.guests[0].present)
    assert await house.store.nodes(time.time() + 700) == frozenset()


async def test_notices_of_another_node_reach_a_room(house):
    async with _node(house) as here, _node(house) as there:
        made = await here.rooms.make(TableSettings(), "")
        mine, theirs = await here.rooms.open(made.table), await there.rooms.open(made.table)
        mine.submit(TakeSeat(by="g1", name="Ana"))
        await _until(lambda: theirs.table.seats[0] is not None)
        assert theirs.table == mine.table
        await here.store.delete(made.table)
        await _until(lambda: there.rooms.get(made.table) is None)
        assert here.rooms.get(made.table) is None


async def test_lost_notice_costs_only_time(house, monkeypatch: pytest.MonkeyPatch):
    async with _node(house) as here:
        made = await here.rooms.make(TableSettings(), "")
        mine = await here.rooms.open(made.table)
        monkeypatch.setattr(mine, "check_log", lambda log_number=None: None)
        await house.store.beat("othernode", time.time() + 60)
        other = house.rooms("othernode")
        theirs = await other.open(made.table)
        mine.connections["x"] = Client()
        theirs.submit(TakeSeat(by="g1", name="Ana"))
        await theirs.settled()
        await asyncio.sleep(0.1)
        assert mine.table.seats[0] is None
        monkeypatch.undo()
        await asyncio.sleep(0)
        monkeypatch.setattr(background, "POLL_SECONDS", 0.05)
        await _until(lambda: mine.table.seats[0] is not None)
        mine.connections.clear()


async def test_old_tables_are_deleted(house):
    day = 86_400.0
    for name, state, age in (
        ("finished-old", "over", 31),
        ("finished-new", "over", 29),
        ("idle-old", "lobby", 8),
        ("idle-new", "playing", 6),
        ("closed-old", "closed", 31),
    ):
        index = Index(state=state)
        await house.store.create(name, [b"x"], now=time.time() - age * day, index=index)
    services = house.services()
    await services.background._purge()
    kept = {info.table for info in await house.store.tables()}
    assert kept == {"finished-new", "idle-new"}


async def test_unavailable_database_does_not_end_background_work(
    house, monkeypatch: pytest.MonkeyPatch, caplog
):
    async with _node(house) as services:

        async def away(*args, **kwargs):
            raise UnavailableError("away")

        with monkeypatch.context() as patch:
            patch.setattr(house.store, "claim_due", away)
            patch.setattr(house.store, "beat", away)
            await _until(lambda: services.metrics.store_errors.get("store-unavailable", 0) > 3)
        made = await services.rooms.make(TableSettings(), "")
        await services.rooms.open(made.table)
        told = [record for record in caplog.records if "database error" in record.getMessage()]
        assert len(told) == 1


async def test_broken_tables_do_not_delay_others(house, caplog):
    for name in ("broken-1", "broken-2"):
        await house.store.create(
            name, [b"no entry"], now=1.0, index=Index(state="playing", due=2.0)
        )
    table = await _dead_table(house)
    async with _node(house) as services:
        await _until(lambda: services.rooms.get(table) is not None)
        assert services.rooms.get("broken-1") is None
        await _until(lambda: "cannot open a table: table-log" in caplog.text)


async def test_clients_of_a_node_wrongly_taken_for_dead_may_return(house):
    async with _node(house) as services:
        made = await services.rooms.make(TableSettings(), "")
        room = await services.rooms.open(made.table)
        listener = Client(name=f"{services.rooms.node}-1")
        room.connections[listener.name] = listener
        room.submit(Connect(guest="g1", connection=listener.name))
        await room.settled()
        other = house.rooms("othernode")
        theirs = await other.open(made.table)
        theirs.repair_presence(frozenset([services.rooms.node]))
        await theirs.settled()
        await _until(lambda: listener.ends)
        assert listener.ends == ["stopping"]


async def test_resumed_node_checks_every_table_and_sends_a_heartbeat(
    house, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(background, "LAG_SECONDS", 0.02)
    monkeypatch.setattr(background, "STALL_SECONDS", 0.2)
    caplog.set_level("INFO")
    monkeypatch.setattr(background, "BEAT_SECONDS", 1000.0)
    async with _node(house) as services:
        rooms = services.rooms
        made = await rooms.make(TableSettings(), "")
        mine = await rooms.open(made.table)
        hear = rooms.hear
        # It misses notices of single tables, like any stopped node.
        monkeypatch.setattr(rooms, "hear", lambda table, n: table is None and hear(table, n))
        theirs = await house.rooms("othernode").open(made.table)
        theirs.submit(TakeSeat(by="g1", name="Ana"))
        await theirs.settled()
        await house.store.forget_node(rooms.node)
        await asyncio.sleep(0.05)
        assert mine.table.seats[0] is None
        time.sleep(0.3)  # Simulate the pause.
        await _until(lambda: mine.table.seats[0] is not None)
        while rooms.node not in await house.store.nodes(time.time()):
            await asyncio.sleep(0.01)
        assert "stood still" in caplog.text
