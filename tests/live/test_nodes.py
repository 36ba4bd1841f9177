"""Test several servers on one PostgreSQL: players share a table, and any server may die."""

import asyncio
import os
import random
import signal

import pytest

from tests.live.killing import Load, check_log
from tests.live.people import SMALL_SETTINGS, company
from tests.live.serving import several_servers
from tests.server.live import Guest, guest_at, line_to
from tools.attack.half_dead import stopped_node


@pytest.fixture(scope="module")
def nodes(postgres, tmp_path_factory):
    with several_servers(tmp_path_factory.mktemp("nodes"), postgres.new_database(), 3) as running:
        yield running


def urls(nodes):
    return [node.url for node in nodes]


async def test_players_of_one_table_may_use_different_nodes(nodes):
    async with company(*urls(nodes), people=4) as party:
        playing = [asyncio.create_task(person.play("threshold")) for person in party.people]
        await party.host.send("Start")
        views = await asyncio.gather(*playing)
        assert len({str(view["game"]["scores"]) for view in views}) == 1
        assert len({person.http.address.http for person in party.people}) == 3
        await party.check_records()


async def test_shared_screens_cue_reaches_guests_on_other_nodes(nodes):
    async with (
        company(*urls(nodes), people=1) as party,
        guest_at(nodes[1].url, party.table) as other,
        guest_at(nodes[2].url, party.table, screen=True) as screen,
    ):
        number = screen.welcome["public_number"]
        await screen.say("Cue", public_number=number, moment="turn")
        while (told := await other.hear())["type"] != "Cued":
            pass
        assert (told["public_number"], told["moment"]) == (number, "turn")


async def test_guests_of_a_dead_node_continue_on_another(nodes):
    load = Load(urls(nodes), tables=3, people=3)
    chance = random.Random()
    try:
        await load.begin()
        for number in range(6):
            await load.more(chance.randint(5, 40))
            victim = nodes[number % 3]
            await asyncio.to_thread(victim.kill)
            # The other tables continue meanwhile.
            await load.more(10)
            await asyncio.to_thread(victim.start)
        await load.more(10)
        await load.end()
    finally:
        await load.abandon()
    assert await check_log(load, nodes[0].database) >= len(load.parties)


async def test_deadline_of_a_dead_node_fires_once_elsewhere(nodes):
    settings = {**SMALL_SETTINGS, "clock": "brisk", "seconds": 5}
    async with company(*urls(nodes), people=3, **settings) as party:
        await party.begin()
        await party.host.send("Choose", seat=0, turn=1, leave=False)
        await asyncio.to_thread(nodes[0].kill)
        witness = party.people[2]
        await witness.until("ChoicesRevealed", seconds=120)
        assert sorted(event["seat"] for event in witness.told("ChoiceMissed")) == [1, 2]
        assert len(witness.told("ChoicesRevealed")) == 1
        await party.host.until("ChoicesRevealed", seconds=120)
    await asyncio.to_thread(nodes[0].start)


async def test_guest_of_a_dead_node_is_shown_as_away_until_they_return(nodes):
    async with company(*urls(nodes), people=2, **SMALL_SETTINGS) as party:
        # A person with only one address cannot switch nodes.
        lonely = await party.join()
        await lonely.close()
        party.people.remove(lonely)
        await party.host.until("Disconnected")
        one = nodes[0].url
        async with company(one, people=1) as other:
            await asyncio.to_thread(nodes[0].kill)
            await asyncio.sleep(0.2)
            await asyncio.to_thread(nodes[0].start)
            assert (await other.host.look())["guests"][0]["present"]
        await party.begin()
        await party.play_out()
        await party.check_records()


@pytest.mark.parametrize("sender", ["page", ""])
async def test_commands_held_by_a_stopped_node_have_no_effect_when_it_resumes(nodes, sender):
    """An EndGame that the host repeated on another node must not end the next game."""
    async with company(*urls(nodes), people=2, **SMALL_SETTINGS) as party:
        await party.begin()
        who = {"token": party.made.token, "sender": sender}
        async with (
            guest_at(nodes[0].url, party.table, **who) as stuck,
            line_to(nodes[1].url) as line,
        ):
            ana = Guest(line)
            os.kill(nodes[0].process.pid, signal.SIGSTOP)
            try:
                end = await stuck.say("EndGame")
                await ana.hello(party.table, **who)
                await ana.done("EndGame", id=end)
                ana.said = end
                await ana.ask("Rematch")
                for _ in range(35):
                    await ana.ask("BeScreen", screen=False)
                await ana.done("Start")
            finally:
                os.kill(nodes[0].process.pid, signal.SIGCONT)
            if sender:
                assert (await stuck.ended())[0] == 4410
            else:
                while (answer := await stuck.hear())["type"] != "Answer":
                    pass
                assert (answer["id"], answer["refusal"]["code"]) == (end, "command-too-old")
            phase = (await ana.ask("Look"))["view"]["phase"]
            assert phase in ("hashes", "nonces", "cave")


async def test_stopped_node_delays_no_command_on_another(postgres, tmp_path):
    waits = await stopped_node(postgres.new_database(), tmp_path, seconds=4.0, tables=2)
    print(waits)
    assert waits.commands > 20
    assert waits.longest < 3.0
