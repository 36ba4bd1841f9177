"""Read a gettext catalog with only the standard library.

Babel can also read catalogs, and `tests/locales/test_saying.py` compares the results. But Babel is
installed only with the server, and importing it would slow down the command line.
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
    """A message: its English text, its context, its translations and its places."""

    message: str
    context: str
    said: tuple[str, ...]
    counted: bool
    places: tuple[str, ...]


def read_entries(file: Path) -> Iterator[Entry]:
    """Yield every entry of a catalog, first the header, which has an empty message."""
    parts: dict[str, str] = {}
    places: list[str] = []
    # Joining continued lines first allows reading the whole text at once, which is faster.
    joined = file.read_text("utf-8").replace('"\n"', "")
    # An empty line ends an entry; the added one ends the last entry.
    for place, keyword, text in _LINE.findall(f"{joined}\n\n"):
        if keyword:
            parts[keyword] = _unescaped(text)
        elif place:
            places += place.split()
        elif parts:
            yield _entry(parts, tuple(places))
            parts, places = {}, []


def plural_form(header: str) -> Callable[[int], int]:
    """Return a function from a number to its plural form, given a catalog's header.

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
