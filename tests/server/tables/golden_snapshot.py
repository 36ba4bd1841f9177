"""Writes the golden snapshot of this form, and the schema that pins it.

Run when `persistence.FORM` has changed: `python -m tests.server.tables.golden_snapshot`. Nothing
that is there is ever written again: a release that has the same form must still open it.
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
    """The table that every golden snapshot holds."""
    lines = LOG.read_text(encoding="utf-8").splitlines()[:UPTO]
    return persistence.fold_log(map(read_entry, lines))


def schema() -> str:
    """What a snapshot holds, field by field, without what is told of it."""
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
