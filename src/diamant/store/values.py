"""Small frozen values that the store's methods accept or return."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

NAME_LENGTH = 64


@dataclass(frozen=True, slots=True)
class DailyAttempt:
    """A player's progress in a day's cave; `points` is None until the game is over."""

    course: str
    points: int | None = None


def is_name(text: str) -> bool:
    """Return whether a text is a valid name of a table, a room code or a state.

    >>> is_name("7QK4-MX"), is_name(""), is_name("a b"), is_name("é")
    (True, False, False, False)
    """
    # No other text reaches a database, so NUL, surrogates and collations can't make databases
    # behave differently.
    # This runs for every append. These three checks cover all characters and allow "!" to "~".
    return (
        0 < len(text) <= NAME_LENGTH and text.isascii() and text.isprintable() and " " not in text
    )


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """One entry of a table's log; the store doesn't parse its `payload`.

    `text` is a long text that the entry refers to, such as a complete edition. The store keeps each
    text only once per table.
    """

    log_number: int
    payload: bytes
    text: bytes | None = None


Texts = Mapping[int, bytes]
"""Long texts of new entries, by the entry's index from 0."""
NO_TEXTS: Texts = MappingProxyType({})


def stored_entries(
    log_number: int, entries: Sequence[bytes], texts: Texts
) -> tuple[StoredEntry, ...]:
    """Return new entries in stored form, numbered after entry `log_number`."""
    return tuple(
        StoredEntry(log_number + at, payload, texts.get(at - 1))
        for at, payload in enumerate(entries, 1)
    )


def text_hash(text: bytes) -> bytes:
    """Return the hash that identifies a long text."""
    return hashlib.sha256(text).digest()


@dataclass(frozen=True, slots=True)
class Index:
    """The data about a table that callers can query without reading its log."""

    state: str = "open"
    public: bool = False
    due: float | None = None
    """The time of the table's next deadline, or None."""
    summary: bytes = b""
    """The table's summary for table lists; the store doesn't parse it."""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """Information about a table, without its entries."""

    table: str
    code: str | None
    log_number: int
    index: Index
    created: float
    changed: float


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table's state after entry `log_number`, which speeds up restarts."""

    log_number: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table with its snapshot and later entries, or with all entries in a dump."""

    info: TableInfo
    snapshot: Snapshot | None
    entries: tuple[StoredEntry, ...]


@dataclass(frozen=True, slots=True)
class Due:
    """A table with an overdue deadline, leased to the caller."""

    table: str
    when: float


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice that a table's log has reached `log_number`; 0 means it was deleted.

    If `table` is None, notices may have been lost: check all tables you follow.
    """

    table: str | None
    log_number: int


@dataclass(frozen=True, slots=True)
class Aside:
    """A message about a table from another node.

    An aside isn't stored. A later one about the same table replaces it.
    """

    table: str
    word: str
