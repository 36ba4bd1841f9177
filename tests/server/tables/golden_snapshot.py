"""Write the golden snapshot of the current format, and the schema that pins it.

Run `python -m tests.server.tables.golden_snapshot` when `persistence.FORM` has changed. It never
overwrites an existing file, because releases with the same format must still open it.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from diamant.server.tables import persistence
from diamant.server.tables.seat_history import SeatHistory
from diamant.table import Table, read_entry

GOLDEN = Path(__file__).parent / "golden"
LOG = Path(__file__).parents[2] / "table" / "golden" / "log-v1.jsonl"
UPTO = 200  # Entries of the golden log: in the middle of its first game, with much going on.
SNAPSHOT = GOLDEN / f"snapshot-{persistence.FORM}"
SCHEMA = GOLDEN / f"snapshot-{persistence.FORM}.schema.json"


def golden_table() -> tuple[Table, SeatHistory]:
    """Return the table in every golden snapshot."""
    lines = LOG.read_text(encoding="utf-8").splitlines()[:UPTO]
    return persistence.fold_log(map(read_entry, lines))


def schema() -> str:
    """Return the fields of a snapshot, without their descriptions."""
    return json.dumps(_plain(msgspec.json.schema(persistence.SnapshotData)), indent=1) + "\n"


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items() if key != "description"}
    return [_plain(item) for item in data] if isinstance(data, list) else data


if __name__ == "__main__":
    with SNAPSHOT.open("xb") as file:
        file.write(persistence.save_snapshot(*golden_table()))
    with SCHEMA.open("x", encoding="utf-8") as text:
        text.write(schema())
