"""Messages that a client could send: valid ones, invalid ones, and those in between."""

import json
from typing import Any

import msgspec
from hypothesis import strategies as st

from diamant.protocol.incoming import INCOMING, Hello
from diamant.table.settings import BOT_LEVELS, CLOCK_SECONDS

Json = dict[str, Any]

NUMBERS = st.one_of(
    st.integers(-2, 9), st.integers(), st.sampled_from([2**31, 2**53, 2**63, 2**64, -(2**63)])
)
TEXTS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["", "g1", "g2", "Ana", "A" * 200, "A" * 201, "\x00", "\u202e", "ﷺ" * 30, "0" * 64]
    ),
)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats(allow_nan=False) | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
IDS = st.integers(1, 50) | st.sampled_from([0, -1, 1.0, 1.5, "1", 2**53 - 1, 2**53])
# Known values, so that many random messages make sense at a table.
LIKELY = {
    "id": IDS,
    "name": st.sampled_from(["Ana", "Ben", "Cem", "", "  ", "Ana\u202e"]) | st.text(max_size=30),
    "guest": st.sampled_from(["g1", "g2", "g3", "g9", ""]),
    "level": st.sampled_from([*BOT_LEVELS, "genius"]),
    "emote": st.sampled_from(["bravo", "wave", "think", "curse"]),
    "turn": st.integers(0, 4),
    "hash": st.sampled_from(["", "00" * 32, "ab", "f" * 128]),
    "nonce": st.sampled_from(["", "00" * 32, "ab", "f" * 128]),
    "visibility": st.sampled_from(["public", "private", "locked", "secret"]),
    "clock": st.sampled_from([*CLOCK_SECONDS, "broken"]),
    "timeout": st.sampled_from(["leave", "stay", "never"]),
    "bots": st.sampled_from([*BOT_LEVELS, "genius"]),
    "edition": st.sampled_from(["iello-2016", "incan-gold", "iello-2023-relics", "none"]),
    "edition_text": st.none() | st.sampled_from(["", "id = 1", "[deck]", "a" * 1000]),
    "seconds": st.none() | st.integers(-1, 700),
    "break_seconds": st.integers(-1, 70),
}


def _values(found: msgspec.inspect.Type, name: str) -> st.SearchStrategy[Any]:
    match found:
        case _ if name in LIKELY:
            return LIKELY[name]
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.IntType(ge=least, le=most):
            return st.integers(least or 0, 9 if most is None else most)
        case msgspec.inspect.StrType():
            return TEXTS
        case msgspec.inspect.LiteralType(values=allowed):
            return st.sampled_from(allowed)
        case msgspec.inspect.NoneType():
            return st.none()
        case msgspec.inspect.UnionType(types=kinds):
            return st.one_of([_values(kind, "") for kind in kinds])
        case msgspec.inspect.StructType():
            return _struct(found)
    raise AssertionError(found)


def _struct(found: msgspec.inspect.StructType) -> st.SearchStrategy[Json]:
    parts = {field.encode_name: _values(field.type, field.name) for field in found.fields}
    required = {field.encode_name for field in found.fields if field.required}
    said = st.fixed_dictionaries(
        {name: parts[name] for name in required},
        optional={name: parts[name] for name in parts.keys() - required},
    )
    if found.tag is None:
        return said
    return said.map(lambda fields: {"type": found.tag, **fields})


def _message(kind: type) -> st.SearchStrategy[Json]:
    found = msgspec.inspect.type_info(kind)
    assert isinstance(found, msgspec.inspect.StructType)
    return _struct(found)


# Closing and leaving end an example early, so they are rare.
_ENDS = ("CloseTable", "LeaveTable")
COMMANDS = st.one_of(
    [_message(kind) for kind in INCOMING if kind is not Hello and kind.__name__ not in _ENDS]
)
MESSAGES = st.one_of(COMMANDS, COMMANDS, st.one_of([_message(kind) for kind in INCOMING]))


@st.composite
def damaged(draw: st.DrawFn) -> Json:
    """Return a valid message with one thing wrong."""
    message = dict(draw(MESSAGES))
    key = draw(st.sampled_from([*message, draw(st.text(max_size=8))]))
    if draw(st.booleans()):
        message.pop(key, None)
    else:
        message[key] = draw(VALUES)
    return message


@st.composite
def torn(draw: st.DrawFn) -> bytes:
    """Return a valid message as bytes, with some of them missing or changed."""
    data = bytearray(json.dumps(draw(MESSAGES)).encode())
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(data) - 1))
        if draw(st.booleans()):
            data[at] = draw(st.integers(0, 255))
        else:
            data = data[:at] + data[at + 1 :] or bytearray(b"{")
    return bytes(data)


def as_text(value: object) -> str:
    """Return JSON; a lone surrogate is escaped, since no frame can carry it."""
    return json.dumps(value)


DEEP = "[" * 5_000
FRAMES: st.SearchStrategy[str | bytes] = st.one_of(
    COMMANDS.map(as_text),
    MESSAGES.map(as_text),
    damaged().map(as_text),
    torn(),
    VALUES.map(as_text),
    st.text(max_size=40).filter(lambda text: text.isprintable()),
    st.binary(max_size=40),
    st.sampled_from(
        [DEEP, '{"type":"Look","id":' + DEEP, '{"type":"Choose","id":1,"seat":1e999}', b"", ""]
    ),
)
