"""A program in a real pseudo-terminal."""

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

PATIENCE = 120  # Seconds; a busy machine is not a bug, and a good run never waits that long.
PROGRAM = "import sys; from diamant.cli import main; sys.exit(main())"


class Terminal:
    """A program in a terminal of 80 columns and 24 rows."""

    def __init__(self, household, *arguments, python=sys.executable, **environment):
        self.ours, theirs = pty.openpty()
        ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        settings = {"XDG_DATA_HOME": str(household), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            [python, "-c", PROGRAM, *arguments],
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
        """Become the terminal's only session, and ignore its closing, as under nohup."""
        ioctl(0, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def wait_for(self, word, pressing=""):
        """Read until a word appears; press `pressing` repeatedly if given."""
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
        """Read the rest, and return the exit code."""
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
