"""Test that expensive requests are cached, sliced, and charged by their cost."""

import asyncio
import time

import pytest

from diamant.record import read_records
from diamant.server.tables import finished_games, persistence
from diamant.server.tables.batching import MOST_AT_ONCE, Batcher, BotTurns
from diamant.server.tables.deciding import MOST_TOGETHER
from diamant.table import commands as c
from diamant.table import handle
from diamant.table.events import GameFinished
from tests.own_editions import LONG
from tests.server.live import live
from tests.table.tabletop import Tabletop, small


def appended(server):
    """Count the entries of every append from now on."""
    counts, append = [], server.services.store.append

    async def counted(table, after, entries, **more):
        counts.append(len(entries))
        return await append(table, after, entries, **more)

    server.services.store.append = counted
    return counts


async def test_later_records_request_reads_only_new_entries(
    server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(persistence, "SLICE", 20)
    made = await server.make_table(thinking=False, break_seconds=0)
    path = f"api/tables/{made['table']}/records"
    async with server.guest(made["table"], token=made["token"]) as host:
        await host.done("FillWithBots", players=3)
        for count in (1, 2):
            await host.done("Start")
            await host.until("GameFinished")
            await host.done("Rematch")
            reads = []
            read = server.services.store.read

            async def counted(table, since=0, limit=None, read=read, reads=reads):
                reads.append(since)
                return await read(table, since, limit)

            monkeypatch.setattr(server.services.store, "read", counted)
            text = (await server.http.get(path)).text
            assert len(list(read_records(text))) == count
            assert (await server.http.get(f"{path}?from={count}")).text in text
            assert (await server.http.get(f"{path}/{count}")).text in text
            monkeypatch.setattr(server.services.store, "read", read)
            assert reads == sorted(reads)
            assert reads.count(0) == (count == 1)
            assert len(reads) <= len(set(reads)) + 2  # Later requests read only new entries.
    assert (await server.http.get(f"{path}?from=x")).status_code == 404
    server.services.finished_games.forget_unused()
    assert made["table"] in server.services.finished_games._tables
    monkeypatch.setattr(finished_games, "KEPT_SECONDS", -1.0)
    server.services.finished_games.forget_unused()
    assert not server.services.finished_games._tables


async def test_records_request_is_charged_by_the_length_of_the_log():
    async with live(request_burst=20, request_rate=0) as server:
        made = await server.make_table()
        statuses = [
            (await server.http.get(f"api/tables/{made['table']}/records")).status_code
            for _ in range(10)
        ]
        assert statuses[:3] == [200] * 3
        assert statuses[-1] == 429


async def test_schema_and_qr_codes_are_created_once(server, monkeypatch: pytest.MonkeyPatch):
    first = [await server.http.get(f"api/{name}.json") for name in ("schema", "openapi")]
    qr = "api/qr.svg?text=http://192.168.0.7:8000/"
    picture = await server.http.get(qr)
    assert picture.text.startswith("<svg")
    monkeypatch.setattr("diamant.server.http.api.schema", None)
    monkeypatch.setattr("diamant.server.http.api.openapi", None)
    server.services.workers.job_seconds = 0.0
    again = [await server.http.get(f"api/{name}.json") for name in ("schema", "openapi")]
    assert [answer.content for answer in again] == [answer.content for answer in first]
    assert (await server.http.get(qr)).content == picture.content
    for text in ("http://" + "😀" * 290, "http://a/" + "x" * 300, "nothing"):
        answer = await server.http.get("api/qr.svg", params={"text": text})
        assert answer.json()["code"] == "bad-qr"


def test_instant_bots_decide_the_same_in_slices():
    def events(most):
        top = Tabletop(small())
        top.connect()
        top.do(c.FillWithBots, players=4)
        found, table = [], top.table
        outcome = handle(table, c.Start(by="g1"), top.now, most)
        slices = 1
        found += outcome.entries
        while outcome.timers and outcome.timers[0].at <= top.now:
            outcome = handle(outcome.table, c.Tick(), top.now, most)
            assert most is not None
            assert len(outcome.entries) <= most + 8
            found += outcome.entries
            slices += 1
        assert isinstance(found[-1].event, GameFinished)
        return [entry.event for entry in found], slices

    whole, one = events(None)
    sliced, many = events(10)
    assert sliced == whole
    assert one == 1
    assert many > 3


async def test_no_turn_of_the_loop_is_long_while_bots_play():
    """The longest game of bots has about 4,000 entries and once took half a second."""
    async with live(pace=0.015) as server:
        made = await server.make_table(
            edition="", edition_text=LONG, thinking=False, break_seconds=0, clock="off"
        )
        async with server.guest(made["table"], token=made["token"]) as host:
            await host.done("FillWithBots", players=8)
            room = server.services.rooms.get(made["table"])
            before, appends = room.table.log_number, appended(server)
            await host.done("Start")
            async with asyncio.timeout(30):
                while room.table.log_number < before + 60:
                    await asyncio.sleep(0.01)
            assert max(appends) <= 60
            host.line.close_timeout = 0.1  # The number of entries still being sent.


async def test_flood_of_commands_is_decided_in_slices():
    async with live(message_burst=1_000, pace=0.015) as server, server.host() as host:
        for number in range(2 * MOST_TOGETHER):
            await host.say("SetVisibility", visibility=("public", "private")[number % 2])
        appends = appended(server)
        answers = 0
        while answers < 2 * MOST_TOGETHER:
            answers += (await host.hear())["type"] == "Answer"
        assert max(appends) <= MOST_TOGETHER


async def test_rooms_start_in_groups_and_instant_bots_take_turns():
    done = []
    batcher = Batcher(0.001)
    for number in range(3 * MOST_AT_ONCE):
        batcher.soon(lambda number=number: done.append(number))
    seen = set()
    while len(done) < 3 * MOST_AT_ONCE:
        await asyncio.sleep(0)
        seen.add(len(done))
    assert done == list(range(3 * MOST_AT_ONCE))
    assert {MOST_AT_ONCE, 2 * MOST_AT_ONCE} <= seen
    turns, began = BotTurns(0.01), time.monotonic()
    done.clear()
    for number in range(4):
        turns.soon(lambda number=number: done.append(number))
    while len(done) < 4:
        await asyncio.sleep(0.001)
    assert done == [0, 1, 2, 3]
    assert time.monotonic() - began > 0.025


async def test_long_messages_and_full_tables_cost_more():
    async with (
        live(message_burst=60, message_rate=0, address_burst=80, address_rate=0) as server,
        server.host() as host,
    ):
        await host.say("SetVisibility", visibility="x" * 60_000)
        assert (await host.hear())["type"] == "Problem"
        await host.say("SetVisibility", visibility="x" * 60_000)
        assert (await host.ended())[0] == 4429
