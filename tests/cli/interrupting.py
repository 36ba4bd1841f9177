"""Press Ctrl-C in a separate process.

Run as a module, this is the process: `diamant`, which signals when it has played its first games.
"""

import os
import random
import select
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from diamant.cli import main, runs

ROOT = Path(__file__).parents[2]
PATIENCE = 300  # Seconds; a busy machine compiles slowly, and a good run never waits that long.


def interrupt(*arguments):
    """Start `diamant`, press Ctrl-C when it is at work, and return code, output and errors."""
    at_work, tell = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.cli.interrupting", str(tell), *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=(tell,),
        text=True,
    )
    os.close(tell)
    try:
        # `select` also returns when the program has ended early.
        assert select.select([at_work], [], [], PATIENCE)[0], "it never began"
        time.sleep(random.uniform(0, 0.2))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        os.close(at_work)
        process.kill()
        process.communicate()
    return process.returncode, out, err


def _run(tell: int, arguments: list[str]) -> int:
    # The parent may ignore Ctrl-C, as a shell does for `make test &`, and every child inherits
    # that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    runs.progress = _telling(runs.progress, tell)
    return main(arguments)


def _telling(progress, tell: int):
    """Return a `progress` that also signals the first games to the parent."""

    told = False

    @contextmanager
    def telling(*given):
        with progress(*given) as (advance, say):

            def advanced(done: int) -> None:
                nonlocal told
                if not told:
                    told = bool(os.write(tell, b"."))
                advance(done)

            yield advanced, say

    return telling


if __name__ == "__main__":
    sys.exit(_run(int(sys.argv[1]), sys.argv[2:]))
