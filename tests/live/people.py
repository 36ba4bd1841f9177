"""People at a table: clients that remember every event."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from diamant.client import AsyncClient
from diamant.client.connection import Inbox
from diamant.dealer import verify
from diamant.protocol.outgoing import CreatedTable
from diamant.record import read_records
from tests.own_editions import SMALL_FOR_SIX

PATIENCE = 60.0  # Seconds for anything to happen; a busy machine is not a bug.
QUICK = {"clock": "off", "thinking": False, "break_seconds": 0}

SMALL_SETTINGS = {**QUICK, "edition": "own-small", "edition_text": SMALL_FOR_SIX}
# Seconds for a whole table; over after one expedition, for tests of a game's end.
SHORT = SMALL_FOR_SIX.replace("rounds = 2", "rounds = 1")
SHORT_SETTINGS = {**SMALL_SETTINGS, "edition_text": SHORT}

# Two equal hazards among 192 cards: both are among the first three once in 6,000 games.
CALM = f"""
id = "own-calm"
name = "Calm"
rounds = 1
players = {{ least = 2, most = 6 }}
treasures = {[5] * 190}
gems = [{{ name = "ruby", worth = 1, count = 600 }}]

[hazards]
snake = 2
"""
CALM_SETTINGS = {**QUICK, "edition": "own-calm", "edition_text": CALM}


class _Witness(Inbox):
    """Inbox that also remembers the events taken from it."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[dict] = []

    def add(self, events) -> None:
        self.seen += events
        super().add(events)

    def skip(self, public_number, view) -> None:
        self.seen.append({"event": "Skipped", "public_number": public_number})
        super().skip(public_number, view)


class Person(AsyncClient):
    """Client that remembers every event and can be checked for gaps and duplicates."""

    def __init__(self, *urls: str, **options) -> None:
        super().__init__(*urls, **{"rate": None, "patience": 60.0, **options})
        self._inbox = _Witness()

    @property
    def seen(self) -> list[dict]:
        """Return all received events in order."""
        return self._inbox.seen

    def names(self) -> list[str]:
        return [event["event"] for event in self.seen]

    def told(self, *names: str) -> list[dict]:
        return [event for event in self.seen if event["event"] in names]

    def check(self) -> None:
        """Check that every public event came once and in order, despite lost connections."""
        assert self.gaps == 0
        last = self.seen[0]["public_number"] - 1 if self.seen else 0
        for event in self.seen:
            own = event["event"] == "ChoiceMade" and "leave" in event
            # A player's own change of mind has the number of the event before, and may come twice.
            if not (own and event["public_number"] <= last):
                assert event["public_number"] == last + 1, f"{event} after {last}"
                last += 1

    async def until(self, *names: str, seconds: float = PATIENCE) -> dict:
        """Return the next event with one of these names, within a time limit."""
        return await asyncio.wait_for(self.next_event(*names), seconds)


@dataclass
class Company:
    """A table and its people; the first person is the host."""

    urls: tuple[str, ...]
    made: CreatedTable
    people: list[Person] = field(default_factory=list)

    @property
    def host(self) -> Person:
        return self.people[0]

    @property
    def table(self) -> str:
        return self.made.table

    async def join(self, name: str | None = None, **options) -> Person:
        """Let a person join, and take a seat if they have a name."""
        turn = len(self.people) % len(self.urls)
        person = Person(*self.urls[turn:], *self.urls[:turn])
        self.people.append(person)
        token = self.made.token if len(self.people) == 1 else None
        await person.join(self.made.table, token, **options)
        if name is not None:
            await person.send("TakeSeat", name=name)
        return person

    async def begin(self) -> None:
        """Start a game without nonces, and wait until everyone has seen the first card."""
        await self.host.send("Start")
        for person in self.people:
            for hand in (await person.look())["hands"]:
                await person.send("PromiseNonce", seat=hand["seat"], hash="")
        await asyncio.gather(*(person.until("CardTurned") for person in self.people))

    async def all_choose(self, *leavers: int) -> None:
        """Let every player in the cave choose; `leavers` leave."""
        for person in self.people:
            view = await person.look()
            for hand in view["hands"]:
                seat = hand["seat"]
                if view["phase"] == "cave" and seat in view["game"]["in_cave"]:
                    turn = view["turn"]
                    await person.send("Choose", seat=seat, turn=turn, leave=seat in leavers)

    async def play_out(self) -> dict:
        """Let everyone leave at once until the game is over; return the host's view."""
        while (view := await self.host.look())["phase"] != "over":
            await self.all_choose(*range(8))
        return view

    async def records(self) -> list:
        return list(read_records(await self.host.http.records(self.table)))

    async def check_records(self, games: int = 1) -> None:
        """Check the number of finished games, and that each was dealt from its seed."""
        records = await self.records()
        assert len(records) == games
        for record in records:
            assert verify(record) is None

    async def close(self) -> None:
        await asyncio.gather(*(person.close() for person in self.people))


@asynccontextmanager
async def company(*urls: str, people: int = 4, **settings):
    """Create a table with seated people, where no one waits for anything."""
    made = await AsyncClient(urls[0]).create_table(**{**QUICK, **settings})
    party = Company(urls, made)
    try:
        for number in range(people):
            await party.join(f"P{number + 1}")
        yield party
        for person in party.people:
            person.check()
    finally:
        await party.close()
