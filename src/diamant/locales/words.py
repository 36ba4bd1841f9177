"""Format texts about one edition in one language, like the browser's `i18n.js`."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from diamant.locales.catalogue import Params, translate, translate_plural

# The same as in web/js/words/own-words.js.
_THING = re.compile(
    r"(\{\w+\})|\b(an? )?(treasure|hazard|relic|gem|explorer|chest|cave)(s?)\b", re.IGNORECASE
)
_SPANISH_I = re.compile(r"h?[ií](?!e)", re.IGNORECASE)


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


class Words(NamedTuple):
    """A language, combined with an edition's own words.

    >>> Words("de", {"cave": "temple"}).t("Cave {round} of {rounds}", round=1, rounds=5)
    'Tempel 1 von 5'
    """

    language: str = "en"
    names: Mapping[str, str] = {}

    def t(self, message: str, **params: Params) -> str:
        """Translate a message, given its English text."""
        return translate(self.language, in_own_words(message, self.names), **params)

    def tn(self, one: str, many: str, n: int, **params: Params) -> str:
        """Translate a message with a count; the number is its parameter {n}."""
        own_one, own_many = in_own_words(one, self.names), in_own_words(many, self.names)
        return translate_plural(self.language, own_one, own_many, n, **params)

    def plain(self, text: str) -> str:
        """Translate a text from an edition's own file, if it has a translation."""
        return translate(self.language, text)

    def name(self, kind: str) -> str:
        """Return the edition's name for a kind of card."""
        return self.plain(self.names.get(kind, kind))

    def card(self, word: str) -> str:
        """Return a card's name, given its word in a record.

        >>> said = Words()
        >>> said.card("17"), said.card("gas"), said.card("relic"), said.card("relic7")
        ('17', 'gas', 'relic', 'relic 7')
        """
        printed = word.removeprefix("relic")
        if printed != word and printed.isdecimal():
            return f"{self.name('relic')} {printed}"
        return word if word.isdecimal() else self.name(word)

    def listed(self, items: Sequence[str], last_word: str = "") -> str:
        """Format a list; if the last item is markup, `last_word` is its text.

        >>> Words().listed(["Ana", "Bo", "Cem"]), Words("es").listed(["Lola", "Inés"])
        ('Ana, Bo, and Cem', 'Lola e Inés')
        """
        if len(items) < 2:
            return "".join(items)
        begin, last = ", ".join(items[:-1]), items[-1]
        # In Spanish, "y" becomes "e" before the sound of an i.
        if self.language == "es" and _SPANISH_I.match(last_word or last):
            return f"{begin} e {last}"
        if len(items) == 2:
            return self.t("{items} and {last}", items=begin, last=last)
        return self.t("{items}, and {last}", items=begin, last=last)

    def decimal(self, number: float, *, signed: bool = False, digits: int = 1) -> str:
        """Format a number with a few decimals; all languages but English use a comma.

        >>> Words().decimal(1.44), Words("de").decimal(1.44, signed=True)
        ('1.4', '+1,4')
        """
        rounded = round(number, digits) + 0.0  # Turns -0.0 into 0.0.
        text = f"{rounded:{'+' if signed and rounded else ''}.{digits}f}"
        return text if self.language == "en" else text.replace(".", ",")

    def percent(self, chance: float, *, signed: bool = False, digits: int = 0) -> str:
        """Format a probability or a share of the win as a percentage.

        >>> Words("it").percent(0.1234, digits=1), Words().percent(0.03, signed=True)
        ('12,3%', '+3%')
        """
        return self.t("{n}%", n=self.decimal(100 * chance, signed=signed, digits=digits))

    def whole(self, number: int) -> str:
        """Format a whole number with digits in groups of three.

        >>> Words().whole(1_000_000), Words("de").whole(1_000_000)
        ('1,000,000', '1.000.000')
        """
        between = {"en": ",", "fr": "\u202f"}.get(self.language, ".")
        return f"{number:,}".replace(",", between)
