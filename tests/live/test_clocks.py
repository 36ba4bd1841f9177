"""Test that nodes with different clocks agree on deadlines and presence."""

import asyncio
import time

from tests.live.people import SMALL_SETTINGS, company
from tests.live.serving import Server
from tests.live.test_restart import fails


async def test_wrong_clock_removes_no_one_and_shortens_no_deadline(postgres, tmp_path):
    skew = 25.0
    database = postgres.new_database()
    right = Server(tmp_path, database)
    wrong = Server(tmp_path, database, module="tests.live.skewed", environment={"SKEW": str(skew)})
    await asyncio.to_thread(right.start)
    settings = {**SMALL_SETTINGS, "clock": "brisk", "seconds": 5}
    async with company(right.url, people=2, **settings) as party:
        # It checks the tables of dead nodes at its start, and sends a heartbeat at once.
        await asyncio.to_thread(wrong.start)
        party.urls = (wrong.url,)
        elsewhere = await party.join("P3")
        await party.host.send("Start")
        for person in party.people:
            for hand in (await person.look())["hands"]:
                await person.send("PromiseNonce", seat=hand["seat"], hash="")
        began = time.monotonic()
        turned = await elsewhere.until("CardTurned")
        # The client's own estimate of its deadline, by the clock in its welcome.
        left = turned["deadline"] - (time.time() * 1000 + elsewhere.clock_ahead)
        assert left < 6_000
        await party.host.send("Choose", seat=0, turn=turned["turn"], leave=False)
        # A slow player has as much time as everyone, and one clock measures it.
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


def test_server_with_a_very_wrong_clock_does_not_start(postgres, tmp_path):
    server = Server(
        tmp_path, postgres.new_database(), module="tests.live.skewed", environment={"SKEW": "90"}
    )
    code, sentence = fails(server)
    assert code == 2
    assert "clock is 90 s ahead of the database's, more than the allowed 60 s" in sentence
