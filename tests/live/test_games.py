"""Test whole games on both databases: all editions, closed chests, rematches, bots."""

import asyncio
from pathlib import Path

import pytest

from diamant.bots import find_bot
from diamant.editions import IDS
from tests.live.people import SMALL_SETTINGS, company

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_bot.py"


async def play(party, *bots):
    """Let bots play all seats until the game is over; return everyone's last view."""
    playing = [
        asyncio.create_task(person.play(bots[number % len(bots)]))
        for number, person in enumerate(party.people)
    ]
    await party.host.send("Start")
    return await asyncio.gather(*playing)


@pytest.mark.parametrize("edition", IDS)
async def test_whole_game_of_every_edition(server, edition):
    async with company(server.url, people=4, edition=edition) as party:
        views = await play(party, "threshold:gems=5", "hazards", "random", "vulture")
        assert all(view["game"]["scores"] == views[0]["game"]["scores"] for view in views)
        await party.check_records()
        (record,) = await party.records()
        assert list(record.game.scores) == views[0]["game"]["scores"]
        assert record.players == ("P1", "P2", "P3", "P4")
        # Every player contributed to the shuffle.
        assert all(record.tags["Nonces"])
        assert views[0]["fairness"]["seed"] == record.tag("Seed")


async def test_everyone_gets_the_same_events_in_the_same_order(server):
    async with company(server.url, people=4) as party:
        spectator = await party.join()
        await asyncio.gather(play_with_spectator(party, spectator))
        public = [
            [{**event, "leave": None} for event in person.seen if "seat" not in event]
            for person in party.people
        ]
        shortest = min(len(events) for events in public)
        assert all(events[-shortest:] == public[0][-shortest:] for events in public)
        assert shortest > 20


async def play_with_spectator(party, spectator):
    playing = [
        asyncio.create_task(person.play("random"))
        for person in party.people
        if person is not spectator
    ]
    await party.host.send("Start")
    await asyncio.gather(*playing)
    await spectator.until("GameFinished")


async def test_closed_chests_are_sent_to_no_one_else(server):
    async with company(server.url, people=3, closed=True) as party:
        spectator = await party.join()
        await party.begin()
        banked = 0
        while (view := await party.host.look())["phase"] != "over":
            for person in party.people:
                seen = await person.look()
                own = [hand["seat"] for hand in seen["hands"]]
                if seen["phase"] == "over":
                    break
                chests = seen["game"]["chests"]
                assert [at for at, chest in enumerate(chests) if chest is not None] == own
                facts = [fact for fact in seen["game"]["history"] if fact["event"] == "Banked"]
                assert {fact["seat"] for fact in facts} <= set(own)
            await party.all_choose(view["turn"] % 3, 1)
        for person in party.people:
            (seat,) = [hand["seat"] for hand in (await person.look())["hands"]] or [None]
            told = person.told("ChoicesRevealed", "CardTurned")
            over = [
                event for event in told if any(f["event"] == "GameEnded" for f in event["facts"])
            ]
            facts = [fact for event in told if event not in over for fact in event["facts"]]
            seats = {fact["seat"] for fact in facts if fact["event"] == "Banked"}
            assert seats <= {seat}
            banked += len(seats)
            assert not any(fact["event"] == "StandInsNeeded" for fact in facts)
        assert banked > 0, "nobody banked anything"
        assert spectator.told("GameFinished")
        # At the end of the game the chests open.
        assert None not in (await spectator.look())["game"]["chests"]
        await party.check_records()


async def test_rematch_keeps_seats_and_spectators(server):
    async with company(server.url, people=3, **SMALL_SETTINGS) as party:
        spectator = await party.join()
        await party.begin()
        first = await party.play_out()
        await party.host.send("Rematch")
        began = await spectator.until("RematchBegan")
        assert began["commitment"] != first["fairness"]["commitment"]
        view = await spectator.look()
        assert view["phase"] == "lobby"
        assert [seat["name"] for seat in view["seats"] if seat] == ["P1", "P2", "P3"]
        await party.begin()
        second = await party.play_out()
        assert second["fairness"]["commitment"] == began["commitment"]
        assert second["games"] == 2
        await party.check_records(games=2)


async def test_bot_of_ten_lines_plays_over_the_network(server):
    bot = find_bot(f"{EXAMPLE}:my_bot:nerve=0.3")
    async with company(server.url, people=1) as party:
        await party.host.send("FillWithBots", players=4, level="easy")
        view = await party.host.play(bot, start=True)
        assert view["phase"] == "over"
        await party.check_records()


async def test_several_seats_on_one_device(server):
    async with company(server.url, people=1, **SMALL_SETTINGS) as party:
        await party.host.send("TakeSeat", name="Second")
        await party.host.send("TakeSeat", name="Third")
        view = await party.host.play("hazards", start=True)
        assert [hand["seat"] for hand in view["hands"]] == [0, 1, 2]
        # A shared device does not show the earlier choices made on it.
        own = party.host.told("ChoiceMade")
        assert own
        assert all("leave" not in event for event in own)
        await party.check_records()


async def test_bots_finish_a_game_that_people_started(server):
    async with company(server.url, people=1) as party:
        await party.host.send("FillWithBots", players=5)
        await party.begin()
        await party.host.send("LetBotPlay", seat=0)
        await party.host.until("GameFinished", seconds=20)
        await party.check_records()


async def test_finished_game_has_a_text_page_by_its_id(server):
    async with company(server.url, people=2, **SMALL_SETTINGS) as party:
        await party.begin()
        status, body = await asyncio.to_thread(server.get, f"api/tables/{party.table}/records")
        assert (status, body) == (200, b"")
        await party.play_out()
        status, one = await asyncio.to_thread(server.get, f"api/tables/{party.table}/records/1")
        assert status == 200
        assert one.startswith(b"[")
        code = await asyncio.to_thread(server.get, f"api/tables/{party.made.code}/records")
        assert code[0] == 404
        none = await asyncio.to_thread(server.get, f"api/tables/{party.table}/records/2")
        assert none[0] == 404
