"""A room between its table and its store: order, conflicts, trouble, deadlines, memory."""

import asyncio
import time

import pytest

from diamant.protocol.incoming import TableSettings
from diamant.server.metrics import Metrics
from diamant.server.services import Services
from diamant.server.settings import ServerSettings
from diamant.server.tables import log_lines, room
from diamant.server.tables.rooms import Rooms
from diamant.server.tables.tokens import new_node
from diamant.store import open_store
from diamant.store.errors import FullError, UnavailableError
from diamant.table.commands import Connect, FillWithBots, TakeSeat, Tick


class Client:
    """Whoever asks, and listens."""

    def __init__(self, guest: str = "g1", name: str = "other-1") -> None:
        self.guest = guest
        self.name = name
        self.answers = []
        self.failures = []
        self.told = []
        self.ends = []
        self.order = []

    def answered(self, request, answer) -> None:
        self.answers.append(answer)
        self.order.append("answer")

    def failed(self, request, code, reference) -> None:
        self.failures.append(code)

    def tell(self, message) -> None:
        self.told.append(message.data)
        self.order.append("told")

    def end(self, code, **params) -> None:
        self.ends.append(code)


async def _rooms(store) -> Rooms:
    return Rooms(store, Metrics(), new_node())


async def _table(rooms: Rooms, **settings):
    made = await rooms.make(TableSettings(**settings), "")
    return await rooms.open(made.table)


async def test_nothing_is_told_before_it_is_durable(monkeypatch: pytest.MonkeyPatch):
    store = await open_store("sqlite://")
    rooms = await _rooms(store)
    table = await _table(rooms)
    client = Client()
    table.connections[client.name] = client
    gate = asyncio.Event()
    append = store.append

    async def slow(*args, **kwargs):
        await gate.wait()
        return await append(*args, **kwargs)

    monkeypatch.setattr(store, "append", slow)
    table.submit(TakeSeat(id="1", by="g1", name="Ana"), client)
    await asyncio.sleep(0.02)
    assert client.order == []
    assert table.table.seats[0] is None
    gate.set()
    await table.settled()
    assert client.order == ["told", "answer"]
    assert table.table.seats[0].name == "Ana"
    await store.close()


async def test_commands_that_wait_together_are_one_append(monkeypatch: pytest.MonkeyPatch):
    store = await open_store("sqlite://")
    rooms = await _rooms(store)
    table = await _table(rooms)
    calls = []
    append = store.append

    async def counted(*args, **kwargs):
        calls.append(args)
        return await append(*args, **kwargs)

    monkeypatch.setattr(store, "append", counted)
    client = Client()
    for number in range(20):
        table.submit(FillWithBots(id=str(number), by="g1", players=number % 3), client)
    await table.settled()
    assert len(calls) == 1
    assert [answer.command for answer in client.answers] == [str(n) for n in range(20)]
    await store.close()


async def test_two_nodes_take_turns_and_nothing_is_lost_or_done_twice():
    store = await open_store("sqlite://")
    here, there = await _rooms(store), await _rooms(store)
    here.living = there.living = frozenset([here.node, there.node])
    first = await _table(here)
    second = await there.open(first.table.id)
    listener = Client()
    second.connections[listener.name] = listener
    one, two = Client(), Client()
    for number in range(30):
        first.submit(FillWithBots(id=f"a{number}", by="g1", players=number % 4), one)
        second.submit(FillWithBots(id=f"b{number}", by="g1", players=number % 4), two)
        await asyncio.sleep(0.001)
    await first.settled()
    await second.settled()
    first.look()
    second.look()
    await first.settled()
    await second.settled()
    assert len(one.answers) == len(two.answers) == 30
    assert not one.failures
    assert not two.failures
    assert first.table == second.table
    folded, _ = log_lines.fold(map(log_lines.read, await store.read(first.table.id)))
    assert folded == first.table
    await store.close()


@pytest.mark.parametrize("kept", [False, True])
async def test_a_database_that_goes_away_is_said_and_survived(
    kept: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(room, "RETRY_SECONDS", 0.05)
    store = await open_store("sqlite://")
    rooms = await _rooms(store)
    table = await _table(rooms)
    append = store.append
    trouble = True

    async def lost(*args, **kwargs):
        if not trouble:
            return await append(*args, **kwargs)
        if kept:
            # The commit went through, but nobody heard of it.
            await append(*args, **kwargs)
        raise UnavailableError("away")

    monkeypatch.setattr(store, "append", lost)
    client, listener = Client(), Client(name=f"{rooms.node}-1")
    table.connections[listener.name] = listener
    seat = TakeSeat(id="1", by="g1", name="Ana")
    table.submit(seat, client)
    await table.settled()
    assert client.failures == ["database"]
    assert client.answers == []
    trouble = False
    table.submit(seat, client)
    await table.settled()
    assert len(client.answers) == 1
    assert client.answers[0].refusal is None
    seats = [seat for seat in table.table.seats if seat is not None]
    assert len(seats) == 1
    assert b"".join(listener.told).count(b"SeatTaken") == 1
    await store.close()


async def test_a_full_disk_leaves_the_table_as_it_was(monkeypatch: pytest.MonkeyPatch):
    store = await open_store("sqlite://")
    rooms = await _rooms(store)
    table = await _table(rooms)
    before = table.table

    async def full(*args, **kwargs):
        raise FullError("full")

    monkeypatch.setattr(store, "append", full)
    client = Client()
    table.submit(TakeSeat(id="1", by="g1", name="Ana"), client)
    await table.settled()
    assert client.failures == ["database"]
    assert table.table is before
    await store.close()


async def test_a_deadline_fires_by_itself():
    store = await open_store("sqlite://")
    services = Services.make(store, ServerSettings(database="sqlite://"))
    table = await _table(services.rooms, thinking=False, break_seconds=0)
    client = Client(name=f"{services.rooms.node}-1")
    table.connections[client.name] = client
    table.submit(Connect(guest="g1", connection=client.name))
    table.submit(FillWithBots(id="1", by="g1", players=3), client)
    from diamant.table.commands import Start

    table.submit(Start(id="2", by="g1"), client)
    await table.settled()
    # Bots alone play a whole game, a few turns at a time, since they do not think.
    async with asyncio.timeout(10):
        while table.table.phase.value != "over":
            await asyncio.sleep(0.01)
    assert table.table.phase.value == "over"
    await store.close()


async def test_a_dead_nodes_deadlines_and_connections_are_taken_over():
    store = await open_store("sqlite://")
    dead = await _rooms(store)
    table = await _table(dead, clock="off")
    table.submit(Connect(guest="g1", connection=f"{dead.node}-1"))
    await table.settled()
    dead.forget(table)
    table.close()
    services = Services.make(store, ServerSettings(database="sqlite://"))
    await services.background.start()
    for _ in range(100):
        taken = services.rooms.get(table.table.id)
        if taken is not None and not taken.table.guests[0].present:
            break
        await asyncio.sleep(0.02)
    else:
        raise AssertionError("the connection of a dead node stayed open")
    await services.rooms.settle()
    await services.background.stop()
    await store.close()


async def test_idle_rooms_leave_memory_and_come_back_from_their_snapshot():
    store = await open_store("sqlite://")
    rooms = await _rooms(store)
    table = await _table(rooms)
    client = Client()
    table.submit(TakeSeat(id="1", by="g1", name="Ana"), client)
    await table.settled()
    await rooms.unload_idle(60)
    assert len(rooms) == 1
    table.used = time.monotonic() - 61
    await rooms.unload_idle(60)
    assert len(rooms) == 0
    snapshot = await store.latest_snapshot(table.table.id)
    assert snapshot is not None
    again = await rooms.open(table.table.id)
    assert again is not table
    assert again.table == table.table
    assert again.seat_history.marks == table.seat_history.marks
    await store.close()


async def test_all_who_want_a_table_at_once_get_the_same_room():
    store = await open_store("sqlite://")
    rooms = await _rooms(store)
    made = await rooms.make(TableSettings(), "")
    found = await asyncio.gather(*(rooms.open(made.table) for _ in range(10)))
    assert len({id(room) for room in found}) == 1
    by_code = await rooms.open_by_code(made.code)
    assert by_code is found[0]
    await store.close()


async def test_a_table_that_was_deleted_elsewhere_ends_its_room():
    store = await open_store("sqlite://")
    rooms = await _rooms(store)
    table = await _table(rooms)
    client = Client()
    table.connections[client.name] = client
    await store.delete(table.table.id)
    table.submit(TakeSeat(id="1", by="g1", name="Ana"), client)
    await table.settled()
    assert client.failures == ["no-such-table"]
    assert client.ends == ["no-such-table"]
    assert len(rooms) == 0
    table.submit(Tick(), client)
    assert client.failures == ["no-such-table"] * 2
    await store.close()


async def test_news_that_come_while_a_table_is_opened_are_not_lost(
    monkeypatch: pytest.MonkeyPatch,
):
    store = await open_store("sqlite://")
    here, there = await _rooms(store), await _rooms(store)
    mine = await _table(here)
    load, read, go_on = store.load, asyncio.Event(), asyncio.Event()

    async def slow(tables):
        found = await load(tables)
        read.set()
        await go_on.wait()
        return found

    monkeypatch.setattr(store, "load", slow)
    opening = asyncio.create_task(there.open(mine.table.id))
    await read.wait()
    mine.submit(TakeSeat(id="1", by="g1", name="Ana"))
    await mine.settled()
    there.hear(mine.table.id, mine.table.log_number)
    go_on.set()
    theirs = await opening
    await theirs.settled()
    assert theirs.table == mine.table
    assert not there._heard
    await store.close()
