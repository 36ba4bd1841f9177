"""Compare the cost of a snapshot with folding the table's log.

Run with `python -m benchmarks.snapshots`. Both are measured on the golden log's first 200 entries,
after which a server takes its first snapshot; the best of many runs counts.
"""

from collections.abc import Callable
from pathlib import Path

from benchmarks.timing import best_seconds
from diamant.server.tables import persistence
from diamant.server.tables.room import SNAPSHOT_EVERY
from diamant.store import StoredEntry
from diamant.table import read_entry, write_entry

RUNS = 200
LOG = Path(__file__).parents[1] / "tests" / "table" / "golden" / "log-v1.jsonl"


def _best(work: Callable[[], object], runs: int = RUNS) -> float:
    return 1e6 * best_seconds(work, runs)


def main() -> None:
    text = LOG.read_text(encoding="utf-8").splitlines()[:SNAPSHOT_EVERY]
    entries = [read_entry(line) for line in text]
    lines = [StoredEntry(entry.log_number, write_entry(entry).encode()) for entry in entries]
    table, seat_history = persistence.fold_log(entries)

    snapshot = persistence.save_snapshot(table, seat_history)
    opened = persistence.load_snapshot(snapshot)
    assert opened is not None
    assert opened[0] == table
    folding = _best(lambda: persistence.fold_log(map(persistence.read_entry, lines)), RUNS // 10)
    rows = [
        ("log", sum(len(line.payload) for line in lines), 0.0, folding),
        (
            "snapshot",
            len(snapshot),
            _best(lambda: persistence.save_snapshot(table, seat_history)),
            _best(lambda: persistence.load_snapshot(snapshot)),
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
