"""A table's state at one moment: frozen values, folded from its log."""

from dataclasses import dataclass, field
from enum import Enum

from diamant.rules.frozen import replace
from diamant.rules.game import Game
from diamant.rules.seats import SEAT_LETTERS
from diamant.table.refusals import RefusalError
from diamant.table.senders import Connection, Sender, with_sender
from diamant.table.settings import Settings

MOST_DEPARTED = 32
MOST_FORMER = 32
MOST_BLOCKED = 256
MOST_CONNECTIONS = 8  # Fewer than `MOST_SENDERS`.
MOST_EMOTES = 3  # Times stored per guest to limit the frequency of emotes.
EXPLORERS = 8  # The number of colors, and of shapes.
LEFT = "left"  # The reason for a stand-in whose player has left permanently.


class TablePhase(Enum):
    """The phase of a table.

    In `CAVE`, players choose. In `BREAK`, the next card will be turned, either immediately or,
    after an expedition, at the deadline.
    """

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
class Guest:
    """A device at the table, identified by its token.

    `token` is a hash. `origin` is how the server recognizes a blocked device, and `network` is the
    same for all devices behind one address. A guest without a seat is a spectator or the shared
    screen. `last_command` is the highest command number of all their senders.
    """

    id: str
    token: str = field(repr=False)
    origin: str = field(repr=False)
    screen: bool
    away_since: int | None
    connections: tuple[Connection, ...] = ()
    senders: tuple[Sender, ...] = ()
    last_command: int = 0
    emoted: tuple[int, ...] = ()
    wrong_codes: int = 0
    network: str = field(default="", repr=False)

    @property
    def present(self) -> bool:
        """Whether the guest has an open connection."""
        return bool(self.connections)

    def sender_by(self, connection: str) -> Sender | None:
        """Return the sender that uses a connection, or None if it isn't open."""
        for name, speaker in self.connections:
            if name == connection:
                for sender in self.senders:
                    if sender.name == speaker:
                        return sender
        return None

    def connected(self, connection: Connection) -> "Guest":
        """Return the guest with one more connection."""
        names = frozenset(opened.sender for opened in self.connections)
        senders = with_sender(self.senders, connection.sender, self.last_command, names)
        connections = (*self.connections, connection)
        return replace(self, connections=connections, senders=senders, away_since=None)


@dataclass(frozen=True, slots=True)
class Departed:
    """A guest who is gone, remembered so that their token stays invalid."""

    guest: str
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Former:
    """The name and looks of a person who left their seat, for when they return."""

    name: str
    letter: str
    color: int
    shape: int


@dataclass(frozen=True, slots=True)
class Blocked:
    """A blocked device or network, and the name of its guest.

    Devices of one family may share an `origin`, and a device the server doesn't recognize has none.
    The name tells the host who is blocked.
    """

    origin: str = field(repr=False)
    name: str | None


@dataclass(frozen=True, slots=True)
class Promise:
    """The promise of a bot's seat to a guest when the expedition ends."""

    guest: str
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table and its player, who is a bot if `guest` is None.

    `letter` is the letter of its place in the lobby. When a game starts, free seats disappear: a
    seat's number may change, but its letter doesn't.

    `owner` is the guest to whom the seat belongs: when they return, they get it back even if
    another guest has taken it. `veiled` means that another person played the seat earlier in this
    game, so the current player can't look into its closed chest.

    `stand_in` is the reason why a bot plays for an absent guest, or for one who left permanently.
    `choice` is pending until the reveal; it is `covered` if it was made on a shared device, and not
    shown there again. `nonce_hash` and `nonce` are None until given, and empty for a seat that
    gives none. `silent` marks a seat that promised a nonce and did not reveal it.
    """

    name: str
    color: int
    shape: int
    guest: str | None
    letter: str
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
    owner: str | None = None
    veiled: bool = False
    covered: bool = False

    @property
    def bot_plays(self) -> bool:
        """Whether a bot chooses for this seat now."""
        return self.guest is None or self.stand_in is not None

    @property
    def plays_on(self) -> str | None:
        """The `stand_in` to keep when a game starts or a guest sits down, if any."""
        return None if self.stand_in == LEFT else self.stand_in

    def fresh(self) -> "Seat":
        """Return the seat for a new game, without data from the last game."""
        return replace(
            self,
            promise=None,
            stand_in=self.plays_on,
            choice=None,
            bet=None,
            bets_won=0,
            bets_made=0,
            missed=0,
            nonce_hash=None,
            nonce=None,
            veiled=False,
            covered=False,
        )


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat that another device can take with a code; `code` is a hash.

    `by` is the guest who offers it: the seat's own guest, or the host while that guest is away.
    """

    seat: int
    code: str = field(repr=False)
    until: int
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A hosted game. All seeds and the bots' randomness are derived from `secret`.

    `keeper` is the guest who owns the table, because they opened it or it was handed over to them.
    Any other `host` only replaces the keeper until they return.

    In the lobby, `seats` has one entry for each possible player of the edition, None for a free
    seat. From the start of a game, it has one seat per player. `asking` means that the game paused
    automatically because no one chose, and asks whether anyone is there. All times are in
    milliseconds. `log_number` is the number of the log's last entry; `public_number` counts the
    public entries.

    `shuffle` numbers the table's shuffles from 1. `restarts` counts the shuffles since the last
    finished game that were abandoned after a nonce had been revealed.
    """

    id: str
    secret: str = field(repr=False)
    settings: Settings
    phase: TablePhase
    host: str | None
    guests: tuple[Guest, ...]
    joined: int
    seats: tuple[Seat | None, ...]
    log_number: int = 0
    public_number: int = 0
    latest: int = 0
    shuffle: int = 1
    restarts: int = 0
    games: int = 0
    game: Game | None = None
    began_at: int = 0
    turn: int = 0
    asked_at: int = 0
    deadline: int | None = None
    paused_at: int | None = None
    offers: tuple[Offer, ...] = ()
    departed: tuple[Departed, ...] = ()
    blocked: tuple[Blocked, ...] = ()
    keeper: str | None = None
    asking: bool = False
    former: tuple[Former, ...] = ()

    def find_guest(self, guest: str | None) -> Guest | None:
        """Return the guest with this id, or None if they aren't at the table."""
        for found in self.guests:
            if found.id == guest:
                return found
        return None

    def guest(self, guest: str) -> Guest:
        """Return the guest with this id; refuse if they aren't at the table."""
        found = self.find_guest(guest)
        if found is None:
            raise RefusalError("no-such-guest", guest=guest)
        return found

    def guest_with_token(self, token: str) -> Guest | None:
        """Return the guest whose token has this hash, or None."""
        for found in self.guests:
            if found.token == token:
                return found
        return None

    def seat(self, seat: int) -> Seat:
        """Return a seat; refuse if it is free or doesn't exist."""
        found = self.seats[seat] if 0 <= seat < len(self.seats) else None
        if found is None:
            raise RefusalError("no-such-seat", seat=seat_word(seat))
        return found

    def letter(self, seat: int) -> str:
        """Return a seat's letter, or the letter of its place if the seat is free."""
        found = self.seats[seat] if 0 <= seat < len(self.seats) else None
        return seat_word(seat) if found is None else found.letter

    def taken_seats(self) -> tuple[tuple[int, Seat], ...]:
        """Return all occupied seats with their numbers."""
        return tuple((at, seat) for at, seat in enumerate(self.seats) if seat is not None)

    def undecided(self) -> tuple[int, ...]:
        """Return the seats in the cave that haven't chosen yet."""
        assert self.game is not None, "no game is in progress"
        # Runs several times for every choice, so it doesn't call `seat`.
        seats = self.seats
        return tuple(
            [
                at
                for at in self.game.expedition.in_cave
                if (seat := seats[at]) is not None and seat.choice is None
            ]
        )

    def seats_of(self, guest: str) -> tuple[int, ...]:
        """Return the numbers of a guest's seats."""
        return tuple(at for at, seat in self.taken_seats() if seat.guest == guest)

    def name_of(self, guest: str) -> str | None:
        """Return the name on a guest's first seat or promised seat, if any."""
        taken = [seat for _, seat in self.taken_seats()]
        names = [seat.name for seat in taken if seat.guest == guest]
        promises = [seat.promise for seat in taken if seat.promise is not None]
        names += [promise.name for promise in promises if promise.guest == guest]
        return names[0] if names else None

    def is_blocked(self, *origins: str) -> bool:
        """Return whether one of these devices and networks is blocked."""
        return any(blocked.origin in origins for blocked in self.blocked if blocked.origin)

    def network_of(self, guest: str) -> tuple[Guest, ...]:
        """Return a guest and, if their network is known, all others on it."""
        own = self.guest(guest)
        return tuple(
            other
            for other in self.guests
            if other is own or (own.network and other.network == own.network)
        )

    def is_present(self, guest: str | None) -> bool:
        """Return whether a guest has an open connection."""
        found = self.find_guest(guest)
        return found is not None and found.present

    def may_close(self, guest: str) -> bool:
        """Return whether a guest may close the table: its keeper, or else a seated host."""
        if self.keeper is not None:
            return self.keeper == guest
        return self.host == guest and bool(self.seats_of(guest))

    def with_guest(self, guest: Guest) -> "Table":
        """Return the table with the guest of the same id replaced."""
        changed = tuple(guest if other.id == guest.id else other for other in self.guests)
        return replace(self, guests=changed)

    def with_seat(self, at: int, seat: Seat | None) -> "Table":
        """Return the table with seat `at` replaced."""
        return replace(self, seats=(*self.seats[:at], seat, *self.seats[at + 1 :]))

    # Shared by several events.

    def offers_but(self, at: int) -> tuple[Offer, ...]:
        """Return all offers except the one for seat `at`."""
        return tuple(offer for offer in self.offers if offer.seat != at)

    def vacated(self, at: int) -> "Table":
        """Return the table with a seat freed or, during a game, given to a bot."""
        seat = self.seat(at)
        left = Former(seat.name, seat.letter, seat.color, seat.shape)
        others = tuple(former for former in self.former if former.name != seat.name)
        table = replace(self, offers=self.offers_but(at), former=(*others, left)[-MOST_FORMER:])
        if table.phase is TablePhase.LOBBY:
            return table.with_seat(at, None)
        veiled = seat.veiled or table.game is not None
        seat = replace(
            seat, guest=None, owner=None, level=None, stand_in=LEFT, missed=0, veiled=veiled
        )
        return table.with_seat(at, seat)

    def with_covered_choices(self, guest: str | None) -> "Table":
        """Cover a guest's choices if their device holds several seats.

        The person who uses the device next may not be the one who chose.
        """
        own = () if guest is None else self.seats_of(guest)
        if len(own) < 2:
            return self
        seats = tuple(
            replace(seat, covered=True) if seat is not None and at in own else seat
            for at, seat in enumerate(self.seats)
        )
        return replace(self, seats=seats)

    def without_choices(self, *, bets: bool = True) -> "Table":
        """Return the table without pending choices and, by default, without bets."""
        seats = tuple(
            seat and replace(seat, choice=None, bet=None if bets else seat.bet)
            for seat in self.seats
        )
        return replace(self, seats=seats)

    def new_game(self) -> Game:
        """Return this table's next game, before its first card."""
        settings = self.settings
        return Game.start(settings.played_edition(), len(self.seats), closed=settings.closed)

    def game_over(self) -> "Table":
        """Return the table with its game over; seats stay promised until a rematch."""
        return replace(
            self.without_choices(),
            phase=TablePhase.OVER,
            deadline=None,
            paused_at=None,
            asking=False,
        )

    def back_in_lobby(self) -> "Table":
        """Return the table in the lobby, with all seats back in their original places."""
        seats: list[Seat | None] = [None] * self.settings.played_edition().most_players
        for _, seat in self.taken_seats():
            seats[SEAT_LETTERS.index(seat.letter)] = seat.fresh()
        finished = self.game is not None and self.game.is_over
        shown = any(seat.nonce for _, seat in self.taken_seats())
        return replace(
            self,
            phase=TablePhase.LOBBY,
            seats=tuple(seats),
            shuffle=self.shuffle + 1,
            restarts=0 if finished else self.restarts + shown,
            game=None,
            deadline=None,
            paused_at=None,
            asking=False,
            offers=(),
        )


def seat_word(seat: int) -> str:
    """Return a seat's letter, or its number if the seat doesn't exist."""
    return SEAT_LETTERS[seat] if 0 <= seat < len(SEAT_LETTERS) else str(seat)
