"""Test that a function works whatever happens to its cached machine code."""

from types import ModuleType

import pytest
from numba.core.caching import IndexDataCacheFile

from diamant.simulator.kernel.machine_code import ForgivingCache, before_compiling, compiled_to_disk

TEXT = "def twice(number):\n    return 2 * number\n"


@pytest.fixture
def twice(tmp_path):
    """Return a loader that acts as a new process, the messages, and the cache folder."""
    file, told = tmp_path / "mine.py", []
    file.write_text(TEXT)

    def load():
        module = ModuleType("mine")
        exec(compile(TEXT, file, "exec"), vars(module))
        function = compiled_to_disk(error_model="numpy")(module.twice)
        before_compiling(function, lambda: told.append("compiling"))
        return function

    return load, told, tmp_path / "__pycache__"


def test_cached_machine_code_is_reused(twice):
    load, told, folder = twice
    assert [load()(21), load()(21)] == [42, 42]
    assert told == ["compiling"]
    assert {file.suffix for file in folder.iterdir()} == {".nbi", ".nbc"}


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", ["empty", "cut", "other", "folder"])
def test_damaged_machine_code_is_compiled_again(twice, suffix, damage):
    load, told, folder = twice
    load()(21)
    (file,) = folder.glob(f"*{suffix}")
    content = file.read_bytes()
    if damage == "folder":
        file.unlink()
        file.mkdir()
    else:
        file.write_bytes({"empty": b"", "cut": content[:-40], "other": b"garbage\n"}[damage])
    assert load()(21) == 42
    assert told == ["compiling"] * 2
    if damage != "folder":
        assert load()(21) == 42
        assert told == ["compiling"] * 2, "the cache was repaired"


def test_full_disk_leaves_no_partial_machine_code(twice, monkeypatch):
    load, told, _ = twice

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(IndexDataCacheFile, "_save_data", full)
    assert load()(21) == 42
    monkeypatch.undo()
    assert load()(21) == 42
    assert told == ["compiling"] * 2, "machine code that was not saved is compiled again"


def test_compiling_is_announced_each_time_without_a_cache(twice, monkeypatch):
    load, told, _ = twice

    def nowhere(cache, function):
        raise RuntimeError(f"cannot cache function {function!r}: no locator available")

    monkeypatch.setattr(ForgivingCache, "__init__", nowhere)
    assert [load()(21), load()(21)] == [42, 42]
    assert told == ["compiling"] * 2
