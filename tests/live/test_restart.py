"""Test that servers lose no acknowledged data when they stop, crash or lose the database."""

import asyncio
import importlib

import pytest

from tests.live.people import SMALL_SETTINGS, company
from tests.live.serving import PRELOADED, Server
from tests.server.live import guest_at


async def restart(server):
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


async def test_deadline_fires_once_after_a_crash(own_server):
    settings = {**SMALL_SETTINGS, "break_seconds": 2}
    async with company(own_server.url, people=2, **settings) as party:
        await party.begin()
        before = len(party.host.told("CardTurned"))
        await party.all_choose(0, 1)
        await party.host.until("BreakBegan")
        await restart(own_server)
        await party.host.until("CardTurned")
        await asyncio.sleep(0.5)
        for person in party.people:
            assert len(person.told("CardTurned")) <= before + 1
        assert (await party.host.look())["phase"] == "cave"


async def test_deadline_that_passed_during_downtime_fires(own_server):
    settings = {**SMALL_SETTINGS, "clock": "brisk", "seconds": 5, "timeout": "leave"}
    async with company(own_server.url, people=2, **settings) as party:
        await party.begin()
        await party.host.send("Choose", seat=0, turn=1, leave=True)
        await asyncio.to_thread(own_server.kill)
        await asyncio.sleep(5.2)
        await asyncio.to_thread(own_server.start)
        missed = await party.host.until("ChoiceMissed")
        assert missed["seat"] == 1
        await party.host.until("ChoicesRevealed")
        assert party.host.told("ChoicesRevealed")[0]["leavers"] == [0, 1]
        assert len(party.host.told("ChoiceMissed")) == 1


async def test_pending_choice_survives_a_crash_and_stays_secret(own_server):
    async with company(own_server.url, people=2, **SMALL_SETTINGS) as party:
        await party.begin()
        await party.people[1].send("Choose", seat=1, turn=1, leave=True)
        await restart(own_server)
        view = await party.people[1].look()
        assert view["hands"][0]["choice"] is True
        assert "choice" not in (await party.host.look())["seats"][1]
        await party.host.send("Choose", seat=0, turn=1, leave=True)
        revealed = await party.host.until("ChoicesRevealed")
        assert revealed["leavers"] == [0, 1]


async def test_stopping_server_sends_1012_and_everyone_reconnects(own_server):
    async with company(own_server.url, people=2, **SMALL_SETTINGS) as party:
        await party.begin()
        async with guest_at(own_server.url, party.table) as guest:
            stopping = asyncio.create_task(asyncio.to_thread(own_server.stop))
            assert (await guest.ended())[0] == 1012
            assert await stopping == 0
        await asyncio.to_thread(own_server.start)
        await party.play_out()
        assert all(person.reconnections == 1 for person in party.people)
        await party.check_records()


async def test_idle_table_is_found_by_id_and_code_after_a_restart(own_server):
    async with company(own_server.url, people=1) as party:
        await restart(own_server)
        assert (await party.host.look())["seats"][0]["name"] == "P1"
        late = await party.join()
        assert late.table == party.table
        async with guest_at(own_server.url, party.made.code.lower()) as guest:
            assert guest.welcome["table"] == party.table


async def test_server_survives_a_database_outage(cluster, tmp_path):
    server = Server(tmp_path, cluster.new_database(), patience=30).start()
    try:
        async with company(server.url, people=2, **SMALL_SETTINGS) as party:
            await party.begin()
            await asyncio.to_thread(cluster.stop)
            choosing = asyncio.create_task(party.host.send("Choose", seat=0, turn=1, leave=True))
            status = 0
            for _ in range(1000):
                status, _ = await asyncio.to_thread(server.health)
                if status == 503:
                    break
                await asyncio.sleep(0.05)
            assert status == 503
            assert not choosing.done()
            await asyncio.to_thread(cluster.start)
            await asyncio.wait_for(choosing, 120)
            await party.people[1].send("Choose", seat=1, turn=1, leave=True)
            revealed = await party.host.until("ChoicesRevealed")
            assert revealed["leavers"] == [0, 1]
            await party.play_out()
            await party.check_records()
        await asyncio.to_thread(server.wait_ready)
    finally:
        if not cluster.answers():
            cluster.start()
        server.finish()


def fails(server):
    """Start a server that cannot run; return its exit code and its one line of output."""
    server.start(wait=False)
    code = server.wait()
    text = server.text()
    assert "Traceback" not in text, text
    last = text.strip().splitlines()[-1]
    assert last.startswith("diamant"), text
    return code, last


def test_database_used_by_another_server_is_refused(tmp_path):
    first = Server(tmp_path).start()
    code, sentence = fails(Server(tmp_path))
    assert code == 2
    assert "tables.db is already in use by another server process" in sentence
    # A lock that outlives its process would prevent every later start.
    first.kill()
    Server(tmp_path).start().finish()


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"database": "sqlite:////no/such/folder/tables.db"}, "folder"),
        ({"database": "postgresql://postgres@/x?host=/no/such/folder"}, ""),
        ({"port": "many"}, "many"),
        ({"base_path": "games/"}, "games/"),
    ],
)
def test_server_that_cannot_run_reports_why_in_one_line(tmp_path, settings, word):
    code, sentence = fails(Server(tmp_path, **{"patience": 1, **settings}))
    assert code == 2
    assert word in sentence


@pytest.mark.parametrize("name", PRELOADED)
def test_modules_preloaded_for_test_servers_can_be_imported(name):
    """Otherwise each server would import everything anew, and only be slower."""
    importlib.import_module(name)
