"""The purse: leave once there is enough to carry home."""

from diamant.bots.bot import Parameter, bot
from diamant.bots.view import BotView


@bot("threshold", gems=Parameter(10, 0, 1000))
def threshold(view: BotView, gems: float) -> bool:
    """Leave as soon as the gems carried plus all gems on the path reach a number.

    Its meaning is fixed, so that anyone can reproduce a figure. It is deaf to danger.
    """
    return view.carried + view.path >= gems
