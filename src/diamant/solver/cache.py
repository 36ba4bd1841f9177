"""Cache solutions on disk, so each is computed only once.

A solution's file names are a hash of the deck, the number of players and the solver's source code.
So editions that differ only in the names of their hazards share a solution. If the solver changes
or a file is damaged, the solution is computed again.
"""

import hashlib
import json
import zlib
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import numpy as np

from diamant.errors import Message
from diamant.simulator.kernel.cache import cache_folder, write_whole
from diamant.solver.deck import CaveDeck
from diamant.solver.layout import MOST_BYTES, Layout
from diamant.solver.solution import Progress, Solution, find_layout, solve

Say = Callable[[str], object]

TABLES = {"values": np.float64, "policy": np.float32}
NUMBERS: dict[str, Any] = {"value": float, "seconds": float, "several": int, "mixed": int}


def solve_once(
    deck: CaveDeck,
    players: int,
    *,
    most_bytes: int = MOST_BYTES,
    progress: Progress = lambda done: None,
    say: Say = lambda sentence: None,
) -> Solution:
    """Return a solution from disk, or compute and store it.

    Solutions with damaged files are computed again. `say` receives messages about damaged files,
    compilation and failed writes.
    """
    layout = find_layout(deck, players, most_bytes)
    folder = cache_folder() / "solutions" / _name(layout)
    try:
        return _load(folder, layout)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        say(
            Message(
                "the solution in {folder} is damaged and will be computed again: {error}",
                folder,
                error,
            )
        )
    solution = solve(
        deck,
        players,
        most_bytes=most_bytes,
        progress=progress,
        compiling=lambda: say(Message("compiling (first run only)…")),
    )
    try:
        _save(folder, solution)
    except OSError as error:
        say(Message("cannot save the solution in {folder}: {error}", folder, error))
    return solution


def _name(layout: Layout) -> str:
    package = files("diamant.solver")
    sources = [package.joinpath(f"{name}.py").read_bytes() for name in ("deck", "layout", "kernel")]
    content = json.dumps([asdict(layout.deck), layout.players, layout.keeps_all]).encode()
    return hashlib.sha256(b"\0".join([content, *sources])).hexdigest()[:24]


def _load(folder: Path, layout: Layout) -> Solution:
    summary = json.loads((folder / "summary.json").read_bytes())
    tables: dict[str, Any] = {}
    for name, kind in TABLES.items():
        # Pages are read on demand and are read-only. An empty file can't be mapped.
        mode: Literal["c"] | None = "c" if layout.keeps_all else None
        table = np.asarray(np.load(folder / f"{name}.npy", mmap_mode=mode))
        if table.dtype != kind or len(table) != (layout.positions if layout.keeps_all else 0):
            raise ValueError(f"{name}.npy holds another table")
        if zlib.crc32(table.data) != summary["sums"][name]:
            raise ValueError(f"{name}.npy does not have its checksum")
        tables[name] = table
    numbers = {name: kind(summary[name]) for name, kind in NUMBERS.items()}
    return Solution(layout, **numbers, **tables)


def _save(folder: Path, solution: Solution) -> None:
    """Write the tables and, last, the file that marks them as complete."""
    folder.mkdir(parents=True, exist_ok=True)
    tables = {name: getattr(solution, name) for name in TABLES}
    for name, table in tables.items():
        write_whole(folder / f"{name}.npy", partial(np.save, arr=table))
    summary = {name: getattr(solution, name) for name in NUMBERS}
    sums = {name: zlib.crc32(table) for name, table in tables.items()}
    text = json.dumps({**summary, "sums": sums})
    write_whole(folder / "summary.json", lambda output: output.write(text.encode()))
