"""A `diamant serve` of the tests' own: started, killed and started again as they please."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]

# The tests are quicker than people; where a limit is the subject, a test sets it.
GENEROUS = {"message_rate": 100_000, "message_burst": 100_000, "address_rate": 1_000_000,
            "address_burst": 1_000_000, "request_rate": 100_000, "request_burst": 100_000,
            "heavy_rate": 1_000, "heavy_burst": 1_000, "table_rate": 1_000, "table_burst": 1_000,
            "guess_rate": 1_000, "guess_burst": 1_000, "pace": 0}  # fmt: skip


def free_port(host: str = "127.0.0.1") -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


class Server:
    """One process. Settings go by environment variables, as docs/deploy.md has it."""

    def __init__(
        self,
        database: str,
        folder: Path,
        *,
        module: str = "diamant",
        environment: dict[str, str] | None = None,
        **settings,
    ) -> None:
        self.port = settings.pop("port", None) or free_port()
        self.settings = {"host": "127.0.0.1", **GENEROUS, **settings}
        self.database = database
        self.module = module
        self.environment = environment or {}
        self.log = folder / f"server-{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.settings.get('base_path', '')}/"

    def start(self, *, wait: bool = True) -> "Server":
        kept = {k: v for k, v in os.environ.items() if not k.startswith("DIAMANT_")}
        ours = {"database": self.database, "port": self.port, **self.settings}
        environment = kept | {f"DIAMANT_{k.upper()}": str(v) for k, v in ours.items()}
        environment |= self.environment
        if self.module == "diamant":
            program = "import sys; from diamant.cli import main; sys.exit(main(['serve']))"
        else:
            program = f"import sys; from {self.module} import main; sys.exit(main())"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", program], cwd=ROOT, env=environment, stdout=log, stderr=log
            )
        if wait:
            self.wait_ready()
        return self

    def wait_ready(self) -> None:
        until = time.monotonic() + 30
        while self.health()[0] != 200:
            assert self.process is not None
            assert self.process.poll() is None, f"it ended: {self.text()[-3000:]}"
            assert time.monotonic() < until, f"it never got ready: {self.text()[-3000:]}"
            time.sleep(0.02)

    def health(self) -> tuple[int, dict]:
        """Return the status and the body of api/health; (0, {}) if nobody answers."""
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
        """As a crash does it."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """As an operator does it; return the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=20)

    def text(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def finish(self) -> None:
        """Stop it, if it runs, and see that it never stumbled."""
        if self.process is not None and self.process.poll() is None:
            assert self.stop() == 0, self.text()[-3000:]
        assert "Traceback" not in self.text(), self.text()[-5000:]
