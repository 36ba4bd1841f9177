"""From a client's bytes to a table's command."""

import hashlib
import re
from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict

from diamant.editions import read_own_edition
from diamant.errors import DiamantError, EditionError
from diamant.protocol import incoming, tag_of
from diamant.protocol.incoming import ChangeSettings, ClaimSeat, CommandMessage, OfferSeat
from diamant.table.commands import COMMANDS, GuestCommand
from diamant.table.senders import Sent
from diamant.table.settings import Settings

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

    id: incoming.Id | None = None


class _AnyHello(Struct, tag_field="type", tag=tag_of(incoming.Hello)):
    """The one field of a `Hello` that every version of the protocol has."""

    protocol: msgspec.Raw = msgspec.Raw(b"null")


_message: msgspec.json.Decoder[incoming.Incoming] = msgspec.json.Decoder(
    reduce(or_, incoming.INCOMING)
)
_named = msgspec.json.Decoder(_Named)
_any_hello = msgspec.json.Decoder(_AnyHello)
_version: msgspec.json.Decoder[int] = msgspec.json.Decoder(incoming.Version)


def read_message(data: bytes | str) -> incoming.Incoming:
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

    >>> choose = incoming.COMMAND_MESSAGES["Choose"]
    >>> leave, stay = (choose(id=1, seat=0, turn=1, leave=leave) for leave in (True, False))
    >>> len(encode_command(leave)) == len(encode_command(stay))
    True
    """
    data = msgspec.json.encode(message)
    return data + b" " if getattr(message, "leave", False) else data


_COMMANDS: Mapping[type[Any], tuple[type[GuestCommand], tuple[str, ...]]] = {
    kind: (COMMANDS[name], tuple(field for field in kind.__struct_fields__ if field != "id"))
    for name, kind in incoming.COMMAND_MESSAGES.items()
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


def to_settings(given: incoming.TableSettings) -> Settings:
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
