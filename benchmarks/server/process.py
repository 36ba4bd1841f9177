"""The measured process: started on its own core, and asked for its time and memory."""

import asyncio
import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import psutil

from benchmarks.server.connection import request

ADDRESS = "127.0.0.1"
SERVER_CORE, LOAD_CORE = 0, 1
FILES = 16_384


def separate() -> bool:
    """Move to the load's core, if there are two; allow many sockets."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    if len(os.sched_getaffinity(0)) < 2:
        return False
    os.sched_setaffinity(0, {LOAD_CORE})
    return True


class Measured:
    """A server under measurement."""

    def __init__(
        self, command: Sequence[str], port: int, log: Path, environment: Mapping[str, str] = {}
    ) -> None:
        self.port = port
        self._log = log
        self.started = time.monotonic()
        with log.open("ab") as file:
            self._process = subprocess.Popen(
                ["taskset", "-c", str(SERVER_CORE), *command],
                stdout=file,
                stderr=file,
                env={**os.environ, **environment},
            )
        self._psutil = psutil.Process(self._process.pid)

    async def ready(self, path: str = "/api/health", seconds: float = 60.0) -> float:
        """Wait for health, and return the seconds since the start."""
        while time.monotonic() < self.started + seconds:
            if self._process.poll() is not None:
                break
            try:
                status, _ = await request(ADDRESS, self.port, "GET", path)
            except OSError:
                await asyncio.sleep(0.01)
                continue
            if status == 200:
                return time.monotonic() - self.started
            await asyncio.sleep(0.01)
        raise SystemExit(f"the server did not start:\n{self._log.read_text()[-3000:]}")

    def cpu(self) -> float:
        """Return the processor seconds spent so far, all threads, user and system."""
        spent = self._psutil.cpu_times()
        return spent.user + spent.system

    def written(self) -> int:
        """Return the bytes written to disk so far."""
        return int(self._psutil.io_counters().write_bytes)

    def memory(self) -> int:
        """Return the resident bytes."""
        return int(self._psutil.memory_info().rss)

    def step_back(self) -> None:
        """Lower the process's priority while it is not measured."""
        self._be_nice(19)

    def step_forward(self) -> None:
        """Restore the priority."""
        self._be_nice(0)

    def _be_nice(self, niceness: int) -> None:
        # Only root may raise the priority again; without root, neither process changes it.
        if os.geteuid() == 0:
            for thread in Path(f"/proc/{self._process.pid}/task").iterdir():
                os.setpriority(os.PRIO_PROCESS, int(thread.name), niceness)

    def stop(self) -> None:
        """Stop the process, by force if necessary."""
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def diamant(database: str, port: int, log: Path) -> Measured:
    """Start the real server."""
    command = [
        str(Path(sys.executable).with_name("diamant")),
        "serve",
        *("--host", ADDRESS, "--port", str(port), "--database", database),
        *("--log-level", "warning"),
    ]
    return Measured(command, port, log)
