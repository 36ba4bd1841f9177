"""A whole game through a real pseudo-terminal, and a terminal that is closed in the middle."""

import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from fcntl import ioctl

import pytest

from diamant.dealer import verify
from diamant.record import read_record

PATIENCE = 120  # Seconds; a busy machine is not a bug, and nobody waits that long in vain.
PROGRAM = "import sys; from diamant.cli import main; sys.exit(main())"


@pytest.fixture(autouse=True)
def _plain_terminal():
    """These games run in processes of their own."""


class Terminal:
    """A program in a terminal of 80 columns and 24 rows."""

    def __init__(self, household, *arguments, **environment):
        self.ours, theirs = pty.openpty()
        ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        settings = {"XDG_DATA_HOME": str(household), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=self._begin,
            env={"PATH": os.environ["PATH"], "DIAMANT_LANGUAGE": "en"} | settings | environment,
        )
        os.close(theirs)
        self.shown = ""

    @staticmethod
    def _begin():
        """Have this terminal alone, and ignore that it is closed, as what nohup starts does."""
        ioctl(0, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def wait_for(self, word, pressing=""):
        """Read until a word has been shown, pressing keys again and again if any are named."""
        until = time.monotonic() + PATIENCE
        while word not in self.shown:
            assert time.monotonic() < until, self.shown[-2000:]
            self.press(pressing)
            if select.select([self.ours], [], [], 0.2 if pressing else PATIENCE)[0]:
                try:
                    self.shown += os.read(self.ours, 65536).decode("utf-8", "replace")
                except OSError:
                    raise AssertionError(f"it ended: {self.shown[-2000:]}") from None

    def press(self, keys):
        os.write(self.ours, keys.encode())

    def end(self):
        """Read what is left, and return the exit code."""
        while True:
            try:
                if not select.select([self.ours], [], [], PATIENCE)[0]:
                    break
                part = os.read(self.ours, 65536).decode("utf-8", "replace")
            except OSError:
                break
            if not part:
                break
            self.shown += part
        return self.process.wait(PATIENCE)

    def close(self):
        os.close(self.ours)


@pytest.fixture
def terminal(household):
    begun = []

    def begin(*arguments, **environment):
        begun.append(Terminal(household, *arguments, **environment))
        return begun[-1]

    yield begin
    for one in begun:
        one.process.kill()
        one.process.wait()


def test_a_whole_game_is_played_and_told_when_the_terminal_is_back(terminal, household):
    screen = terminal("play", "--bots", "random:leave=1,random:leave=1", "--name", "Ada")
    screen.wait_for("The end", pressing="l ")  # Space does not wait for what is next.
    screen.press("q")
    assert screen.end() == 0
    assert "The record is in" in screen.shown
    (file,) = (household / "diamant" / "games").iterdir()
    record = read_record(file.read_text("utf-8"))
    assert record.players[0] == "Ada"
    assert verify(record) is None


def test_a_terminal_that_is_closed_loses_nothing(terminal, household):
    screen = terminal("play", "--bots", "random:leave=0,random:leave=0")
    screen.wait_for("Leave  (l)")
    screen.press("q")
    screen.end()
    (kept,) = (household / "diamant" / "unfinished").iterdir()
    again = terminal("play", "--continue")
    again.wait_for("Leave  (l)")
    again.close()
    assert again.process.wait(PATIENCE) == -signal.SIGHUP
    assert kept.exists()


def test_a_simple_terminal_gets_plain_lines(terminal):
    screen = terminal("play", TERM="dumb")
    screen.wait_for("Enter goes on, l leaves, o tells the odds:")
    screen.press("q\n")
    assert screen.end() == 0
    assert "Your game is kept" in screen.shown
