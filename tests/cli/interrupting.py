"""Pressing Ctrl-C in a program that runs by itself."""

import os
import signal
import subprocess
import sys
import time

RUN = "import sys; from diamant.cli import main; sys.exit(main())"


def interrupt(*arguments, after=2.5):
    """Start `diamant`, press Ctrl-C once it is at work, and return code, output and errors."""
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
