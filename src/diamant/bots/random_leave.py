"""The coin: leave by chance alone."""

from diamant.bots.bot import Parameter, bot
from diamant.bots.view import BotView


@bot("random", leave=Parameter(0.2, 0.0, 1.0))
def random_leave(view: BotView, leave: float) -> float:
    """Leave with the same probability at every decision.

    It looks at nothing, so it is what every other bot has to beat. Its meaning is fixed, so that
    anyone can reproduce a figure.
    """
    return leave
