"""A worker process inside the loop: it runs the real jobs and answers over simulated pipes."""

import asyncio
import io

from diamant.server.worker.__main__ import _do
from tests.world.loop import Loop


class Worker(asyncio.SubprocessTransport):
    """Stands in for the process `python -m diamant.server.worker`."""

    def __init__(self, loop: Loop, protocol) -> None:
        super().__init__()
        self._loop = loop
        self._protocol = protocol
        self._code: int | None = None
        self._asked = b""
        self._ended = loop.create_future()
        self._out = _Pipe(self)
        self._later(0.3, self._say, b"ready\n")

    def _later(self, most: float, call, *args) -> None:
        timeline = self._loop.timeline
        timeline.after(
            timeline.chance.uniform(0.01, most), self._loop.call_soon_threadsafe, call, *args
        )

    def _say(self, data: bytes) -> None:
        if self._code is None:
            self._protocol.pipe_data_received(1, data)

    def take(self, data: bytes) -> None:
        """Read standard input: a line with a job's name and length, then its bytes."""
        self._asked += data
        line, found, rest = self._asked.partition(b"\n")
        if not found or len(rest) < int(line.split()[1]):
            return
        name, length = line.split()
        self._asked = rest[int(length) :]
        answer = io.BytesIO()
        _do(name.decode(), rest[: int(length)], answer)
        self._later(1.5, self._say, answer.getvalue())

    @property
    def is_over(self) -> bool:
        return self._code is not None or not self._loop.alive

    def get_pid(self) -> int:
        return 1

    def get_returncode(self) -> int | None:
        return self._code

    def get_pipe_transport(self, fd: int):
        return self._out

    def kill(self) -> None:
        if self._code is None:
            self._code = -9
            self._loop.call_soon(self._end)

    def _end(self) -> None:
        for fd in (0, 1):
            self._protocol.pipe_connection_lost(fd, None)
        self._protocol.process_exited()
        if not self._ended.done():
            self._ended.set_result(self._code)

    def close(self) -> None:
        self.kill()

    async def _wait(self) -> int:
        return await asyncio.shield(self._ended)


class _Pipe(asyncio.Transport):
    """Standard input and output of a worker."""

    def __init__(self, worker: Worker) -> None:
        super().__init__()
        self._worker = worker

    def write(self, data) -> None:
        self._worker.take(bytes(data))

    def is_closing(self) -> bool:
        return self._worker.is_over

    def close(self) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class CpuTimes:
    """Stands in for `psutil.Process`."""

    user = system = 0.0

    def __init__(self, _pid: int) -> None:
        pass

    def cpu_times(self) -> "CpuTimes":
        return self
