"""Parse the client's messages, and turn them into a table's commands.

The first message is a `Hello`. Commands, `Look`s and, from a shared screen, `Cue`s follow.

Command messages are generated from `diamant.table.commands`, with the same wire names and fields.
The `Hello` identifies the guest who sends them. A message's `tag` is its `type` on the wire and
stays the same if its class is renamed.
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
"""The longest message, which may contain a custom edition; a longer one ends the connection."""

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
"""The moments of an event in the order that screens show them: the choices, the card, the cards it
destroys, the next cave, the resulting state, and the end of the event.
"""
MOMENTS: tuple[Moment, ...] = get_args(Moment)


class Hello(Struct, tag="Hello", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first message: the table, the guest, and what the client already knows.

    `table` is a table's id or room code. Without a `token`, the client is a new guest. `since` is
    the public number of the last event received; without `since`, the server sends a full view.
    `sender` is a random word that identifies a page or program on all of its connections.
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
    """Request everything that the guest may know, including odds and remaining cards."""

    id: Id


class Cue(Struct, tag="Cue", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A report from a shared screen that it is showing a `moment` of an event.

    Other devices wait for this cue before they show the same moment. `public_number` identifies the
    event. The server forwards cues and never stores them.
    """

    public_number: Counted
    moment: Moment


class CommandMessage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of all commands on the wire; the `Hello` identifies their sender.

    Each sender must use increasing ids, starting above the `last_command` of the `Welcome`.
    """

    id: Id


class TableSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a table; missing settings get their defaults.

    docs/table.md explains the settings and their limits.
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
    """Change the settings of the next game, all at once."""

    settings: TableSettings


class OfferSeat(CommandMessage, tag="OfferSeat", frozen=True, kw_only=True):
    """Request a code with which another device can take the seat within five minutes."""

    seat: SeatNumber


class ClaimSeat(CommandMessage, tag="ClaimSeat", frozen=True, kw_only=True):
    """Take the seat that a code was created for."""

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
"""The types and limits of command fields by name, except booleans."""


def _message_of(kind: type[GuestCommand]) -> type[CommandMessage]:
    """Create a command's message type, with the command's fields and their limits."""
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


# Messages whose fields differ from their command's are defined above.
_WRITTEN: Mapping[str, type[CommandMessage]] = {
    "ChangeSettings": ChangeSettings,
    "OfferSeat": OfferSeat,
    "ClaimSeat": ClaimSeat,
}
COMMAND_MESSAGES: Mapping[str, type[CommandMessage]] = {
    name: _WRITTEN.get(name) or _message_of(kind) for name, kind in COMMANDS.items()
}
"""The message type of every command, by wire name."""

Incoming: TypeAlias = Hello | Look | Cue | CommandMessage
INCOMING: tuple[type[Struct], ...] = (Hello, Look, Cue, *COMMAND_MESSAGES.values())
"""All message types that a client can send."""


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `POST api/tables`."""

    settings: TableSettings = TableSettings()


class ClaimBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `POST api/claims`."""

    claim: Annotated[str, Meta(min_length=1, max_length=64)]


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Decoder(Protocol[T_co]):
    """Parses JSON into values of one type."""

    type: Any

    def decode(self, buf: bytes | str, /) -> T_co:
        """Return the value, or raise `msgspec.DecodeError`."""
        ...


def decode(decoder: Decoder[T], data: bytes | str) -> T:
    """Parse a value with a decoder; accept whole numbers in any JSON notation.

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
    """Raised for an invalid message; `about` is its id, if readable."""

    def __init__(self, reason: str, about: int | UnsetType) -> None:
        super().__init__(reason)
        self.about = about


class _Named(Struct):
    """The id of an invalid message, so that its sender can recognize it."""

    id: Id | None = None


class _AnyHello(Struct, tag_field="type", tag=tag_of(Hello)):
    """A `Hello` of any protocol version, with the only field that all versions share."""

    protocol: msgspec.Raw = msgspec.Raw(b"null")


_message: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(reduce(or_, INCOMING))
_named = msgspec.json.Decoder(_Named)
_any_hello = msgspec.json.Decoder(_AnyHello)
_version: msgspec.json.Decoder[int] = msgspec.json.Decoder(Version)


def read_message(data: bytes | str) -> Incoming:
    """Parse a client's message, or raise `MalformedError` with a reason."""
    try:
        return decode(_message, data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MalformedError(reason_of(error), _id_of(data)) from None


def is_hello(data: bytes | str) -> bool:
    """Return whether an invalid message is meant as a `Hello`."""
    return _read_any_hello(data) is not None


def protocol_of(data: bytes | str) -> int | None:
    """Return the protocol version of an invalid `Hello`, or None."""
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
    """Describe a parsing error without quoting the data that was sent."""
    text = str(error)
    if not isinstance(error, msgspec.ValidationError):
        return "it is not JSON"
    found = _AT.search(text)
    where = found["where"] if found is not None else "$"
    what = text[: found.start()] if found is not None else text
    # These two repeat the data that was sent, which may contain a misplaced secret.
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
    """Encode a command so that leaving and staying have the same length.

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
    """Return the command in a message from guest `by` on `connection`.

    `code` is the code that the server has created for an `OfferSeat`.
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
    """Return a table's settings; a custom edition's id may come from its text."""
    fields = asdict(given)
    if given.edition_text is not None and not given.edition:
        try:
            fields["edition"] = read_own_edition(given.edition_text).id
        except EditionError:
            fields["edition"] = "own"  # The table reports errors in the text.
    return Settings(**fields)


def hash_token(token: str) -> str:
    """Return the hash that a table stores instead of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def hash_code(code: str) -> str:
    """Return the hash that a table stores for a seat code, however it is typed."""
    letters = "".join(letter for letter in code.upper() if letter.isalnum())
    return hashlib.sha256(letters.encode()).hexdigest()
