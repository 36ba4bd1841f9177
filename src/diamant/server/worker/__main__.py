"""The worker process: reads jobs from standard input, and writes answers.

A job is a line with its name and length, followed by its data. An answer on standard output is a
line with `done`, `refused` or `failed`, the processor time in seconds, and the answer's length,
followed by the answer's data.
"""

import contextlib
import signal
import sys
import time
from typing import BinaryIO

import msgspec

from diamant.errors import params_to_json
from diamant.server.worker.jobs import JOBS, JobError

MOST_MEMORY = 512 * 1024 * 1024
MOST_SECONDS = 60
"""The limit on a worker's total processor time; the server replaces workers well before it."""


def main() -> None:
    """Do jobs until the input ends."""
    # Ctrl-C is meant for the server, which then closes the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_resources()
    jobs, answers = sys.stdin.buffer, sys.stdout.buffer
    answers.write(b"ready\n")
    answers.flush()
    while line := jobs.readline():
        name, length = line.split()
        _do(name.decode(), jobs.read(int(length)), answers)


def _do(name: str, data: bytes, answers: BinaryIO) -> None:
    began = time.process_time()
    outcome = "done"
    try:
        answer = JOBS[name](data)
    except JobError as error:
        outcome, answer = (
            "refused",
            msgspec.json.encode([error.problem, params_to_json(error.params)]),
        )
    except MemoryError:
        outcome, answer = "refused", msgspec.json.encode(["too-costly", {}])
    except Exception as error:  # The server logs the error, without the client's data.
        outcome, answer = "failed", type(error).__name__.encode()
    seconds = time.process_time() - began
    answers.write(f"{outcome} {seconds:.6f} {len(answer)}\n".encode())
    answers.write(answer)
    answers.flush()


def _limit_resources() -> None:
    """Limit this process's memory and processor time, if the system supports it."""
    with contextlib.suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
