"""What a snapshot costs: against folding the table's log, and against a pickle.

Run with `python -m benchmarks.snapshots`. All three are measured in turn on the golden log's first
200 entries, after which a server takes its first snapshot; the best of many runs counts.
"""

import io
import pickle
import time
from collections.abc import Callable
from pathlib import Path

from diamant.editions import IDS, edition
from diamant.rules.edition import Edition
from diamant.server.tables import persistence
from diamant.server.tables.room import SNAPSHOT_EVERY
from diamant.store import StoredEntry
from diamant.table import read_entry, write_entry

RUNS = 200
LOG = Path(__file__).parents[1] / "tests" / "table" / "golden" / "log-v1.jsonl"


class _Pickler(pickle.Pickler):
    """Names a built-in edition instead of copying it, as a snapshot does."""

    def persistent_id(self, obj: object) -> str | None:
        return obj.id if isinstance(obj, Edition) and obj.id in IDS else None


class _Unpickler(pickle.Unpickler):
    """Look up a built-in edition by its name."""

    def persistent_load(self, pid: str) -> Edition:
        return edition(pid)


def _best(work: Callable[[], object], runs: int = RUNS) -> float:
    """Return the microseconds of the quickest of many runs."""
    best = float("inf")
    for _ in range(runs):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best * 1e6


def main() -> None:
    text = LOG.read_text(encoding="utf-8").splitlines()[:SNAPSHOT_EVERY]
    entries = [read_entry(line) for line in text]
    lines = [StoredEntry(entry.log_number, write_entry(entry).encode()) for entry in entries]
    table, seat_history = persistence.fold_log(entries)

    def save_pickle() -> bytes:
        out = io.BytesIO()
        _Pickler(out, protocol=5).dump((table, seat_history.marks))
        return out.getvalue()

    old, new = save_pickle(), persistence.save_snapshot(table, seat_history)
    opened = persistence.load_snapshot(new)
    assert opened is not None
    assert opened[0] == table
    folding = _best(lambda: persistence.fold_log(map(persistence.read_entry, lines)), RUNS // 10)
    rows = [
        ("log", sum(len(line.payload) for line in lines), 0.0, folding),
        ("pickle", len(old), _best(save_pickle), _best(lambda: _Unpickler(io.BytesIO(old)).load())),
        (
            "snapshot",
            len(new),
            _best(lambda: persistence.save_snapshot(table, seat_history)),
            _best(lambda: persistence.load_snapshot(new)),
        ),
    ]
    print(f"{len(entries)} entries")
    for name, size, saving, loading in rows:
        print(
            f"{name:9} {size:7,} bytes, save {saving:6.0f} µs, load {loading:7.0f} µs"
            f" ({folding / loading:.0f} times as fast as folding)"
        )


if __name__ == "__main__":
    main()
