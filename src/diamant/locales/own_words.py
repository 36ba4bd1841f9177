"""An edition's own words for things, in any message: where relics are artifacts, all say so."""

import re
from collections.abc import Mapping

# The same as in web/js/words/own-words.js.
_THING = re.compile(
    r"(\{\w+\})|\b(an? )?(treasure|hazard|relic|gem|explorer|chest|cave)(s?)\b", re.IGNORECASE
)


def in_own_words(message: str, names: Mapping[str, str]) -> str:
    """Return an English message with an edition's own words.

    >>> in_own_words("A relic lies in the caves. {cave}", {"relic": "artifact", "cave": "temple"})
    'An artifact lies in the temples. {cave}'
    """

    def named(found: re.Match[str]) -> str:
        gap, article, thing, plural = found.groups(default="")
        own = None if gap else names.get(thing.lower())
        if own is None:
            return found[0]
        word = own[0].upper() + own[1:] if thing[0].isupper() else own
        before = article and article[0] + ("n " if own[0].lower() in "aeiou" else " ")
        return before + word + plural

    return _THING.sub(named, message)
