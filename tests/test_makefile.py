"""The Makefile says all that it can do, and names tests that exist."""

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_help_lists_every_target_with_a_line_of_its_own():
    targets = re.search(r"^\.PHONY: ((?:.|\\\n)*?)(?<!\\)\n", MAKEFILE, re.MULTILINE)[1]
    done = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        # What a make around these tests shares with its children is not for this one.
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
        capture_output=True,
        text=True,
        check=True,
    )
    told = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert set(told) == set(targets.replace("\\", " ").split())
    rules = set(re.findall(r"^([a-z-]+):(?!=)", MAKEFILE, re.MULTILINE))
    assert rules == set(told)


def test_the_tests_that_it_names_exist():
    for name in re.findall(r"\btests/[\w/.]+", MAKEFILE):
        assert (ROOT / name).exists(), name
