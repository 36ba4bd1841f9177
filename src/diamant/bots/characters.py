"""Characters: bots with a name, a level, a habit and lines to say."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Character:
    """A bot with a personality; `bot` is the name of the bot that plays.

    `habit`, `hello`, `won` and `lost` are sentences in English; `glad` and `sad` are emotes.
    """

    name: str
    level: str
    bot: str
    habit: str
    hello: str
    won: str
    lost: str
    glad: str
    sad: str


def _read() -> tuple[tuple[str, ...], tuple[Character, ...]]:
    text = (files(__package__) / "characters.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return tuple(data["levels"]), tuple(Character(**one) for one in data["character"])


LEVELS, CHARACTERS = _read()
"""The levels, easiest first, and all characters."""

_BY_NAME = {character.name: character for character in CHARACTERS}


def characters_of(level: str) -> tuple[Character, ...]:
    """Return the characters of a level."""
    return tuple(one for one in CHARACTERS if one.level == level)


def company(level: str) -> tuple[Character, ...]:
    """Return all characters in the order in which they join a table of a level.

    The level's own characters come first, then those of the neighboring levels.

    >>> [one.name for one in company("hard")][:5]
    ['Inés', 'Bram', 'Dunja', 'Fabio', 'Rosa']
    """
    wanted = LEVELS.index(level)
    return tuple(sorted(CHARACTERS, key=lambda one: abs(LEVELS.index(one.level) - wanted)))


def character_named(name: str) -> Character | None:
    """Return the character with this name, or None."""
    return _BY_NAME.get(name)
