"""What a client says: first a `Hello`, then commands and `Look`s.

The commands are those of `diamant.table.commands`, by the same names and with the same fields;
who speaks is known from the `Hello`. A message's `tag` is its `type` on the wire: it stays what it
is when its class is renamed.
"""

from typing import Annotated

from msgspec import Meta, Struct

MOST_BYTES = 64 * 1024
"""A longer message ends the connection; an edition of one's own is the longest thing to say."""

Version = Annotated[int, Meta(ge=0, le=1_000_000)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Explorer = Annotated[int, Meta(ge=0, le=7)]
Name = Annotated[str, Meta(max_length=200)]
Word = Annotated[str, Meta(max_length=64)]
GuestId = Annotated[str, Meta(max_length=16)]
Hex = Annotated[str, Meta(max_length=128, pattern="^[0-9a-f]*$")]
Token = Annotated[str, Meta(min_length=22, max_length=64, pattern="^[A-Za-z0-9_-]*$")]
Code = Annotated[str, Meta(max_length=32)]


class Hello(Struct, tag="Hello", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first message: who comes to which table, and what they know already.

    `table` is a table's id or its room code. Without a `token` one is a new guest. `since` is the
    number of the last event that was seen; without it one gets a view of everything.
    """

    protocol: Version
    table: Annotated[str, Meta(min_length=1, max_length=64)]
    token: Token | None = None
    since: Annotated[int, Meta(ge=0)] | None = None
    screen: bool = False
    code: Code | None = None
    client: Word = ""


class Look(Struct, tag="Look", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a view of everything one may know, odds and remaining cards among it."""

    id: Id


class _Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id


class LeaveTable(_Command, tag="LeaveTable", frozen=True, kw_only=True):
    """Go, and give up every seat."""


class BeScreen(_Command, tag="BeScreen", frozen=True, kw_only=True):
    """Become the shared screen, or stop being it."""

    screen: bool


class TakeSeat(_Command, tag="TakeSeat", frozen=True, kw_only=True):
    """Sit down on a free seat or a bot's, the first free one if none is named."""

    name: Name
    seat: SeatNumber | None = None
    colour: Explorer | None = None
    shape: Explorer | None = None


class LeaveSeat(_Command, tag="LeaveSeat", frozen=True, kw_only=True):
    """Stand up, or give up a seat that was promised; in a game a bot plays on."""

    seat: SeatNumber


class Rename(_Command, tag="Rename", frozen=True, kw_only=True):
    """Change the name of one's own seat; the host may rename bots."""

    seat: SeatNumber
    name: Name


class Dress(_Command, tag="Dress", frozen=True, kw_only=True):
    """Choose a colour and a shape."""

    seat: SeatNumber
    colour: Explorer
    shape: Explorer


class OfferSeat(_Command, tag="OfferSeat", frozen=True, kw_only=True):
    """Ask for a code with which another device takes the seat within five minutes."""

    seat: SeatNumber


class ClaimSeat(_Command, tag="ClaimSeat", frozen=True, kw_only=True):
    """Take the seat that a code stands for."""

    code: Code


class TakeBack(_Command, tag="TakeBack", frozen=True, kw_only=True):
    """Play oneself again where a bot stands in."""

    seat: SeatNumber


class Kick(_Command, tag="Kick", frozen=True, kw_only=True):
    """Send a guest away, and do not let them in again if `block`."""

    guest: GuestId
    block: bool = False


class HandOver(_Command, tag="HandOver", frozen=True, kw_only=True):
    """Make another guest the host."""

    guest: GuestId


class FillWithBots(_Command, tag="FillWithBots", frozen=True, kw_only=True):
    """Put bots on free seats until there are `players`, of the table's strength or another."""

    players: Annotated[int, Meta(ge=0, le=8)]
    level: Word | None = None


class RemoveBot(_Command, tag="RemoveBot", frozen=True, kw_only=True):
    """Take a bot off its seat."""

    seat: SeatNumber


class LetBotPlay(_Command, tag="LetBotPlay", frozen=True, kw_only=True):
    """Have a bot stand in for a guest until they take their seat back."""

    seat: SeatNumber


class TableSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings that a client names for a table; what is not named is as usual.

    What each means, and its bounds, stands in docs/table.md.
    """

    edition: Word = "iello-2016"
    edition_text: Annotated[str, Meta(max_length=32_000)] | None = None
    closed: bool = False
    clock: Word = "relaxed"
    seconds: int | None = None
    timeout: Word = "leave"
    bots: Word = "medium"
    thinking: bool = True
    spectators: bool = True
    visibility: Word = "private"
    show_chosen: bool = True
    odds: bool = True
    break_seconds: int = 3


class ChangeSettings(_Command, tag="ChangeSettings", frozen=True, kw_only=True):
    """Change how the next game is played."""

    settings: TableSettings


class SetVisibility(_Command, tag="SetVisibility", frozen=True, kw_only=True):
    """Make the table public, private or locked, at any time."""

    visibility: Word


class Start(_Command, tag="Start", frozen=True, kw_only=True):
    """Begin the game: first the nonces, then the first card."""


class Pause(_Command, tag="Pause", frozen=True, kw_only=True):
    """Stop the clock; choices may be made, but are not shown."""


class Resume(_Command, tag="Resume", frozen=True, kw_only=True):
    """Let the clock go on."""


class EndGame(_Command, tag="EndGame", frozen=True, kw_only=True):
    """End the game before its last card."""


class Rematch(_Command, tag="Rematch", frozen=True, kw_only=True):
    """Go back to the lobby with the same seats and spectators."""


class CloseTable(_Command, tag="CloseTable", frozen=True, kw_only=True):
    """Close the table for good."""


class PromiseNonce(_Command, tag="PromiseNonce", frozen=True, kw_only=True):
    """Publish the hash of a seat's nonce; an empty one says that it gives none."""

    seat: SeatNumber
    hash: Hex


class ShowNonce(_Command, tag="ShowNonce", frozen=True, kw_only=True):
    """Show the nonce, in hexadecimal, that was promised."""

    seat: SeatNumber
    nonce: Hex


class Choose(_Command, tag="Choose", frozen=True, kw_only=True):
    """Choose to leave or to stay, or change one's mind, at the turn that is named."""

    seat: SeatNumber
    turn: Annotated[int, Meta(ge=0)]
    leave: bool


class SendEmote(_Command, tag="SendEmote", frozen=True, kw_only=True):
    """Show what one feels, with one of a few words."""

    seat: SeatNumber
    emote: Word


class Bet(_Command, tag="Bet", frozen=True, kw_only=True):
    """Bet for fun, from the camp, on who leaves next."""

    seat: SeatNumber
    on: SeatNumber


CommandMessage = (
    LeaveTable
    | BeScreen
    | TakeSeat
    | LeaveSeat
    | Rename
    | Dress
    | OfferSeat
    | ClaimSeat
    | TakeBack
    | Kick
    | HandOver
    | FillWithBots
    | RemoveBot
    | LetBotPlay
    | ChangeSettings
    | SetVisibility
    | Start
    | Pause
    | Resume
    | EndGame
    | Rematch
    | CloseTable
    | PromiseNonce
    | ShowNonce
    | Choose
    | SendEmote
    | Bet
)

Incoming = Hello | Look | CommandMessage


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `POST api/tables`."""

    settings: TableSettings = TableSettings()


class ClaimBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `POST api/claims`."""

    claim: Annotated[str, Meta(min_length=1, max_length=64)]
