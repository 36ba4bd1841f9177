"""Built-in strategies that consist of one function each, simplest first."""

from diamant.bots.bot import Parameter, bot
from diamant.bots.view import BotView


@bot("random", leave=Parameter(0.2, 0.0, 1.0))
def random_leave(view: BotView, leave: float) -> float:
    """Leave with the same probability at every decision.

    It ignores the game, so every other bot should beat it. Its definition never changes,
    so published results stay reproducible.
    """
    return leave


@bot("threshold", gems=Parameter(10, 0, 1000))
def threshold(view: BotView, gems: float) -> bool:
    """Leave once the carried gems plus all gems on the path reach a set number.

    Its definition never changes, so published results stay reproducible. It ignores hazards.
    """
    return view.carried + view.path >= gems


@bot("hazards", met=Parameter(3, 1, 20))
def hazard_count(view: BotView, met: float) -> bool:
    """Leave once a set number of different hazards are on the path.

    Most people play like this in their first game.
    """
    return view.hazards_met >= met


@bot("risk", limit=Parameter(0.15, 0.0, 1.0))
def risk_limit(view: BotView, limit: float) -> bool:
    """Leave when the exact chance that the next card ends the expedition exceeds a limit.

    It counts cards perfectly, but ignores how many gems it can win or lose.
    """
    return view.carried + view.path > 0 and view.bust_chance > limit


@bot("expect", caution=Parameter(1.0, 0.0, 20.0))
def one_step(view: BotView, caution: float) -> bool:
    """Leave when one more card costs more than it earns on average.

    Staying for one card earns a share of the treasures to come. It risks everything that could be
    taken home now: the gems carried, and an equal share of the path and its relics.
    """
    home = view.carried + (view.path + view.relics_worth) / view.inside
    return view.bust_chance * home * caution > view.next_share(view.inside)


@bot("vulture", haul=Parameter(6, 0, 1000), limit=Parameter(0.2, 0.0, 1.0))
def vulture(view: BotView, haul: float, limit: float) -> float:
    """Wait to leave alone and take what others left behind, especially relics.

    It leaves when the path and its relics are worth at least `haul`, but only with some probability
    while others are inside: if all of them leave at once, nobody gets much. If the chance of a bust
    exceeds `limit`, it goes home.
    """
    if view.bust_chance > limit and view.carried + view.path > 0:
        return 1.0
    if view.path + view.relics_worth >= haul:
        return 1.0 if view.inside == 1 else 0.5
    return 0.0


@bot("wolf", nerve=Parameter(0.2, 0.0, 1.0), caution=Parameter(1.0, 0.0, 20.0))
def lone_wolf(view: BotView, nerve: float, caution: float) -> bool:
    """Stay until the others have left, then compute the expected value card by card.

    With others inside, it leaves only when the chance of a bust exceeds `nerve`. Alone, it gets
    every treasure, and leaves when one more card costs more than it earns.
    """
    if view.inside > 1:
        return view.carried + view.path > 0 and view.bust_chance > nerve
    home = view.carried + view.path + view.relics_worth
    return view.bust_chance * home * caution > view.next_share(1)


@bot("catch-up", caution=Parameter(1.8, 0.0, 20.0), late=Parameter(2, 0, 20))
def catch_up(view: BotView, caution: float, late: float) -> bool:
    """Play like 'expect', but late in the game be bold when behind and careful when ahead.

    In the last `late` expeditions, risk has less weight when the bot is behind, and more when it is
    ahead. In the last one, it does not go home with too few points to win.
    """
    home = view.carried + (view.path + view.relics_worth) / view.inside
    weight = caution
    if view.rounds - view.round < late:
        weight = weight * (1.0 + max(-0.8, min(1.0, view.lead / 25.0)))
        if view.round == view.rounds and view.lead + home < 0 and view.bust_chance < 0.5:
            return False
    return view.bust_chance * home * weight > view.next_share(view.inside)


@bot(
    "beer-mat", one=Parameter(14, 0, 1000), two=Parameter(12, 0, 1000), three=Parameter(12, 0, 1000)
)
def beer_mat(view: BotView, one: float, two: float, three: float) -> bool:
    """Leave once the gems carried and on the path reach a limit set by the number of hazards.

    In the last expedition, it does not go home while it would still be behind.
    """
    home = view.carried + view.path + view.relics_worth
    if view.round == view.rounds and view.lead + home < 0:
        return False
    if view.hazards_met >= 3:
        return home >= three
    if view.hazards_met == 2:
        return home >= two
    return home >= one


STRATEGIES = (
    random_leave,
    threshold,
    hazard_count,
    risk_limit,
    one_step,
    vulture,
    lone_wolf,
    catch_up,
    beer_mat,
)
