"""How often those with a network would leave at a position, for the coach."""

import random
from collections.abc import Mapping

from diamant.analysis.coach import Likely
from diamant.bots.bot import leaving_chance
from diamant.bots.registry import built_in_bots
from diamant.bots.view import BotView
from diamant.errors import DiamantError
from diamant.rules.game import Game


def _likely(name: str) -> Likely:
    def ask(game: Game, seat: int) -> float | None:
        view = BotView(game, seat, lambda: random.Random(0))  # noqa: S311 - a game
        try:
            return leaving_chance(built_in_bots()[name].with_numbers({}).seat_down()(view))
        except DiamantError:
            return None  # Its model is damaged, and the coach has more to say than that.

    return ask


LIKELY: Mapping[str, Likely] = {name: _likely(name) for name in ("equilibrium", "champion")}
"""Whom the coach asks besides, by name."""
