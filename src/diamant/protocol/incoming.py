"""What a client says: first a `Hello`, then commands, `Look`s and, from a shared screen, `Cue`s.

The commands are those of `diamant.table.commands`: their messages are made from them, by the same
wire names and with the same fields. Who speaks is known from the `Hello`. A message's `tag` is its
`type` on the wire: it stays what it is when its class is renamed.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Annotated, Any, Literal, TypeAlias, cast, get_args, get_type_hints

from msgspec import Meta, Struct, defstruct

from diamant.rules.edition_text import MOST_CHARACTERS
from diamant.table.commands import COMMANDS, GuestCommand
from diamant.table.senders import MOST_COMMAND_ID

MOST_BYTES = 64 * 1024
"""A longer message ends the connection; an edition of one's own is the longest thing to say."""

Counted = Annotated[int, Meta(ge=0, le=MOST_COMMAND_ID)]
Version = Annotated[int, Meta(ge=0, le=1_000_000)]
Id = Annotated[int, Meta(ge=1, le=MOST_COMMAND_ID)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Explorer = Annotated[int, Meta(ge=0, le=7)]
Name = Annotated[str, Meta(max_length=200)]
Word = Annotated[str, Meta(max_length=64)]
GuestId = Annotated[str, Meta(max_length=16)]
Hex = Annotated[str, Meta(max_length=128, pattern="^[0-9a-f]*$")]
Token = Annotated[str, Meta(min_length=22, max_length=64, pattern="^[A-Za-z0-9_-]*$")]
Sender = Annotated[str, Meta(max_length=32, pattern="^[A-Za-z0-9_-]*$")]
Code = Annotated[str, Meta(max_length=32)]
Moment = Literal["reveal", "turn", "bust", "begin", "end", "done"]
"""What the room sees of an event, in this order: the choices, the card, what it destroys, the next
cave, how things stand after all of it, and that there is no more to tell of it."""
MOMENTS: tuple[Moment, ...] = get_args(Moment)


class Hello(Struct, tag="Hello", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first message: who comes to which table, and what they know already.

    `table` is a table's id or its room code. Without a `token` one is a new guest. `since` is the
    public number of the last event that was told; without it one gets a view of everything.
    `sender` is a random word of a page's or a program's own, the same on all of its connections.
    """

    protocol: Version
    table: Annotated[str, Meta(min_length=1, max_length=64)]
    token: Token | None = None
    since: Counted | None = None
    screen: bool = False
    code: Code | None = None
    client: Word = ""
    sender: Sender = ""


class Look(Struct, tag="Look", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a view of everything one may know, odds and remaining cards among it."""

    id: Id


class Cue(Struct, tag="Cue", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a shared screen shows at this moment: other devices tell nothing before it does.

    `public_number` is that of the event whose `moment` it is. It is told on and never stored.
    """

    public_number: Counted
    moment: Moment


class CommandMessage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every command on the wire has; who speaks is known from the `Hello`.

    A sender's ids only grow, from one above the `last_command` of the `Welcome` on.
    """

    id: Id


class TableSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings that a client names for a table; what is not named is as usual.

    What each means, and its bounds, stands in docs/table.md.
    """

    edition: Word = "iello-2016"
    edition_text: Annotated[str, Meta(max_length=MOST_CHARACTERS)] | None = None
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
    coach: bool = True
    break_seconds: int = 4


class ChangeSettings(CommandMessage, tag="ChangeSettings", frozen=True, kw_only=True):
    """Change how the next game is played: all settings at once."""

    settings: TableSettings


class OfferSeat(CommandMessage, tag="OfferSeat", frozen=True, kw_only=True):
    """Ask for a code with which another device takes the seat within five minutes."""

    seat: SeatNumber


class ClaimSeat(CommandMessage, tag="ClaimSeat", frozen=True, kw_only=True):
    """Take the seat that a code stands for."""

    code: Code


_BOUNDS: Mapping[str, object] = {
    "color": Explorer,
    "emote": Word,
    "guest": GuestId,
    "hash": Hex,
    "level": Word,
    "name": Name,
    "nonce": Hex,
    "on": SeatNumber,
    "players": Annotated[int, Meta(ge=0, le=8)],
    "seat": SeatNumber,
    "shape": Explorer,
    "turn": Counted,
    "visibility": Word,
}
"""What may be sent in a field of a command, by its name; true or false needs no bounds."""


def _message_of(kind: type[GuestCommand]) -> type[CommandMessage]:
    """Make the message of a table's command: the same fields, within bounds."""
    hints = get_type_hints(kind)
    made: list[tuple[str, Any] | tuple[str, Any, Any]] = []
    for field in fields(kind):
        if field.name in ("by", "sent"):
            continue
        if hints[field.name] is bool:
            sent: Any = bool
        else:
            assert field.name in _BOUNDS, f"the bounds of {kind.wire_name}.{field.name} are missing"
            sent = _BOUNDS[field.name]
        if field.default is MISSING:
            made.append((field.name, sent))
        else:
            sent = sent if field.default is not None else sent | None
            made.append((field.name, sent, field.default))
    message = defstruct(
        kind.wire_name,
        made,
        bases=(CommandMessage,),
        namespace={"__doc__": kind.__doc__},
        module=__name__,
        tag=kind.wire_name,
        frozen=True,
        kw_only=True,
    )
    return cast("type[CommandMessage]", message)


# Those whose message differs from the command are written out above.
_WRITTEN: Mapping[str, type[CommandMessage]] = {
    "ChangeSettings": ChangeSettings,
    "OfferSeat": OfferSeat,
    "ClaimSeat": ClaimSeat,
}
COMMAND_MESSAGES: Mapping[str, type[CommandMessage]] = {
    name: _WRITTEN.get(name) or _message_of(kind) for name, kind in COMMANDS.items()
}
"""The message of every command, by its wire name."""

Incoming: TypeAlias = Hello | Look | Cue | CommandMessage
INCOMING: tuple[type[Struct], ...] = (Hello, Look, Cue, *COMMAND_MESSAGES.values())
"""All that a client can say."""


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `POST api/tables`."""

    settings: TableSettings = TableSettings()


class ClaimBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `POST api/claims`."""

    claim: Annotated[str, Meta(min_length=1, max_length=64)]
