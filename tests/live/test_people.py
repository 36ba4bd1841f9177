"""Test guests of a real server: HTTP, moved seats, refusals, slow readers."""

import asyncio

import pytest

from diamant.client import AsyncClient, RefusedError, TurnedAwayError
from tests.live.people import CALM_SETTINGS, SMALL_SETTINGS, company
from tests.server.live import guest_at


async def refused(asking):
    with pytest.raises(RefusedError) as caught:
        await asking
    return caught.value.reason


async def turned_away(coming):
    with pytest.raises(TurnedAwayError) as caught:
        await coming
    return caught.value.close, caught.value.reason


async def test_seat_code_moves_a_seat_to_another_device(server):
    async with company(server.url, people=2, **SMALL_SETTINGS) as party:
        await party.begin()
        answer = await party.people[1].send("OfferSeat", seat=1)
        assert isinstance(answer.code, str)
        phone = await party.join(code=answer.code.lower())
        assert [hand["seat"] for hand in (await phone.look())["hands"]] == [1]
        assert (await party.host.until("SeatMoved"))["guest"] == phone.guest
        assert await refused(party.people[1].send("LeaveSeat", seat=1)) == "not-your-seat"
        # A used code is invalid; the guest claims another one from inside.
        assert await refused(party.host.send("ClaimSeat", code=answer.code)) == "wrong-code"
        back = await phone.send("OfferSeat", seat=1)
        await party.people[1].send("ClaimSeat", code=back.code)
        await party.play_out()
        await party.check_records()


async def test_tables_can_be_created_listed_locked_and_deleted_over_http(server):
    with pytest.raises(RefusedError) as caught:
        await AsyncClient(server.url).create_table(seconds=1)
    assert (caught.value.reason, caught.value.params["setting"]) == ("bad-setting", "seconds")
    async with company(server.url, people=2, visibility="public") as party:
        http, guest = party.host.http, party.people[1]
        assert party.table in {table.table for table in await http.tables()}
        assert (await http.table(party.made.code)).people == 2
        await party.host.send("SetVisibility", visibility="locked")
        assert party.table not in {table.table for table in await http.tables()}
        newcomer = AsyncClient(server.url)
        assert await turned_away(newcomer.join(party.made.code)) == (4403, "locked")
        for token in (guest.token, "x" * 32):
            assert await refused(http.delete_table(party.table, token)) == "not-host-token"
        await http.delete_table(party.table, party.made.token)
        for gone in (http.table(party.table), http.records(party.table)):
            assert await refused(gone) == "no-such-table"
        for coming in (guest.until("never"), newcomer.join(party.table, party.made.token)):
            assert await turned_away(coming) == (4404, "no-such-table")


async def test_guest_who_reconnects_gets_exactly_the_missed_events(server):
    async with company(server.url, people=3, **CALM_SETTINGS) as party:
        await party.begin()
        sleeper = party.people.pop()
        watcher = await party.join()
        known = sleeper.public_number
        await sleeper.close()
        back = {"token": sleeper.token, "since": known}
        for _ in range(2):
            turn = (await party.host.look())["turn"]
            async with guest_at(server.url, party.table, **back) as line:
                # The same command on two connections counts once.
                choice = {"id": line.said + 1, "seat": 2, "turn": turn, "leave": False}
                async with guest_at(server.url, party.table, **back) as other:
                    answers = await asyncio.gather(
                        line.ask("Choose", **choice), other.ask("Choose", **choice)
                    )
                assert answers[0] == answers[1]
            for seat in (0, 1):
                await party.people[seat].send("Choose", seat=seat, turn=turn, leave=False)
            await party.host.until("ChoicesRevealed")
        last = (await watcher.look())["public_number"]
        async with guest_at(server.url, party.table, **back) as line:
            assert "view" not in line.welcome
            missed = []
            # Their own return is the last event for everyone.
            while not missed or missed[-1]["public_number"] <= last:
                missed += (await line.hear()).get("events", [])
        public = [event for event in missed if "leave" not in event]
        seen = {event["public_number"]: event for event in watcher.seen}
        assert {event["event"] for event in public} >= {"ChoicesRevealed", "CardTurned"}
        for event in public:
            if event["public_number"] in seen:
                assert event == seen[event["public_number"]]
        numbers = sorted({event["public_number"] for event in missed})
        assert numbers == list(range(known + 1, last + 2))


async def test_slow_reader_is_dropped_and_others_do_not_wait(server):
    unread = {"max_queue": 1, "close_timeout": 1}
    async with (
        company(server.url, people=3) as party,
        guest_at(server.url, party.table, options=unread) as slow,
    ):
        await party.begin()
        # The views fill the socket's buffers, and then 256 of them wait.
        for _ in range(6_000):
            await slow.say("Look")
        await party.host.send("SendEmote", seat=0, emote="wave")
        await party.people[1].until("Emoted")
        assert (await slow.ended())[0] in (4430, 0)
        status, metrics = await asyncio.to_thread(server.get, "metrics")
        assert status == 200
        assert any(
            line.startswith(b"diamant_slow") and not line.endswith(b" 0.0")
            for line in metrics.splitlines()
        ), metrics.decode()
