"""Compute the value of each choice before the others' choices are known."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import exp, log
from typing import NamedTuple

from diamant.analysis.value import Ahead, Shares, pack
from diamant.rules.game import Game, Phase

_BOLDNESS_SPREAD = 1.5
"""How much players differ: the standard deviation of their boldness."""


_ALMOST = 0.95  # Limits an expert's forecast: no unfinished game is certain to be won or lost.


class Foresight(NamedTuple):
    """An expert's forecast of a seat's decision, based on the whole game so far."""

    better: float  # Advantage of staying, in shares of the win.
    points: float  # Advantage of staying in points, if everyone plays the equilibrium.
    leaving: Mapping[int, float]  # Probability of leaving, for each seat inside.


Foresee = Callable[[Game, int], Foresight | None]
"""An expert: a function that returns a forecast, or None if it has none."""


class ChoiceShares(NamedTuple):
    """A seat's share of the win if it stays, and if it leaves."""

    stay: float
    leave: float

    def foreseen(self, expected: Foresight) -> "ChoiceShares":
        """Return these shares with the value of staying adjusted to an expert's forecast.

        The reference assumes that players who stay act as a pack, so it underrates a player who is
        behind. Its value of leaving is more accurate than the expert's, and is kept. If leaving
        decides the game, the reference is exact, and nothing changes.
        """
        if self.leave in (0, 1):
            return self
        most, least = _ALMOST * (1 - self.leave), -_ALMOST * self.leave
        return ChoiceShares(self.leave + max(least, min(most, expected.better)), self.leave)

    def of(self, *, leave: bool) -> float:
        """Return the expected share of the win for a choice."""
        return self.leave if leave else self.stay

    def mean(self, chance: float) -> float:
        """Return the expected share of the win, given the probability of leaving."""
        return chance * self.leave + (1 - chance) * self.stay

    def lost(self, *, leave: bool) -> float:
        """Return the share of the win that a choice loses, compared to the better one."""
        return max(self.stay, self.leave) - self.of(leave=leave)


class DecisionPoint:
    """A position in which players have to choose, with the value of every outcome."""

    def __init__(self, game: Game) -> None:
        assert game.phase is Phase.DECIDE, "choices are weighed while players decide"
        inside = game.expedition.in_cave
        ahead = Ahead(game)
        self.inside = inside
        self.leave = pack(game).leave  # The reference's probability of leaving, for all.
        self._after: dict[frozenset[int], Shares] = {
            frozenset(leavers): ahead.after(leavers)
            for number in range(len(inside) + 1)
            for leavers in combinations(inside, number)
        }

    def after(self, leavers: Sequence[int]) -> Shares:
        """Return everyone's share after these players have left."""
        return self._after[frozenset(leavers)]

    def chances(self, boldness: Mapping[int, float] | None = None) -> dict[int, float]:
        """Return the probability of leaving for each seat inside, given its boldness."""
        bold = boldness or {}
        pull = log(self.leave / (1 - self.leave))
        return {seat: 1 / (1 + exp(bold.get(seat, 0.0) - pull)) for seat in self.inside}

    def choice_shares(self, chances: Mapping[int, float] | None = None) -> dict[int, ChoiceShares]:
        """Return the value of each choice for each seat inside.

        The value is the mean over the others' choices. Each other player leaves with their
        probability in `chances`, which must be neither 0 nor 1, and independently of the seat. By
        default, these are the reference's probabilities.
        """
        leaving = chances or self.chances()
        sums = {seat: [0.0, 0.0] for seat in self.inside}
        for leavers, shares in self._after.items():
            chance = 1.0
            for seat, likely in leaving.items():
                chance *= likely if seat in leavers else 1 - likely
            for seat, likely in leaving.items():
                gone = seat in leavers
                sums[seat][gone] += chance / (likely if gone else 1 - likely) * shares[seat]
        return {seat: ChoiceShares(stay, leave) for seat, (stay, leave) in sums.items()}


def boldness(choices: Sequence[tuple[float, bool]]) -> float:
    """Estimate from choices how much bolder a player is than the reference.

    A choice is the reference's probability of leaving, and whether the player left. The reference
    has boldness 0, and a few choices change the estimate only a little.

    >>> boldness([])
    0.0
    >>> boldness([(0.5, False)] * 8) > 1 > 0 > boldness([(0.1, True)])
    True
    """
    bold = 0.0
    for _ in range(30):
        slope, bend = -bold / _BOLDNESS_SPREAD**2, 1 / _BOLDNESS_SPREAD**2
        for chance, left in choices:
            likely = 1 / (1 + (1 - chance) / chance * exp(bold))
            slope += likely - left
            bend += likely * (1 - likely)
        # The step size is limited, because the slope may be steep far from the solution.
        step = max(-1.0, min(1.0, slope / bend))
        bold += step
        if abs(step) < 1e-12:
            break
    return bold
