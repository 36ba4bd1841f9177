"""Coach players and review games with the champion's forecasts."""

import random
from collections.abc import Mapping

from diamant.analysis.choices import Foresight
from diamant.analysis.coach import Advice, Likely, advise
from diamant.analysis.review import Review, review
from diamant.bots.bot import leaving_chance
from diamant.bots.champion.player import WORTH_OF_A_POINT, Champion, Thought
from diamant.bots.registry import built_in_bots
from diamant.bots.view import BotView
from diamant.errors import DiamantError
from diamant.record import Record
from diamant.rules.game import Game


def coach(game: Game, seat: int) -> Advice:
    """Return the coach's advice for a player inside, using the champion's forecast."""
    return advise(game, seat, LIKELY, foresee)


def judged(record: Record) -> Review:
    """Review a finished game, judging each choice by the champion's forecast."""
    return review(record, foresee)


def foresee(game: Game, seat: int) -> Foresight | None:
    """Return the champion's forecast for a seat, or None if a model is damaged."""
    view = _view(game, seat)
    try:
        champion, equal = (_thought(name, view) for name in ("champion", "equilibrium"))
    except DiamantError:
        return None
    leaving = {each: champion.leaving[each] for each in game.expedition.in_cave}
    return Foresight(champion.better, equal.better / WORTH_OF_A_POINT, leaving)


def _thought(name: str, view: BotView) -> Thought:
    bot = built_in_bots()[name].with_numbers({}).seat_down()
    assert isinstance(bot, Champion), "one that thinks"
    return bot.think(view)


def _likely(name: str) -> Likely:
    def ask(game: Game, seat: int) -> float | None:
        try:
            bot = built_in_bots()[name].with_numbers({}).seat_down()
            return leaving_chance(bot(_view(game, seat)))
        except DiamantError:
            return None  # If a model is damaged, the coach still gives its other advice.

    return ask


def _view(game: Game, seat: int) -> BotView:
    return BotView(game, seat, lambda: random.Random(0))  # noqa: S311 - a game


LIKELY: Mapping[str, Likely] = {name: _likely(name) for name in ("equilibrium", "champion")}
"""The bots whose probability of leaving the coach also reports, by name."""
