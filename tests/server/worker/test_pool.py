"""Test workers: jobs, errors, and the time limit that kills a worker."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from diamant.editions import own
from diamant.errors import Message
from diamant.server.limits import Limits
from diamant.server.responses import RequestRefusedError
from diamant.server.settings import ServerSettings
from diamant.server.worker import pool
from diamant.server.worker.jobs import MOST_CARDS
from diamant.server.worker.pool import Workers
from tests.own_editions import LONG, SMALL
from tests.server.live import live

GOLDEN = Path(__file__).parents[2] / "golden" / "iello-2016.dia"


def long_record(rounds: int) -> str:
    """Return a legal record with 101 cards in each round."""
    text = LONG.replace('"', '\\"').replace("\n", "\\n")
    lines = [f"{number}. {'1 ' * 99}snake snake" for number in range(1, rounds + 1)]
    return "\n".join(
        ['[Edition "long"]', f'[EditionText "{text}"]', '[Players "Ana"]', "", *lines, ""]
    )


@asynccontextmanager
async def some_workers() -> AsyncIterator[Workers]:
    workers = Workers(Limits(ServerSettings(work_burst=100)))
    try:
        yield workers
    finally:
        await workers.close()


async def test_worker_does_one_job_after_another():
    async with some_workers() as workers:
        done = await workers.do("a", "replay", GOLDEN.read_bytes())
        assert json.loads(done.answer)["games"][0]["steps"][0]["round"] == 1
        assert done.refusal is None
        assert 0 <= done.seconds < 4
        refused = await workers.do("a", "replay", b"[Edition 3]")
        assert refused.refusal is not None
        assert refused.refusal.why.code == "record"
        assert refused.refusal.why.params["column"] == 10
        picture = await workers.do("a", "qr", b"http://192.168.0.7:8000/")
        assert picture.answer.startswith(b"<svg")
        small = json.loads((await workers.do("a", "edition", SMALL.encode())).answer)
        assert small["edition"]["rounds"] == 2
        wrong = json.loads((await workers.do("a", "edition", b"=")).answer)
        assert "line 1, column 1" in Message.from_json(wrong["error"])
        assert len(workers._all) == 1


async def test_slow_job_is_refused_and_the_next_one_is_done():
    async with some_workers() as workers:
        await workers.do("a", "qr", b"http://a/")  # Starting the worker takes extra time.
        workers.job_seconds = 0.0
        killed = await workers.do("a", "replay", long_record(19).encode())
        assert killed.refusal is not None
        assert killed.refusal.why.code == "too-costly"
        workers.job_seconds = 60.0
        assert (await workers.do("a", "qr", b"http://a/")).refusal is None


async def test_cancelled_job_does_not_disturb_others():
    async with some_workers() as workers:
        await workers.do("a", "qr", b"http://a/")
        given_up = asyncio.create_task(workers.do("a", "replay", long_record(19).encode()))
        await asyncio.sleep(0.01)
        given_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await given_up
        assert (await workers.do("a", "qr", b"http://a/")).answer.startswith(b"<svg")


async def test_closing_ends_running_and_waiting_jobs():
    async with some_workers() as workers:
        jobs = [asyncio.create_task(workers.do("a", "qr", b"http://a/")) for _ in range(4)]
        await asyncio.sleep(0)
    for outcome in await asyncio.gather(*jobs, return_exceptions=True):
        assert not isinstance(outcome, pool.Done) or outcome.refusal is not None
    with pytest.raises(RequestRefusedError, match="stopping"):
        await workers.do("a", "qr", b"http://a/")


async def test_failing_job_raises_a_worker_error():
    async with some_workers() as workers:
        with pytest.raises(pool.WorkerError, match="a nothing failed with KeyError"):
            await workers.do("a", "nothing", b"")


async def test_worker_is_replaced_before_its_own_time_limit(monkeypatch):
    async with some_workers() as workers:
        monkeypatch.setattr(pool, "RECYCLE_SECONDS", -1.0)
        await workers.do("a", "qr", b"http://a/")
        assert not workers._all
        assert (await workers.do("a", "qr", b"http://a/")).answer.startswith(b"<svg")


async def test_long_records_are_replayed_step_by_step():
    async with some_workers() as workers:
        done = await workers.do("a", "replay", long_record(19).encode())
        assert sum(len(game["steps"]) for game in json.loads(done.answer)["games"]) == 19 * 101
        # Copying the whole history at every step would take half a minute.
        assert done.seconds < 4
        refused = await workers.do("a", "replay", long_record(20).encode())
        assert refused.refusal is not None
        assert refused.refusal.why.params == {"most": MOST_CARDS}


async def test_server_responds_while_an_edition_is_read(server):
    """Only later messages of the guest who sent `ChangeSettings` wait for it."""
    arrays = "treasures = [" + "1," * 15_000 + "]"
    async with server.host() as host:
        text = SMALL.replace("own-small", "own-worker")
        await host.say("ChangeSettings", settings={"edition": "", "edition_text": text}, id=11)
        await host.say("TakeSeat", name="Ana", id=12)
        answers = []
        while len(answers) < 2:
            message = await host.hear()
            if message["type"] == "Answer":
                answers.append(message)
        assert [answer["id"] for answer in answers] == [11, 12]
        assert not any("refusal" in answer for answer in answers)
        answer = await host.ask("ChangeSettings", settings={"edition": "", "edition_text": arrays})
        assert answer["refusal"]["code"] == "bad-setting"
        assert own.is_known(arrays)
        server.services.workers.job_seconds = 0.0
        answer = await host.ask(
            "ChangeSettings", settings={"edition": "", "edition_text": text + "#"}
        )
        assert (answer["type"], answer["code"]) == ("Problem", "too-costly")
        assert (await host.ask("LeaveSeat", seat=0))["type"] == "Answer"


async def test_editions_are_charged_by_their_reading_time():
    async with live(work_burst=0.1, work_rate=0) as server:
        statuses = []
        for number in range(12):
            text = SMALL.replace("own-small", f"own-{number}") + "\n" * 20_000
            answer = await server.http.post(
                "api/tables", json={"settings": {"edition": "", "edition_text": text}}
            )
            statuses.append(answer.status_code)
        assert statuses[0] == 201
        assert statuses[-1] == 429
        known = SMALL.replace("own-small", "own-0") + "\n" * 20_000
        answer = await server.http.post(
            "api/tables", json={"settings": {"edition": "", "edition_text": known}}
        )
        assert answer.status_code == 201


async def test_server_stops_at_once_while_a_worker_is_busy():
    async with live(stop_seconds=60) as server:
        body = long_record(19)
        asking = asyncio.create_task(server.http.post("api/replay", content=body))
        await asyncio.sleep(0.05)
        began = time.monotonic()
    assert time.monotonic() - began < 50  # The grace period is 60 seconds.
    await asyncio.gather(asking, return_exceptions=True)
