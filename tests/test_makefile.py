"""The Makefile lists its targets, and the gate names tests that exist."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import gate
from tools.gate import Part

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_help_lists_every_target_and_every_part_of_the_gate():
    targets = re.search(r"^\.PHONY: ((?:.|\\\n)*?)(?<!\\)\n", MAKEFILE, re.MULTILINE)[1]
    done = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        # Without the variables that an outer make passes to its children.
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
        capture_output=True,
        text=True,
        check=True,
    )
    *lines, parts = done.stdout.splitlines()
    listed = {line.split(maxsplit=1)[0] for line in lines}
    assert listed | {"$(PARTS)"} == set(targets.replace("\\", " ").split())
    assert listed == set(re.findall(r"^([a-z-]+):(?!=)", MAKEFILE, re.MULTILINE))
    assert set(parts.split(": ")[1].split()) == {part.name for part in gate.PARTS}


def test_gate_names_existing_tests_and_omits_none():
    commands = [c for part in (*gate.PARTS, *gate.ON_REQUEST) for c in part.commands]
    arguments = {argument for command in commands for argument in command}
    for name in arguments:
        if "tests/" in name:
            assert (ROOT / name.removeprefix("--ignore=")).exists(), name
    assert arguments.issuperset(gate.ELSEWHERE)


def test_part_includes_the_parts_it_needs():
    assert [part.name for part in gate.choose(["browsers"])] == ["fetch", "docs", "browsers"]
    assert gate.choose([]) == list(gate.PARTS)
    known: set[str] = set()
    for part in (*gate.PARTS, *gate.ON_REQUEST):
        assert known.issuperset(part.needs), part.name
        known.add(part.name)


def _part(name: str, script: str, *needs: str) -> Part:
    return Part(name, ((sys.executable, "-c", script), (sys.executable, "-c", "")), needs)


def test_parts_run_after_their_needs_and_a_failure_does_not_stop_others(tmp_path, capfd):
    made = tmp_path / "made"
    parts = (
        _part("slow", f"import time; time.sleep(0.5); open({str(made)!r}, 'w')"),
        _part("after", f"assert open({str(made)!r})", "slow"),
        _part("broken", "raise SystemExit(3)"),
    )
    codes = {end.part.name: end.code for end in gate.run(parts, at_once=2)}
    assert codes == {"slow": 0, "after": 0, "broken": 3}
    assert "== broken failed with code 3" in capfd.readouterr().out


def test_unknown_part_is_refused(capsys):
    with pytest.raises(SystemExit):
        gate.main(["nope"])
    assert "unknown part 'nope' (choose from packages" in capsys.readouterr().err
