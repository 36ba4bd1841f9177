"""Who sits at a table with a person: bots by name, characters, or any of a level.

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
LONGEST_ID = 20  # Characters of a bot's id that its name shows.


class Companion(NamedTuple):
    """A bot with a name, and the character that it is, if it is one."""

    name: str
    bot: Bot
    character: Character | None = None

    def __str__(self) -> str:
        return f"{self.name}: {self.bot}"

    def about(self, words: Words) -> str:
        """Say who it is: a character by its habit, another bot by what its author wrote."""
        if self.character is not None:
            return words.t(self.character.habit)
        # A bot's summary is its author's, in English.
        said = words.plain(self.bot.summary)
        # Another's own bot speaks English, which not everybody at this table does.
        return said if words.language == "en" or said != self.bot.summary else ""


def usual_company(level: str, players: int, taken: Iterable[str]) -> list[Companion]:
    """Return the characters that come to a table of a level, for so many players in all."""
    return [_seated(one) for one in _free(company(level), taken)[: players - 1]]


def _plain_bots(names: list[str]) -> list[Bot]:
    """Return bots by their names; who is unknown may be a character or a level misspelt."""
    try:
        return find_bots(",".join(names))
    except UnknownNameError:
        for name in names:
            if not {":", "=", "."} & set(name) and name not in known_bots():
                everybody = [*known_bots(), *(one.name for one in CHARACTERS), *LEVELS]
                known = dict.fromkeys(everybody)  # A champion is a level, too.
                raise UnknownNameError.unknown("unknown bot {name} ({hint})", name, known) from None
        raise


def find_company(names: str, taken: Iterable[str]) -> list[Companion]:
    """Return the company that a list names: ids, files, characters, or levels for any of theirs.

    Nobody there bears a name that is taken, and no character comes twice.
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
        # Parameters hold commas too, so that only the registry knows where a bot's name ends.
        for one in _plain_bots(list(words)) if plain else words:
            if isinstance(one, Bot):
                found.append(Companion(_own_name(one, taken), one))
            else:
                word = one.casefold()
                found.append(_seated(known.get(word) or _free(company(word), taken)[0]))
            taken.append(found[-1].name)
    return found


def saved_company(names: Sequence[str], bots: Sequence[str]) -> list[Companion]:
    """Return the company of a game that was kept."""
    known = {(one.name, str(find_bot(one.bot))): one for one in CHARACTERS}
    return [
        Companion(name, find_bot(bot), known.get((name, bot)))
        for name, bot in zip(names, bots, strict=True)
    ]


def plain_name(bot: Bot) -> str:
    """Return what a bot is called that is no character: its id, or its name in a file."""
    return bot.name.rpartition(":")[2][:LONGEST_ID]


def _own_name(bot: Bot, taken: Iterable[str]) -> str:
    """Return what a bot that is no character is called: its id, and a number where that is taken.

    The names of characters are for those who play like them.
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
    """Return the level that a word names."""
    if word.casefold() not in LEVELS:
        raise UnknownNameError.unknown("unknown level {name} ({hint})", word, LEVELS)
    return word.casefold()


_T = TypeVar("_T")

TIME_LIMIT = 10.0  # Seconds that a bot may think.


class Opponents:
    """The bots at seats B and on."""

    def __init__(self, bots: Sequence[Bot], seed: bytes) -> None:
        self._bots = bots
        # Their chances come from the seed too: it, the luck and the choices make the whole game.
        self._rng = random.Random(b"bots" + seed)  # noqa: S311 - a game
        self._asked: list[Callable[[BotView], Any]] = [_answer(bot, bot.seat_down) for bot in bots]

    async def leavers(self, game: Game) -> list[int]:
        """Ask all bots inside while the screen lives on; one that never answers is left behind."""
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
    """Return what a bot answers, or tell where it failed, even if it wished to end the program."""
    try:
        return ask()
    except (Exception, SystemExit) as error:
        raise _failed(bot, error) from error


def _failed(bot: Bot, cause: BaseException) -> BotError:
    return BotError("the bot {bot} failed: {error}", bot, why(cause, bot))
