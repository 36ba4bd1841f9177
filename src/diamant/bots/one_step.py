"""The reckoner: compare what the next card may bring with what it may cost."""

from diamant.bots.bot import Parameter, bot
from diamant.bots.view import BotView


@bot("expect", caution=Parameter(1.0, 0.0, 20.0))
def one_step(view: BotView, caution: float) -> bool:
    """Leave when one more card costs more than it brings, on average.

    Staying for one card brings a share of the treasures to come and risks what could be taken home
    now: what is carried, and an even part of the path and of the relics among those inside.
    """
    home = view.carried + (view.path + view.relics_worth) / view.inside
    return view.bust_chance * home * caution > view.next_share(view.inside)
