"""Keep names and looks at a table unique, and names normalized and visible."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from diamant.bots.characters import company
from diamant.table.refusals import RefusalError
from diamant.table.values import EXPLORERS, Former, Table

# Characters that are invisible or only modify the character before them, whatever their Unicode
# category: joiners, variation selectors and similar ones.
_IGNORED = (
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x200C, 0x200D, 0x3164, 0xFFA0, 0x16FE4),
    *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10),
    *range(0xE0100, 0xE01F0),
)
_WITHOUT_IGNORED = dict.fromkeys(_IGNORED, "")
_DIRECTION = "\u200e"  # The library's data encloses right-to-left letters in a pair of these.


def look_alikes(name: str) -> frozenset[tuple[str, str]]:
    """Return a name's keys for comparison; names that share a key look alike.

    Names are compared as written and in lower case, because the capitals of two scripts may look
    alike when their small letters don't, and vice versa.
    """
    plain = unicodedata.normalize("NFKC", name).translate(_WITHOUT_IGNORED)
    return frozenset({("written", _skeleton(plain)), ("small", _skeleton(plain.casefold()))})


def _skeleton(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", parts.translate(_prototypes()))


@cache
def _prototypes() -> Mapping[int, str]:
    """Return the skeleton form of each character that looks like another one.

    The library lists each pair in both directions. If one of the two has several look-alikes, it is
    the skeleton; if neither does, it is the one with the lower code point.
    """
    # Loaded when the first name is compared: loading takes a moment, and most uses of a table need
    # no names.
    from confusable_homoglyphs.confusables import confusables_data

    found = {
        key.strip(_DIRECTION): [other["c"].strip(_DIRECTION) for other in others]
        for key, others in confusables_data.items()
    }
    return {
        ord(key): others[0]
        for key, others in found.items()
        if len(key) == len(others) == 1
        and (len(others[0]) > 1 or len(found.get(others[0], ())) > 1 or others[0] < key)
    }


MOST_CHARACTERS = 24
MOST_MARKS = 3  # Per letter: enough for every script, too few to cover other lines.

# Joiners are part of emoji and Persian words. All other format characters are invisible or change
# the direction of the following text.
_JOINERS = "\u200c\u200d"
_REFUSED = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
# Invisible letters and signs: fillers, blanks, a note without a head.
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U00016fe4\U0001d159"


def clean_name(text: str) -> str:
    """Return a name in normalized form; refuse an invalid name.

    >>> clean_name("  Ana   K. ")
    'Ana K.'
    """
    name = " ".join(unicodedata.normalize("NFC", text).split()).strip(_JOINERS)
    if len(name) > MOST_CHARACTERS:
        raise RefusalError("name-too-long", most=MOST_CHARACTERS)
    marks, visible = 0, False
    for character in name:
        kind = unicodedata.category(character)
        if (kind in _REFUSED and character not in _JOINERS) or character in _BLANKS:
            raise RefusalError("name-characters", character=f"U+{ord(character):04X}")
        marks = marks + 1 if kind[0] == "M" else 0
        if marks > MOST_MARKS:
            raise RefusalError("name-characters", character=f"{marks} marks on one letter")
        visible = visible or kind[0] in "LNPS"
    if not visible:
        raise RefusalError("name-empty")
    return name


def names_at(table: Table, but: int | None = None) -> Iterator[str]:
    """Yield every name used or reserved at a table, except the name on seat `but`."""
    for at, seat in table.taken_seats():
        if at != but:
            yield seat.name
        if seat.promise is not None:
            yield seat.promise.name


def check_free(name: str, others: Iterable[str]) -> None:
    """Refuse a name that looks like one of `others`, and suggest a free one."""
    taken = _all_look_alikes(others)
    if look_alikes(name) & taken:
        raise RefusalError("name-taken", name=name, suggestion=_free(name, taken))


def free_character(level: str, others: Iterable[str]) -> tuple[str, str]:
    """Return the name and level of a level's first character whose name is free.

    If all names are taken, a number is added to the first one.
    """
    taken = _all_look_alikes(others)
    for one in company(level):
        if not look_alikes(one.name) & taken:
            return one.name, one.level
    return _free(company(level)[0].name, taken), level


def _all_look_alikes(names: Iterable[str]) -> set[tuple[str, str]]:
    return {look for name in names for look in look_alikes(name)}


def _free(name: str, taken: set[tuple[str, str]]) -> str:
    number = 2
    while True:
        ending = f" {number}"
        suggestion = name[: MOST_CHARACTERS - len(ending)].rstrip() + ending
        if not look_alikes(suggestion) & taken:
            return suggestion
        number += 1


def free_looks(table: Table, at: int, former: Former | None = None) -> tuple[int, int]:
    """Return a free color and shape, with the same number if possible.

    A returning player gets their former looks if no one else has them.
    """
    others = [seat for other, seat in table.taken_seats() if other != at]
    colors = {seat.color for seat in others}
    shapes = {seat.shape for seat in others}
    color = min(set(range(EXPLORERS)) - colors)
    if former is not None and former.color not in colors:
        color = former.color
    shape = color if color not in shapes else min(set(range(EXPLORERS)) - shapes)
    if former is not None and former.shape not in shapes:
        shape = former.shape
    return color, shape


def check_looks(table: Table, at: int, color: int, shape: int) -> None:
    """Refuse a color or shape that doesn't exist or is taken."""
    for what, number in (("color", color), ("shape", shape)):
        if not 0 <= number < EXPLORERS:
            raise RefusalError("no-such-word", what=what, word=number)
    for other, seat in table.taken_seats():
        if other != at and seat.color == color:
            raise RefusalError("color-taken")
        if other != at and seat.shape == shape:
            raise RefusalError("shape-taken")
