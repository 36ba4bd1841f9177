"""What goes into the store and what comes out: small frozen values."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

NAME_LENGTH = 64


@dataclass(frozen=True, slots=True)
class DailyAttempt:
    """How far a player has come in a day's cave; with points once it is over."""

    course: str
    points: int | None = None


def is_name(text: str) -> bool:
    """Tell whether a text may name a table, a room code or a state.

    >>> is_name("7QK4-MX"), is_name(""), is_name("a b"), is_name("é")
    (True, False, False, False)
    """
    # No database ever sees another text, so that NUL, surrogates and collations cannot make one
    # behave differently from the next.
    # Asked for every append: these three look at all letters at once, and leave "!" to "~".
    return (
        0 < len(text) <= NAME_LENGTH and text.isascii() and text.isprintable() and " " not in text
    )


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """One entry of a table's log; the store does not look inside.

    `text` is something long that it refers to, such as a whole edition: a table keeps each once.
    """

    log_number: int
    payload: bytes
    text: bytes | None = None


Texts = Mapping[int, bytes]
"""Long texts of new entries, each by its entry's place among them, counted from 0."""
NO_TEXTS: Texts = MappingProxyType({})


def stored_entries(
    log_number: int, entries: Sequence[bytes], texts: Texts
) -> tuple[StoredEntry, ...]:
    """Return new entries as they are stored after entry `log_number`."""
    return tuple(
        StoredEntry(log_number + at, payload, texts.get(at - 1))
        for at, payload in enumerate(entries, 1)
    )


def text_hash(text: bytes) -> bytes:
    """Return what a long text is known by."""
    return hashlib.sha256(text).digest()


@dataclass(frozen=True, slots=True)
class Index:
    """What can be asked of a table without reading its log."""

    state: str = "open"
    public: bool = False
    due: float | None = None
    """When the table's earliest deadline runs out, or None."""
    summary: bytes = b""
    """What a list of tables shows of it; opaque, and deleted with the table."""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as the store knows it, without its entries."""

    table: str
    code: str | None
    log_number: int
    index: Index
    created: float
    changed: float


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table's state after entry `log_number`, so that a restart need not replay the log."""

    log_number: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table with its latest snapshot and its entries: those after it, or all in a dump."""

    info: TableInfo
    snapshot: Snapshot | None
    entries: tuple[StoredEntry, ...]


@dataclass(frozen=True, slots=True)
class Due:
    """A table whose deadline has passed, leased to the one who claimed it."""

    table: str
    when: float


@dataclass(frozen=True, slots=True)
class Notice:
    """Word that a table's log has reached `log_number`, or, if 0, that the table is gone.

    `table` is None when notices may have been lost: then look at every table you follow.
    """

    table: str | None
    log_number: int


@dataclass(frozen=True, slots=True)
class Aside:
    """A word about a table from another node, which is kept nowhere; a later one stands for it."""

    table: str
    word: str
