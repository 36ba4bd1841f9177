"""The champion at a table: the simulator's mind, with its input from a view."""

from typing import NamedTuple

from diamant.bots.bot import Bot, Parameter
from diamant.bots.champion import mind
from diamant.bots.champion.memory import remember
from diamant.bots.champion.model import networks
from diamant.bots.view import BotView

_NERVE, _LAST = Parameter(0.0, -1.0, 1.0), Parameter(0, 0, 1)
# Less doubt would win two more games in 100, but lose ten more to an opponent trained against it.
_CHAMPIONS_DOUBT = Parameter(0.01, 0.0, 1.0)
_EQUAL_DOUBT = Parameter(0.004, 0.0, 1.0)
WORTH_OF_A_POINT = 0.02
"""The value of a point for the equilibrium's network, which was not trained on shares of the win.
"""

# The view attributes that a mind reads; their places have the same names in capitals.
LOOKED_AT = (
    *("carried", "path", "inside", "players", "step", "hazards_met", "bust_cards", "deck_size"),
    *("relics_lying", "relics_worth"),
)
_PLACES = [(getattr(mind, name.upper()), name) for name in LOOKED_AT]


class Thought(NamedTuple):
    """The result of evaluating a choice."""

    better: float  # The advantage of staying, in the unit of the training objective.
    chance: float  # The probability of leaving.
    leaving: list[float]  # Each seat's probability of leaving now; 0 for seats outside.


class Champion:
    """Play to win the game, and learn along the way how bold each opponent is.

    A small network estimates how much better staying is than leaving, in chances of winning. It was
    trained by `diamant.training` (research/champion.md). `nerve` makes the champion bolder, and
    `doubt` makes it less predictable.
    """

    network = 0

    def __init__(self, nerve: float, doubt: float, last: float = 0.0) -> None:
        self.nerve, self.doubt, self.last = nerve, doubt, last

    def __call__(self, view: BotView) -> float:
        """Return the probability of leaving."""
        return self.think(view).chance

    def think(self, view: BotView) -> Thought:
        """Evaluate both choices, and estimate the others' probabilities of leaving."""
        memory = remember(view)
        situation = _situation(view)
        chances = [[0.0] * mind.TYPES for _ in range(3)]
        mind.expect_types(situation, chances)
        noticed = [0.0] * mind.FEATURES
        inside = [seat in view.in_cave for seat in range(view.players)]
        known = view.chests
        # Even if chests are closed, an attentive player can have counted their gems.
        scores = [
            memory.chests[seat] if points is None else points for seat, points in enumerate(known)
        ]
        people = [[0.0] * mind.PERSON for _ in range(view.players + 1)]
        board = [0.0] * mind.BOARD
        mind.survey(situation, scores, inside, chances, memory.weights, people, board, noticed)
        mind.notice(view.seat, situation, scores, inside, people, board, noticed)
        network, left = networks()[self.network], view.rounds - view.round
        common, first, second = ([0.0] * size for size in (mind.HIDDEN, mind.HIDDEN, mind.SECOND))
        mind.begin(noticed, left, network, common)
        better = mind.think(noticed, left, network, common, first, second)
        doubt = mind.blur(self.doubt, view.players)
        chance = mind.leave_chance(better + self.nerve, doubt)
        if self.last:
            chance = mind.last_round(view.seat, situation, scores, inside, chance)
        leaving = [people[seat][mind.LIKELY] for seat in range(view.players)]
        # The network's result is scaled to four players.
        return Thought(float(better * 4 / view.players), float(chance), leaving)


class Equilibrium(Champion):
    """Play for points, near each expedition's equilibrium, as if all players were equally strong.

    It uses the same kind of network as the champion, trained for points in self-play. With `last`,
    it plays the last expedition to win, and stays rather than leave without enough points.
    """

    network = 1


def _situation(view: BotView) -> list[float]:
    situation = [0.0] * mind.SITUATION
    for place, name in _PLACES:
        situation[place] = getattr(view, name)
    situation[mind.ROUNDS_LEFT] = view.rounds - view.round
    situation[mind.RELICS_LEFT] = view.relics_left
    situation[mind.RICHNESS] = mind.unit_of(view.riches)
    left = view.treasures_left
    for sharing in range(1, 9):
        situation[mind.EACH + sharing] = sum([value // sharing for value in left])
    return situation


champion = Bot("champion", Champion, {"nerve": _NERVE, "doubt": _CHAMPIONS_DOUBT})
equilibrium = Bot(
    "equilibrium", Equilibrium, {"nerve": _NERVE, "doubt": _EQUAL_DOUBT, "last": _LAST}
)
