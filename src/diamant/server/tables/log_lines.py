"""A table's entries as the bytes that the store keeps, and back."""

import asyncio
from collections.abc import Iterable, Sequence

import msgspec

from diamant.server.tables.seat_history import SeatHistory, holders_of
from diamant.store import StoredEntry
from diamant.table import LogError, Table, entry_from_json, entry_to_json, follow
from diamant.table.events import Entry

SLICE = 100
"""So many entries are read without a pause, which takes some milliseconds."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict).decode


def write(entry: Entry) -> bytes:
    """Return an entry as the store keeps it, the same bytes as `table.write_entry` gives."""
    return _encode(entry_to_json(entry))


def read(event: StoredEntry) -> Entry:
    """Return the entry that the store has kept."""
    try:
        data = _decode(event.payload)
    except msgspec.DecodeError:
        raise LogError(f"entry {event.log_number} of this log is not a JSON object") from None
    entry = entry_from_json(data)
    if entry.log_number != event.log_number:
        raise LogError(f"entry {event.log_number} of this log calls itself {entry.log_number}")
    return entry


def fold(entries: Iterable[Entry]) -> tuple[Table, SeatHistory]:
    """Return the table that a whole log leads to, and the history of its seats."""
    table, seat_history = go_on(None, SeatHistory(), entries)
    if table is None:
        raise LogError("this log is empty")
    return table, seat_history


async def fold_in_slices(
    events: Sequence[StoredEntry], opened: tuple[Table, SeatHistory] | None
) -> tuple[Table, SeatHistory]:
    """Do as `fold`, from what was opened from a snapshot or from nothing.

    A log may be long, so others have their turn in between.
    """
    if opened is None:
        opened = fold(map(read, events[:SLICE]))
        events = events[SLICE:]
    table, seat_history = opened
    for at in range(0, len(events), SLICE):
        entries = map(read, events[at : at + SLICE])
        after, _ = go_on(table, seat_history, entries)
        assert after is not None, "a table stays one"
        table = after
        await asyncio.sleep(0)
    return table, seat_history


def go_on(
    table: Table | None, seat_history: SeatHistory, entries: Iterable[Entry]
) -> tuple[Table | None, SeatHistory]:
    """Return the table after more entries; the history of its seats is changed in place."""
    for _, after in follow(entries, table):
        log_number, public_number = (
            (0, 0) if table is None else (table.log_number, table.public_number)
        )
        table = after
        seat_history.note(log_number, public_number, holders_of(table))
    return table, seat_history
