"""Reading the catalogues, and saying a message in a language."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from diamant.locales.serbian import latin

if TYPE_CHECKING:
    from babel.plural import PluralRule

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
"""Every language, with the name that those who speak it know it by."""

TRANSLATED = tuple(tag for tag in LANGUAGES if tag not in ("en", "sr-Latn"))
"""The languages that have a catalogue: English is the source, Serbian in Latin is derived."""

REFUSAL = "refusal "
"""How the context of a refusal's message begins; its code follows."""

GLUE = "\u0004"
"""What stands between a context and a message where both make one key, as gettext has it."""

Params = str | int


_CATEGORIES = ("zero", "one", "two", "few", "many", "other")  # Unicode's, in gettext's order.
_COUNTED = 200  # Every form is among these; some languages say millions in yet another way.


@dataclass(frozen=True)
class Catalogue:
    """The messages of one language by their English texts, and the refusals by their codes."""

    plural: tuple[str, ...]
    messages: Mapping[str, str | tuple[str, ...]]
    refusals: Mapping[str, str]


def catalogue_json(language: str) -> bytes:
    """Return what the browser needs to speak a language, as JSON."""
    found = _catalogue(language)
    data = {"plural": found.plural, "messages": found.messages, "refusals": found.refusals}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def translate(language: str, message: str, **params: Params) -> str:
    """Say a message, given by its English text; what no catalogue has is said in English.

    >>> translate("de", "gas cloud")
    'Gaswolke'
    """
    found = _catalogue(language).messages.get(message)
    return (found if isinstance(found, str) else message).format_map(_Kept(params))


def translate_plural(language: str, one: str, many: str, n: int, **params: Params) -> str:
    """Say a message that counts something; the number is its parameter {n}."""
    found = _catalogue(language).messages.get(one)
    forms = found if isinstance(found, tuple) else (one, many)
    return forms[_plural_form(language, n)].format_map(_Kept(params, n=n))


def translate_refusal(language: str, code: str, params: Mapping[str, Params], text: str) -> str:
    """Say a refusal by its code; `text` is what it says in English.

    >>> translate_refusal("de", "not-your-seat", {"seat": "B"}, "Seat B is not yours.")
    'Platz B gehört dir nicht.'
    """
    catalogue = _catalogue(language)
    if code not in catalogue.refusals:
        return text
    said = dict(params)
    for name, value in params.items():
        # Some parameters are words themselves, in the context of their name.
        word = catalogue.messages.get(f"{name}{GLUE}{value}")
        if isinstance(word, str):
            said[name] = word
    return catalogue.refusals[code].format_map(_Kept(said))


def best_language(tags: Iterable[str]) -> str:
    """Return the best of our languages for what somebody asks for, the dearest wish first.

    >>> best_language(["zz", "sr_RS@latin", "en"])
    'sr-Latn'
    """
    for tag in tags:
        first, *rest = tag.lower().replace("_", "-").replace("@", "-").replace(".", "-").split("-")
        script = {"latn", "latin"} & set(rest)
        if first in ("bs", "hr", "sh", "cnr"):
            # Who reads these reads Serbian, in Latin script unless it says otherwise.
            return "sr" if {"cyrl", "cyrillic"} & set(rest) else "sr-Latn"
        if first == "sr":
            return "sr-Latn" if script or "me" in rest else "sr"
        if first in LANGUAGES:
            return first
    return "en"


def plural_categories(language: str) -> tuple[str, ...]:
    """Return Unicode's names of a language's plural forms, in the order of its catalogue.

    >>> plural_categories("sr")
    ('one', 'few', 'other')
    """
    rule = _plural_rule(language)
    used = {rule(n) for n in range(_COUNTED)}
    return tuple(category for category in _CATEGORIES if category in used)


class _Kept(dict[str, Params]):
    """Parameters that leave a gap as it stands rather than fail in front of a player."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


@cache
def _catalogue(language: str) -> Catalogue:
    assert language in LANGUAGES, f"there is no catalogue of {language}"
    if language == "en":
        return Catalogue(("one", "other"), {}, {})
    if language == "sr-Latn":
        return _in_latin(_catalogue("sr"))
    # Imported here because reading English needs no Babel.
    from babel.messages.pofile import read_po

    messages: dict[str, str | tuple[str, ...]] = {}
    refusals: dict[str, str] = {}
    with (files(__package__) / f"{language}.po").open("rb") as file:
        for message in read_po(file, locale=language):
            if not message.id or not message.string:
                continue
            one = message.id if isinstance(message.id, str) else message.id[0]
            context = message.context or ""
            if context.startswith(REFUSAL):
                assert isinstance(message.string, str)
                refusals[context.removeprefix(REFUSAL)] = message.string
            else:
                key = f"{context}{GLUE}{one}" if context else one
                said = message.string
                messages[key] = said if isinstance(said, str) else tuple(said)
    return Catalogue(plural_categories(language), messages, refusals)


def _in_latin(serbian: Catalogue) -> Catalogue:
    messages = {
        key: latin(said) if isinstance(said, str) else tuple(map(latin, said))
        for key, said in serbian.messages.items()
    }
    refusals = {code: latin(said) for code, said in serbian.refusals.items()}
    return Catalogue(serbian.plural, messages, refusals)


@cache
def _plural_form(language: str, n: int) -> int:
    categories = _catalogue(language).plural
    category = _plural_rule(language)(n)
    # Categories beyond the catalogue's, such as "many" for millions, read like the last form.
    return categories.index(category) if category in categories else len(categories) - 1


def _plural_rule(language: str) -> "PluralRule":
    from babel import Locale

    return Locale.parse(language.replace("-", "_")).plural_form
