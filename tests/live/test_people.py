"""Who sits where, who is the host, who stands in: over the wire, on both databases."""

import asyncio

import pytest

from diamant.client import AsyncClient, RefusedError, TurnedAwayError
from tests.live.people import CALM_SETTINGS, SMALL_SETTINGS, company, raw


async def refused(asking):
    with pytest.raises(RefusedError) as caught:
        await asking
    return caught.value.reason


async def test_kick_sends_a_guest_away_and_their_token_is_worth_nothing(server):
    async with company(server.url, people=3) as party:
        victim = party.people[2]
        assert await refused(victim.send("Kick", guest="g2")) == "not-host"
        await party.host.send("Kick", guest=victim.guest)
        gone = await party.people[1].until("GuestGone")
        assert (gone["guest"], gone["why"]) == (victim.guest, "kicked")
        with pytest.raises(TurnedAwayError) as caught:
            await victim.until("never")
        assert caught.value.close == 4403
        with pytest.raises(TurnedAwayError) as caught:
            await AsyncClient(server.url).join(party.table, victim.token)
        assert caught.value.close == 4403
        # Only kicked, they may come back as somebody new.
        again = await party.join()
        assert again.guest != victim.guest


async def test_one_who_is_blocked_comes_in_from_that_device_only_when_the_host_allows_it(server):
    async with company(server.url, people=2) as party:
        async with raw(server.url, user_agent_header="Rude/1") as rude:
            welcome = await rude.hello(party.made.code)
            await party.host.send("Kick", guest=welcome["guest"], block=True)
            assert (await rude.refused())[0] == 4403
        async with raw(server.url, user_agent_header="Rude/1") as rude:
            await rude.say("Hello", protocol=3, table=party.table)
            assert await rude.refused() == (4403, "blocked")
        async with raw(server.url, user_agent_header="Kind/1") as kind:
            assert await kind.hello(party.table)
        await party.host.send("Unblock")
        async with raw(server.url, user_agent_header="Rude/1") as rude:
            assert (await rude.hello(party.table))["view"]["blocked"] == []


async def test_hosting_is_handed_over(server):
    async with company(server.url, people=2) as party:
        heir = party.people[1]
        await party.host.send("HandOver", guest=heir.guest)
        assert (await heir.until("HostChanged"))["guest"] == heir.guest
        assert await refused(party.host.send("Start")) == "not-host"
        await heir.send("FillWithBots", players=3)


async def test_a_seat_moves_to_another_device_by_its_code(server):
    async with company(server.url, people=2, **SMALL_SETTINGS) as party:
        await party.begin()
        answer = await party.people[1].send("OfferSeat", seat=1)
        assert isinstance(answer.code, str)
        phone = await party.join(code=answer.code.lower())
        assert [hand["seat"] for hand in (await phone.look())["hands"]] == [1]
        assert (await party.host.until("SeatMoved"))["guest"] == phone.guest
        assert await refused(party.people[1].send("LeaveSeat", seat=1)) == "not-your-seat"
        # Once used, the code is worth nothing; another one is claimed from inside.
        assert await refused(party.host.send("ClaimSeat", code=answer.code)) == "wrong-code"
        back = await phone.send("OfferSeat", seat=1)
        await party.people[1].send("ClaimSeat", code=back.code)
        await party.play_out()
        await party.check_records()


async def test_a_repeated_offer_gives_the_same_code(server):
    async with company(server.url, people=1) as party:
        one = await party.host.send("OfferSeat", seat=0, id=100)
        two = await party.host.send("OfferSeat", seat=0, id=100)
        assert one == two


async def test_a_bot_stands_in_on_the_hosts_word_and_gives_the_seat_back(server):
    async with company(server.url, people=3, **CALM_SETTINGS) as party:
        await party.begin()
        host, second, third = party.people
        # Somebody who is here and thinks is left in peace.
        assert await refused(host.send("LetBotPlay", seat=2)) == "not-absent"
        await host.send("LetBotPlay", seat=0)
        assert (await third.until("SeatTakenOver"))["why"] == "host"
        await second.send("Choose", seat=1, turn=1, leave=False)
        await third.send("Choose", seat=2, turn=1, leave=False)
        await host.until("ChoicesRevealed")
        assert host.told("ChoiceMade")
        await host.send("TakeBack", seat=0)
        assert (await third.until("SeatHandedBack"))["seat"] == 0


async def test_two_missed_choices_bring_a_bot_and_choosing_brings_the_player_back(server):
    if not server.database.startswith("sqlite"):
        return  # It takes eleven seconds; test_restart has deadlines on both databases.
    settings = {"clock": "brisk", "seconds": 5, "timeout": "stay"}
    async with company(server.url, people=2, **CALM_SETTINGS | settings) as party:
        await party.begin()
        idle = party.people[1]
        for _ in range(2):
            view = await party.host.look()
            await party.host.send("Choose", seat=0, turn=view["turn"], leave=False)
            await idle.until("ChoiceMissed")
            await party.host.until("ChoicesRevealed")
        if "SeatTakenOver" not in party.host.names():
            await party.host.until("SeatTakenOver")
        (taken,) = party.host.told("SeatTakenOver")
        assert (taken["seat"], taken["why"]) == (1, "missed")
        await idle.send("TakeBack", seat=1)
        await party.host.until("SeatHandedBack")


async def test_a_spectator_takes_a_bots_seat_when_the_expedition_is_over(server):
    async with company(server.url, people=2, **SMALL_SETTINGS) as party:
        await party.host.send("FillWithBots", players=3)
        await party.begin()
        late = await party.join()
        await late.send("TakeSeat", name="Late", seat=2)
        promised = await party.host.until("SeatPromised", "SeatTaken")
        assert promised["name"] == "Late"
        await party.all_choose(0, 1)
        # The bot may stay alone for a while, and on a busy machine each of its cards takes one.
        while not (view := await late.look())["hands"]:
            assert view["phase"] != "over", "nobody waited for the latecomer"
            await party.all_choose(0, 1)
            await asyncio.sleep(0.02)
        assert [hand["seat"] for hand in view["hands"]] == [2]
        await party.play_out()
        (record,) = await party.records()
        assert record.players[2] == "Late"


async def test_in_a_pause_one_can_choose_but_nothing_is_revealed(server):
    async with company(server.url, people=2, **SMALL_SETTINGS) as party:
        await party.begin()
        await party.host.send("Pause")
        await party.all_choose(0, 1)
        await asyncio.sleep(0.2)
        assert (await party.host.look())["paused"]
        assert "ChoicesRevealed" not in party.host.names()
        await party.host.send("Resume")
        revealed = await party.people[1].until("ChoicesRevealed")
        assert revealed["leavers"] == [0, 1]


async def test_a_game_that_is_ended_early_leaves_no_record(server):
    async with company(server.url, people=2, **SMALL_SETTINGS) as party:
        await party.begin()
        await party.host.send("EndGame")
        await party.people[1].until("GameAbandoned")
        assert await party.records() == []


async def test_emotes_and_bets(server):
    async with company(server.url, people=3, **CALM_SETTINGS) as party:
        await party.begin()
        await party.people[1].send("SendEmote", seat=1, emote="wave")
        assert (await party.host.until("Emoted"))["emote"] == "wave"
        await party.all_choose(2)
        await party.people[2].send("Bet", seat=2, on=0)
        assert (await party.host.until("BetMade"))["on"] == 0


async def test_public_tables_are_listed_and_locked_ones_are_shut(server):
    async with company(server.url, people=1, visibility="public") as party:
        http = party.host.http
        assert party.table in {table.table for table in await http.tables()}
        assert (await http.table(party.made.code)).people == 1
        await party.host.send("SetVisibility", visibility="locked")
        assert party.table not in {table.table for table in await http.tables()}
        with pytest.raises(TurnedAwayError) as caught:
            await AsyncClient(server.url).join(party.made.code)
        assert (caught.value.close, caught.value.reason) == (4403, "locked")


async def test_a_table_without_spectators_sends_them_away_when_it_starts(server):
    async with company(server.url, people=2, spectators=False, **SMALL_SETTINGS) as party:
        watcher = AsyncClient(server.url)
        await watcher.join(party.table)
        await party.begin()
        with pytest.raises(TurnedAwayError):
            await asyncio.wait_for(watcher.next_event("never"), 60)
        await watcher.close()


async def test_only_the_host_deletes_a_table_and_then_it_is_gone(server):
    async with company(server.url, people=2) as party:
        http, guest = party.host.http, party.people[1]
        assert await refused(http.delete_table(party.table, guest.token)) == "not-host-token"
        assert await refused(http.delete_table(party.table, "x" * 32)) == "not-host-token"
        await http.delete_table(party.table, party.made.token)
        assert await refused(http.table(party.table)) == "no-such-table"
        assert await refused(http.records(party.table)) == "no-such-table"
        with pytest.raises(TurnedAwayError) as caught:
            await guest.until("never")
        assert caught.value.close == 4404
        with pytest.raises(TurnedAwayError) as caught:
            await AsyncClient(server.url).join(party.table, party.made.token)
        assert caught.value.close == 4404


async def test_one_who_leaves_the_table_is_gone(server):
    async with company(server.url, people=2) as party:
        leaver = party.people[1]
        await leaver.send("LeaveTable")
        assert (await party.host.until("GuestGone"))["guest"] == leaver.guest
        await party.host.send("CloseTable")
        assert (await party.host.look())["phase"] == "closed"


async def test_the_servers_log_holds_no_secret(server):
    async with company(server.url, people=2, **SMALL_SETTINGS) as party:
        await party.begin()
        offer = await party.people[1].send("OfferSeat", seat=1)
        async with raw(server.url) as line:
            await line.hello(party.table, token=party.made.token)
            # What is wrong is complained about, but not repeated.
            await line.say("Choose", id=100, seat=party.made.token, turn=1, leave=True)
            problem = await line.hear("Problem")
            assert party.made.token not in str(problem)
        log = server.text()
        for secret in (*(person.token for person in party.people), offer.code, "own-small"):
            assert secret not in log
