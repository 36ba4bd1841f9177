"""Test that servers that differ only in a secret send the same bytes to seats and guests.

The comparison ignores times, a table's id and room code, and tokens. Both servers draw the same
secret for their table (see `worlds`), so the cards and the commitment are equal in both worlds.
Only the secret choices of others and their closed chests differ. A control for each kind of leak
proves that the comparison would notice it.
"""

import asyncio
import json
import re
from contextlib import AsyncExitStack

import pytest

from diamant.client import AsyncClient
from tests.live.people import QUICK
from tests.live.serving import Server
from tests.server.live import Guest, guest_at


class World:
    """A table with three people and a spectator, on its own server."""

    def __init__(self, server, stack, made) -> None:
        self.server, self.stack, self.made = server, stack, made
        self.people: list[Guest] = []

    async def add(self, name=None, **fields):
        guest = guest_at(self.server.url, self.made.table, **fields)
        person = await self.stack.enter_async_context(guest)
        if name is not None:
            await person.ask("TakeSeat", name=name)
        self.people.append(person)
        return person

    async def settle(self):
        """Let everyone look, so that all messages have arrived, in the same frames each time."""
        for person in self.people:
            await person.ask("Look")

    async def choose(self, seat, turn, *leaves):
        for leave in leaves:
            await self.people[seat].ask("Choose", seat=seat, turn=turn, leave=leave)

    def received(self, person):
        """Return all bytes sent to a person, without times, ids and tokens."""
        text = "\n".join(person.raw)
        tokens = [each.welcome.get("token") for each in self.people]
        made = (self.made.table, self.made.code, self.made.token)
        for number, word in enumerate([*made, *tokens]):
            text = text.replace(word, f"word{number}") if word else text
        return re.sub(r'"(at|now|deadline)":\d+', r'"\1":0', text)


async def play_story(server, settings, story, secret):
    """Play a story on a server; return the bytes sent to the seat and to the spectator."""
    async with AsyncExitStack() as stack:
        made = await AsyncClient(server.url).create_table(**{**QUICK, **settings})
        world = World(server, stack, made)
        viewers = [await world.add("P0", token=made.token)]
        for name in ("P1", "P2"):
            await world.add(name)
        viewers.append(await world.add())
        await world.people[0].ask("Start")
        for seat in range(3):
            await world.people[seat].ask("PromiseNonce", seat=seat, hash="")
        await world.settle()
        await story(world, secret)
        viewers += world.people[4:]  # People who came back.
        summary = await asyncio.to_thread(server.get, f"api/tables/{made.table}")
        outside = summary[1].decode().replace(made.table, "t").replace(made.code, "c")
        received = [world.received(person) for person in viewers]
        return [*received, outside], world.received(world.people[1])


async def pending_choices(world, secret):
    """Others choose and change their minds as often as the secret says; the viewer watches."""
    await world.choose(1, 1, *secret)
    await world.settle()
    # A seat code, a refused command and a command without effect leave no trace either.
    if len(secret) > 1:
        await world.people[2].ask("OfferSeat", seat=2)
        await world.people[2].ask("Start")
        await world.people[2].ask("TakeBack", seat=2)
    await world.settle()
    await world.people[0].ask("SendEmote", seat=0, emote="wave")
    await world.settle()
    # A returning guest, with or without `since`, learns no more than one who stayed.
    number = json.loads(world.people[0].raw[-1])["view"]["public_number"]
    for since in ({"since": number - 3}, {}):
        again = await world.add(token=world.made.token, **since)
        await again.ask("Look")


async def hidden_choices(world, secret):
    """Hide even who has chosen, as the table's setting says."""
    await world.choose(1, 1, *secret)
    await world.settle()
    await world.people[0].ask("Choose", seat=0, turn=1, leave=False)
    await world.settle()


async def closed_chests(world, secret):
    """Two expeditions in which everyone banks; the viewer also reconnects in between."""
    turn, rounds = 1, 1
    while rounds < 3:
        view = (await world.people[0].ask("Look"))["view"]
        assert view["phase"] == "cave"
        rounds, turn = view["game"]["round"], view["turn"]
        inside = view["game"]["in_cave"]
        for seat in inside:
            await world.choose(seat, turn, seat == inside[0] or seat == 2)
        await world.settle()
    await (await world.add(token=world.made.token, since=3)).ask("Look")


async def differences(folder, settings, story, secrets, worlds=("plain", "plain"), leak=None):
    """Play a story in two worlds; return the differences that others could notice."""
    servers = []
    for number, world in enumerate(worlds):
        environment = {"WORLD": world} | ({} if leak is None else {"LEAK": leak})
        place = folder / f"world{number}"
        place.mkdir()
        server = Server(place, module="tests.live.worlds", environment=environment)
        servers.append(server.start(wait=False))
    heard, owners = [], []
    for server, secret in zip(servers, secrets, strict=True):
        await asyncio.to_thread(server.wait_ready)
        others, owner = await play_story(server, settings, story, secret)
        owners.append(owner)
        server.finish()
        # The log may contain times and places, but no choices.
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
async def test_pending_choice_changes_no_byte_for_others(tmp_path, settings, story, secrets):
    found, heard = await differences(tmp_path, settings, story, secrets)
    assert found == [], _first_difference(heard)


async def test_closed_chest_changes_no_byte_for_others(tmp_path):
    settings = {"closed": True}
    found, heard = await differences(
        tmp_path, settings, closed_chests, [(), ()], worlds=("plain", "rich")
    )
    assert found == [], _first_difference(heard)


@pytest.mark.parametrize("leak", ["choices", "changes", "numbers"])
async def test_control_leaked_choice_is_noticed(tmp_path, leak):
    secrets = [(True,), (False, True, False)]
    found, _ = await differences(tmp_path, {}, pending_choices, secrets, leak=leak)
    assert found


@pytest.mark.parametrize("leak", ["chests", "facts"])
async def test_control_leaked_chest_is_noticed(tmp_path, leak):
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
