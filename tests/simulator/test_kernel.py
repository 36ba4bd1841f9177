"""Compiled kernels on disk: found again, never stale, and never in the way."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from diamant.simulator import Hooks, simulate
from diamant.simulator.kernel import cache as kernels
from diamant.simulator.kernel.cache import cache_folder, load_kernel
from diamant.simulator.kernel.generate import FULL, kernel_text

TIMID = "def mine(view, more=0):\n    return view.carried >= 1 + more\n"
BOLD = "def mine(view, more=0):\n    return view.carried >= 5 + more\n"

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
    kernels._load.cache_clear()
    yield folder
    kernels._load.cache_clear()


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


def test_two_processes_may_compile_at_once_and_the_next_does_not(cache, bot):
    outcomes = [ran(process) for process in [start(bot), start(bot)]]
    assert (points := outcomes[0][1]) == outcomes[1][1]
    assert list(cache.glob("kernel_*.py"))
    assert not list(cache.glob("*.tmp"))
    assert ran(start(bot)) == (0, points)
    # A constant of the file counts as much as the function.
    bot.write_text("ONE = 1\n\n" + TIMID.replace("1 +", "ONE +"))
    assert ran(start(bot)) == (0, points)
    bot.write_text(BOLD)
    compiled, more = ran(start(bot))
    assert compiled == 1, "an edited bot plays anew"
    assert more > points


def test_compiling_is_announced_once(cache, bot):
    """Neither order, numbers, players, edition nor what is asked for needs another kernel."""
    told = []
    hooks = Hooks(compiling=lambda: told.append("compiling"))
    mine, coin = f"{bot}:mine", "random"
    simulate("schmidt-2005", [mine, mine, coin], 10, hooks=hooks)
    assert told == ["compiling"]
    simulate("incan-gold", [coin, f"{mine}:more=3", coin, mine], 20, hooks=hooks)
    simulate("iello-2016", [mine] * 5, 5, hooks=hooks, detail=True, each=True)
    simulate("iello-2023-relics", [mine] * 3, 5, hooks=hooks, records=io.StringIO())
    assert told == ["compiling"]
    assert len(list(cache.glob("kernel_*.py"))) == 1


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DIAMANT_CACHE", str(tmp_path / "file" / "kernels"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    kernels._load.cache_clear()
    assert callable(load_kernel(FULL, []))
    kernels._load.cache_clear()
    assert len(list(tmp_path.glob("diamant-*/kernel_*.py"))) == 1
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
    load_kernel(FULL, [])
    ((text, file),) = replaced
    assert file.read_text() == text == kernel_text(FULL, [])
    assert text.rstrip().endswith("return -1")
