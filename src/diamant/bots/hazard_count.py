"""The counter: leave once enough kinds of hazard have shown themselves."""

from diamant.bots.bot import Parameter, bot
from diamant.bots.view import BotView


@bot("hazards", met=Parameter(3, 1, 20))
def hazard_count(view: BotView, met: float) -> bool:
    """Leave once a number of different hazards lie on the path.

    What most people do the first time they play.
    """
    return view.hazards_met >= met
