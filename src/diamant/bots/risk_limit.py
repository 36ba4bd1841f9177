"""The actuary: leave when the next card is too likely to be a bust."""

from diamant.bots.bot import Parameter, bot
from diamant.bots.view import BotView


@bot("risk", limit=Parameter(0.15, 0.0, 1.0))
def risk_limit(view: BotView, limit: float) -> bool:
    """Leave when the exact chance that the next card busts passes a limit.

    It counts cards perfectly, but does not ask what there is to win or to lose.
    """
    return view.carried + view.path > 0 and view.bust_chance > limit
