"""The lone wolf: outlast the others and have the cave alone."""

from diamant.bots.bot import Parameter, bot
from diamant.bots.view import BotView


@bot("wolf", nerve=Parameter(0.2, 0.0, 1.0), caution=Parameter(1.0, 0.0, 20.0))
def lone_wolf(view: BotView, nerve: float, caution: float) -> bool:
    """Stay until the others have gone, then reckon card by card.

    In company it leaves only when the chance of a bust passes its nerve; alone, where every
    treasure is its own, it leaves when one more card costs more than it brings.
    """
    if view.inside > 1:
        return view.carried + view.path > 0 and view.bust_chance > nerve
    home = view.carried + view.path + view.relics_worth
    return view.bust_chance * home * caution > view.next_share(1)
