"""Test that every command ends soon after a signal, without processes or a traceback."""

import os
import random
import signal
import socket
import subprocess
import sys
import time

import psutil
import pytest

from tests.ports import free_port

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")

BOT = """
from pathlib import Path

def mine(view):
    Path(__file__).with_name("at-work").touch()
    view.history
    return view.step > 4
"""
MANY = ("--games", "100_000_000", "--threads", "2")
COMMANDS = {
    "tournament": ("--bots", "{bot},random,threshold", "--players", "3", *MANY),
    "simulate": ("--bots", "{bot},random,threshold", *MANY),
    "ladder": ("--bot", "{bot}", *MANY),
    "edition-report": ("incan-gold", "--players", "3", "--games", "1_000_000_000"),
    "solve": ("--edition", "iello-2016", "--players", "3"),
    "host": ("--local", "--no-browser", "--port", "{port}", "--database", "{database}"),
    "serve": ("--port", "{port}", "--database", "{database}"),
    "play": ("--plain",),
}
TWICE = (signal.SIGINT, signal.SIGINT)
PATIENCE = 120


@pytest.mark.parametrize(
    "signals", [(signal.SIGINT,), TWICE, (signal.SIGTERM,), (signal.SIGTERM,) * 2, (signal.SIGHUP,)]
)
def test_plain_python_bots_end_with_their_tournament(start, signals):
    run = start("tournament")
    assert run.processes() > 1
    run.end(signals)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "tournament"])
def test_two_presses_of_ctrl_c_end_every_command(start, command):
    start(command).end(TWICE)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "tournament"])
def test_sigterm_ends_every_command_whose_parent_ignores_ctrl_c(start, command):
    start(command, ignored=(signal.SIGINT,)).end((signal.SIGTERM,))


def test_workers_end_with_a_parent_that_is_killed(start):
    run = start("tournament")
    run.process.kill()
    run.check_end()


def test_ignored_signals_stay_ignored(start):
    run = start("tournament", ignored=(signal.SIGHUP, signal.SIGINT))
    for number in (signal.SIGHUP, signal.SIGINT):
        os.killpg(run.process.pid, number)
    time.sleep(0.5)
    assert run.process.poll() is None
    run.end((signal.SIGTERM,))


@pytest.mark.parametrize(
    ("lost", "code"),
    [
        # A library in C calls Python, and ignores the exception raised by the signal there.
        ("ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))()", 130),
        # Python drops a second signal that arrives while it handles the first.
        ("sys.unraisablehook(SimpleNamespace(exc_type=OSError, exc_value=RACE))", -signal.SIGTERM),
    ],
)
def test_lost_signal_takes_effect_soon_after(lost, code):
    script = f"""
import ctypes, signal, sys, time
from types import SimpleNamespace
from diamant.cli import signals
signal.signal(signal.SIGINT, signal.default_int_handler)
RACE = OSError("Signal 15 ignored due to race condition")
try:
    with signals.end_on_signals(program=True):
        signals.interrupt_once()
        {"signals._end_at_next_signal()" if code < 0 else ""}
        {lost}
        time.sleep({PATIENCE})
except KeyboardInterrupt:
    raise SystemExit(signals.interrupted_code())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (code, "")


class Run:
    """A command in its own session."""

    def __init__(self, folder, command, ignored):
        (folder / "bot.py").write_text(BOT)
        self.at_work = folder / "at-work"
        given = {
            "bot": f"{folder / 'bot.py'}:mine",
            "port": free_port(),
            "database": f"sqlite:///{folder}/tables.db",
        }
        self.command, self.port = command, given["port"]
        self.output = (folder / "output").open("w+")
        self.errors = (folder / "errors").open("w+")

        def ignore():
            # The parent may ignore some, as `nohup make test &` does.
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            for number in ignored:
                signal.signal(number, signal.SIG_IGN)

        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "diamant",
                command,
                *(w.format(**given) for w in COMMANDS[command]),
            ],
            stdout=self.output,
            stderr=self.errors,
            stdin=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=ignore,
        )

    def is_at_work(self):
        """Whether bots or a player must choose, a server listens, or processor time is used."""
        if "{bot}" in " ".join(COMMANDS[self.command]):
            return self.at_work.exists()
        if "{port}" in COMMANDS[self.command]:
            with socket.socket() as line:
                return line.connect_ex(("127.0.0.1", self.port)) == 0
        if self.command == "play":
            return self.output.seek(0, os.SEEK_END) > 0
        return psutil.Process(self.process.pid).cpu_times().user > 1.0

    def wait_for_work(self):
        until = time.monotonic() + PATIENCE
        while not self.is_at_work():
            assert self.process.poll() is None, self.read_errors()
            assert time.monotonic() < until
            time.sleep(0.02)
        time.sleep(random.uniform(0, 0.3))

    def processes(self):
        count = 0
        for process in psutil.process_iter():
            try:
                alive = process.status() != psutil.STATUS_ZOMBIE
                count += alive and os.getsid(process.pid) == self.process.pid
            except (psutil.NoSuchProcess, ProcessLookupError):
                pass
        return count

    def end(self, signals):
        for number in signals:
            # A terminal sends a signal to all processes; `kill` sends SIGTERM to one.
            send = os.kill if number == signal.SIGTERM else os.killpg
            send(self.process.pid, number)
            time.sleep(random.uniform(0.005, 0.06))
        self.check_end()

    def check_end(self):
        self.process.wait(15)
        until = time.monotonic() + 5
        while self.processes():
            assert time.monotonic() < until, "a process was left"
            time.sleep(0.05)
        assert "Traceback" not in self.read_errors(), self.read_errors()

    def read_errors(self):
        self.errors.seek(0)
        return self.errors.read()


@pytest.fixture
def start(tmp_path):
    """Start commands, wait until they are at work, and end them after the test."""
    runs = []

    def start(command, ignored=()):
        runs.append(Run(tmp_path, command, ignored))
        runs[-1].wait_for_work()
        return runs[-1]

    yield start
    for run in runs:
        for file in (run.process.stdin, run.output, run.errors):
            file.close()
        if run.processes():
            os.killpg(run.process.pid, signal.SIGKILL)
        run.process.wait()
