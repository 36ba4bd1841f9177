"""Machine code on disk: whatever has happened to it, a function answers."""

from types import ModuleType

import pytest
from numba.core.caching import IndexDataCacheFile

from diamant.simulator.kernel.machine_code import ForgivingCache, before_compiling, compiled_to_disk

TEXT = "def twice(number):\n    return 2 * number\n"


@pytest.fixture
def twice(tmp_path):
    """Return a way to load the function anew, as another process would, and what was told."""
    file, told = tmp_path / "mine.py", []
    file.write_text(TEXT)

    def load():
        module = ModuleType("mine")
        exec(compile(TEXT, file, "exec"), vars(module))
        function = compiled_to_disk(error_model="numpy")(module.twice)
        before_compiling(function, lambda: told.append("compiling"))
        return function

    return load, told, tmp_path / "__pycache__"


def test_what_was_compiled_is_found_again(twice):
    load, told, folder = twice
    assert [load()(21), load()(21)] == [42, 42]
    assert told == ["compiling"]
    assert {file.suffix for file in folder.iterdir()} == {".nbi", ".nbc"}


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", ["empty", "cut", "other", "folder"])
def test_what_is_damaged_is_compiled_again(twice, suffix, damage):
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
        assert told == ["compiling"] * 2, "it was mended"


def test_a_full_disk_is_no_obstacle_and_nothing_by_halves_is_left(twice, monkeypatch):
    load, told, _ = twice

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(IndexDataCacheFile, "_save_data", full)
    assert load()(21) == 42
    monkeypatch.undo()
    assert load()(21) == 42
    assert told == ["compiling"] * 2, "what could not be kept is compiled again"


def test_where_nothing_can_be_kept_that_is_told_each_time(twice, monkeypatch):
    load, told, _ = twice

    def nowhere(cache, function):
        raise RuntimeError(f"cannot cache function {function!r}: no locator available")

    monkeypatch.setattr(ForgivingCache, "__init__", nowhere)
    assert [load()(21), load()(21)] == [42, 42]
    assert told == ["compiling"] * 2
