"""Two servers whose worlds differ only in a secret send the same bytes, to a seat and to a guest.

What differs by nature is put aside: times, a table's id and room code, and tokens. The cards and
the commitment are the same in both worlds, since both servers draw the same table's secret (see
`worlds`); so what remains to differ is what others did in secret, or hold in closed chests. A
control for each kind of leak shows that the comparison would notice it.
"""

import asyncio
import json
import re
from contextlib import AsyncExitStack

import pytest

from diamant.client import AsyncClient
from tests.live.people import PATIENCE, QUICK, raw
from tests.live.serving import Server


class Listener:
    """A raw line that keeps every byte that came; `seat` is None for a spectator."""

    def __init__(self, line, seat=None) -> None:
        self.line, self.seat = line, seat
        self.frames: list[str] = []
        self.ids = 0
        self.token = ""

    async def _until(self, kind, name=None):
        while True:
            text = await asyncio.wait_for(self.line.socket.recv(), PATIENCE)
            self.frames.append(text)
            message = json.loads(text)
            if message["type"] == kind and name in (None, message.get("id")):
                return message

    async def hello(self, table, **fields):
        await self.line.say("Hello", protocol=3, table=table, **fields)
        welcome = await self._until("Welcome")
        self.token = welcome.get("token", self.token)
        self.ids = max(self.ids, welcome["last_command"])
        return welcome

    async def do(self, kind, **fields):
        self.ids += 1
        await self.line.say(kind, id=self.ids, **fields)
        return await self._until("View" if kind == "Look" else "Answer", self.ids)


class World:
    """A table with three people and a spectator, on a server of its own."""

    def __init__(self, server, stack, made) -> None:
        self.server, self.stack, self.made = server, stack, made
        self.people: list[Listener] = []

    async def add(self, seat=None, **fields):
        line = await self.stack.enter_async_context(raw(self.server.url))
        person = Listener(line, seat)
        await person.hello(self.made.table, **fields)
        if seat is not None:
            await person.do("TakeSeat", name=f"P{seat}")
        self.people.append(person)
        return person

    async def settle(self):
        """Let everybody look, so that all that was said has come, in the same frames each time."""
        for person in self.people:
            await person.do("Look")

    async def choose(self, seat, turn, *leaves):
        for leave in leaves:
            await self.people[seat].do("Choose", seat=seat, turn=turn, leave=leave)

    def heard(self, person):
        """Every byte that somebody was sent, without what differs by nature."""
        text = "\n".join(person.frames)
        for number, word in enumerate([self.made.table, self.made.code, self.made.token,
                                       *(p.token for p in self.people)]):  # fmt: skip
            text = text.replace(word, f"word{number}") if word else text
        return re.sub(r'"(at|now|deadline)":\d+', r'"\1":0', text)


async def live(server, settings, story, secret):
    """Live through a story on a server; return what the seat and the spectator heard of it."""
    async with AsyncExitStack() as stack:
        made = await AsyncClient(server.url).create_table(**{**QUICK, **settings})
        world = World(server, stack, made)
        await world.add(0, token=made.token)
        await world.add(1)
        await world.add(2)
        await world.add()
        await world.people[0].do("Start")
        for seat in range(3):
            await world.people[seat].do("PromiseNonce", seat=seat, hash="")
        await world.settle()
        await story(world, secret)
        viewers = [person for person in world.people if person.seat in (0, None)]
        summary = await asyncio.to_thread(server.get, f"api/tables/{made.table}")
        outside = summary[1].decode().replace(made.table, "t").replace(made.code, "c")
        return [world.heard(person) for person in viewers] + [outside], world.heard(world.people[1])


async def pending_choices(world, secret):
    """Others choose, and change their minds as often as the secret says; the viewer looks on."""
    await world.choose(1, 1, *secret)
    await world.settle()
    # A seat's code, a refused command and one that changes nothing leave no trace either.
    if len(secret) > 1:
        await world.people[2].do("OfferSeat", seat=2)
        await world.people[2].do("Start")
        await world.people[2].do("TakeBack", seat=2)
    await world.settle()
    await world.people[0].do("SendEmote", seat=0, emote="wave")
    await world.settle()
    # One who comes back, by `since` or anew, learns no more than one who stayed.
    number = json.loads(world.people[0].frames[-1])["view"]["public_number"]
    for since in ({"since": number - 3}, {}):
        again = Listener(await world.stack.enter_async_context(raw(world.server.url)))
        await again.hello(world.made.table, token=world.made.token, **since)
        await again.do("Look")
        again.token = ""
        world.people.append(again)


async def hidden_choices(world, secret):
    """Where the table hides it, not even that somebody has chosen shows."""
    await world.choose(1, 1, *secret)
    await world.settle()
    await world.people[0].do("Choose", seat=0, turn=1, leave=False)
    await world.settle()


async def closed_chests(world, secret):
    """Two expeditions in which everybody banks; the viewer also comes back in between."""
    turn, rounds = 1, 1
    while rounds < 3:
        view = (await world.people[0].do("Look"))["view"]
        assert view["phase"] == "cave"
        rounds, turn = view["game"]["round"], view["turn"]
        inside = view["game"]["in_cave"]
        for seat in inside:
            await world.choose(seat, turn, seat == inside[0] or seat == 2)
        await world.settle()
    again = Listener(await world.stack.enter_async_context(raw(world.server.url)))
    await again.hello(world.made.table, token=world.made.token, since=3)
    await again.do("Look")
    world.people.append(again)


async def differences(folder, settings, story, secrets, worlds=("plain", "plain"), leak=None):
    """Live through a story in two worlds; return whether anybody could tell them apart."""
    servers = []
    for number, world in enumerate(worlds):
        environment = {"WORLD": world} | ({} if leak is None else {"LEAK": leak})
        place = folder / f"world{number}"
        place.mkdir()
        server = Server(f"sqlite:///{place / 'tables.db'}", place, module="tests.live.worlds",
                        environment=environment)  # fmt: skip
        servers.append(server.start(wait=False))
    heard, owners = [], []
    for server, secret in zip(servers, secrets, strict=True):
        await asyncio.to_thread(server.wait_ready)
        others, owner = await live(server, settings, story, secret)
        owners.append(owner)
        server.finish()
        # The log may tell when and where, but not what.
        heard.append([*others, re.sub(r"[0-9a-f]{8}|\d+", "0", server.text())])
    assert all(len(text) > 50 for text in heard[0])
    assert owners[0] != owners[1], "the worlds do not differ"
    return [one for one, other in zip(*heard, strict=True) if one != other], heard


CHOICES = [
    ({}, pending_choices, [(True,), (False,)]),
    ({}, pending_choices, [(True,), (False, True, False)]),
    ({"closed": True, "clock": "brisk"}, pending_choices, [(False,), (True, True)]),
    ({"show_chosen": False}, hidden_choices, [(), (True, False, True)]),
]


@pytest.mark.parametrize(("settings", "story", "secrets"), CHOICES)
async def test_a_pending_choice_does_not_show(tmp_path, settings, story, secrets):
    found, heard = await differences(tmp_path, settings, story, secrets)
    assert found == [], _first_difference(heard)


async def test_a_closed_chest_does_not_show(tmp_path):
    settings = {"closed": True}
    found, heard = await differences(
        tmp_path, settings, closed_chests, [(), ()], worlds=("plain", "rich")
    )
    assert found == [], _first_difference(heard)


@pytest.mark.parametrize("leak", ["choices", "changes", "numbers"])
async def test_control_a_choice_that_leaks_is_noticed(tmp_path, leak):
    secrets = [(True,), (False, True, False)]
    found, _ = await differences(tmp_path, {}, pending_choices, secrets, leak=leak)
    assert found


@pytest.mark.parametrize("leak", ["chests", "facts"])
async def test_control_a_chest_that_leaks_is_noticed(tmp_path, leak):
    settings = {"closed": True}
    found, _ = await differences(
        tmp_path, settings, closed_chests, [(), ()], worlds=("plain", "rich"), leak=leak
    )
    assert found


def _first_difference(heard) -> str:
    for one, other in zip(*heard, strict=True):
        for left, right in zip(one.splitlines(), other.splitlines(), strict=False):
            if left != right:
                return f"{left}\n{right}"
    return ""
