"""What there is to choose from: editions, bots, languages."""

import functools
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from diamant.bots import known_bots
from diamant.editions import IDS, edition
from diamant.editions.describe import describe
from diamant.server.http.web_files import TYPES, WebFile, pack
from diamant.table.settings import BOT_LEVELS


@functools.cache
def editions() -> list[dict[str, Any]]:
    """Return every built-in edition."""
    return [describe(edition(name)) for name in IDS]


@functools.cache
def bots() -> dict[str, Any]:
    """Return every bot, and those of each strength that a table can have."""
    return {
        "bots": [bot.describe() for bot in known_bots().values()],
        "levels": {level: list(names) for level, names in BOT_LEVELS.items()},
    }


@functools.lru_cache(maxsize=64)
def locale(language: str) -> WebFile | None:
    """Return a language's catalogue as a file, if there is one."""
    if find_spec("diamant.locales") is None:
        return None
    locales = import_module("diamant.locales")
    if language not in locales.LANGUAGES:
        return None
    return pack(locales.catalogue_json(language), TYPES[".json"])
