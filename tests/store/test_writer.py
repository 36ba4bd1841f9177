"""Test group commit alone, without a database."""

import asyncio

import pytest

from diamant.store import writer as writing
from diamant.store.changes import Append, Committed
from diamant.store.errors import OverloadedError, UnavailableError
from diamant.store.notices import Hub
from diamant.store.values import StoredEntry
from diamant.store.writer import Changes, Patience, Writer


def _append(number: int, size: int = 1) -> Append:
    return Append("t", number, (StoredEntry(number + 1, bytes(size)),), None, 1.0)


class Recorder:
    """Replace a database: note batches, and be slow or fail on request."""

    def __init__(self) -> None:
        self.batches: list[int] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.error: Exception | None = None
        self.rest_error: Exception | None = None

    async def commit(self, batch: Changes) -> Committed:
        await self.gate.wait()
        if self.error is not None:
            raise self.error
        self.batches.append(len(batch))
        return Committed(tuple(r.expected for r in batch if isinstance(r, Append)), ())

    async def rest(self, _committed: Committed) -> None:
        if self.rest_error is not None:
            raise self.rest_error

    def writer(self, pace: float = 0.0) -> Writer:
        return Writer(self.commit, self.rest, Hub(), Patience(0.0), pace)


async def test_waiting_requests_are_written_together():
    recorder = Recorder()
    writer = recorder.writer()
    recorder.gate.clear()
    tasks = [asyncio.create_task(writer.submit(_append(n))) for n in range(100)]
    await asyncio.sleep(0.01)
    tasks += [asyncio.create_task(writer.submit(_append(n))) for n in range(100, 1000)]
    await asyncio.sleep(0.01)
    assert not any(task.done() for task in tasks)
    recorder.gate.set()
    assert await asyncio.gather(*tasks) == list(range(1000))
    assert recorder.batches == [100, writing.LARGEST_BATCH, 1000 - 100 - writing.LARGEST_BATCH]
    await writer.close()


async def test_heavy_requests_are_split_into_batches():
    recorder = Recorder()
    writer = recorder.writer()
    size = writing.HEAVIEST_BATCH // 2
    await asyncio.gather(*(writer.submit(_append(n, size)) for n in range(5)))
    assert recorder.batches == [2, 2, 1]
    await writer.close()


async def test_pace_gathers_more_requests_and_does_not_delay_the_first():
    recorder = Recorder()
    writer = recorder.writer(pace=1.0)
    clock = asyncio.get_running_loop().time
    start = clock()
    await writer.submit(_append(0))
    assert clock() - start < 0.9
    tasks = []
    for number in range(1, 6):
        tasks.append(asyncio.create_task(writer.submit(_append(number))))
        await asyncio.sleep(0.001)
    await asyncio.gather(*tasks)
    assert clock() - start > 0.9
    assert recorder.batches == [1, 5]
    await writer.close()


async def test_too_many_waiting_requests_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(writing, "MOST_WAITING", 3)
    recorder = Recorder()
    writer = recorder.writer()
    recorder.gate.clear()
    tasks = [asyncio.create_task(writer.submit(_append(n))) for n in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(OverloadedError):
        await writer.submit(_append(4))
    recorder.gate.set()
    assert await asyncio.gather(*tasks) == [0, 1, 2]
    await writer.close()


async def test_failure_reaches_the_whole_batch_and_no_later_request():
    recorder = Recorder()
    writer = recorder.writer()
    for error in (UnavailableError("away"), KeyError("a bug")):
        recorder.error = error
        outcomes = await asyncio.gather(
            *(writer.submit(_append(n)) for n in range(3)), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [type(error)] * 3
    recorder.error = None
    recorder.rest_error = KeyError("another bug")
    assert await writer.submit(_append(7)) == 7
    assert await writer.submit(_append(8)) == 8
    await writer.close()


async def test_writer_retries_until_patience_ends_and_then_recovers():
    tries = 0

    async def attempt() -> int:
        nonlocal tries
        tries += 1
        if tries < 4 or 10 < tries < 20:
            raise UnavailableError("away")
        return tries

    patience = Patience(1.0)
    assert await patience.run(attempt) == 4
    tries = 10
    short = Patience(0.05)
    with pytest.raises(UnavailableError):
        await short.run(attempt)
    seen = tries
    with pytest.raises(UnavailableError):
        await short.run(attempt)
    assert tries == seen + 1, "during the outage each caller gets one try"
    tries = 30
    assert await short.run(attempt) == 31


async def test_cancelled_writer_cancels_waiting_requests():
    recorder = Recorder()
    writer = recorder.writer()
    recorder.gate.clear()
    tasks = [asyncio.create_task(writer.submit(_append(n))) for n in range(2)]
    await asyncio.sleep(0.01)
    writer._task.cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes)
