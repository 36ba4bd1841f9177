"""Turn a policy over observations into a bot.

If a file contains `trained = Agent(policy)`, then its `trained` is a bot: in `diamant ladder --bot
file.py:trained`, at a table, or in the browser.
"""

from collections.abc import Callable
from typing import Any

from diamant.extras import explained

with explained("an agent"):
    import numpy as np

from diamant.bots.bot import leaving_chance
from diamant.bots.view import BotView
from diamant.envs.kernel import Array, edition_row
from diamant.envs.observation import observe
from diamant.errors import BotError
from diamant.simulator.kernel.step_layout import EditionRow


class Agent:
    """A bot that follows a policy: a function of an observation.

    The policy returns an action or a probability of leaving. The length of an observation depends
    on the edition and the players. If a policy supports only one kind of table, pass its `edition`
    and `players`: the agent then raises an error at any other table. If a policy supports several,
    set `tells_edition` to pass it the `EditionRow` as a second argument.

    >>> from diamant import Game
    >>> bold = Agent(lambda observation: observation[6] > 0.5)
    >>> Game.play([bold, "expect", "threshold"], seed=1).is_over
    True
    """

    __name__ = "agent"

    def __init__(
        self,
        policy: Callable[..., object],
        *,
        edition: str | None = None,
        players: int | None = None,
        tells_edition: bool = False,
    ) -> None:
        self._policy, self._tells_edition = policy, tells_edition
        self._edition, self._players = edition, players
        self._row: EditionRow | None = None

    def __call__(self, view: BotView) -> float:
        """Apply the policy to the observation that an environment returns for a view."""
        row = self._row_of(view)
        return self.decide(observe(view, row), row)

    def decide(self, observation: Array, edition: EditionRow) -> float:
        """Return the probability of leaving, or raise an error for an unsupported table."""
        name, players = edition.edition.id, edition.players
        if (self._edition or name, self._players or players) != (name, players):
            known = [self._edition] if self._edition else []
            known += [f"{self._players} players"] if self._players else []
            raise BotError(
                "this agent was trained for {known}, not for {name} with {players} players",
                " with ".join(known),
                name,
                players,
            )
        more: tuple[Any, ...] = (edition,) if self._tells_edition else ()
        return leaving_chance(self._policy(observation, *more))

    def chances(self, observations: Array, edition: EditionRow) -> Array:
        """Return the probability of leaving for each observation, with one call for each."""
        return np.array([self.decide(seen, edition) for seen in observations])

    def _row_of(self, view: BotView) -> EditionRow:
        """Return the view's edition as the kernel reads it; the last one is cached."""
        row, edition = self._row, view.game().edition
        if row is None or row.players != view.players or row.edition != edition:
            row = self._row = edition_row(edition, view.players)
        return row
