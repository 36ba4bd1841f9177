"""Read the catalogs, and translate messages."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from diamant.errors import Message, fill

if TYPE_CHECKING:
    from babel.plural import PluralRule


_SMALL: dict[str, str] = dict(
    zip(
        "абвгдђежзијклљмнњопрстћуфхцчџш",
        [*"abvgdđežzijkl", "lj", "m", "n", "nj", *"oprstćufhcč", "dž", "š"],
        strict=True,
    )
)


def latin(text: str) -> str:
    """Transliterate Cyrillic letters to Latin script; leave other text unchanged.

    >>> latin("Њено благо: {gems} рубина. ЉУТА ЏУНГЛА!")
    'Njeno blago: {gems} rubina. LJUTA DŽUNGLA!'
    """
    return "".join(_letter(text, at) for at in range(len(text)))


def _letter(text: str, at: int) -> str:
    letter = text[at]
    small = _SMALL.get(letter.lower())
    if small is None:
        return letter
    if letter.islower():
        return small
    # In a word of capitals, both letters of a pair are capitals; the neighbors show this.
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    capitals = after.isupper() or (before.isupper() and not after.isalpha())
    return small.upper() if capitals else small.capitalize()


LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "es": "Español",
    "sr": "Српски",
    "sr-Latn": "Srpski",
}
"""Every language tag, with the language's own name for itself."""

TRANSLATED = tuple(tag for tag in LANGUAGES if tag not in ("en", "sr-Latn"))
"""The languages with a catalog, without English (the source) and Serbian Latin (derived)."""

REFUSAL = "refusal "
"""The prefix of the context of a refusal's message; the refusal's code follows."""

GLUE = "\u0004"
"""The separator of context and message in a combined key, as in gettext."""

Params = str | int


_CATEGORIES = ("zero", "one", "two", "few", "many", "other")  # Unicode's names, in gettext's order.
# Messages in these places are shown in the browser: its modules, and data from the server.
_SHOWN = ("web/js/", "editions/", "table/refusals.py", "protocol/problems.py")
# A server sends these errors to screens: why a record or an edition is invalid.
_REASONS = ("errors.py", "editions/__init__.py", "record/", "rules/", "server/worker/jobs.py")
_COUNTED = 200  # All plural forms occur below this number, except for millions in some languages.


class Catalogue(NamedTuple):
    """The translations of one language: messages by English text, refusals by code.

    `form` returns the plural form for a number. `places` has the files in which each message
    occurs, as listed in the catalog.
    """

    form: Callable[[int], int]
    messages: Mapping[str, str | tuple[str, ...]]
    refusals: Mapping[str, str]
    places: Mapping[str, frozenset[str]] = {}


def catalogue_json(language: str) -> bytes:
    """Return the browser's data for a language, as JSON."""
    found = _catalogue(language)
    return _json(plural_categories(language), found.messages, found.refusals)


def catalogue_parts(language: str, later: Collection[str]) -> tuple[bytes, bytes]:
    """Return the browser's data for a language, in two parts.

    The second part has the messages that occur only in the modules `later`. Messages that occur in
    neither a page nor its data are left out.
    """
    found = _catalogue(language)
    first: dict[str, str | tuple[str, ...]] = {}
    second: dict[str, str | tuple[str, ...]] = {}
    for key, said in found.messages.items():
        shown = {place for place in found.places[key] if place.startswith(_SHOWN + _REASONS)}
        if not all(place in later or place.startswith(_REASONS) for place in shown):
            first[key] = said
        elif shown:
            second[key] = said
    plural = plural_categories(language)
    return _json(plural, first, found.refusals), _json(plural, second, {})


def _json(
    plural: tuple[str, ...],
    messages: Mapping[str, str | tuple[str, ...]],
    refusals: Mapping[str, str],
) -> bytes:
    # Imported here because the terminal, which also translates, starts without it.
    import json

    data = {"plural": plural, "messages": messages, "refusals": refusals}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def translate(language: str, message: str, **params: Params) -> str:
    """Translate a message, or return it unchanged if it has no translation.

    >>> translate("de", "gas cloud")
    'Gaswolke'
    """
    found = _catalogue(language).messages.get(message)
    return fill(found if isinstance(found, str) else message, params)


def translate_plural(language: str, one: str, many: str, n: int, **params: Params) -> str:
    """Translate a message with a count; the number is its parameter {n}."""
    catalogue = _catalogue(language)
    forms = catalogue.messages.get(one)
    said = forms[catalogue.form(n)] if isinstance(forms, tuple) else one if n == 1 else many
    return fill(said, {**params, "n": n})


def translate_refusal(language: str, code: str, params: Mapping[str, Params], text: str) -> str:
    """Translate a refusal by its code; `text` is the English version.

    >>> translate_refusal("de", "not-your-seat", {"seat": "B"}, "Seat B is not yours.")
    'Platz B gehört dir nicht.'
    """
    catalogue = _catalogue(language)
    if code not in catalogue.refusals:
        return text
    said = dict(params)
    for name, value in params.items():
        if isinstance(value, Message):
            said[name] = translate_message(language, value).rstrip("?.")
        # Some parameters are translated words, with the parameter's name as context.
        word = catalogue.messages.get(f"{name}{GLUE}{value}")
        if isinstance(word, str):
            said[name] = word
    return fill(catalogue.refusals[code], said)


def translate_message(language: str, message: str) -> str:
    """Translate an error's message, including messages among its parameters.

    Plain text, and any message without a translation, is returned unchanged.

    >>> translate_message("de", Message("the next card was {card}", card="7"))
    'die nächste Karte war 7'
    """
    if language == "en" or not isinstance(message, Message):
        return str(message)
    found = _catalogue(language).messages.get(message.template)
    params = {
        name: translate_message(language, value) if isinstance(value, Message) else value
        for name, value in message.params.items()
    }
    return fill(found if isinstance(found, str) else message.template, params)


def best_language(tags: Iterable[str]) -> str:
    """Return the best supported language for a list of tags, most preferred first.

    >>> best_language(["zz", "sr_RS@latin", "en"])
    'sr-Latn'
    """
    for tag in tags:
        first, *rest = tag.lower().replace("_", "-").replace("@", "-").replace(".", "-").split("-")
        script = {"latn", "latin"} & set(rest)
        if first in ("bs", "hr", "sh", "cnr"):
            # Readers of these languages can read Serbian; Latin script is the default.
            return "sr" if {"cyrl", "cyrillic"} & set(rest) else "sr-Latn"
        if first == "sr":
            return "sr-Latn" if script or "me" in rest else "sr"
        if first in LANGUAGES:
            return first
    return "en"


def plural_categories(language: str) -> tuple[str, ...]:
    """Return Unicode's names of a language's plural forms, in the catalog's order.

    >>> plural_categories("sr")
    ('one', 'few', 'other')
    """
    rule = _plural_rule(language)
    used = {rule(n) for n in range(_COUNTED)}
    return tuple(category for category in _CATEGORIES if category in used)


@cache
def _catalogue(language: str) -> Catalogue:
    assert language in LANGUAGES, f"there is no catalogue of {language}"
    if language == "en":
        return Catalogue(lambda n: int(n != 1), {}, {})
    if language == "sr-Latn":
        return _in_latin(_catalogue("sr"))
    # Imported here because English doesn't need it.
    from pathlib import Path

    from diamant.locales.po_files import plural_form, read_entries

    messages: dict[str, str | tuple[str, ...]] = {}
    refusals: dict[str, str] = {}
    places: dict[str, frozenset[str]] = {}
    header, *entries = read_entries(Path(__file__).parent / f"{language}.po")
    for entry in entries:
        if not all(entry.said):
            continue
        if entry.context.startswith(REFUSAL):
            refusals[entry.context.removeprefix(REFUSAL)] = entry.said[0]
            continue
        key = f"{entry.context}{GLUE}{entry.message}" if entry.context else entry.message
        messages[key] = entry.said if entry.counted else entry.said[0]
        places[key] = frozenset(entry.places)
    return Catalogue(plural_form(header.said[0]), messages, refusals, places)


def _in_latin(serbian: Catalogue) -> Catalogue:
    from diamant.locales.catalogue import latin

    messages = {
        key: latin(said) if isinstance(said, str) else tuple(map(latin, said))
        for key, said in serbian.messages.items()
    }
    refusals = {code: latin(said) for code, said in serbian.refusals.items()}
    return serbian._replace(messages=messages, refusals=refusals)


def _plural_rule(language: str) -> "PluralRule":
    from babel import Locale

    return Locale.parse(language.replace("-", "_")).plural_form
