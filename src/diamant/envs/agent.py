"""An environment's agent at a table: a policy of observations becomes a bot.

In a file of one's own, `trained = Agent(policy)` is a bot like any other, wherever bots are named:
`diamant ladder --bot file.py:trained`, at a table, in the browser.
"""

from collections.abc import Callable
from functools import lru_cache

from diamant.bots.bot import leaving_chance
from diamant.bots.view import BotView
from diamant.editions import edition
from diamant.envs.kernel import Array, EditionRow, edition_row
from diamant.envs.observation import observe


@lru_cache(maxsize=64)
def _edition(name: str, players: int) -> EditionRow:
    return edition_row(edition(name), players)


class Agent:
    """A bot that decides by a policy: an observation gives an action or a chance of leaving.

    >>> from diamant import Game
    >>> bold = Agent(lambda observation: observation[6] > 0.5)
    >>> Game.deal([bold, "expect", "threshold"], seed=1).is_over
    True
    """

    __name__ = "agent"

    def __init__(self, policy: Callable[[Array], object]) -> None:
        self._policy = policy

    def __call__(self, view: BotView) -> float:
        """Decide as the policy does in an environment of the view's edition."""
        row = _edition(view.full.edition, view.players)
        return leaving_chance(self._policy(observe(view, row)))
