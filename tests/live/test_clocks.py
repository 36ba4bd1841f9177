"""Nodes whose machines disagree about the time agree about everybody's deadlines and presence."""

import asyncio
import time

from tests.live.people import SMALL_SETTINGS, company
from tests.live.serving import Server
from tests.live.test_restart import fails


async def test_a_wrong_clock_throws_nobody_out_and_cuts_nobodys_time(postgres, tmp_path):
    skew = 25.0
    database = postgres.new_database()
    right = Server(tmp_path, database)
    wrong = Server(tmp_path, database, module="tests.live.skewed", environment={"SKEW": str(skew)})
    await asyncio.to_thread(right.start)
    settings = {**SMALL_SETTINGS, "clock": "brisk", "seconds": 5}
    async with company(right.url, people=2, **settings) as party:
        # It sweeps the tables of dead nodes as soon as it begins, and beats at once.
        await asyncio.to_thread(wrong.start)
        party.urls = (wrong.url,)
        elsewhere = await party.join("P3")
        await party.host.send("Start")
        for person in party.people:
            for hand in (await person.look())["hands"]:
                await person.send("PromiseNonce", seat=hand["seat"], hash="")
        began = time.monotonic()
        turned = await elsewhere.until("CardTurned")
        # What a client makes of its deadline, by the clock that it was welcomed with.
        left = turned["deadline"] - (time.time() * 1000 + elsewhere.clock_ahead)
        assert left < 6_000
        await party.host.send("Choose", seat=0, turn=turned["turn"], leave=False)
        # Whoever is slow has as much time as everybody, and is missed by one clock.
        await elsewhere.until("ChoicesRevealed")
        assert time.monotonic() - began > 4.0
        for person in party.people:
            assert person.told("Disconnected") == []
    status, body = wrong.health()
    assert status == 200
    assert skew - 1 < body["clock_skew_seconds"] < skew + 1
    assert b"diamant_clock_skew_seconds 2" in wrong.get("metrics")[1]
    for node in (right, wrong):
        node.finish()


def test_a_clock_that_is_too_wrong_does_not_serve(postgres, tmp_path):
    server = Server(
        tmp_path, postgres.new_database(), module="tests.live.skewed", environment={"SKEW": "90"}
    )
    code, sentence = fails(server)
    assert code == 2
    assert "clock is 90 s ahead of the database's, more than the allowed 60 s" in sentence
