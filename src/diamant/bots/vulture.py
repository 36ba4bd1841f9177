"""The vulture: wait until enough lies on the path, and hope to leave with it alone."""

from diamant.bots.bot import Parameter, bot
from diamant.bots.view import BotView


@bot("vulture", haul=Parameter(6, 0, 1000), limit=Parameter(0.2, 0.0, 1.0))
def vulture(view: BotView, haul: float, limit: float) -> float:
    """Wait to leave alone with what others left lying, relics above all.

    It leaves when the path and its relics reach a haul, but not for certain while others are
    inside: if everybody swoops down at once nobody gets much. Past a limit of danger it flies home.
    """
    if view.bust_chance > limit and view.carried + view.path > 0:
        return 1.0
    if view.path + view.relics_worth >= haul:
        return 1.0 if view.inside == 1 else 0.5
    return 0.0
