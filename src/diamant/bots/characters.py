"""Company at a table: bots with a name, a level, a habit and something to say."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Character:
    """A bot that people can get to know; `bot` is the name of what plays.

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
"""The levels, the most forgiving first, and all characters."""

_BY_NAME = {character.name: character for character in CHARACTERS}


def characters_of(level: str) -> tuple[Character, ...]:
    """Return the characters of a level."""
    return tuple(one for one in CHARACTERS if one.level == level)


def company(level: str) -> tuple[Character, ...]:
    """Return all characters in the order in which they come to a table of a level.

    Its own come first, then those of the levels next to it.

    >>> [one.name for one in company("hard")][:5]
    ['Inés', 'Bram', 'Dunja', 'Fabio', 'Rosa']
    """
    wanted = LEVELS.index(level)
    return tuple(sorted(CHARACTERS, key=lambda one: abs(LEVELS.index(one.level) - wanted)))


def character_named(name: str) -> Character | None:
    """Return the character of a name, if it is one's."""
    return _BY_NAME.get(name)
