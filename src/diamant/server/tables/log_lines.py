"""A table's entries as the bytes that the store keeps, and back."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from diamant.server.tables.seat_history import SeatHistory, holders_of
from diamant.store import StoredEntry
from diamant.store.values import text_hash
from diamant.table import LogError, Table, entry_from_json, entry_to_json, follow
from diamant.table.events import Entry, SettingsChanged, TableCreated

LONG_TEXT = 1_000
"""From so many characters on, an edition's text is kept apart from the entries that name it."""

_WITH_SETTINGS = (SettingsChanged, TableCreated)
SLICE = 100
"""So many entries are read without a pause, which takes some milliseconds."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict).decode


def pack(entries: Iterable[Entry]) -> tuple[list[bytes], dict[int, bytes]]:
    """Return entries as the store keeps them, and by their place the long texts they refer to.

    But for such texts these are the bytes that `table.write_entry` gives.
    """
    lines: list[bytes] = []
    texts: dict[int, bytes] = {}
    for entry in entries:
        data = entry_to_json(entry)
        if isinstance(entry.event, _WITH_SETTINGS):
            text = entry.event.settings.edition_text
            if text is not None and len(text) >= LONG_TEXT:
                kept = texts[len(lines)] = text.encode()
                data["settings"]["edition_text"] = {"sha256": text_hash(kept).hex()}
        lines.append(_encode(data))
    return lines, texts


def _with_text(stored: StoredEntry, data: dict[str, Any]) -> None:
    """Put the long text that an entry refers to back into it."""
    settings = data.get("settings")
    named = settings.get("edition_text") if isinstance(settings, dict) else None
    if not isinstance(named, dict):
        return
    if stored.text is None or named.get("sha256") != text_hash(stored.text).hex():
        raise LogError(
            "entry {number} of this log refers to a text that is missing",
            number=stored.log_number,
        )
    data["settings"]["edition_text"] = stored.text.decode()


def read(stored: StoredEntry) -> Entry:
    """Return the entry that the store has kept."""
    try:
        data = _decode(stored.payload)
    except msgspec.DecodeError:
        raise LogError(
            "entry {number} of this log is not a JSON object", number=stored.log_number
        ) from None
    _with_text(stored, data)
    entry = entry_from_json(data)
    if entry.log_number != stored.log_number:
        raise LogError(
            "entry {number} of this log calls itself {other}",
            number=stored.log_number,
            other=entry.log_number,
        )
    return entry


def fold(entries: Iterable[Entry]) -> tuple[Table, SeatHistory]:
    """Return the table that a whole log leads to, and the history of its seats."""
    table, seat_history = go_on(None, SeatHistory(), entries)
    if table is None:
        raise LogError("this log is empty")
    return table, seat_history


async def fold_in_slices(
    stored: Sequence[StoredEntry], opened: tuple[Table, SeatHistory] | None
) -> tuple[Table, SeatHistory]:
    """Do as `fold`, from what was opened from a snapshot or from nothing.

    A log may be long, so others have their turn in between.
    """
    if opened is None:
        opened = fold(map(read, stored[:SLICE]))
        stored = stored[SLICE:]
    table, seat_history = opened
    for at in range(0, len(stored), SLICE):
        entries = map(read, stored[at : at + SLICE])
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
