"""Start, kill and restart `diamant serve` in tests.

Most of a server's start is the import of its modules, and the tests start more than a hundred
servers. So each is forked from one process that has only imported the modules.
"""

import http.client
import importlib
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port

ROOT = Path(__file__).parents[2]

# Tests are faster than people; tests of limits set their own.
GENEROUS = {"message_rate": 100_000, "message_burst": 100_000, "address_rate": 1_000_000,
            "address_burst": 1_000_000, "request_rate": 100_000, "request_burst": 100_000,
            "work_rate": 1_000, "work_burst": 1_000, "table_rate": 1_000, "table_burst": 1_000,
            "guess_rate": 1_000, "guess_burst": 1_000, "written_rate": 1e8, "written_burst": 1e8,
            "table_written_rate": 1e8, "table_written_burst": 1e8, "pace": 0}  # fmt: skip


# Python silently skips modules that cannot be imported; tests/live/test_restart.py checks them.
PRELOADED = ("pytest", "diamant.cli.commands.serve", "diamant.server.run",
             "diamant.store.sqlite", "diamant.store.postgres", "uvloop",
             "uvicorn.protocols.http.httptools_impl", "tests.live.preloaded")  # fmt: skip
FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(list(PRELOADED))


def _serve(module: str, environment: dict[str, str], log: Path) -> None:
    """Run a server as the command line does, without any state of the parent process."""
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    with log.open("ab") as file:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(file.fileno(), stream.fileno())
    if module == "diamant":
        sys.exit(importlib.import_module("diamant.cli").main(["serve"]))
    sys.exit(importlib.import_module(module).main())


class Server:
    """One server process, configured by environment variables as in docs/deploy.md.

    `with` starts and stops it. Its database is in the folder unless `database` names another one.
    """

    def __init__(
        self,
        folder: Path,
        database: str = "",
        *,
        module: str = "diamant",
        environment: dict[str, str] | None = None,
        limits: Mapping[str, float] = GENEROUS,
        **settings,
    ) -> None:
        self.port = settings.pop("port", None) or free_port()
        self.settings = {"host": "127.0.0.1", **limits, **settings}
        self.database = database or f"sqlite:///{folder / 'tables.db'}"
        self.module = module
        self.environment = environment or {}
        self.log = folder / f"server-{self.port}.log"
        self.process: multiprocessing.process.BaseProcess | None = None

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, *_) -> None:
        self.finish()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.settings.get('base_path', '')}/"

    def start(self, *, wait: bool = True) -> "Server":
        kept = {k: v for k, v in os.environ.items() if not k.startswith("DIAMANT_")}
        ours = {"database": self.database, "port": self.port, **self.settings}
        environment = kept | {f"DIAMANT_{k.upper()}": str(v) for k, v in ours.items()}
        environment |= self.environment
        self.process = FORKING.Process(
            target=_serve, args=(self.module, environment, self.log), daemon=True
        )
        self.process.start()
        if wait:
            self.wait_ready()
        return self

    def wait_ready(self) -> None:
        until = time.monotonic() + 120
        while self.health()[0] != 200:
            assert self.process is not None
            assert self.process.is_alive(), f"it ended: {self.text()[-3000:]}"
            assert time.monotonic() < until, f"it never got ready: {self.text()[-3000:]}"
            time.sleep(0.02)

    def health(self) -> tuple[int, dict]:
        """Return the status and the body of api/health, or (0, {}) without a response."""
        status, body = self.get("api/health")
        return status, json.loads(body) if status else {}

    def get(self, path: str) -> tuple[int, bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            line.request("GET", f"{self.settings.get('base_path', '')}/{path}")
            answer = line.getresponse()
            return answer.status, answer.read()
        except OSError:
            return 0, b""
        finally:
            line.close()

    def kill(self) -> None:
        """Kill the process, as in a crash."""
        assert self.process is not None
        self.process.kill()
        self.process.join()

    def stop(self) -> int:
        """Stop the process as an operator does; return the exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.wait()

    def wait(self, seconds: float = 60) -> int:
        """Wait until the process ends by itself; return the exit code."""
        assert self.process is not None
        self.process.join(seconds)
        assert self.process.exitcode is not None, f"it goes on: {self.text()[-3000:]}"
        return self.process.exitcode

    def text(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def check_health(self) -> None:
        """Check that the server responds and has no errors."""
        status, body = self.health()
        assert (status, body["status"]) == (200, "ok")
        text = self.text()
        assert "Traceback" not in text, text[-4000:]
        assert "ERROR" not in text, text[-4000:]

    def finish(self) -> None:
        """Stop the process if it runs, and check that it never had an error."""
        if self.process is not None and self.process.is_alive():
            assert self.stop() == 0, self.text()[-3000:]
        assert "Traceback" not in self.text(), self.text()[-5000:]


def usual_server(folder: Path, **limits) -> Server:
    """Return a server with the default limits, which a well-behaved client never reaches."""
    return Server(folder, limits=limits)


@contextmanager
def several_servers(folder: Path, database: str, count: int) -> Iterator[list[Server]]:
    """Run this many nodes on one database."""
    nodes = [Server(folder, database).start(wait=False) for _ in range(count)]
    try:
        for node in nodes:
            node.wait_ready()
        yield nodes
    finally:
        for node in nodes:
            node.finish()
