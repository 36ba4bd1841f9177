"""What each choice is worth, before anybody knows what the others choose."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import exp, log
from typing import NamedTuple

from diamant.analysis.value import Ahead, Shares, pack
from diamant.rules.game import Game, Phase

_BOLDNESS_SPREAD = 1.5
"""How different players are, as a standard deviation of their boldness."""


_ALMOST = 0.95  # Nobody foresees that a game which goes on is won or lost.


class Foresight(NamedTuple):
    """What somebody with experience, who watched the game so far, expects of a seat's decision."""

    better: float  # How much better staying is, in shares of the win.
    points: float  # How many points better staying is among equals, who play the equilibrium.
    leaving: Mapping[int, float]  # How likely each seat inside leaves, its own among them.


Foresee = Callable[[Game, int], Foresight | None]
"""Somebody with experience, who may have nothing to say."""


class ChoiceShares(NamedTuple):
    """A seat's share of the win if it stays, and if it leaves."""

    stay: float
    leave: float

    def foreseen(self, expected: Foresight) -> "ChoiceShares":
        """Return it with staying as much better than leaving as somebody expects.

        The reference takes those who go on for a pack, and so whoever is behind for lost among
        them; what leaving is worth it knows better. Where leaving decides the game, it is right.
        """
        if self.leave in (0, 1):
            return self
        most, least = _ALMOST * (1 - self.leave), -_ALMOST * self.leave
        return ChoiceShares(self.leave + max(least, min(most, expected.better)), self.leave)

    def of(self, *, leave: bool) -> float:
        """Return what a choice is worth."""
        return self.leave if leave else self.stay

    def mean(self, chance: float) -> float:
        """Return what is to be expected of somebody who leaves with a chance."""
        return chance * self.leave + (1 - chance) * self.stay

    def lost(self, *, leave: bool) -> float:
        """Return the chance that a choice gives away."""
        return max(self.stay, self.leave) - self.of(leave=leave)


class DecisionPoint:
    """A position at which those inside decide, with what comes of every reveal."""

    def __init__(self, game: Game) -> None:
        assert game.phase is Phase.DECIDE, "choices are weighed while players decide"
        inside = game.expedition.in_cave
        ahead = Ahead(game)
        self.inside = inside
        self.leave = pack(game).leave  # The reference's chance to leave, the same for all inside.
        self._after: dict[frozenset[int], Shares] = {
            frozenset(leavers): ahead.after(leavers)
            for number in range(len(inside) + 1)
            for leavers in combinations(inside, number)
        }

    def after(self, leavers: Sequence[int]) -> Shares:
        """Return everybody's share once these have left."""
        return self._after[frozenset(leavers)]

    def chances(self, boldness: Mapping[int, float] | None = None) -> dict[int, float]:
        """Return how likely each seat inside leaves, the bolder the less so."""
        bold = boldness or {}
        pull = log(self.leave / (1 - self.leave))
        return {seat: 1 / (1 + exp(bold.get(seat, 0.0) - pull)) for seat in self.inside}

    def choice_shares(self, chances: Mapping[int, float] | None = None) -> dict[int, ChoiceShares]:
        """Return what either choice is worth to each seat inside, over all choices of the others.

        Each of the others leaves with their own chance, which is neither 0 nor 1, whatever the
        seat itself does; the reference's own chance if none are given.
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
    """Return how much bolder a player is than the reference, by what they chose.

    Each choice is the reference's chance to leave and whether they left. It is 0 for the reference
    itself, and what few choices show counts little.

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
        # A step is bounded, since the slope may be steep far from the answer.
        step = max(-1.0, min(1.0, slope / bend))
        bold += step
        if abs(step) < 1e-12:
            break
    return bold
