"""Pressing Ctrl-C in a program that runs by itself."""

import os
import signal
import subprocess
import sys
import time

RUN = "import sys; from diamant.cli import main; sys.exit(main())"


def interrupt(*arguments, waits=(2.5, 8, 20)):
    """Start `diamant`, press Ctrl-C once it is at work, and return code, output and errors.

    On a busy machine it may not be at work yet when the key is pressed; then there is nothing to
    tell, and it is tried once more with more patience.
    """
    for after in waits:
        code, out, err = _interrupt(arguments, after)
        if out:
            break
    return code, out, err


def _interrupt(arguments, after):
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ,
        text=True,
    )
    try:
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.communicate()
    return process.returncode, out, err
