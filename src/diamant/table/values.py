"""What a table is at one moment: frozen values, folded from its log."""

from dataclasses import dataclass, field
from enum import Enum

from diamant.rules.game import Game
from diamant.rules.seats import SEAT_LETTERS
from diamant.table.change import replace
from diamant.table.refusals import Refusal, RefusalError
from diamant.table.settings import Settings

MOST_ANSWERS = 32  # Remembered per guest, so that a repeated command is known.
MOST_DEPARTED = 32
MOST_BLOCKED = 256
MOST_GUESTS = 200
MOST_CONNECTIONS = 8
EXPLORERS = 8  # Colours, and shapes.


class TablePhase(Enum):
    """Where a table stands. In `CAVE` choices are awaited; in `BREAK` an expedition has ended."""

    LOBBY = "lobby"
    HASHES = "hashes"
    NONCES = "nonces"
    CAVE = "cave"
    BREAK = "break"
    OVER = "over"
    CLOSED = "closed"


PLAYING = (TablePhase.CAVE, TablePhase.BREAK)
STARTED = (TablePhase.HASHES, TablePhase.NONCES, *PLAYING)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command was answered: the number of the last public event, or a refusal."""

    command: str | None
    number: int
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Guest:
    """A device at the table: whoever knows its token speaks for it.

    `token` is a hash; `origin` is what the server recognises a device by, for blocking it. A guest
    without a seat is a spectator, or the shared screen.
    """

    id: str
    token: str = field(repr=False)
    origin: str = field(repr=False)
    screen: bool
    away_since: int | None
    connections: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    emoted: tuple[int, ...] = ()
    wrong_codes: int = 0

    @property
    def present(self) -> bool:
        """Whether a connection of this guest is open."""
        return bool(self.connections)


@dataclass(frozen=True, slots=True)
class Departed:
    """A guest who is not here any more, remembered so that his token is worth nothing.

    A command of his that is repeated, such as the one that made him leave, is still answered.
    """

    guest: str
    token: str = field(repr=False)
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Promise:
    """A bot's seat that somebody takes as soon as the expedition has ended."""

    guest: str
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table and its player; a seat without a guest is a bot's.

    `stand_in` says why a bot plays for the absent guest. `choice` is pending until the reveal.
    `nonce_hash` and `nonce` are None until given, and empty for a seat that gives none; `silent`
    marks a seat that promised a nonce and did not show it.
    """

    name: str
    colour: int
    shape: int
    guest: str | None
    level: str | None = None
    stand_in: str | None = None
    missed: int = 0
    choice: bool | None = field(default=None, repr=False)
    bet: int | None = None
    bets_won: int = 0
    bets_made: int = 0
    promise: Promise | None = None
    nonce_hash: str | None = None
    nonce: str | None = None
    silent: bool = False

    @property
    def bot_plays(self) -> bool:
        """Whether a bot chooses for this seat now."""
        return self.guest is None or self.stand_in is not None


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat that whoever knows the code can take over until a moment; `code` is a hash."""

    seat: int
    code: str = field(repr=False)
    until: int


@dataclass(frozen=True, slots=True)
class Table:
    """A hosted game. `secret` is what every seed, and every bot's chance, is derived from.

    In the lobby `seats` has a place for each player of the edition, None where it is free; from
    the start of a game on it has one for each player. All times are milliseconds. `number` counts
    the entries of the log, `seen` only those that everybody is told of.
    """

    id: str
    secret: str = field(repr=False)
    settings: Settings
    phase: TablePhase
    host: str | None
    guests: tuple[Guest, ...]
    joined: int
    seats: tuple[Seat | None, ...]
    number: int = 0
    seen: int = 0
    latest: int = 0
    shuffle: int = 1
    games: int = 0
    game: Game | None = None
    began_at: int = 0
    turn: int = 0
    asked_at: int = 0
    deadline: int | None = None
    paused_at: int | None = None
    offers: tuple[Offer, ...] = ()
    departed: tuple[Departed, ...] = ()
    blocked: tuple[str, ...] = ()

    def find_guest(self, guest: str | None) -> Guest | None:
        """Return the guest of an id, if he is here."""
        for known in self.guests:
            if known.id == guest:
                return known
        return None

    def guest(self, guest: str) -> Guest:
        """Return the guest of an id, or refuse."""
        found = self.find_guest(guest)
        if found is None:
            raise RefusalError("no-such-guest", guest=guest)
        return found

    def guest_with_token(self, token: str) -> Guest | None:
        """Return the guest whose token has this hash, if he is here."""
        for known in self.guests:
            if known.token == token:
                return known
        return None

    def seat(self, seat: int) -> Seat:
        """Return a seat somebody sits on, or refuse."""
        found = self.seats[seat] if 0 <= seat < len(self.seats) else None
        if found is None:
            raise RefusalError("no-such-seat", seat=seat_word(seat))
        return found

    def taken_seats(self) -> tuple[tuple[int, Seat], ...]:
        """Return every seat that has a player, with its number."""
        return tuple((at, seat) for at, seat in enumerate(self.seats) if seat is not None)

    def seats_of(self, guest: str) -> tuple[int, ...]:
        """Return the seats that a guest holds."""
        return tuple(at for at, seat in self.taken_seats() if seat.guest == guest)

    def is_present(self, guest: str | None) -> bool:
        """Return whether a guest is here with an open connection."""
        found = self.find_guest(guest)
        return found is not None and found.present

    def with_guest(self, guest: Guest) -> "Table":
        """Return the table with a guest changed."""
        changed = tuple(guest if known.id == guest.id else known for known in self.guests)
        return replace(self, guests=changed)

    def with_seat(self, at: int, seat: Seat | None) -> "Table":
        """Return the table with a seat changed."""
        return replace(self, seats=(*self.seats[:at], seat, *self.seats[at + 1 :]))


def seat_word(seat: int) -> str:
    """Return a seat's letter, or its number where there is no such seat."""
    return SEAT_LETTERS[seat] if 0 <= seat < EXPLORERS else str(seat)
