"""Start worker processes, give each one job at a time, and enforce time limits."""

import asyncio
import contextlib
import logging
import math
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from typing import Any, NamedTuple

import msgspec
import psutil

from diamant.errors import DiamantError, params_from_json
from diamant.server.limits import Limits
from diamant.server.responses import RequestRefusedError, refuse
from diamant.server.worker.turns import Turns

MOST_WORKERS = 2
JOB_SECONDS = 4.0
"""The limit per job in processor time, which doesn't depend on how busy the machine is."""
PATIENCE = 5
"""The limit per job in elapsed time, as a multiple of the limit in processor time."""
START_SECONDS = 30.0
IDLE_SECONDS = 60.0
MOST_ANSWER = 32 * 1024 * 1024
RECYCLE_SECONDS = 20.0
"""The processor time after which a worker is replaced, long before its own limit."""

_log = logging.getLogger(__name__)


class Done(NamedTuple):
    """The result of a job, the seconds it took, and the reason if it was refused."""

    answer: bytes
    seconds: float
    refusal: RequestRefusedError | None = None


class WorkerError(DiamantError):
    """Raised if a worker failed or couldn't be started."""


class Workers:
    """All workers of a server, started on demand and ended when idle."""

    def __init__(self, limits: Limits) -> None:
        self.job_seconds = JOB_SECONDS
        self._free: list[_Worker] = []
        self._turns = Turns(limits, MOST_WORKERS)
        self._all: set[_Worker] = set()
        self._closed = asyncio.Event()
        self._idle: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    async def do(self, address: str, job: str, data: bytes) -> Done:
        """Do a job and charge an address for it; see `Turns` for the order.

        Raises `RequestRefusedError` if the job can't start.
        """
        if self._closed.is_set():
            raise refuse("stopping")
        async with self._turns.take(address, job, len(data)) as turn:
            done = await self._do(job, data)
            turn.took = min(done.seconds, self.job_seconds)
            return done

    def stop(self) -> None:
        """End every worker, busy or not, and refuse all later jobs."""
        self._closed.set()
        if self._idle is not None:
            self._idle.cancel()
        for worker in list(self._all):
            self._discard(worker)

    async def close(self) -> None:
        """Stop, and wait until every worker has ended."""
        self.stop()
        await self._turns.close()
        await asyncio.gather(*self._ending)

    async def _do(self, job: str, data: bytes) -> Done:
        if self._closed.is_set():
            raise refuse("stopping")
        worker = self._free.pop() if self._free else None
        if worker is None or worker.is_gone:
            worker = _Worker()
            self._all.add(worker)
        began = time.monotonic()
        try:
            await worker.start()
            began = time.monotonic()
            outcome, done = await self._ask(worker, job, data)
        except TimeoutError:
            self._discard(worker)
            took = time.monotonic() - began
            _log.warning("killed a worker after %.1f s of a job (%s)", took, job)
            return Done(b"", took, refuse("too-costly"))
        except (EOFError, ConnectionError):
            # The worker reached its own limit, or the server is stopping.
            self._discard(worker)
            why = refuse("stopping" if self._closed.is_set() else "too-costly")
            return Done(b"", time.monotonic() - began, why)
        except BaseException:
            # The next job would read this job's answer.
            self._discard(worker)
            raise
        if worker.seconds > RECYCLE_SECONDS or self._closed.is_set():
            self._discard(worker)
        else:
            self._free.append(worker)
            self._rest_later()
        if outcome == "failed":
            raise WorkerError("a {job} failed with {error}", job, done.answer.decode())
        if outcome == "refused":
            code, params = msgspec.json.decode(done.answer, type=tuple[str, dict[str, Any]])
            return done._replace(refusal=refuse(code, **params_from_json(params)))
        return done

    async def _ask(self, worker: "_Worker", job: str, data: bytes) -> tuple[str, Done]:
        """Send a job to a worker; raise `TimeoutError` if the job reaches its limit."""
        before, until = worker.processor_seconds(), time.monotonic() + PATIENCE * self.job_seconds
        asked = asyncio.ensure_future(worker.ask(job, data))
        left = self.job_seconds
        try:
            while not (await asyncio.wait({asked}, timeout=max(left, 0.0)))[0]:
                left = self.job_seconds - (worker.processor_seconds() - before)
                if left <= 0 or time.monotonic() >= until:
                    raise TimeoutError
            return asked.result()
        finally:
            asked.cancel()

    def _discard(self, worker: "_Worker") -> None:
        worker.kill()
        self._all.discard(worker)
        task = asyncio.create_task(worker.ended())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    def _rest_later(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._rest)

    def _rest(self) -> None:
        """End idle workers, since each one uses 30 MB."""
        free, self._free = self._free, []
        for worker in free:
            self._discard(worker)


class _Worker:
    """The server's handle for a worker process."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._process: Process | None = None
        self._killed = False

    @property
    def is_gone(self) -> bool:
        return self._process is not None and self._process.returncode is not None

    async def start(self) -> None:
        """Start the process unless it is running, and wait until it reports ready."""
        if self._process is not None:
            return
        try:
            # The worker needs nothing from the environment and must not see its contents.
            environment = {
                name: os.environ[name]
                for name in ("PATH", "SYSTEMROOT", "PYTHONPATH", "PYTHONPYCACHEPREFIX")
                if name in os.environ
            }
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "diamant.server.worker",
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env=environment,
            )
            if self._killed:
                self.kill()
            async with asyncio.timeout(START_SECONDS):
                ready = await _output(self._process).readline()
        except (OSError, TimeoutError) as error:
            raise WorkerError("a worker cannot be started: {error}", error) from None
        if self._killed:
            raise EOFError
        if ready != b"ready\n":
            raise WorkerError("a worker ended before it was ready")

    def processor_seconds(self) -> float:
        """Return the process's processor time, or infinity if it has ended."""
        assert self._process is not None, "the worker must be started first"
        try:
            times = psutil.Process(self._process.pid).cpu_times()
        except psutil.NoSuchProcess:
            return math.inf
        return float(times.user + times.system)

    async def ask(self, job: str, data: bytes) -> tuple[str, Done]:
        """Send a job to the process, and return its answer."""
        assert self._process is not None, "the worker must be started first"
        assert self._process.stdin is not None, "the worker has no input pipe"
        self._process.stdin.write(b"%s %d\n" % (job.encode(), len(data)) + data)
        await self._process.stdin.drain()
        output = _output(self._process)
        line = await output.readline()
        if not line:
            raise EOFError
        outcome, seconds, length = line.decode().split()
        if int(length) > MOST_ANSWER:
            raise TimeoutError
        answer = await output.readexactly(int(length))
        self.seconds += float(seconds)
        return outcome, Done(answer, float(seconds))

    def kill(self) -> None:
        """Kill the process."""
        self._killed = True
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def ended(self) -> None:
        """Wait until the process has ended."""
        if self._process is not None:
            await self._process.wait()
            if self._process.stdin is not None:
                self._process.stdin.close()


def _output(process: Process) -> asyncio.StreamReader:
    assert process.stdout is not None, "the worker has no output pipe"
    return process.stdout
