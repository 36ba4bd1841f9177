"""Tests of solutions saved on disk."""

import numpy as np
import pytest

from diamant.solver import cache
from diamant.solver.deck import CaveDeck

DECK = CaveDeck((3, 5, 7), (2, 2))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DIAMANT_CACHE", str(tmp_path))
    return tmp_path / "solutions"


def solve_kept(monkeypatch, *, solved):
    """Solve, check whether the solution came from disk, and return it with the printed notes.

    The first solution on a machine also prints a note about the compiler.
    """
    calls, said = [], []
    real = cache.solve
    with monkeypatch.context() as patch:
        patch.setattr(cache, "solve", lambda *args, **kw: calls.append(1) or real(*args, **kw))
        solution = cache.solve_once(DECK, 3, say=said.append)
    assert bool(calls) == solved
    return solution, [sentence for sentence in said if not sentence.startswith("compiling")]


def test_solution_is_computed_once_and_reads_back_equal(folder, monkeypatch):
    first, said = solve_kept(monkeypatch, solved=True)
    again, _ = solve_kept(monkeypatch, solved=False)
    assert (again.value, again.seconds, again.several) == (
        first.value,
        first.seconds,
        first.several,
    )
    assert np.array_equal(first.values, again.values)
    assert np.array_equal(first.policy, again.policy)
    assert said == []
    # Another deck or another number of players is another solution.
    cache.solve_once(DECK, 2)
    cache.solve_once(CaveDeck((3, 5, 7), (3, 2)), 3)
    assert len(list(folder.iterdir())) == 3


@pytest.mark.parametrize(
    ("file", "damage"),
    [
        ("values.npy", lambda data: data[:-8] + b"12345678"),
        ("policy.npy", lambda data: data[:-5]),
        ("policy.npy", lambda data: b""),
        ("summary.json", lambda data: b"{}"),
        ("summary.json", lambda data: b"\xff\x00"),
    ],
)
def test_damaged_solution_is_computed_again(folder, monkeypatch, file, damage):
    first, _ = solve_kept(monkeypatch, solved=True)
    (kept,) = folder.glob(f"*/{file}")
    kept.write_bytes(damage(kept.read_bytes()))
    again, said = solve_kept(monkeypatch, solved=True)
    assert again.value == first.value
    assert len(said) == 1
    assert "is damaged and will be computed again" in said[0]
    solve_kept(monkeypatch, solved=False)


def test_solution_is_computed_even_if_it_cannot_be_saved(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("DIAMANT_CACHE", str(tmp_path / "file"))
    _, said = solve_kept(monkeypatch, solved=True)
    assert any("cannot save the solution" in sentence for sentence in said)


def test_value_without_a_policy_is_saved(folder, monkeypatch):
    whole, _ = solve_kept(monkeypatch, solved=True)
    lean = cache.solve_once(DECK, 3, most_bytes=whole.layout.bytes - 1)
    again = cache.solve_once(DECK, 3, most_bytes=whole.layout.bytes - 1)
    assert lean.value == again.value == whole.value
    assert lean.seconds == again.seconds
