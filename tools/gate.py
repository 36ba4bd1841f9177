"""Run the project's checks, several at a time: `python -m tools.gate [PART…]`.

Without a name, all parts of the gate run. A named part runs after the parts that it needs.
Each part prints its output when it ends.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
# Some parts mostly wait while others keep both cores busy; more would slow each other down.
AT_ONCE = 4

# The tests of the modules that everything else uses. `exact` measures their branch coverage.
EXACT = (
    *("tests/rules", "tests/record", "tests/test_dealer.py", "tests/test_editions.py"),
    *("tests/test_errors.py", "tests/test_golden.py", "tests/test_odds.py", "tests/test_view.py"),
)
SIMULATED = ("tests/simulator",)
LEARNED = ("tests/training", "tests/envs", "tests/solver")
LIVE = ("tests/live",)
SERVED = ("tests/store", "tests/fuzz", "tests/server", "tests/client")
COMMANDS = ("tests/cli", "tests/terminal")
ELSEWHERE = (*EXACT, *SIMULATED, *LEARNED, *LIVE, *SERVED, *COMMANDS, "tests/browser")

# Tests that wait neither for a compiler or a browser nor for processes and clocks.
QUICK = (
    *(*EXACT, "tests/bots", "tests/client", "tests/locales", "tests/protocol", "tests/table"),
    *("tests/test_citations.py", "tests/test_extras.py", "tests/test_private_names.py"),
    "tests/test_two_worlds.py",
    *(("tests/test_makefile.py",) if os.name == "posix" else ()),
)
# Tests of code that may behave differently on another Python.
MATRIX = (
    *(name for name in QUICK if name != "tests/protocol"),
    *("tests/server", "tests/store"),
    *("--ignore=tests/store/test_kill.py", "--ignore=tests/store/test_power_cut.py"),
)

Command = tuple[str, ...]


class Part(NamedTuple):
    """One part of the gate: commands that run in turn until one fails."""

    name: str
    commands: tuple[Command, ...]
    needs: tuple[str, ...] = ()
    patient: bool = False
    """Whether the part leaves the processor to parts whose processes wait for each other."""


def _module(name: str, *arguments: str) -> Command:
    return (sys.executable, "-m", name, *arguments)


def _script(name: str, *arguments: str) -> Command:
    return (str(Path(sys.executable).with_name(name)), *arguments)


def _pytest(*arguments: str, fuzz: bool = False) -> Command:
    # Only tests/fuzz needs this plugin, whose import takes a second.
    light = () if fuzz else ("-p", "no:schemathesis")
    return _module("pytest", "-q", "-rfEs", *light, *arguments)


PARTS = (
    Part("packages", (_module("tools.node"),)),
    Part("fetch", (_module("tests.browser.chromium"), _module("tests.browser.engines"))),
    # One process compiles the modules that all others import.
    Part("bytecode", (_pytest("--collect-only", "-qq", *COMMANDS, *SIMULATED, "tests/server"),)),
    Part("docs", (_module("docs.site.build"),)),
    Part("browsers", (_pytest("-n2", "--dist=loadfile", "tests/browser"),), ("fetch", "docs")),
    Part("live", (_pytest(*LIVE),), ("bytecode",)),
    Part("simulated", (_pytest(*SIMULATED),), ("bytecode",), patient=True),
    Part("served", (_pytest(*SERVED, fuzz=True),), ("bytecode",)),
    Part("learned", (_pytest(*LEARNED),), ("bytecode",), patient=True),
    Part("commands", (_pytest(*COMMANDS),), ("bytecode",), patient=True),
    Part(
        "others",
        (_pytest("tests", *(f"--ignore={name}" for name in ELSEWHERE)),),
        ("packages", "docs", "bytecode"),
        patient=True,
    ),
    Part(
        "exact",
        (
            _module("coverage", "erase"),
            _module("coverage", "run", "-m", *_pytest(*EXACT)[2:]),
            _module("coverage", "combine", "-q"),
            _module("coverage", "report", "--skip-covered", "--fail-under=100"),
        ),
        patient=True,
    ),
    Part(
        "lint",
        (
            _module("ruff", "check", "."),
            _module("ruff", "format", "--check", "."),
            _module("mypy"),
            _script("lint-imports"),
            _module("tools.biome"),
            _script("zizmor", "--offline", "--quiet", ".github/workflows"),
        ),
        ("packages",),
        patient=True,
    ),
)
# Parts that run only by name.
ON_REQUEST = (
    Part("quick", (_pytest("-n3", "--dist=worksteal", *QUICK),)),
    Part("matrix", (_module("tools.matrix", *MATRIX),)),
)

# The gate runs a part of each random test's examples; `make campaigns` runs far more.
ENVIRONMENT = {
    "HYPOTHESIS_PROFILE": "gate",
    "DIAMANT_TIMES": "0.25",
    # Several threads for one matrix product only wait for each other where every core is busy.
    "OPENBLAS_NUM_THREADS": "1",
}


class Ended(NamedTuple):
    """How a part ended."""

    part: Part
    code: int
    output: str
    seconds: float


def choose(names: Sequence[str]) -> list[Part]:
    """Return the parts to run, in the order of the plan: all, or those named and their needs."""
    if not names:
        return list(PARTS)
    chosen: set[str] = set()
    plan = (*PARTS, *ON_REQUEST)
    for part in reversed(plan):
        if part.name in names or any(part.name in p.needs for p in plan if p.name in chosen):
            chosen.add(part.name)
    return [part for part in plan if part.name in chosen]


def perform(part: Part, *, capture: bool) -> Ended:
    """Run a part's commands until one fails."""
    began = time.monotonic()
    output, code = "", 0
    nice = ("nice", "-n", "10") if part.patient and shutil.which("nice") else ()
    for command in part.commands:
        done = subprocess.run(
            [*nice, *command],
            cwd=ROOT,
            env=os.environ | ENVIRONMENT,
            stdout=subprocess.PIPE if capture else None,
            stderr=subprocess.STDOUT if capture else None,
            encoding="utf-8",
            errors="replace",
        )
        output += done.stdout or ""
        code = done.returncode
        if code:
            break
    return Ended(part, code, output, time.monotonic() - began)


def run(parts: Sequence[Part], at_once: int = AT_ONCE) -> list[Ended]:
    """Run parts, each as soon as those that it needs have ended, and print how each ended."""
    waiting, ended = list(parts), list[Ended]()
    running: set[Future[Ended]] = set()
    with ThreadPoolExecutor(at_once) as pool:
        while waiting or running:
            unfinished = {part.name for part in parts} - {end.part.name for end in ended}
            ready = [part for part in waiting if not unfinished.intersection(part.needs)]
            for part in ready[: at_once - len(running)]:
                waiting.remove(part)
                running.add(pool.submit(perform, part, capture=len(parts) > 1))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for end in [future.result() for future in done]:
                ended.append(end)
                result = f"failed with code {end.code}" if end.code else "passed"
                print(f"{end.output}== {end.part.name} {result} ({end.seconds:.0f} s)", flush=True)
    return ended


def main(argv: Sequence[str] | None = None) -> int:
    """Run the gate or some of its parts; return 1 if one failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.gate", description=__doc__)
    names = [part.name for part in (*PARTS, *ON_REQUEST)]
    parser.add_argument("part", nargs="*", help=f"one of: {', '.join(names)} (default: the gate)")
    wanted = parser.parse_args(argv).part
    if unknown := sorted(set(wanted) - set(names)):
        parser.error(f"unknown part '{unknown[0]}' (choose from {', '.join(names)})")
    parts = choose(wanted)
    if not wanted:
        print("Running all checks (about 8 minutes). Each part reports when it ends.", flush=True)
    began = time.monotonic()
    ended = run(parts)
    for line in [line for end in ended for line in end.output.splitlines()]:
        if line.startswith("SKIPPED"):  # What is missing here is easily overlooked above.
            print(line)
    failed = [end.part.name for end in ended if end.code]
    print(f"Failed: {', '.join(failed)}." if failed else "All checks passed.", end=" ")
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    print(f"({minutes} min {seconds} s)")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
