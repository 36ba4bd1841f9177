"""Load for servers killed with `kill -9`: players note each acknowledged choice for a check."""

import asyncio
import random
from pathlib import Path

import pytest

from diamant.client import AsyncClient, RefusedError
from diamant.dealer import verify
from diamant.store import Store, open_store
from diamant.table import fold, read_entry
from diamant.table.events import ChoiceMade, GameFinished
from diamant.table.records import records_of
from diamant.table.senders import CommandId
from diamant.table.values import TablePhase
from tests.amount import amount
from tests.live.people import SMALL_SETTINGS, Company
from tests.live.serving import Server

ROUNDS = amount(10)
LATE = {"turn-over", "not-in-cave", "not-now", "not-your-seat", "nonce-given"}


class Load:
    """Tables whose players keep choosing, game after game, until the test stops them."""

    def __init__(self, urls, *, tables=4, people=3, seed=0, pause=0.005, **settings) -> None:
        self.urls = tuple(urls)
        self.sizes = (tables, people)
        self.pause = pause
        self.settings = {**SMALL_SETTINGS, **settings}
        self.chance = random.Random(seed)
        self.parties: list[Company] = []
        self.acknowledged: dict[tuple[str, str, CommandId], tuple[int, int, bool]] = {}
        self.stopping = asyncio.Event()
        self.tasks: list[asyncio.Task] = []
        self.hosts: list[asyncio.Task] = []

    async def begin(self) -> None:
        tables, people = self.sizes
        for number in range(tables):
            at = number % len(self.urls)
            urls = (*self.urls[at:], *self.urls[:at])
            made = await AsyncClient(urls[0]).create_table(**self.settings)
            party = Company(urls, made)
            self.parties.append(party)
            for seat in range(people):
                await party.join(f"P{seat + 1}")
            for person in party.people:
                self.tasks.append(asyncio.create_task(self._play(party, person)))
            self.hosts.append(self.tasks[-people])

    async def _play(self, party, person) -> None:
        """Do what the table waits for; a host also starts the next game."""
        host = person is party.host
        while True:
            view = await person.look()
            phase = view["phase"]
            try:
                if phase == "lobby" and host:
                    await person.send("Start")
                    continue
                if phase == "over" and host:
                    if self.stopping.is_set():
                        return
                    await person.send("Rematch")
                    continue
                for hand in view["hands"]:
                    await self._act(party, person, view, hand["seat"])
            except RefusedError as error:
                if error.reason not in LATE:
                    raise
                continue
            while True:
                event = await person.next_event()
                if event["public_number"] > view["public_number"] and event["event"] in {
                    "GameStarted", "NoncesAwaited", "CardTurned", "GameFinished", "RematchBegan",
                    "SeatHandedBack", "ShuffleAbandoned", "Skipped",
                }:  # fmt: skip
                    break

    async def _act(self, party, person, view, seat) -> None:
        if view["phase"] == "hashes" and view["fairness"]["hashes"][seat] is None:
            await person.send("PromiseNonce", seat=seat, hash="")
        if view["phase"] == "cave" and seat in view["game"]["in_cave"]:
            # Sometimes players change their minds; the server acknowledges each choice.
            for _ in range(self.chance.choice([1, 1, 2])):
                leave = self.chance.random() < 0.25
                turn = view["turn"]
                answer = await person.send("Choose", seat=seat, turn=turn, leave=leave)
                name = (party.table, person.guest, CommandId(person.sender, answer.id))
                self.acknowledged[name] = (seat, turn, leave)
            # A table that plays as fast as it can takes the two cores from the others.
            await asyncio.sleep(self.pause)

    async def more(self, count: int, seconds: float = 120.0) -> None:
        """Wait until the server has acknowledged this many more choices."""
        goal = len(self.acknowledged) + count
        until = asyncio.get_running_loop().time() + seconds
        while len(self.acknowledged) < goal:
            for task in self.tasks:
                if task.done():
                    task.result()
            assert asyncio.get_running_loop().time() < until, "no more choices were acknowledged"
            await asyncio.sleep(0.005)

    async def end(self) -> None:
        """Let all games finish."""
        self.stopping.set()
        # When its host has stopped, a table's game is over, and the others just wait.
        await asyncio.wait_for(asyncio.gather(*self.hosts), 180)
        for task in self.tasks:
            task.cancel()
        for result in await asyncio.gather(*self.tasks, return_exceptions=True):
            assert result is None or isinstance(result, asyncio.CancelledError), repr(result)
        for party in self.parties:
            for person in party.people:
                person.check()
            await party.close()

    async def abandon(self) -> None:
        for task in self.tasks:
            task.cancel()
        for party in self.parties:
            await party.close()


async def kill_again_and_again(database: str, folder: Path) -> None:
    """Kill a server under load repeatedly, then check the database."""
    server = Server(folder, database).start()
    load = Load([server.url], seed=random.randrange(1 << 30))
    chance = random.Random()
    try:
        await load.begin()
        for number in range(ROUNDS):
            await load.more(chance.randint(5, 60))
            await asyncio.sleep(chance.uniform(0, 0.02))
            print(f"round {number}: killed after {len(load.acknowledged)} choices")
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        await load.more(20)
        await load.end()
    finally:
        await load.abandon()
        server.finish()
    assert len(load.acknowledged) > ROUNDS * 5
    assert await check_log(load, database) >= len(load.parties)
    await check_log_notices_a_loss(load, database)


async def check_log(load: Load, database: str) -> int:
    """Check that the log contains every acknowledged choice exactly once.

    Return the number of finished games.
    """
    store = await open_store(database)
    try:
        return sum([await _check_table(load, party, store) for party in load.parties])
    finally:
        await store.close()


async def _check_table(load: Load, party: Company, store: Store) -> int:
    log = await store.read(party.table)
    assert [event.log_number for event in log] == list(range(1, len(log) + 1))
    entries = [read_entry(event.payload) for event in log]
    table = fold(entries)
    assert table.phase is TablePhase.OVER
    made: dict[tuple[str, CommandId], list] = {}
    for entry in entries:
        if isinstance(entry.event, ChoiceMade) and entry.command is not None:
            made.setdefault((entry.by, entry.command), []).append(entry)
    mine = {k: v for k, v in load.acknowledged.items() if k[0] == party.table}
    turns = _turns(entries)
    for name, (seat, turn, leave) in mine.items():
        found = made.get(name[1:], [])
        assert len(found) == 1, f"choice {name} at turn {turn} stands {len(found)} times"
        assert (found[0].event.seat, found[0].event.leave) == (seat, leave)
        assert turns[found[0].log_number] == turn
    finished = sum(isinstance(entry.event, GameFinished) for entry in entries)
    records = list(records_of(entries))
    assert len(records) == finished
    assert all(verify(record) is None for record in records)
    _check_once(entries)
    return finished


async def check_log_notices_a_loss(load: Load, database: str) -> None:
    """Check that a missing acknowledged choice is noticed."""
    (table, guest, _), made = next(iter(load.acknowledged.items()))
    lost = (table, guest, CommandId("nobody", 1))
    load.acknowledged[lost] = made
    with pytest.raises(AssertionError, match="stands 0 times"):
        await check_log(load, database)
    del load.acknowledged[lost]


def _check_once(entries) -> None:
    """Check that all entries of a command are adjacent: no part happened again later."""
    last: dict[tuple[str, CommandId], int] = {}
    for entry in entries:
        if entry.command is not None:
            key = (entry.by, entry.command)
            assert last.get(key, entry.log_number - 1) == entry.log_number - 1, (
                f"{key} was done twice"
            )
            last[key] = entry.log_number


def _turns(entries) -> dict[int, int]:
    """Return the turn of each entry."""
    turn, turns = 0, {}
    for entry in entries:
        turns[entry.log_number] = turn
        turn = getattr(entry.event, "turn", None) or turn
    return turns
