"""The opponents at a player's table, given as bots, characters or levels.

>>> [str(one) for one in find_company("Otto,hard,threshold:gems=9", taken=["Inés"])]
['Otto: hazards:met=3', 'Bram: threshold:gems=13', 'threshold: threshold:gems=9']
"""

import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain, count, groupby
from typing import Any, NamedTuple, TypeVar

from diamant.bots import Bot, BotView, find_bot, find_bots, known_bots, leaving_chance
from diamant.bots.characters import CHARACTERS, LEVELS, Character, company
from diamant.bots.failure import LateError, why
from diamant.bots.time_limit import answer_within
from diamant.errors import BotError, DiamantError, UnknownNameError
from diamant.locales.words import Words
from diamant.rules.game import Game

USUAL_LEVEL = "medium"
USUAL_PLAYERS = 4
LONGEST_ID = 20  # Characters of a bot's id in its name.


class Companion(NamedTuple):
    """An opponent: a bot with a name and, optionally, a character."""

    name: str
    bot: Bot
    character: Character | None = None

    def __str__(self) -> str:
        return f"{self.name}: {self.bot}"

    def about(self, words: Words) -> str:
        """Describe a character by its habit, or another bot by its summary."""
        if self.character is not None:
            return words.t(self.character.habit)
        # A bot's summary is in English, as its author wrote it.
        said = words.plain(self.bot.summary)
        # Omit an English summary that has no translation, because the reader may not know English.
        return said if words.language == "en" or said != self.bot.summary else ""


def usual_company(level: str, players: int, taken: Iterable[str]) -> list[Companion]:
    """Return the characters of a level that complete a table of `players` players."""
    return [_seated(one) for one in _free(company(level), taken)[: players - 1]]


def _plain_bots(names: list[str]) -> list[Bot]:
    """Return bots by name; an error also suggests names of characters and levels."""
    try:
        return find_bots(",".join(names))
    except UnknownNameError:
        for name in names:
            if not {":", "=", "."} & set(name) and name not in known_bots():
                everybody = [*known_bots(), *(one.name for one in CHARACTERS), *LEVELS]
                known = dict.fromkeys(everybody)  # 'champion' is also a level.
                raise UnknownNameError.unknown("unknown bot {name} ({hint})", name, known) from None
        raise


def find_company(names: str, taken: Iterable[str]) -> list[Companion]:
    """Return the opponents in a list: ids, files, characters, or levels.

    A level adds one of its characters. No opponent gets a name in `taken`, and no character appears
    twice.
    """
    wanted = [part.strip() for part in names.split(",")]
    known = {one.name.casefold(): one for one in CHARACTERS}
    named = [known[word.casefold()].name for word in wanted if word.casefold() in known]
    twice = next((name for name in named if named.count(name) > 1), None)
    if twice is not None:
        raise DiamantError("{name} can take only one seat", twice)
    if clash := set(map(str.casefold, named)) & set(map(str.casefold, taken)):
        raise DiamantError(
            "{name} is already your name; use a different --name", known[clash.pop()].name
        )
    taken = [*taken, *named]
    found: list[Companion] = []

    def is_plain(word: str) -> bool:
        return word == "champion" or word.casefold() not in {*known, *LEVELS}

    for plain, words in groupby(wanted, is_plain):
        # Parameters also contain commas, so only the registry knows where a bot's name ends.
        for one in _plain_bots(list(words)) if plain else words:
            if isinstance(one, Bot):
                found.append(Companion(_own_name(one, taken), one))
            else:
                word = one.casefold()
                found.append(_seated(known.get(word) or _free(company(word), taken)[0]))
            taken.append(found[-1].name)
    return found


def saved_company(names: Sequence[str], bots: Sequence[str]) -> list[Companion]:
    """Return the opponents of a saved game."""
    known = {(one.name, str(find_bot(one.bot))): one for one in CHARACTERS}
    return [
        Companion(name, find_bot(bot), known.get((name, bot)))
        for name, bot in zip(names, bots, strict=True)
    ]


def plain_name(bot: Bot) -> str:
    """Return the name of a bot without a character: its id, or its name in a file."""
    return bot.name.rpartition(":")[2][:LONGEST_ID]


def _own_name(bot: Bot, taken: Iterable[str]) -> str:
    """Return the id of a bot without a character, with a number if it is taken.

    The names of characters are reserved for bots that play like them.
    """
    plain, names = plain_name(bot), {name.casefold() for name in taken}
    numbered = chain([plain], (f"{plain} {number}" for number in count(2)))
    return next(name for name in numbered if name.casefold() not in names)


def _seated(character: Character) -> Companion:
    return Companion(character.name, find_bot(character.bot), character)


def _free(characters: Iterable[Character], taken: Iterable[str]) -> list[Character]:
    names = {name.casefold() for name in taken}
    return [one for one in characters if one.name.casefold() not in names]


def known_level(word: str) -> str:
    """Return the name of a level in lowercase, or raise an error if it is unknown."""
    if word.casefold() not in LEVELS:
        raise UnknownNameError.unknown("unknown level {name} ({hint})", word, LEVELS)
    return word.casefold()


_T = TypeVar("_T")

TIME_LIMIT = 10.0  # Time limit for a bot's decision, in seconds.


class Opponents:
    """The bots in all seats from B on."""

    def __init__(self, bots: Sequence[Bot], seed: bytes) -> None:
        self._bots = bots
        # Random choices also come from the seed: seed, luck and choices determine the whole game.
        self._rng = random.Random(b"bots" + seed)  # noqa: S311 - a game
        self._asked: list[Callable[[BotView], Any]] = [_answer(bot, bot.seat_down) for bot in bots]

    async def leavers(self, game: Game) -> list[int]:
        """Ask all bots inside without blocking the screen; raise an error if one hangs."""
        leavers = []
        for seat in game.expedition.in_cave:
            if seat == 0:
                continue
            bot = self._bots[seat - 1]
            try:
                chance = await answer_within(partial(self._ask, game, seat), TIME_LIMIT, bot)
            except LateError as late:
                raise _failed(bot, late) from None
            leavers += [seat] * (self._rng.random() < chance)
        return leavers

    def _ask(self, game: Game, seat: int) -> float:
        view = BotView(game, seat, lambda: self._rng)
        return _answer(self._bots[seat - 1], lambda: leaving_chance(self._asked[seat - 1](view)))


def _answer(bot: Bot, ask: Callable[[], _T]) -> _T:
    """Return a bot's answer, or raise an error even if the bot called `sys.exit`."""
    try:
        return ask()
    except (Exception, SystemExit) as error:
        raise _failed(bot, error) from error


def _failed(bot: Bot, cause: BaseException) -> BotError:
    return BotError("the bot {bot} failed: {error}", bot, why(cause, bot))
