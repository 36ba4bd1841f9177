"""Test turns: who gets a worker next, who waits, and who has spent too much."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from diamant.server.limits import Limits
from diamant.server.responses import RequestRefusedError
from diamant.server.settings import ServerSettings
from diamant.server.worker import turns
from diamant.server.worker.turns import Turns
from tests.server.live import PATIENCE, live

GOLDEN = Path(__file__).parents[2] / "golden" / "iello-2016.dia"


class Jobs:
    """Jobs that end when the test ends them; `running` lists those that have a worker."""

    def __init__(self, work_burst: float = 100.0) -> None:
        settings = ServerSettings(work_burst=work_burst, work_rate=0)
        self.turns = Turns(Limits(settings, lambda: 0.0), 2)
        self.running: list[str] = []
        self._ends: dict[str, Callable[[], None]] = {}

    def ask(self, address: str, kind: str, name: str, took: float = 0.0) -> asyncio.Task[None]:
        return asyncio.create_task(self._run(address, kind, name, took))

    async def end(self, name: str) -> None:
        self._ends.pop(name)()
        for _ in range(3):
            await asyncio.sleep(0)

    async def _run(self, address: str, kind: str, name: str, took: float) -> None:
        async with self.turns.take(address, kind, 0) as turn:
            self.running.append(name)
            ended = asyncio.Event()
            self._ends[name] = ended.set
            await ended.wait()
            turn.took = took
            self.running.remove(name)


async def test_slow_jobs_leave_a_worker_for_quick_ones():
    jobs = Jobs()
    asked = [jobs.ask(address, "review", address) for address in "abc"]
    await asyncio.sleep(0)
    assert jobs.running == ["a"]
    asked.append(jobs.ask("d", "qr", "quick"))
    await asyncio.sleep(0)
    assert jobs.running == ["a", "quick"]
    for name in ("quick", "a", "b", "c"):
        await jobs.end(name)
    await asyncio.gather(*asked)
    await jobs.turns.close()


async def test_addresses_take_turns_despite_long_queues_of_others():
    jobs = Jobs()
    asked = [jobs.ask("a", "review", f"a{number}") for number in range(3)]
    await asyncio.sleep(0)
    asked += [jobs.ask("b", "review", "b0"), jobs.ask("a", "replay", "a-replay")]
    await asyncio.sleep(0)
    order = []
    while not all(task.done() for task in asked):
        order += jobs.running
        await jobs.end(jobs.running[0])
    assert order == ["a0", "b0", "a-replay", "a1", "a2"]


async def test_jobs_wait_for_reservations_and_are_refused_after_overspending():
    jobs = Jobs(work_burst=1.1)
    cheap = [jobs.ask("a", "review", f"a{number}", took=0.01) for number in range(5)]
    await asyncio.sleep(0)
    for number in range(5):
        await jobs.end(f"a{number}")
    await asyncio.gather(*cheap)  # Together they took less than the reservation for three jobs.
    costly = [jobs.ask("a", "review", f"b{number}", took=2.0) for number in range(3)]
    other = jobs.ask("b", "review", "other")
    await asyncio.sleep(0)
    await jobs.end("b0")
    assert jobs.running == ["other"]
    await jobs.end("other")
    await other
    for refused in costly[1:]:
        with pytest.raises(RequestRefusedError, match="too-many-requests"):
            await refused


async def test_long_queues_are_cut_before_others_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(turns, "MOST_WAITING", 4)
    monkeypatch.setattr(turns, "MOST_IN_ALL", 5)
    jobs = Jobs()
    asked = [jobs.ask("a", "review", f"a{number}") for number in range(6)]
    await asyncio.sleep(0)
    assert jobs.running == ["a0"]
    with pytest.raises(RequestRefusedError, match="too-many-requests"):
        await asked[5]
    others = [jobs.ask(address, "review", address) for address in "bcdef"]
    await asyncio.sleep(0)
    with pytest.raises(RequestRefusedError, match="too-many-requests"):
        await asked[4]
    with pytest.raises(RequestRefusedError, match="busy"):
        await others[4]
    for task in (*asked, *others):
        task.cancel()
    await asyncio.gather(*asked, *others, return_exceptions=True)
    await jobs.turns.close()
    assert not jobs.turns._lines


async def test_others_get_their_qr_code_while_one_address_asks_for_64_reviews():
    async with live(work_burst=1.0, work_rate=0) as server:
        reviews = httpx.AsyncHTTPTransport(local_address="127.0.0.2", limits=httpx.Limits())
        stranger = httpx.AsyncClient(base_url=server.address, timeout=PATIENCE, transport=reviews)
        async with stranger:
            asked = [
                asyncio.create_task(stranger.post("api/review", content=GOLDEN.read_bytes()))
                for _ in range(64)
            ]
            await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            picture = await server.http.get("api/qr.svg?text=http://192.168.0.7:8000/")
            assert picture.status_code == 200
            assert sum(task.done() for task in asked) < 20
            statuses = [answer.status_code for answer in await asyncio.gather(*asked)]
        # Each costs about 0.06 s, so about 17 fit into the allowed second.
        assert 2 <= statuses.count(200) < 40
        assert statuses.count(429) == 64 - statuses.count(200)
        assert (await server.http.get("api/qr.svg?text=http://a/")).status_code == 200
