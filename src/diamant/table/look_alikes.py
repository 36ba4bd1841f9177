"""Which names look the same: the skeletons of Unicode's report 39, from its table of confusables.

>>> look_alikes("Ana") & look_alikes("\u0410n\u0430") != set()  # Two of these letters are Cyrillic.
True
"""

import unicodedata
from collections.abc import Mapping
from functools import cache

# Characters that show nothing, or only change how the one before them looks, whatever Unicode calls
# them otherwise: the joiners, the variation selectors and their like.
_IGNORED = (
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x200C, 0x200D, 0x3164, 0xFFA0),
    *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10),
    *range(0xE0100, 0xE01F0),
)
_WITHOUT_IGNORED = dict.fromkeys(_IGNORED, "")
_DIRECTION = "\u200e"  # The library's data sets letters that run to the left between two of these.


def look_alikes(name: str) -> frozenset[tuple[str, str]]:
    """Return what two names share, at least in part, if people could take one for the other.

    A name looks like another one as it is written, or in small letters: capitals of two scripts
    look alike where their small letters do not, and the other way round.
    """
    plain = unicodedata.normalize("NFKC", name).translate(_WITHOUT_IGNORED)
    return frozenset({("written", _skeleton(plain)), ("small", _skeleton(plain.casefold()))})


def _skeleton(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", parts.translate(_prototypes()))


@cache
def _prototypes() -> Mapping[int, str]:
    """Return what each character that looks like another one is written as in a skeleton.

    The library lists both directions. A prototype has many that look like it; where it has one,
    either may stand for both.
    """
    # Read when the first name is compared: it takes a moment, and few who use a table name anybody.
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
