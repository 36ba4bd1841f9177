"""Test that compiled kernels on disk are reused, never stale, and optional."""

import io
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from diamant.bots import find_bot
from diamant.simulator import Hooks, simulate
from diamant.simulator.kernel import cache as kernels
from diamant.simulator.kernel.cache import cache_folder, load_kernel
from diamant.simulator.kernel.generate import FULL, kernel_text
from diamant.simulator.kernel.rewrite import rewrite_bot
from tests.simulator.line_ups import SMALL_KERNEL

TIMID = "def mine(view, more=0):\n    return view.carried >= 1 + more\n"
BOLD = "def mine(view, more=0):\n    return view.carried >= 5 + more\n"

RUN = f"""
from diamant.simulator import Hooks, simulate
from diamant.simulator.kernel import cache
cache.kernel_text = lambda shape, bots: {SMALL_KERNEL!r}
told = []
result = simulate("schmidt-2005", ["random"] * 3, 200,
                  hooks=Hooks(compiling=lambda: told.append(1)))
print(len(told))
"""


@pytest.fixture
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "kernels"
    monkeypatch.setenv("DIAMANT_CACHE", str(folder))
    kernels.load_module.cache_clear()
    yield folder
    kernels.load_module.cache_clear()


@pytest.fixture
def small(monkeypatch):
    """Replace kernels by small ones that compile quickly, one per text, to test their files."""

    def text(shape, bots):
        return f"{SMALL_KERNEL}\n# {sha256(kernel_text(shape, bots).encode()).hexdigest()}\n"

    monkeypatch.setattr(kernels, "kernel_text", text)


@pytest.fixture
def bot(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(TIMID)
    return file


def start():
    return subprocess.Popen(
        [sys.executable, "-c", RUN], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def times_compiled(process):
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, "")
    return int(out)


def test_concurrent_processes_compile_and_the_next_one_loads(cache):
    assert 1 <= sum([times_compiled(process) for process in [start(), start()]]) <= 2
    assert len(list(cache.glob("kernel_*.py"))) == 1
    assert not list(cache.glob("*.tmp"))
    assert times_compiled(start()) == 0


def test_edited_bot_gets_a_new_kernel(tmp_path):
    def text_with(source):
        file = tmp_path / f"mine{len(list(tmp_path.iterdir()))}.py"
        file.write_text(source)
        return kernel_text(FULL, [rewrite_bot(find_bot(f"{file}:mine"))])

    timid = text_with(TIMID)
    # A constant of the file counts as much as the function.
    assert text_with("ONE = 1\n\n" + TIMID.replace("1 +", "ONE +")) == timid
    assert text_with(BOLD) != timid


def test_compiling_is_announced_once(cache, small, bot):
    """Order, parameters, players, edition and options need no new kernel."""
    told = []
    hooks = Hooks(compiling=lambda: told.append("compiling"))
    mine, coin = f"{bot}:mine", "random"
    simulate("schmidt-2005", [mine, mine, coin], 10, hooks=hooks)
    assert told == ["compiling"]
    simulate("incan-gold", [coin, f"{mine}:more=3", coin, mine], 20, hooks=hooks)
    simulate("iello-2016", [mine] * 5, 5, hooks=hooks, detail=True, each=True)
    simulate("iello-2023-relics", [mine] * 3, 5, hooks=hooks, records=io.StringIO())
    assert told == ["compiling"]
    # One kernel for all bots, and one function for this bot.
    assert len(list(cache.glob("kernel_*.py"))) == 2
    bot.write_text(BOLD)
    simulate("schmidt-2005", [mine, coin, coin], 10, hooks=hooks)
    assert told == ["compiling"] * 2
    assert len(list(cache.glob("kernel_*.py"))) == 3


def test_unwritable_cache_folder_falls_back_to_a_temporary_one(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DIAMANT_CACHE", str(tmp_path / "file" / "kernels"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    kernels.load_module.cache_clear()
    assert callable(load_kernel(FULL, []))
    kernels.load_module.cache_clear()
    assert len(list(tmp_path.glob("diamant-*/kernel_*.py"))) == 1
    assert (tmp_path / "file").read_text() == ""


def test_cache_folder_follows_the_environment(monkeypatch):
    monkeypatch.setenv("DIAMANT_CACHE", "/somewhere/else")
    assert cache_folder() == Path("/somewhere/else")
    monkeypatch.delenv("DIAMANT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert cache_folder() == Path("/caches/diamant/kernels")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path.home() / ".cache/diamant/kernels"


def test_partly_written_kernel_is_never_read(cache, monkeypatch):
    """A kernel's file appears under its name only when it is complete."""
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


def test_damaged_kernel_is_compiled_again(cache, small):
    bots, told = ["random", "random", "random"], []
    hooks = Hooks(compiling=lambda: told.append("compiling"))
    simulate("iello-2016", bots, 20, hooks=hooks)
    for pattern in ("kernel_*.py", "__pycache__/*.nbc"):
        (file,) = cache.glob(pattern)
        file.write_bytes(file.read_bytes()[:40])
    for _ in range(2):
        kernels.load_module.cache_clear()
        assert simulate("iello-2016", bots, 20, hooks=hooks).games == 20
    assert told == ["compiling"] * 2
