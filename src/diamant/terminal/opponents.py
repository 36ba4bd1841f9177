"""Asking the bots at a table, each within a limit of time."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from diamant.bots import Bot, BotView, leaving_chance
from diamant.bots.failure import LateError, own_line, unanswered, why
from diamant.bots.time_limit import TooLongError, answer_within
from diamant.errors import BotError
from diamant.rules.game import Game
from diamant.simulator.timeout import DecisionTimeout

_T = TypeVar("_T")

TIME_LIMIT = 10.0  # Seconds that a bot may think.


class Opponents:
    """The bots at seats B and on."""

    def __init__(self, bots: Sequence[Bot], seed: bytes) -> None:
        self._bots = bots
        # Their chances come from the seed too: it, the luck and the choices make the whole game.
        self._rng = random.Random(b"bots" + seed)  # noqa: S311 - a game
        self._asked: list[Callable[[BotView], Any]] = [_answer(bot, bot.seat_down) for bot in bots]

    def leavers(self, game: Game, timeout: DecisionTimeout) -> list[int]:
        """Ask all bots inside, here and now; one that never answers is interrupted."""
        leavers = []
        for seat in self._inside(game):
            timeout.begin()
            try:
                chance = self._ask(game, seat)
            except TooLongError as error:
                bot = self._bots[seat - 1]
                raise _failed(bot, unanswered(TIME_LIMIT, bot, own_line(error, bot))) from None
            timeout.end()
            leavers += [seat] * self._leaves(chance)
        return leavers

    async def leavers_apart(self, game: Game) -> list[int]:
        """Ask all bots inside while the screen lives on; one that never answers is left behind."""
        leavers = []
        for seat in self._inside(game):
            bot = self._bots[seat - 1]
            try:
                chance = await answer_within(partial(self._ask, game, seat), TIME_LIMIT, bot)
            except LateError as late:
                raise _failed(bot, late) from None
            leavers += [seat] * self._leaves(chance)
        return leavers

    def _inside(self, game: Game) -> list[int]:
        return [seat for seat in game.expedition.in_cave if seat > 0]

    def _ask(self, game: Game, seat: int) -> float:
        view = BotView(game, seat, lambda: self._rng)
        return _answer(self._bots[seat - 1], lambda: leaving_chance(self._asked[seat - 1](view)))

    def _leaves(self, chance: float) -> bool:
        return self._rng.random() < chance


def _answer(bot: Bot, ask: Callable[[], _T]) -> _T:
    """Return what a bot answers, or tell where it failed, even if it wished to end the program."""
    try:
        return ask()
    except (Exception, SystemExit) as error:
        raise _failed(bot, error) from error


def _failed(bot: Bot, cause: BaseException) -> BotError:
    return BotError(f"the bot {bot} failed: {why(cause, bot)}")
