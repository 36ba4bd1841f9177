"""The stored forms of a table: log lines, a snapshot, and an index entry.

A snapshot contains a table as bytes, so that the server can open the table without folding its
whole log. The first line has the format's version and a checksum. JSON follows, with the table's
fields, its game in the record notation, and the history of its seats. A snapshot contains no class
names and no code, and any Python version can read it. Snapshots are optional: the server ignores
one that is damaged or has another version.
"""

import asyncio
import hashlib
import logging
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any, get_type_hints

import msgspec

from diamant.errors import DiamantError, Message
from diamant.protocol.outgoing import TableSummary
from diamant.record import Record, read_record, write_record
from diamant.rules.seats import SEAT_LETTERS
from diamant.server.tables.seat_history import Mark, SeatHistory, holders_of
from diamant.store import Index, StoredEntry
from diamant.store.values import text_hash
from diamant.table import LogError, Table, TablePhase, Timer, entry_from_json, entry_to_json, follow
from diamant.table.events import (
    BetMade,
    ChoiceMade,
    ChoiceMissed,
    CommandRefused,
    Emoted,
    Entry,
    NothingChanged,
    SettingsChanged,
    TableCreated,
)

LONG_TEXT = 1_000
"""The length from which an edition's text is stored separately from the entries."""

_WITH_SETTINGS = (SettingsChanged, TableCreated)
SLICE = 100
"""The number of entries to process without a pause, which takes a few milliseconds."""

_encode = msgspec.json.Encoder(enc_hook=Message.to_json).encode
_decode = msgspec.json.Decoder(dict).decode


def pack_entries(entries: Iterable[Entry]) -> tuple[list[bytes], dict[int, bytes]]:
    """Return entries in stored form, and the long texts that they refer to, by index.

    Apart from long texts, the bytes are the same as from `table.write_entry`.
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
    """Insert the long text that an entry refers to."""
    settings = data.get("settings")
    named = settings.get("edition_text") if isinstance(settings, dict) else None
    if not isinstance(named, dict):
        return
    if stored.text is None or named.get("sha256") != text_hash(stored.text).hex():
        raise LogError(
            "entry {number} of this log refers to a text that is missing", stored.log_number
        )
    data["settings"]["edition_text"] = stored.text.decode()


def read_entry(stored: StoredEntry) -> Entry:
    """Decode a stored entry."""
    try:
        data = _decode(stored.payload)
    except msgspec.DecodeError:
        raise LogError(
            "entry {number} of this log is not a JSON object", stored.log_number
        ) from None
    _with_text(stored, data)
    entry = entry_from_json(data)
    if entry.log_number != stored.log_number:
        raise LogError(
            "entry {number} of this log calls itself {other}", stored.log_number, entry.log_number
        )
    return entry


def fold_log(entries: Iterable[Entry]) -> tuple[Table, SeatHistory]:
    """Return the table that results from a log, and its seat history."""
    table, seat_history = go_on(None, SeatHistory(), entries)
    if table is None:
        raise LogError("this log is empty")
    return table, seat_history


async def fold_in_slices(
    stored: Sequence[StoredEntry], opened: tuple[Table, SeatHistory] | None
) -> tuple[Table, SeatHistory]:
    """Fold a log like `fold_log`, but in slices, and from a snapshot if there is one.

    A log may be long, so other tasks run between slices.
    """
    if opened is None:
        opened = fold_log(map(read_entry, stored[:SLICE]))
        stored = stored[SLICE:]
    table, seat_history = opened
    for at in range(0, len(stored), SLICE):
        entries = map(read_entry, stored[at : at + SLICE])
        after, _ = go_on(table, seat_history, entries)
        assert after is not None, "a log entry never removes its table"
        table = after
        await asyncio.sleep(0)
    return table, seat_history


def go_on(
    table: Table | None, seat_history: SeatHistory, entries: Iterable[Entry]
) -> tuple[Table | None, SeatHistory]:
    """Return the table after more entries; update the seat history in place."""
    for _, after in follow(entries, table):
        log_number, public_number = (
            (0, 0) if table is None else (table.log_number, table.public_number)
        )
        table = after
        seat_history.note(log_number, public_number, holders_of(table))
    return table, seat_history


FORM = 3
"""The version of the snapshot format, which changes with the stored fields."""

_MAGIC = b"diamant-snapshot "
_log = logging.getLogger(__name__)

# The game is stored as a record, so its fields may change; all other fields of a table are stored
# directly. A test reports when this changes the form.
_FIELDS = tuple(field.name for field in fields(Table) if field.name != "game")
_HINTS = get_type_hints(Table)
_TableData = msgspec.defstruct(
    "TableData", [(name, _HINTS[name]) for name in _FIELDS], forbid_unknown_fields=True
)


class SnapshotData(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of a snapshot; `game` is the record of the table's game, if any."""

    table: _TableData  # type: ignore[valid-type]
    game: str | None
    seat_history: tuple[Mark, ...]


_decode_snapshot = msgspec.json.Decoder(SnapshotData).decode


def save_snapshot(table: Table, seat_history: SeatHistory) -> bytes:
    """Return a table and the history of its seats as bytes."""
    game = None
    if table.game is not None:
        game = write_record(Record(tuple(SEAT_LETTERS[: table.game.players]), table.game, {}))
    kept = _TableData(*[getattr(table, name) for name in _FIELDS])
    body = _encode(SnapshotData(kept, game, seat_history.marks))
    return _MAGIC + f"{FORM} {_checksum(body)}\n".encode() + body


def load_snapshot(data: bytes) -> tuple[Table, SeatHistory] | None:
    """Return a snapshot's table and seat history; if invalid, log it and return None."""
    first, _, body = data.partition(b"\n")
    form, _, checksum = first.removeprefix(_MAGIC).partition(b" ")
    if not first.startswith(_MAGIC):
        _ignore_snapshot("not a snapshot")
    elif form != b"%d" % FORM:
        _ignore_snapshot(f"form {form[:20].decode('ascii', 'replace')}; expected form {FORM}")
    elif checksum != _checksum(body).encode():
        _ignore_snapshot("damaged")
    else:
        try:
            return _thaw(_decode_snapshot(body))
        except (msgspec.DecodeError, UnicodeError, RecursionError, DiamantError) as error:
            _ignore_snapshot(f"cannot be read: {type(error).__name__}")
    return None


def _thaw(kept: SnapshotData) -> tuple[Table, SeatHistory]:
    values: dict[str, Any] = {name: getattr(kept.table, name) for name in _FIELDS}
    game = None if kept.game is None else read_record(kept.game).game
    return Table(game=game, **values), SeatHistory(kept.seat_history)


def _checksum(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]


def _ignore_snapshot(reason: str) -> None:
    _log.warning("ignoring a snapshot (%s); replaying the table's log", reason)


STATES = {TablePhase.LOBBY: "lobby", TablePhase.OVER: "over", TablePhase.CLOSED: "closed"}
PLAYING = "playing"
OPEN_STATES = ("lobby", "playing", "over")

# Events that don't change a table's index entry, except for its deadline.
_UNSEEN = frozenset((ChoiceMade, ChoiceMissed, Emoted, BetMade, CommandRefused, NothingChanged))


class IndexedSummary(TableSummary, frozen=True, kw_only=True):
    """A table's summary with the nodes that have connections to the table.

    With the list of nodes, the server finds a dead node's connections without opening all tables.
    """

    nodes: tuple[str, ...] = ()


_summary_decoder = msgspec.json.Decoder(IndexedSummary)


def index_of(table: Table, code: str, timers: tuple[Timer, ...]) -> Index:
    """Return a table's index entry."""
    settings = table.settings
    players = people = 0
    for seat in table.seats:
        if seat is not None:
            players += 1
            people += seat.guest is not None
    summary = IndexedSummary(
        table=table.id,
        code=code,
        phase=table.phase.value,
        visibility=settings.visibility,
        edition=settings.edition,
        closed=settings.closed,
        clock=settings.clock,
        players=players,
        people=people,
        seats=len(table.seats),
        games=table.games,
        spectators=settings.spectators,
        nodes=tuple(
            sorted({node_of(opened.name) for guest in table.guests for opened in guest.connections})
        ),
    )
    return Index(
        due=due_of(timers),
        state=STATES.get(table.phase, PLAYING),
        public=settings.visibility == "public" and table.phase is not TablePhase.CLOSED,
        summary=_encode(summary),
    )


def due_of(timers: tuple[Timer, ...]) -> float | None:
    """Return the time in seconds at which the first timer is due, or None."""
    return timers[0].at / 1000 if timers else None


def next_index(
    before: Index | None,
    table: Table,
    code: str,
    timers: tuple[Timer, ...],
    entries: Iterable[Entry],
) -> Index:
    """Return a table's index entry after new entries, reusing `before` if possible."""
    if before is None or not all(type(entry.event) in _UNSEEN for entry in entries):
        return index_of(table, code, timers)
    due = due_of(timers)
    return before if due == before.due else replace(before, due=due)


def node_of(connection: str) -> str:
    """Return the name of the node from a connection's name.

    >>> node_of("4f3a9b1c-17")
    '4f3a9b1c'
    """
    return connection.partition("-")[0]


def read_summary(data: bytes) -> IndexedSummary | None:
    """Return the summary in an index entry, or None if this server can't read it."""
    try:
        return _summary_decoder.decode(data)
    except msgspec.DecodeError:
        return None
