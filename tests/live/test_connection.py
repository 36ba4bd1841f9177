"""Dropping, resuming, repeating: what a connection promises, on both databases."""

import asyncio

import pytest

from diamant.client import TurnedAwayError
from tests.live.people import SMALL_SETTINGS, company, raw


def without_own_choices(events):
    """What everybody is told; one's own choices may come again after a resume."""
    return [{name: value for name, value in event.items() if name != "leave"} for event in events]


async def test_one_who_drops_gets_exactly_what_they_missed(server):
    async with company(server.url, people=3) as party:
        await party.begin()
        spectator = await party.join()
        sleeper = party.people[2]
        known = sleeper.public_number
        token = sleeper.token
        await sleeper.close()
        for _ in range(3):
            view = await party.host.look()
            if view["phase"] != "cave" or 2 not in view["game"]["in_cave"]:
                break
            for seat in (0, 1):
                if seat in view["game"]["in_cave"]:
                    await party.people[seat].send(
                        "Choose", seat=seat, turn=view["turn"], leave=False
                    )
            async with raw(server.url) as line:
                welcome = await line.hello(party.table, token=token, since=known)
                number = welcome["last_command"] + 1
                await line.ask("Choose", id=number, seat=2, turn=view["turn"], leave=False)
        last = (await spectator.look())["public_number"]
        async with raw(server.url) as line:
            welcome = await line.hello(party.table, token=token, since=known)
            assert "view" not in welcome
            missed = []
            # Their own coming is the last that everybody is told of.
            while not missed or missed[-1]["public_number"] < last + 1:
                missed += (await line.hear("Events"))["events"]
        while spectator.public_number < missed[-1]["public_number"]:
            await spectator.until()
        numbers = sorted(
            {event["public_number"] for event in missed if event["public_number"] > known}
        )
        assert numbers == list(range(known + 1, missed[-1]["public_number"] + 1))
        seen = {event["public_number"]: event for event in without_own_choices(spectator.seen)}
        for event in without_own_choices(missed):
            if event["public_number"] in seen and event["event"] != "ChoiceMade":
                assert event == seen[event["public_number"]]
        party.people.remove(sleeper)


async def test_since_in_the_future_gives_a_view(server):
    async with company(server.url, people=1) as party, raw(server.url) as line:
        welcome = await line.hello(party.table, token=party.made.token, since=100_000)
        assert welcome["view"]["public_number"] == welcome["public_number"] < 1_000


async def test_since_now_gives_nothing_but_ones_own_coming(server):
    async with company(server.url, people=2) as party:
        sleeper = party.people[1]
        await sleeper.close()
        gone = await party.host.until("Disconnected")
        assert gone["guest"] == sleeper.guest
        async with raw(server.url) as line:
            welcome = await line.hello(
                party.table, token=sleeper.token, since=gone["public_number"]
            )
            assert "view" not in welcome
            (event,) = (await line.hear("Events"))["events"]
            assert (event["event"], event["public_number"]) == (
                "Connected",
                gone["public_number"] + 1,
            )


async def test_a_repeated_command_is_done_once_and_answered_alike(server):
    async with company(server.url, people=1) as party:
        async with raw(server.url) as line:
            token = (await line.hello(party.table))["token"]
            first = await line.ask("TakeSeat", id=1, name="Ana")
            assert await line.ask("TakeSeat", id=1, name="Ana") == first
            # The id decides, not what it comes with.
            assert await line.ask("TakeSeat", id=1, name="Bob") == first
            refused = await line.ask("Start", id=2)
            assert refused["refusal"]["code"] == "not-host"
        async with raw(server.url) as line:
            await line.hello(party.table, token=token)
            assert await line.ask("TakeSeat", id=1, name="Ana") == first
            assert await line.ask("Start", id=2) == refused
        await asyncio.sleep(0.1)
        assert len(party.host.told("SeatTaken")) == 2  # The host's own, and this one.


async def test_choices_sent_twice_over_two_lines_count_once(server):
    async with company(server.url, people=2, **SMALL_SETTINGS) as party:
        await party.begin()
        token = party.people[1].token
        async with raw(server.url) as one, raw(server.url) as two:
            for line in (one, two):
                welcome = await line.hello(party.table, token=token)
            choice = {"id": welcome["last_command"] + 1, "seat": 1, "turn": 1, "leave": False}
            answers = await asyncio.gather(one.ask("Choose", **choice), two.ask("Choose", **choice))
            assert answers[0] == answers[1]
        await asyncio.sleep(0.1)
        assert len(party.host.told("ChoiceMade")) == 1


async def test_a_change_of_mind_is_told_to_its_owner_alone(server):
    async with company(server.url, people=2, **SMALL_SETTINGS) as party:
        await party.begin()
        for leave in (True, False, True, False):
            await party.people[1].send("Choose", seat=1, turn=1, leave=leave)
        await party.host.send("SendEmote", seat=0, emote="wave")
        await party.host.until("Emoted")
        await party.people[1].until("Emoted")
        own = [event["leave"] for event in party.people[1].told("ChoiceMade")]
        assert own == [True, False, True, False]
        (others,) = party.host.told("ChoiceMade")
        assert "leave" not in others


async def test_where_the_table_hides_it_nobody_sees_that_a_choice_was_made(server):
    settings = {**SMALL_SETTINGS, "show_chosen": False}
    async with company(server.url, people=2, **settings) as party:
        await party.begin()
        await party.people[1].send("Choose", seat=1, turn=1, leave=True)
        view = await party.host.look()
        assert view["seats"][1]["chosen"] is None
        assert party.host.told("ChoiceMade") == []
        assert party.people[1].told("ChoiceMade")[0]["leave"] is True


async def test_several_lines_of_one_guest_hear_the_same_and_the_ninth_closes_the_first(server):
    async with company(server.url, people=1) as party:
        token = party.made.token
        lines = []
        for _ in range(7):
            context = raw(server.url)
            lines.append((context, await context.__aenter__()))
            await lines[-1][1].hello(party.table, token=token)
        async with raw(server.url) as ninth:
            welcome = await ninth.hello(party.table, token=token)
            # The oldest line was the client's own, which is told not to come back.
            with pytest.raises(TurnedAwayError) as caught:
                await party.host.until("never")
            assert caught.value.close == 4409
            await ninth.ask("SendEmote", id=welcome["last_command"] + 1, seat=0, emote="wave")
            for _, line in lines:
                while (await line.hear("Events"))["events"][-1]["event"] != "Emoted":
                    pass
        for context, _ in lines:
            await context.__aexit__(None, None, None)


async def test_look_asks_for_everything_anew(server):
    async with company(server.url, people=1) as party, raw(server.url) as line:
        await line.hello(party.table)
        await line.say("Look", id=1)
        view = await line.hear("View")
        assert view["id"] == 1
        assert view["view"]["settings"]["clock"] == "off"


async def test_the_shared_screen_is_a_guest_without_a_seat(server):
    async with company(server.url, people=1) as party:
        screen = await party.join(screen=True)
        joined = await party.host.until("GuestJoined")
        assert (joined["guest"], joined["screen"]) == (screen.guest, True)
        assert (await screen.look())["hands"] == []


async def test_one_who_does_not_read_is_dropped_and_the_others_do_not_wait(server):
    async with company(server.url, people=3) as party:
        await party.begin()
        async with raw(server.url, max_queue=1, close_timeout=1) as slow:
            await slow.hello(party.table)
            # The views fill the buffers of the line, and then 256 of them wait.
            for number in range(6_000):
                await slow.say("Look", id=number + 1)
            await party.host.send("SendEmote", seat=0, emote="wave")
            await party.people[1].until("Emoted")
            assert await slow.closed() in (4430, 1006)
        status, metrics = await asyncio.to_thread(server.get, "metrics")
        assert status == 200
        assert any(
            line.startswith(b"diamant_slow") and not line.endswith(b" 0.0")
            for line in metrics.splitlines()
        ), metrics.decode()
