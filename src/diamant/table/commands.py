"""Wishes: everything that a guest can ask of a table, and what the server tells it.

A guest's command carries an `id` of his own choosing and `by`, the guest whom the server has
recognised by his token. Nothing here is random: tokens and codes come hashed from the caller. What
is secret does not stand in a `repr`, so that no log line can hold it.
"""

from dataclasses import dataclass, field

from diamant.table.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTable:
    """Open a table; the guest whose token has the hash `token` is its host.

    `secret` is 32 random bytes in hexadecimal: all seeds and the bots' chance follow from it.
    """

    table: str
    secret: str = field(repr=False)
    token: str = field(repr=False)
    origin: str = field(default="", repr=False)
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Come in as a guest; repeating it with the same token changes nothing.

    With the hash of a seat's `code` the seat comes along, even where nobody else may come in.
    """

    token: str = field(repr=False)
    origin: str = field(default="", repr=False)
    screen: bool = False
    code: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Connect:
    """Tell that a connection of a guest is open; its name is the server's choice."""

    guest: str
    connection: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Disconnect:
    """Tell that a connection of a guest is closed."""

    guest: str
    connection: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Tell the time, so that deadlines that have passed take effect."""


ServerCommand = Join | Connect | Disconnect | Tick


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestCommand:
    """What every command of a guest carries."""

    id: str
    by: str


# Coming, sitting and going.


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveTable(GuestCommand):
    """Go, and give up every seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeScreen(GuestCommand):
    """Become the shared screen, or stop being it."""

    screen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat(GuestCommand):
    """Sit down on a free seat or a bot's, the first free one if none is named.

    While an expedition is on, a bot's seat is promised and taken when it ends. A device that is
    passed from hand to hand takes several seats.
    """

    name: str
    seat: int | None = None
    colour: int | None = None
    shape: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSeat(GuestCommand):
    """Stand up, or give up a seat that was promised; in a game a bot plays on."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename(GuestCommand):
    """Change the name of one's own seat; the host may rename bots."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dress(GuestCommand):
    """Choose a colour and a shape."""

    seat: int
    colour: int
    shape: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferSeat(GuestCommand):
    """Let another device take a seat with a code; the host may do so for an absent guest."""

    seat: int
    code: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSeat(GuestCommand):
    """Take the seat that a code stands for."""

    code: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(GuestCommand):
    """Play oneself again where a bot stands in."""

    seat: int


# The host's.


@dataclass(frozen=True, slots=True, kw_only=True)
class Kick(GuestCommand):
    """Send a guest away, and do not let him in again if `block`."""

    guest: str
    block: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver(GuestCommand):
    """Make another guest the host."""

    guest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FillWithBots(GuestCommand):
    """Put bots on free seats until there are `players`, of the table's strength or another."""

    players: int
    level: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveBot(GuestCommand):
    """Take a bot off its seat."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LetBotPlay(GuestCommand):
    """Have a bot stand in for a guest until he takes his seat back."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSettings(GuestCommand):
    """Change how the next game is played."""

    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class SetVisibility(GuestCommand):
    """Make the table public, private or locked, at any time."""

    visibility: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(GuestCommand):
    """Begin the game: first the nonces, then the first card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause(GuestCommand):
    """Stop the clock; choices may be made, but are not shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume(GuestCommand):
    """Let the clock go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame(GuestCommand):
    """End the game before its last card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch(GuestCommand):
    """Go back to the lobby with the same seats and spectators."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable(GuestCommand):
    """Close the table for good."""


# Playing.


@dataclass(frozen=True, slots=True, kw_only=True)
class PromiseNonce(GuestCommand):
    """Publish the hash of a seat's nonce; an empty one says that it gives none."""

    seat: int
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowNonce(GuestCommand):
    """Show the nonce, in hexadecimal, that was promised."""

    seat: int
    nonce: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(GuestCommand):
    """Choose to leave or to stay, or change one's mind, at the turn that is named."""

    seat: int
    turn: int
    leave: bool = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SendEmote(GuestCommand):
    """Show what one feels, with one of a few words."""

    seat: int
    emote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bet(GuestCommand):
    """Bet for fun, from the camp, on who leaves next."""

    seat: int
    on: int


Command = GuestCommand | ServerCommand
