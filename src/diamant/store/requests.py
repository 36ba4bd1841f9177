"""Everything that changes the database: each request names its result in its type."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from diamant.store.errors import StoreError
from diamant.store.values import DailyAttempt, Due, Index, Notice, Snapshot, StoredTable, Texts

T = TypeVar("T")

# A node that was killed leaves its row behind; after a day nobody asks about it any more.
FORGET_SILENT_AFTER = 24 * 3600.0


class Request(Generic[T]):
    """A change that waits for the next commit; T is what the caller gets."""

    __slots__ = ()

    @property
    def weight(self) -> int:
        """How many bytes it adds to a commit, roughly."""
        return 0


def _bytes(entries: Sequence[bytes], texts: Texts) -> int:
    return sum(map(len, entries)) + sum(map(len, texts.values()))


@dataclass(frozen=True, slots=True)
class Create(Request[int]):
    """Begin a table's log; the result is its last log number."""

    table: str
    code: str | None
    entries: Sequence[bytes]
    index: Index
    now: float
    texts: Texts = field(default_factory=dict)

    @property
    def weight(self) -> int:
        """Count its entries' bytes."""
        return _bytes(self.entries, self.texts)


@dataclass(frozen=True, slots=True)
class Append(Request[int]):
    """Go on with a log that ends at `expected`; the result is its new last log number."""

    table: str
    expected: int
    entries: Sequence[bytes]
    index: Index | None
    now: float
    texts: Texts = field(default_factory=dict)

    @property
    def weight(self) -> int:
        """Count its entries' bytes."""
        return _bytes(self.entries, self.texts)


@dataclass(frozen=True, slots=True)
class SaveSnapshot(Request[None]):
    """Keep a snapshot instead of an older one."""

    table: str
    snapshot: Snapshot

    @property
    def weight(self) -> int:
        """Count the snapshot's bytes."""
        return len(self.snapshot.payload)


@dataclass(frozen=True, slots=True)
class Claim(Request[tuple[Due, ...]]):
    """Lease overdue tables to one caller."""

    now: float
    until: float
    limit: int


@dataclass(frozen=True, slots=True)
class Beat(Request[None]):
    """Note until when a node lives at least, and forget those that went silent long before."""

    node: str
    until: float

    @property
    def silent(self) -> float:
        """Nodes that lived no later than this left without a word; their rows can go."""
        return self.until - FORGET_SILENT_AFTER


@dataclass(frozen=True, slots=True)
class ForgetNode(Request[None]):
    """Note that a node lives no longer."""

    node: str


@dataclass(frozen=True, slots=True)
class Delete(Request[bool]):
    """Forget a table; the result tells whether there was one."""

    table: str


@dataclass(frozen=True, slots=True)
class Purge(Request[int]):
    """Forget some tables that have not changed for long; the result is how many."""

    older_than: float
    states: tuple[str, ...] | None
    limit: int


@dataclass(frozen=True, slots=True)
class Restore(Request[None]):
    """Take over a whole table from another store."""

    stored: StoredTable

    @property
    def weight(self) -> int:
        """Count its entries' bytes."""
        return sum(len(entry.payload) + len(entry.text or b"") for entry in self.stored.entries)


@dataclass(frozen=True, slots=True)
class KeepSeeds(Request[None]):
    """Keep the seeds of some days, but for those that have one."""

    seeds: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class SaveAttempt(Request[bool]):
    """Go on with a player's attempt; the result tells whether it stood where it was thought to."""

    day: str
    player: str
    before: str | None
    attempt: DailyAttempt


@dataclass(frozen=True, slots=True)
class ForgetPlayer(Request[int]):
    """Forget all attempts of a player; the result is how many."""

    player: str


@dataclass(frozen=True, slots=True)
class PurgeAttempts(Request[int]):
    """Forget attempts of days before one, and unfinished ones before another."""

    before: str
    unfinished_before: str


@dataclass(frozen=True, slots=True)
class Committed:
    """What became of a batch: one outcome per request, and the news to spread."""

    outcomes: tuple[object | StoreError, ...]
    notices: tuple[Notice, ...]
