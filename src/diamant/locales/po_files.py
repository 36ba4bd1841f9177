"""Reading a gettext catalogue with nothing but Python's own library.

Babel reads them too, and `tests/locales/test_saying.py` compares; but it comes with the server
alone, and takes longer to import than the command line may take to start.
"""

import re
from collections.abc import Callable, Iterator
from gettext import c2py
from pathlib import Path
from typing import NamedTuple

_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_LINE = re.compile(r'^(?:#:(.*)|(msg[a-z_]+(?:\[\d\])?) "(.*)"|)$', re.MULTILINE)
_PLURAL = re.compile(r"plural=(.*?);")


class Entry(NamedTuple):
    """A message: its English text, its context if it has one, its translations, its places."""

    message: str
    context: str
    said: tuple[str, ...]
    counted: bool
    places: tuple[str, ...]


def read_entries(file: Path) -> Iterator[Entry]:
    """Yield every entry of a catalogue, the header first, with an empty message."""
    parts: dict[str, str] = {}
    places: list[str] = []
    # A text that goes on in the next line is joined first: so all of it is read at once, quickly.
    joined = file.read_text("utf-8").replace('"\n"', "")
    # An empty line ends an entry; one more ends the last.
    for place, keyword, text in _LINE.findall(f"{joined}\n\n"):
        if keyword:
            parts[keyword] = _unescaped(text)
        elif place:
            places += place.split()
        elif parts:
            yield _entry(parts, tuple(places))
            parts, places = {}, []


def plural_form(header: str) -> Callable[[int], int]:
    """Return which of its forms a language takes for a number, by a catalogue's header.

    >>> plural_form("Plural-Forms: nplurals=2; plural=(n != 1);")(7)
    1
    """
    found = _PLURAL.search(header)
    assert found is not None, "every catalogue says how its language counts"
    return c2py(found[1])


def _entry(parts: dict[str, str], places: tuple[str, ...]) -> Entry:
    said = tuple(text for part, text in parts.items() if part.startswith("msgstr"))
    context = parts.get("msgctxt", "")
    return Entry(parts["msgid"], context, said, "msgid_plural" in parts, places)


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), text)
