"""A table as bytes, so that opening it again need not fold its whole log.

A snapshot is data: a line with its form and a checksum, then JSON with the table's fields, its game
in the record notation, and who held which seat when. It names no class, holds no code, and can be
read on any Python. It is never needed: one of another form, or damaged, is passed over.
"""

import hashlib
import logging
from dataclasses import fields
from typing import Any, get_type_hints

import msgspec

from diamant.errors import DiamantError
from diamant.record import Record, read_record, write_record
from diamant.rules.seats import SEAT_LETTERS
from diamant.server.tables.seat_history import Mark, SeatHistory
from diamant.table import Table

FORM = 1
"""Changes with every field that a snapshot holds."""

_MAGIC = b"diamant-snapshot "
_log = logging.getLogger(__name__)

# A game is kept by its record, so that its own fields may change; everything else of a table as
# it is. A test pins what follows from this, and says when it is another form.
_FIELDS = tuple(field.name for field in fields(Table) if field.name != "game")
_HINTS = get_type_hints(Table)
_TableData = msgspec.defstruct(
    "TableData", [(name, _HINTS[name]) for name in _FIELDS], forbid_unknown_fields=True
)


class SnapshotData(msgspec.Struct, forbid_unknown_fields=True):
    """What a snapshot holds; `game` is the record of the running or finished game, if any."""

    table: _TableData  # type: ignore[valid-type]
    game: str | None
    seat_history: tuple[Mark, ...]


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(SnapshotData).decode


def save(table: Table, seat_history: SeatHistory) -> bytes:
    """Return a table, with the history of its seats, as bytes."""
    game = None
    if table.game is not None:
        game = write_record(Record(tuple(SEAT_LETTERS[: table.game.players]), table.game, {}))
    kept = _TableData(*[getattr(table, name) for name in _FIELDS])
    body = _encode(SnapshotData(kept, game, seat_history.marks))
    return _MAGIC + f"{FORM} {_checksum(body)}\n".encode() + body


def load(data: bytes) -> tuple[Table, SeatHistory] | None:
    """Return the table that a snapshot holds, or None, with a word in the log, if it cannot be."""
    first, _, body = data.partition(b"\n")
    form, _, checksum = first.removeprefix(_MAGIC).partition(b" ")
    if not first.startswith(_MAGIC):
        _pass_over("is none")
    elif form != b"%d" % FORM:
        _pass_over(f"has form {form[:20].decode('ascii', 'replace')}, and {FORM} can be read here")
    elif checksum != _checksum(body).encode():
        _pass_over("is damaged")
    else:
        try:
            return _read(_decode(body))
        except (msgspec.DecodeError, UnicodeError, RecursionError, DiamantError) as error:
            _pass_over(f"cannot be read ({type(error).__name__})")
    return None


def _read(kept: SnapshotData) -> tuple[Table, SeatHistory]:
    values: dict[str, Any] = {name: getattr(kept.table, name) for name in _FIELDS}
    game = None if kept.game is None else read_record(kept.game).game
    return Table(game=game, **values), SeatHistory(kept.seat_history)


def _checksum(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]


def _pass_over(reason: str) -> None:
    _log.warning("a snapshot %s; the table's log is folded instead", reason)
