"""Rewrite errors of Python's TOML parser as one sentence with line and column.

The parser's messages are in English and use internal terms ("immutable namespace"). Users need to
know where the error is and what is expected there. These sentences are translated, like those in
`edition_text.py`.
"""

import re
import tomllib
from collections.abc import Callable

from diamant.errors import Message

# Strings and comments, which may contain a dot and are not keys. An unclosed string ends with its
# line or with the text, so each character is examined only once.
NO_KEYS = re.compile(
    r""""{3}(?:[^"\\]|\\.|"(?!""))*(?:"{3,5}|\Z|\\\Z)"""
    r"""|'{3}(?:[^']|'(?!''))*(?:'{3,5}|\Z)"""
    r"""|"(?:[^"\\\n]|\\[^\n])*"?"""
    r"""|'[^'\n]*'?|\#[^\n]*""",
    re.DOTALL,
)

_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")
_ESCAPES = r"\b, \t, \n, \f, \r, \", \\, \u00e9"

_Fault = tuple[int, Message]
"""The offset in the text, counted from 0, and the error there."""


def toml_fault(text: str, error: tomllib.TOMLDecodeError) -> Message:
    """Return the error message for a text that the parser rejected.

    >>> try:
    ...     tomllib.loads("rounds 5")
    ... except tomllib.TOMLDecodeError as error:
    ...     print(toml_fault("rounds 5", error))
    edition, line 1, column 8: expected '=' and a value here
    """
    # The parser expects Unix line ends, and counts characters that way.
    text = text.replace("\r\n", "\n")
    complaint = str(error)
    place = _place(text, complaint)
    reason = Message("invalid TOML")
    for beginning, fault in _FAULTS.items():
        if complaint.startswith(beginning):
            place, reason = fault(text, place)
            break
    line = text.count("\n", 0, place) + 1
    column = place - text.rfind("\n", 0, place)
    return Message("edition, line {line}, column {column}: {reason}", line, column, reason)


def _place(text: str, complaint: str) -> int:
    """Return the offset that an error names at its end, or else the end of the text."""
    found = _PLACE.search(complaint)
    if found is None:
        return len(text)
    lines_before = text.split("\n")[: int(found[1]) - 1]
    return sum(len(line) + 1 for line in lines_before) + int(found[2]) - 1


def _here(reason: Message) -> Callable[[str, int], _Fault]:
    return lambda text, place: (place, reason)


def _unclosed(text: str, place: int) -> _Fault:
    """Return the fault at the opening quote; the parser reports a position after it."""
    opening = max(
        (found.start() for found in NO_KEYS.finditer(text) if found.start() < place), default=place
    )
    return opening, Message("this quote is never closed")


def _character(text: str, place: int) -> _Fault:
    if text[place] == "\n":
        return _unclosed(text, place)
    return place, Message(
        "the control character {character} is not allowed here", repr(text[place])
    )


def _twice(text: str, place: int) -> _Fault:
    """Return the fault at the start of the line; the parser reports the line's end."""
    line = text.rfind("\n", 0, place) + 1
    return line, Message("this field is already defined")


def _escape(text: str, place: int) -> _Fault:
    start = text.rfind("\\", 0, place)
    if start == len(text) - 1:
        return _unclosed(text, place)
    return start, Message(
        "unknown escape {escape} ({hint})",
        text[start : start + 2],
        Message("available: {names}", _ESCAPES),
    )


def _number_of_character(text: str, place: int) -> _Fault:
    start = text.rfind("\\", 0, place)
    example = r"\u00e9" if text[start + 1] == "u" else r"\U000000e9"
    escape = text[start : start + 2]
    return start, Message(
        "{escape} must be followed by a character code, as in {example}", escape, example
    )


def _either(closing: str) -> Message:
    return Message("expected {sign} or {other} here", "','", closing)


_FIELD = _here(Message("expected a field here, such as {example}", "rounds = 5"))

# The beginnings of the parser's errors; longer ones before their own prefixes.
_FAULTS: dict[str, Callable[[str, int], _Fault]] = {
    "Invalid statement": _FIELD,
    "Invalid initial character for a key part": _FIELD,
    "Expected newline": _here(
        Message("expected the end of the line here: each field needs its own line")
    ),
    "Expected '=' after a key": _here(Message("expected '=' and a value here")),
    "Expected ']]'": _here(Message("expected {sign} here", "']]'")),
    "Expected ']'": _here(Message("expected {sign} here", "']'")),
    "Unclosed array": _here(_either("']'")),
    "Unclosed inline table": _here(_either("'}'")),
    "Expected ": _unclosed,
    "Unterminated string": _unclosed,
    "Found invalid character": _character,
    "Illegal character": _character,
    "Cannot ": _twice,
    "Duplicate inline table key": _twice,
    "Unescaped '\\'": _escape,
    "Invalid hex value": _number_of_character,
    "Escaped character": _number_of_character,
    "Invalid date or datetime": _here(Message("invalid date or time")),
    "Invalid value": _here(Message('expected a value here, such as 5, "text", true, or [1, 2]')),
}
