"""Test a room between its table and its store: order, conflicts, failures, deadlines, memory."""

import asyncio
import json
import time

import pytest

from diamant.protocol import PROTOCOL
from diamant.protocol.incoming import Hello, TableSettings
from diamant.server.connections.hello import HelloTransaction
from diamant.server.responses import Client as ConnectedClient
from diamant.server.tables import persistence, room
from diamant.server.tables.room import Room
from diamant.server.tables.rooms import CrowdedError, Rooms
from diamant.server.tables.tokens import new_token
from diamant.store.errors import ConflictError, FullError, UnavailableError
from diamant.table import Sent, commands
from tests.server.conftest import Client


async def _table(rooms: Rooms, **settings):
    made = await rooms.make(TableSettings(**settings), "")
    return await rooms.open(made.table)


async def test_nothing_is_sent_before_it_is_durable(house, monkeypatch: pytest.MonkeyPatch):
    rooms = house.rooms()
    table = await _table(rooms)
    client = Client()
    table.connections[client.name] = client
    gate = asyncio.Event()
    append = house.store.append

    async def slow(*args, **kwargs):
        await gate.wait()
        return await append(*args, **kwargs)

    monkeypatch.setattr(house.store, "append", slow)
    table.submit(commands.TakeSeat(by="g1", name="Ana"), client)
    await asyncio.sleep(0.02)
    assert client.order == []
    assert table.table.seats[0] is None
    gate.set()
    await table.settled()
    assert client.order == ["told", "answer"]
    assert table.table.seats[0].name == "Ana"


async def test_waiting_commands_share_one_append(house, monkeypatch: pytest.MonkeyPatch):
    rooms = house.rooms()
    table = await _table(rooms)
    calls = []
    append = house.store.append

    async def counted(*args, **kwargs):
        calls.append(args)
        return await append(*args, **kwargs)

    monkeypatch.setattr(house.store, "append", counted)
    client = Client()
    table.submit(commands.Connect(guest="g1", connection=client.name))
    for number in range(1, 21):
        sent = Sent(client.name, number)
        table.submit(commands.FillWithBots(by="g1", sent=sent, players=number % 3), client)
    await table.settled()
    assert len(calls) == 1
    assert [answer.command for answer in client.answers] == list(range(1, 21))


async def test_alternating_nodes_lose_and_repeat_nothing(house):
    here, there = house.rooms(), house.rooms()
    here.living = there.living = frozenset([here.node, there.node])
    first = await _table(here)
    second = await there.open(first.table.id)
    listener = Client()
    second.connections[listener.name] = listener
    one, two = Client(name=f"{here.node}-1"), Client(name=f"{there.node}-1")
    for opened, client in ((first, one), (second, two)):
        opened.connections[client.name] = client
        opened.submit(commands.Connect(guest="g1", connection=client.name, sender=client.name))
        await opened.settled()
    for number in range(30):
        sent = [Sent(name, number + 1) for name in (f"{here.node}-1", f"{there.node}-1")]
        first.submit(commands.FillWithBots(by="g1", sent=sent[0], players=number % 4), one)
        second.submit(commands.FillWithBots(by="g1", sent=sent[1], players=number % 4), two)
        await asyncio.sleep(0.001)
    await first.settled()
    await second.settled()
    first.check_log()
    second.check_log()
    await first.settled()
    await second.settled()
    assert len(one.answers) == len(two.answers) == 30
    assert not one.failures
    assert not two.failures
    assert all(answer.refusal is None for answer in one.answers + two.answers)
    assert first.table == second.table
    folded, _ = persistence.fold_log(
        map(persistence.read_entry, await house.store.read(first.table.id))
    )
    assert folded == first.table


@pytest.mark.parametrize("sender", ["page", ""])
async def test_commands_held_by_a_stalled_node_have_no_effect_when_it_resumes(house, sender: str):
    """An EndGame that the host repeated on another node must not end the next game."""
    here, there = house.rooms(), house.rooms()
    here.living = there.living = frozenset([here.node, there.node])
    stalled = await _table(here, clock="off")
    other = await there.open(stalled.table.id)
    old, new = Client(name=f"{here.node}-1"), Client(name=f"{there.node}-1")
    for room_of, client in ((stalled, old), (other, new)):
        room_of.connections[client.name] = client
        room_of.submit(commands.Connect(guest="g1", connection=client.name, sender=sender))
        if client is old:
            room_of.submit(commands.TakeSeat(by="g1", sent=Sent(client.name, 1), name="Ana"))
            room_of.submit(commands.FillWithBots(by="g1", sent=Sent(client.name, 2), players=3))
            room_of.submit(commands.Start(by="g1", sent=Sent(client.name, 3)))
        await room_of.settled()
    other.check_log()
    other.submit(commands.EndGame(by="g1", sent=Sent(new.name, 4)), new)
    for number in range(5, 41):
        other.submit(commands.BeScreen(by="g1", sent=Sent(new.name, number), screen=False), new)
    other.submit(commands.Start(by="g1", sent=Sent(new.name, 41)), new)
    await other.settled()
    assert [answer.refusal for answer in new.answers] == [None] * 38
    stalled.submit(commands.EndGame(by="g1", sent=Sent(old.name, 4)), old)
    stalled.submit(commands.FillWithBots(by="g1", sent=Sent(old.name, 2), players=5), old)
    stalled.check_log()
    await stalled.settled()
    refusals = [answer.refusal.code for answer in old.answers]
    assert refusals == (["connection-closed"] if sender else ["command-too-old"]) * 2
    assert old.ends == (["replaced"] if sender else [])
    assert stalled.table == other.table
    assert stalled.table.phase.value == "hashes"


async def _read_to_the_end(reader, writer):
    """Let `reader` read all entries of `writer`, while bots may write more."""
    while reader.table.log_number != writer.table.log_number:
        await writer.settled()
        reader.check_log()
        await reader.settled()


async def test_every_node_sends_a_guest_the_same_when_a_seat_changes_hands(house):
    """A guest takes a promised bot's seat in the same request that fills its closed chest."""
    here, there = house.rooms(), house.rooms()
    here.living = there.living = frozenset([here.node, there.node])
    first = await _table(here, clock="off", thinking=False, break_seconds=0, closed=True)
    second = await there.open(first.table.id)
    first.submit(commands.Join(token="t" * 64))
    listeners = [Client("g2", f"{here.node}-2"), Client("g2", f"{there.node}-2")]
    for opened, listener in zip((first, second), listeners, strict=True):
        opened.connections[listener.name] = listener
    for command in (
        commands.Connect(guest="g1", connection=f"{here.node}-1"),
        *(commands.Connect(guest="g2", connection=listener.name) for listener in listeners),
        commands.TakeSeat(by="g1", name="Ana"),
        commands.FillWithBots(by="g1", players=3, level="easy"),
        commands.Start(by="g1"),
        commands.PromiseNonce(by="g1", seat=0, hash=""),
        commands.TakeSeat(by="g2", name="Ben", seat=1),
    ):
        first.connections.setdefault(f"{here.node}-1", Client(name=f"{here.node}-1"))
        first.submit(command)
    await first.settled()
    assert first.table.seats[1].promise is not None
    while first.table.seats[1].guest is None:
        if 0 in first.table.game.expedition.in_cave:
            first.submit(commands.Choose(by="g1", seat=0, turn=first.table.turn, leave=True))
        await first.settled()
        await asyncio.sleep(0)  # The bots continue in later turns.
    await _read_to_the_end(second, first)
    assert second.table == first.table
    told = [_events(listener) for listener in listeners]
    assert told[0] == told[1]
    names = [(event["event"], event.get("seat")) for event in told[0]]
    taken = names.index(("SeatTaken", 1))
    assert not any("leave" in event for event in told[0][:taken]), "that was the bot's secret"
    for entry in range(1, first.table.log_number + 1):
        assert first.seat_history.holders_at(entry) == second.seat_history.holders_at(entry)


def _events(listener: Client) -> list[dict]:
    return [event for data in listener.told for event in json.loads(data)["events"]]


@pytest.mark.parametrize("kept", [False, True])
async def test_lost_database_is_reported_and_survived(
    house, kept: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(room, "RETRY_SECONDS", 0.05)
    rooms = house.rooms()
    table = await _table(rooms)
    append = house.store.append
    trouble = True

    async def lost(*args, **kwargs):
        if not trouble:
            return await append(*args, **kwargs)
        if kept:
            # The commit succeeded, but its reply was lost.
            await append(*args, **kwargs)
        raise UnavailableError("away")

    monkeypatch.setattr(house.store, "append", lost)
    client, listener = Client(), Client(name=f"{rooms.node}-1")
    table.connections[listener.name] = listener
    trouble = False
    table.submit(commands.Connect(guest="g1", connection=listener.name))
    await table.settled()
    trouble = True
    seat = commands.TakeSeat(by="g1", sent=Sent(listener.name, 1), name="Ana")
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


async def test_full_disk_leaves_the_table_unchanged(house, monkeypatch: pytest.MonkeyPatch):
    rooms = house.rooms()
    table = await _table(rooms)
    before = table.table

    async def full(*args, **kwargs):
        raise FullError("full")

    monkeypatch.setattr(house.store, "append", full)
    client = Client()
    table.submit(commands.TakeSeat(by="g1", name="Ana"), client)
    await table.settled()
    assert client.failures == ["database"]
    assert table.table is before


async def test_deadline_fires_by_itself(house):
    services = house.services()
    table = await _table(services.rooms, thinking=False, break_seconds=0)
    client = Client(name=f"{services.rooms.node}-1")
    table.connections[client.name] = client
    table.submit(commands.Connect(guest="g1", connection=client.name))
    table.submit(commands.FillWithBots(by="g1", players=3), client)
    table.submit(commands.Start(by="g1"), client)
    await table.settled()
    # Bots alone play a whole game, a few turns at a time, because they do not think.
    async with asyncio.timeout(60):
        while table.table.phase.value != "over":
            await asyncio.sleep(0.01)
    assert table.table.phase.value == "over"


async def test_deadlines_and_connections_of_a_dead_node_are_taken_over(house):
    dead = house.rooms()
    table = await _table(dead, clock="off")
    table.submit(commands.Connect(guest="g1", connection=f"{dead.node}-1"))
    await table.settled()
    dead.forget(table)
    table.close()
    services = house.services()
    await services.background.start()
    async with asyncio.timeout(60):  # The connection of a dead node is closed.
        while (taken := services.rooms.get(table.table.id)) is None or (
            taken.table.guests[0].present
        ):
            await asyncio.sleep(0.02)
    await services.rooms.settle()
    await services.background.stop()


async def test_idle_rooms_leave_memory_and_reopen_from_their_snapshot(house):
    rooms = house.rooms()
    table = await _table(rooms)
    client = Client()
    table.submit(commands.TakeSeat(by="g1", name="Ana"), client)
    await table.settled()
    await rooms.unload_idle(60)
    assert len(rooms) == 1
    table.used = time.monotonic() - 61
    await rooms.unload_idle(60)
    assert len(rooms) == 0
    (stored,) = await house.store.load([table.table.id])
    assert stored.snapshot is not None
    again = await rooms.open(table.table.id)
    assert again is not table
    assert again.table == table.table
    assert again.seat_history.marks == table.seat_history.marks


async def test_concurrent_requests_for_a_table_get_the_same_room(house):
    rooms = house.rooms()
    made = await rooms.make(TableSettings(), "")
    found = await asyncio.gather(*(rooms.open(made.table) for _ in range(10)))
    assert len({id(room) for room in found}) == 1
    by_code = await rooms.open_by_code(made.code)
    assert by_code is found[0]


async def test_table_deleted_on_another_node_closes_its_room(house):
    rooms = house.rooms()
    table = await _table(rooms)
    client = Client()
    table.connections[client.name] = client
    await house.store.delete(table.table.id)
    table.submit(commands.TakeSeat(by="g1", name="Ana"), client)
    await table.settled()
    assert client.failures == ["no-such-table"]
    assert client.ends == ["no-such-table"]
    assert len(rooms) == 0
    table.submit(commands.Tick(), client)
    assert client.failures == ["no-such-table"] * 2


async def test_table_deleted_during_an_append_lets_no_guest_in(
    house, monkeypatch: pytest.MonkeyPatch
):
    rooms = house.rooms()
    table = await _table(rooms)
    before, append, go_on = table.table, house.store.append, asyncio.Event()

    async def slow(*args, **kwargs):
        number = await append(*args, **kwargs)
        await go_on.wait()
        return number

    monkeypatch.setattr(house.store, "append", slow)
    one, other = Client(), Client()
    table.submit(commands.TakeSeat(by="g1", name="Ana"), one)
    async with asyncio.timeout(10):
        while (await house.store.info(before.id)).log_number == before.log_number:
            await asyncio.sleep(0)
    table.submit(commands.TakeSeat(by="g1", name="Ben"), other)
    await house.store.delete(before.id)
    rooms.hear(before.id, 0)
    go_on.set()
    await table.settled()
    assert (one.answers, one.failures) == ([], ["no-such-table"])
    assert (other.answers, other.failures) == ([], ["no-such-table"])
    assert table.table is before


async def test_commands_at_a_closed_room_are_refused_after_a_conflict(
    house, monkeypatch: pytest.MonkeyPatch
):
    rooms = house.rooms()
    table = await _table(rooms)

    async def late(*args, **kwargs):
        rooms.gone(table.table.id)
        raise ConflictError(table.table.id, 99)

    monkeypatch.setattr(house.store, "append", late)
    client = Client()
    table.submit(commands.TakeSeat(by="g1", name="Ana"), client)
    await table.settled()
    assert client.failures == ["no-such-table"]


async def _hello(opened: Room, client: Client, token: str | None) -> HelloTransaction:
    hello = Hello(protocol=PROTOCOL, table=opened.table.id, token=token)
    device = ConnectedClient("1.2.3.4", "", "", False, False)
    greeting = HelloTransaction(opened, hello, client.name, token or new_token(), device)
    opened.submit(greeting, client)
    await opened.settled()
    return greeting


async def test_guest_returns_through_a_node_that_missed_their_joining(house):
    here, there = house.rooms(), house.rooms()
    mine = await _table(here)
    theirs = await there.open(mine.table.id)
    joined = Client(name=f"{here.node}-1")
    token = (await _hello(mine, joined, None)).token
    returning = Client(name=f"{there.node}-1")
    greeting = await _hello(theirs, returning, token)
    assert [answer.refusal for answer in joined.answers + returning.answers] == [None, None]
    assert greeting.guest == "g2"


async def test_notices_after_a_conflict_are_not_ignored(house):
    here, there = house.rooms(), house.rooms()
    mine = await _table(here)
    theirs = await there.open(mine.table.id)
    mine.submit(commands.SetVisibility(by="g1", visibility="locked"))
    await mine.settled()
    # These two would be entries 2 and 3. After the conflict, they are refused.
    for token in ("one", "two"):
        theirs.submit(commands.Join(token=token))
    await theirs.settled()
    assert theirs.table.log_number == 2
    mine.submit(commands.TakeSeat(by="g1", name="Ana"))
    await mine.settled()
    there.hear(mine.table.id, 3)
    await theirs.settled()
    assert theirs.table == mine.table


async def test_notices_while_the_log_is_read_are_not_lost(house, monkeypatch):
    here, there = house.rooms(), house.rooms()
    mine = await _table(here)
    theirs = await there.open(mine.table.id)
    read, first = house.store.read, True

    async def slow(*args):
        nonlocal first
        found = await read(*args)
        if first:
            first = False
            mine.submit(commands.TakeSeat(by="g1", name="Ana"))
            await mine.settled()
            there.hear(mine.table.id, mine.table.log_number)
        return found

    monkeypatch.setattr(house.store, "read", slow)
    theirs.check_log()
    await theirs.settled()
    assert theirs.table == mine.table


async def test_unknown_token_is_refused_after_one_more_look_at_the_log(house, monkeypatch):
    opened = await _table(house.rooms())
    read, reads = house.store.read, []

    async def counted(*args):
        reads.append(args)
        return await read(*args)

    monkeypatch.setattr(house.store, "read", counted)
    stranger = Client()
    await _hello(opened, stranger, "x" * 32)
    assert [answer.refusal.code for answer in stranger.answers] == ["unknown-guest"]
    assert len(reads) == 1


async def test_token_is_not_called_wrong_while_the_log_cannot_be_read(house, monkeypatch):
    opened = await _table(house.rooms())

    async def failing(*_):
        raise UnavailableError("cannot read")

    monkeypatch.setattr(house.store, "read", failing)
    returning = Client()
    await _hello(opened, returning, "x" * 32)
    assert (returning.answers, returning.failures) == ([], ["database"])


def _hold_loads(house, monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
    """Hold what the store loads; return an event that is set then, and one that lets go."""
    load, read, go_on = house.store.load, asyncio.Event(), asyncio.Event()

    async def slow(tables):
        found = await load(tables)
        read.set()
        await go_on.wait()
        return found

    monkeypatch.setattr(house.store, "load", slow)
    return read, go_on


async def test_table_deleted_while_it_is_opened_leaves_memory(
    house, monkeypatch: pytest.MonkeyPatch
):
    rooms = house.rooms()
    made = await rooms.make(TableSettings(), "")
    read, go_on = _hold_loads(house, monkeypatch)
    opening = asyncio.create_task(rooms.open(made.table))
    await read.wait()
    await house.store.delete(made.table)
    rooms.hear(made.table, 0)
    go_on.set()
    await (await opening).settled()
    assert len(rooms) == 0


async def test_notices_during_the_opening_of_a_table_are_not_lost(
    house, monkeypatch: pytest.MonkeyPatch
):
    here, there = house.rooms(), house.rooms()
    mine = await _table(here)
    read, go_on = _hold_loads(house, monkeypatch)
    opening = asyncio.create_task(there.open(mine.table.id))
    await read.wait()
    mine.submit(commands.TakeSeat(by="g1", name="Ana"))
    await mine.settled()
    there.hear(mine.table.id, mine.table.log_number)
    go_on.set()
    theirs = await opening
    await theirs.settled()
    assert theirs.table == mine.table
    assert not there._heard


async def test_no_room_stays_open_after_the_server_stops(house, monkeypatch):
    rooms = house.rooms()
    made = await rooms.make(TableSettings(), "")
    load, go_on = house.store.load, asyncio.Event()

    async def slow(tables):
        await go_on.wait()
        return await load(tables)

    monkeypatch.setattr(house.store, "load", slow)
    opening = asyncio.create_task(rooms.open(made.table))
    await asyncio.sleep(0)
    stopping = asyncio.create_task(rooms.settle())
    await asyncio.sleep(0)
    go_on.set()
    room = await opening
    await stopping
    assert len(rooms) == 0
    client = Client()
    room.submit(commands.Tick(), client)
    assert client.failures == ["no-such-table"]
    with pytest.raises(CrowdedError, match="stopping"):
        await rooms.open(made.table)
