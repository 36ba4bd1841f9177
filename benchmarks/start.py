"""Compare the start of `diamant --help` with an empty Python program: `make benchmark`."""

import subprocess
import sys
import time
from pathlib import Path

REPEATS = 30


def main() -> None:
    """Measure both in turn and print the ratio of the best runs."""
    script = str(Path(sys.executable).parent / "diamant")
    commands = {"python -c pass": [sys.executable, "-c", "pass"], "help": [script, "--help"]}
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(REPEATS):
        for name, command in commands.items():
            started = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            best[name] = min(best[name], time.perf_counter() - started)
    ratio = best["help"] / best["python -c pass"]
    milliseconds = best["help"] * 1000
    print(f"diamant --help: {milliseconds:.0f} ms, {ratio:.1f} times python -c pass (at most 4)")


if __name__ == "__main__":
    main()
