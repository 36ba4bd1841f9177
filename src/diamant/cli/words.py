"""Translate the output of the command line.

A process uses one language: the one in --language, or else the one in the environment.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from diamant.errors import UnknownNameError
from diamant.locales.catalogue import (
    LANGUAGES,
    Params,
    best_language,
    translate_message,
    translate_refusal,
)
from diamant.locales.words import Words

if TYPE_CHECKING:
    from diamant.rules.edition import Edition
    from diamant.table.refusals import Refusal

OPTION = "--language"
VARIABLES = ("DIAMANT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that set the language, highest priority first."""

_spoken = Words()


def speak(language: str) -> None:
    """Set the language of all further output."""
    global _spoken  # noqa: PLW0603 - as a process has one standard output, it has one language
    _spoken = Words(language)


def spoken(edition: "Edition | None" = None) -> Words:
    """Return the `Words` of the current language, with an edition's own words."""
    return _spoken if edition is None else _spoken._replace(names=dict(edition.names))


def t(message: str, **params: Params) -> str:
    """Translate a message, given its English text."""
    return _spoken.t(message, **params)


def tn(one: str, many: str, n: int, **params: Params) -> str:
    """Translate a message with a count; the number is its parameter {n}."""
    return _spoken.tn(one, many, n, **params)


def mark(message: str) -> str:
    """Mark a message for the catalogs; it is translated elsewhere."""
    return message


def fault(message: str) -> str:
    """Translate an error's message; other text is returned unchanged."""
    return translate_message(_spoken.language, message)


def refused(refusal: "Refusal") -> str:
    """Translate a table's refusal."""
    return translate_refusal(_spoken.language, refusal.code, refusal.params, str(refusal))


def take_language(arguments: list[str]) -> tuple[str | None, list[str]]:
    """Return the language that arguments set, if any, and the remaining arguments.

    >>> take_language(["replay", "--language", "sr-latn", "game.dia"])
    ('sr-Latn', ['replay', 'game.dia'])
    """
    wish, rest = None, []
    words = iter(arguments)
    for word in words:
        if word == "--":
            rest += [word, *words]
        elif word == OPTION:
            wish = next(words, "")
        elif word.startswith(f"{OPTION}="):
            wish = word.partition("=")[2]
        else:
            rest.append(word)
    return None if wish is None else _named(wish), rest


def _named(wish: str) -> str:
    known = {tag.lower(): tag for tag in LANGUAGES}
    tag = known.get(wish.lower().replace("_", "-"))
    if tag is None:
        raise _no_language(wish)
    return tag


def _no_language(wish: str) -> UnknownNameError:
    return UnknownNameError.unknown("unknown language {name} ({hint})", wish, LANGUAGES)


def usual_language(environment: Mapping[str, str]) -> str:
    """Return the language that an environment requests, or English if not supported.

    >>> usual_language({"LC_ALL": "de_AT.UTF-8", "LANG": "C"})
    'de'
    """
    wishes = (environment.get(name, "") for name in VARIABLES)
    return best_language(next(([wish] for wish in wishes if wish), []))


def check_environment(environment: Mapping[str, str]) -> None:
    """Raise an error for an unsupported language in DIAMANT_LANGUAGE.

    System variables such as LANG may name any language.
    """
    wish = environment.get(VARIABLES[0], "")
    if wish and best_language([wish]) != best_language([wish, "de"]):  # Unsupported.
        raise _no_language(wish)
