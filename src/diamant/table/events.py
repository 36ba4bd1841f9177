"""Facts: what happened at a table, one entry of its log after the other.

Each event names in `told` the fields that everybody at the table may be told; nothing else leaves
the house (`viewing.event_for`). An event without any is told to nobody.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from diamant.rules.events import GameEvent as Fact
from diamant.table.refusals import Refusal
from diamant.table.settings import Settings

Told = tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class TableCreated:
    """A table was opened; its host is the first guest."""

    told: ClassVar[Told] = ("table", "settings", "guest")
    table: str
    settings: Settings
    secret: str = field(repr=False)
    guest: str
    token: str = field(repr=False)
    origin: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class GuestJoined:
    """A guest came in."""

    told: ClassVar[Told] = ("guest", "screen")
    guest: str
    token: str = field(repr=False)
    origin: str = field(repr=False)
    screen: bool


@dataclass(frozen=True, slots=True)
class GuestGone:
    """A guest left, was kicked or blocked, could not stay as a spectator, or was away for long.

    His token is worth nothing any more. In the lobby his seats are free; in a game they are bots'.
    """

    told: ClassVar[Told] = ("guest", "why")
    guest: str
    why: str


@dataclass(frozen=True, slots=True)
class ScreenSet:
    """A guest became the shared screen, or stopped being it."""

    told: ClassVar[Told] = ("guest", "screen")
    guest: str
    screen: bool


@dataclass(frozen=True, slots=True)
class Connected:
    """A connection of a guest was opened; `arrived` if he had none before."""

    told: ClassVar[Told] = ("guest",)
    guest: str
    connection: str
    arrived: bool


@dataclass(frozen=True, slots=True)
class Disconnected:
    """A connection of a guest was closed; `away` if it was the last."""

    told: ClassVar[Told] = ("guest",)
    guest: str
    connection: str
    away: bool


@dataclass(frozen=True, slots=True)
class HostChanged:
    """Another guest is the host; nobody is, if there was none to be it."""

    told: ClassVar[Told] = ("guest",)
    guest: str | None


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A guest sat down, on a free seat or a bot's."""

    told: ClassVar[Told] = ("seat", "guest", "name", "colour", "shape")
    seat: int
    guest: str
    name: str
    colour: int
    shape: int


@dataclass(frozen=True, slots=True)
class SeatPromised:
    """A bot's seat will be a guest's when the expedition has ended."""

    told: ClassVar[Told] = ("seat", "guest", "name")
    seat: int
    guest: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A guest stood up, or gave up a promise: the seat is free, or in a game a bot's."""

    told: ClassVar[Told] = ("seat",)
    seat: int


@dataclass(frozen=True, slots=True)
class SeatRenamed:
    """A player bears another name."""

    told: ClassVar[Told] = ("seat", "name")
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatDressed:
    """A player has another colour and shape."""

    told: ClassVar[Told] = ("seat", "colour", "shape")
    seat: int
    colour: int
    shape: int


@dataclass(frozen=True, slots=True)
class SeatOffered:
    """A code was made that moves a seat to another device."""

    told: ClassVar[Told] = None
    seat: int
    code: str = field(repr=False)
    until: int


@dataclass(frozen=True, slots=True)
class SeatMoved:
    """A seat is played on another device."""

    told: ClassVar[Told] = ("seat", "guest")
    seat: int
    guest: str


@dataclass(frozen=True, slots=True)
class BotSat:
    """A bot sat down."""

    told: ClassVar[Told] = ("seat", "level", "name", "colour", "shape")
    seat: int
    level: str | None
    name: str
    colour: int
    shape: int


@dataclass(frozen=True, slots=True)
class BotRemoved:
    """A bot's seat is free."""

    told: ClassVar[Told] = ("seat",)
    seat: int


@dataclass(frozen=True, slots=True)
class SeatTakenOver:
    """A bot stands in, because the guest is away, missed his choices, or by the host's word."""

    told: ClassVar[Told] = ("seat", "why")
    seat: int
    why: str


@dataclass(frozen=True, slots=True)
class SeatHandedBack:
    """The guest plays himself again."""

    told: ClassVar[Told] = ("seat",)
    seat: int


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """The next game is played in another way."""

    told: ClassVar[Told] = ("settings",)
    settings: Settings


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The players are settled: those of the lobby's seats `order`, from now on seats 0, 1, ….

    Until `deadline` seats promise their nonces.
    """

    told: ClassVar[Told] = ("order", "deadline")
    order: tuple[int, ...]
    deadline: int


@dataclass(frozen=True, slots=True)
class NoncePromised:
    """A seat published the hash of its nonce, or said that it gives none."""

    told: ClassVar[Told] = ("seat", "hash")
    seat: int
    hash: str


@dataclass(frozen=True, slots=True)
class NoncesAwaited:
    """All hashes are in: until `deadline` the nonces are shown."""

    told: ClassVar[Told] = ("deadline",)
    deadline: int


@dataclass(frozen=True, slots=True)
class NonceShown:
    """A seat showed the nonce that it had promised."""

    told: ClassVar[Told] = ("seat", "nonce")
    seat: int
    nonce: str


@dataclass(frozen=True, slots=True)
class ShuffleAbandoned:
    """These seats did not show their nonces: back to the lobby, with a new commitment."""

    told: ClassVar[Told] = ("seats", "commitment")
    seats: tuple[int, ...]
    commitment: str


@dataclass(frozen=True, slots=True)
class PlayBegan:
    """The shuffle is settled, and everybody enters the first cave."""

    told: ClassVar[Told] = ()


@dataclass(frozen=True, slots=True)
class CardTurned:
    """A card was turned; if there is something to choose, this is turn `turn` until `deadline`.

    `facts` is what the rules say happened; `hidden` whether chests are closed to others.
    """

    told: ClassVar[Told] = ("card", "turn", "deadline")
    card: str
    turn: int | None
    deadline: int | None
    facts: tuple[Fact, ...]
    hidden: bool


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A seat chose, by its player or a bot; `shown` if others learn that it has chosen now."""

    told: ClassVar[Told] = ("seat",)
    seat: int
    leave: bool = field(repr=False)
    bot: bool
    shown: bool


@dataclass(frozen=True, slots=True)
class ChoiceMissed:
    """The clock ran out for a seat and chose for it."""

    told: ClassVar[Told] = ("seat",)
    seat: int
    leave: bool


@dataclass(frozen=True, slots=True)
class ChoicesRevealed:
    """All choices were shown at once; `bets_won` are the seats that had bet on a leaver."""

    told: ClassVar[Told] = ("leavers", "bets_won")
    leavers: tuple[int, ...]
    bets_won: tuple[int, ...]
    facts: tuple[Fact, ...]
    hidden: bool


@dataclass(frozen=True, slots=True)
class BreakBegan:
    """An expedition has ended; the next one begins at `deadline`."""

    told: ClassVar[Told] = ("deadline",)
    deadline: int


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The last expedition is over, and the seed is shown."""

    told: ClassVar[Told] = ("seed",)
    seed: str


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The host ended the game before its last card; before the first, with a new commitment."""

    told: ClassVar[Told] = ("commitment",)
    commitment: str | None


@dataclass(frozen=True, slots=True)
class RematchBegan:
    """Back to the lobby with the same seats, and a new commitment."""

    told: ClassVar[Told] = ("commitment",)
    commitment: str


@dataclass(frozen=True, slots=True)
class Paused:
    """The clock stands still."""

    told: ClassVar[Told] = ()


@dataclass(frozen=True, slots=True)
class Resumed:
    """The clock goes on; the deadline has moved."""

    told: ClassVar[Told] = ("deadline",)
    deadline: int | None


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is closed for good."""

    told: ClassVar[Told] = ()


@dataclass(frozen=True, slots=True)
class Emoted:
    """A player showed what he feels."""

    told: ClassVar[Told] = ("seat", "emote")
    seat: int
    emote: str


@dataclass(frozen=True, slots=True)
class BetMade:
    """A player in the camp bet on who leaves next."""

    told: ClassVar[Told] = ("seat", "on")
    seat: int
    on: int


@dataclass(frozen=True, slots=True)
class ClockMoved:
    """The server's clock was set back by `back` milliseconds, and every deadline with it."""

    told: ClassVar[Told] = ("back", "deadline")
    back: int
    deadline: int | None


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """A command was refused; kept so that repeating it gives the same answer."""

    told: ClassVar[Told] = None
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class NothingChanged:
    """A command was accepted but changed nothing; kept for the same reason."""

    told: ClassVar[Told] = None


Event = (
    TableCreated
    | GuestJoined
    | GuestGone
    | ScreenSet
    | Connected
    | Disconnected
    | HostChanged
    | SeatTaken
    | SeatPromised
    | SeatLeft
    | SeatRenamed
    | SeatDressed
    | SeatOffered
    | SeatMoved
    | BotSat
    | BotRemoved
    | SeatTakenOver
    | SeatHandedBack
    | SettingsChanged
    | GameStarted
    | NoncePromised
    | NoncesAwaited
    | NonceShown
    | ShuffleAbandoned
    | PlayBegan
    | CardTurned
    | ChoiceMade
    | ChoiceMissed
    | ChoicesRevealed
    | BreakBegan
    | GameFinished
    | GameAbandoned
    | RematchBegan
    | Paused
    | Resumed
    | TableClosed
    | Emoted
    | BetMade
    | ClockMoved
    | CommandRefused
    | NothingChanged
)


def is_public(event: Event) -> bool:
    """Return whether everybody at the table is told of an event, however little of it."""
    if isinstance(event, Connected):
        return event.arrived
    if isinstance(event, Disconnected):
        return event.away
    if isinstance(event, ChoiceMade):
        return event.shown
    return event.told is not None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log: an event, when it happened, and the command that caused it.

    `number` counts all entries and never leaves the house, since a gap would tell that somebody
    did something secret; `seen` counts those that everybody is told of.
    """

    number: int
    seen: int
    at: int
    by: str | None
    command: str | None
    event: Event
