"""Compiled kernels on disk: found again, never stale, and never in the way."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from diamant.simulator import Hooks, kernel, simulate
from diamant.simulator.kernel import cache_folder

TIMID = "def mine(view):\n    return view.carried >= 1\n"
BOLD = "def mine(view):\n    return view.carried >= 5\n"

RUN = """
import sys
from diamant.simulator import Hooks, simulate
told = []
result = simulate("schmidt-2005", [sys.argv[1]] * 3, 200,
                  hooks=Hooks(compiling=lambda: told.append(1)))
print(len(told), int(result.sums[0, 0]))
"""


@pytest.fixture
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "kernels"
    monkeypatch.setenv("DIAMANT_CACHE", str(folder))
    kernel._load.cache_clear()
    yield folder
    kernel._load.cache_clear()


@pytest.fixture
def bot(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(TIMID)
    return file


def start(bot, *options, **environment):
    return subprocess.Popen(
        [sys.executable, *options, "-c", RUN, f"{bot}:mine"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | environment,
        text=True,
    )


def ran(process):
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    compiled, points = out.split()
    return int(compiled), int(points)


def test_a_second_process_does_not_compile_and_an_edited_bot_plays_anew(cache, bot):
    assert (first := ran(start(bot)))[0] == 1
    assert list(cache.glob("kernel_*.py"))
    assert ran(start(bot)) == (0, first[1])
    bot.write_text(BOLD)
    compiled, points = ran(start(bot))
    assert compiled == 1
    assert points > first[1]
    # A constant of the file counts as much as the function.
    bot.write_text("LIMIT = 1\n\ndef mine(view):\n    return view.carried >= LIMIT\n")
    assert ran(start(bot)) == (0, first[1])


def test_two_processes_may_compile_at_once(cache, bot):
    outcomes = [ran(process) for process in [start(bot), start(bot)]]
    assert outcomes[0][1] == outcomes[1][1]
    assert ran(start(bot)) == (0, outcomes[0][1])
    assert not list(cache.glob("*.tmp"))


def test_compiling_is_announced_once(cache):
    told = []
    hooks = Hooks(compiling=lambda: told.append("compiling"))
    for games in (10, 20):
        simulate("schmidt-2005", ["threshold"] * 3, games, hooks=hooks)
    assert told == ["compiling"]
    # Other numbers of the same bots need no other kernel.
    simulate("schmidt-2005", ["threshold:gems=3", "threshold:gems=8", "threshold"], 5, hooks=hooks)
    assert told == ["compiling"]


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DIAMANT_CACHE", str(tmp_path / "file" / "kernels"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    kernel._load.cache_clear()
    assert simulate("schmidt-2005", ["threshold"] * 3, 10).games == 10
    kernel._load.cache_clear()
    assert (tmp_path / "file").read_text() == ""


def test_the_folder_is_the_users(monkeypatch):
    monkeypatch.setenv("DIAMANT_CACHE", "/somewhere/else")
    assert cache_folder() == Path("/somewhere/else")
    monkeypatch.delenv("DIAMANT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert cache_folder() == Path("/caches/diamant/kernels")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path.home() / ".cache/diamant/kernels"


def test_half_a_file_is_never_read(cache, monkeypatch):
    """A kernel's text appears under its name only when it is complete."""
    replaced = []
    replace = Path.replace

    def watch(self, target):
        replaced.append((self.read_text(), target))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", watch)
    simulate("schmidt-2005", ["threshold"] * 3, 1)
    ((text, file),) = replaced
    assert file.read_text() == text
    assert text.rstrip().endswith("return -1")
