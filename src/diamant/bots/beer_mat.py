"""One rule to remember: three numbers that fit on a beer mat."""

from diamant.bots.bot import Parameter, bot
from diamant.bots.view import BotView


@bot(
    "beer-mat",
    one=Parameter(14, 0, 1000),
    two=Parameter(12, 0, 1000),
    three=Parameter(12, 0, 1000),
)
def beer_mat(view: BotView, one: float, two: float, three: float) -> bool:
    """Leave when carried and path reach a number for one, two, or more hazards met.

    In the last expedition it does not go home while that leaves it behind.
    """
    home = view.carried + view.path + view.relics_worth
    if view.round == view.rounds and view.lead + home < 0:
        return False
    if view.hazards_met >= 3:
        return home >= three
    if view.hazards_met == 2:
        return home >= two
    return home >= one
