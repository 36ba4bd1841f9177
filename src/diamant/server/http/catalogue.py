"""Lists of editions and bots, and catalogs of languages."""

import functools
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from diamant.bots import known_bots
from diamant.editions import IDS, edition
from diamant.editions.own import describe
from diamant.locales.catalogue import best_language, translate, translate_refusal
from diamant.protocol.problems import PROBLEMS
from diamant.server.http.bundle import WEB, later_modules
from diamant.server.http.web_files import TYPES, WebFile, pack
from diamant.table.settings import BOT_LEVELS


@functools.cache
def editions() -> list[dict[str, Any]]:
    """Return all built-in editions."""
    return [describe(edition(name)) for name in IDS]


@functools.cache
def bots() -> dict[str, Any]:
    """Return all bots, and the bots of each strength."""
    return {
        "bots": [bot.describe() for bot in known_bots().values()],
        "levels": {level: list(names) for level, names in BOT_LEVELS.items()},
    }


@functools.lru_cache(maxsize=64)
def locale(name: str) -> WebFile | None:
    """Return a part of a language's catalog as a file, or None.

    `de` contains the texts of the first page; `de.later` contains the texts of later screens.
    """
    language, dot, part = name.partition(".")
    if find_spec("diamant.locales") is None:
        return None
    locales = import_module("diamant.locales")
    if language not in locales.LANGUAGES or part != ("later" if dot else ""):
        return None
    later = {f"web/{path}" for path in later_modules(WEB)}
    return pack(locales.catalogue_parts(language, later)[bool(dot)], TYPES[".json"])


@functools.lru_cache(maxsize=64)
def likely_words(accepted: str) -> str | None:
    """Return the URL of the catalog that Accept-Language suggests, or None for English."""
    language = _likely_language(accepted)
    return None if language == "en" else f"locales/{language}.json"


def say_problem(code: str, accepted: str) -> str:
    """Return a problem's message in a language that the client accepts."""
    return translate_refusal(_likely_language(accepted), code, {}, PROBLEMS[code].text)


def lost_page(home: str, accepted: str) -> str:
    """Return the page for an unknown documentation URL, with a link to `home`."""
    language = _likely_language(accepted)
    title = escape(translate(language, "This page doesn't exist."))
    links = (
        (f"{home}docs/", translate(language, "Go to the documentation")),
        (home, translate(language, "Go to the game")),
    )
    ways = "".join(
        f'<li><a href="{escape(address)}">{escape(name)}</a></li>\n' for address, name in links
    )
    return (
        f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n<h1>{title}</h1>\n<ul>\n{ways}</ul>\n"
    )


def _likely_language(accepted: str) -> str:
    return best_language([tag.partition(";")[0].strip() for tag in accepted[:200].split(",")])
