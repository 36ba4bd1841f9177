"""What a client says, from its bytes to a table's command.

First comes a `Hello`, then commands, `Look`s and, from a shared screen, `Cue`s.

The commands are those of `diamant.table.commands`: their messages are made from them, by the same
wire names and with the same fields. Who speaks is known from the `Hello`. A message's `tag` is its
`type` on the wire: it stays what it is when its class is renamed.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import reduce
from operator import or_
from typing import (
    Annotated,
    Any,
    Literal,
    Protocol,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_type_hints,
)

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, defstruct
from msgspec.structs import asdict

from diamant.editions import read_own_edition
from diamant.errors import DiamantError, EditionError
from diamant.protocol import tag_of
from diamant.rules.edition_text import MOST_CHARACTERS
from diamant.table.commands import COMMANDS, GuestCommand
from diamant.table.senders import MOST_COMMAND_ID, Sent
from diamant.table.settings import Settings

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
    guests_per_network: int = 24


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


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Decoder(Protocol[T_co]):
    """What reads JSON into values of one type."""

    type: Any

    def decode(self, buf: bytes | str, /) -> T_co:
        """Return the value, or raise `msgspec.DecodeError`."""
        ...


def decode(decoder: Decoder[T], data: bytes | str) -> T:
    """Read a value as a decoder does, whichever way its whole numbers are written.

    >>> decode(msgspec.json.Decoder(list[int]), "[1, 2.0, 3e0]")
    [1, 2, 3]
    """
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        if "got `float`" not in str(error):
            raise
    value: T = msgspec.convert(_whole(msgspec.json.decode(data)), decoder.type)
    return value


def _whole(value: Any) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, dict):
        return {name: _whole(item) for name, item in value.items()}
    return [_whole(item) for item in value] if isinstance(value, list) else value


_AT = re.compile(r" - at `(?P<where>[^`]*)`$")


class MalformedError(DiamantError):
    """A message that is none; `about` is its id, where that could be read."""

    def __init__(self, reason: str, about: int | UnsetType) -> None:
        super().__init__(reason)
        self.about = about


class _Named(Struct):
    """The one field that tells a sender which of their messages was wrong."""

    id: Id | None = None


class _AnyHello(Struct, tag_field="type", tag=tag_of(Hello)):
    """The one field of a `Hello` that every version of the protocol has."""

    protocol: msgspec.Raw = msgspec.Raw(b"null")


_message: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(reduce(or_, INCOMING))
_named = msgspec.json.Decoder(_Named)
_any_hello = msgspec.json.Decoder(_AnyHello)
_version: msgspec.json.Decoder[int] = msgspec.json.Decoder(Version)


def read_message(data: bytes | str) -> Incoming:
    """Read what a client says, or raise `MalformedError` with a reason."""
    try:
        return decode(_message, data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MalformedError(reason_of(error), _id_of(data)) from None


def is_hello(data: bytes | str) -> bool:
    """Return whether a message that cannot be read is meant as a `Hello`."""
    return _read_any_hello(data) is not None


def protocol_of(data: bytes | str) -> int | None:
    """Return the protocol of a `Hello` that cannot be read, perhaps as it is of a later one."""
    hello = _read_any_hello(data)
    try:
        return None if hello is None else decode(_version, bytes(hello.protocol))
    except msgspec.DecodeError:
        return None


def _read_any_hello(data: bytes | str) -> _AnyHello | None:
    try:
        return decode(_any_hello, data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def reason_of(error: Exception) -> str:
    """Return why msgspec refuses something, without what was sent."""
    text = str(error)
    if not isinstance(error, msgspec.ValidationError):
        return "it is not JSON"
    found = _AT.search(text)
    where = found["where"] if found is not None else "$"
    what = text[: found.start()] if found is not None else text
    # These two repeat what was sent, which may have been a secret in the wrong place.
    if what.startswith("Invalid value"):
        what = "there is no such word"
    elif what.startswith("Object contains unknown field"):
        what = "there is no such field"
    return f"{what[:1].lower()}{what[1:]} at {where[:80]}" if _is_plain(where) else what


def _is_plain(where: str) -> bool:
    return re.fullmatch(r"\$[A-Za-z_.\[\]0-9]*", where) is not None


def _id_of(data: bytes | str) -> int | UnsetType:
    try:
        return decode(_named, data).id or UNSET
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return UNSET


def encode_command(message: CommandMessage) -> bytes:
    """Encode a command so that leaving is as long as staying: a line may be watched, if not read.

    >>> choose = COMMAND_MESSAGES["Choose"]
    >>> leave, stay = (choose(id=1, seat=0, turn=1, leave=leave) for leave in (True, False))
    >>> len(encode_command(leave)) == len(encode_command(stay))
    True
    """
    data = msgspec.json.encode(message)
    return data + b" " if getattr(message, "leave", False) else data


_COMMANDS: Mapping[type[Any], tuple[type[GuestCommand], tuple[str, ...]]] = {
    kind: (COMMANDS[name], tuple(field for field in kind.__struct_fields__ if field != "id"))
    for name, kind in COMMAND_MESSAGES.items()
}


def to_command(message: CommandMessage, by: str, connection: str, code: str = "") -> GuestCommand:
    """Return the command that a message of a guest means, which came by a connection.

    `code` is the one that the server has drawn to answer an `OfferSeat` with.
    """
    kind, names = _COMMANDS[type(message)]
    fields: dict[str, Any] = {name: getattr(message, name) for name in names}
    if isinstance(message, ChangeSettings):
        fields["settings"] = to_settings(message.settings)
    elif isinstance(message, OfferSeat):
        fields["code"] = hash_code(code)
    elif isinstance(message, ClaimSeat):
        fields["code"] = hash_code(message.code)
    return kind(by=by, sent=Sent(connection, message.id), **fields)


def to_settings(given: TableSettings) -> Settings:
    """Return the settings as a table has them; an edition's text may name its edition itself."""
    fields = asdict(given)
    if given.edition_text is not None and not given.edition:
        try:
            fields["edition"] = read_own_edition(given.edition_text).id
        except EditionError:
            fields["edition"] = "own"  # The table says what is wrong with the text.
    return Settings(**fields)


def hash_token(token: str) -> str:
    """Return what a table knows a token by."""
    return hashlib.sha256(token.encode()).hexdigest()


def hash_code(code: str) -> str:
    """Return what a table knows a seat's code by; people type it as they like."""
    letters = "".join(letter for letter in code.upper() if letter.isalnum())
    return hashlib.sha256(letters.encode()).hexdigest()
