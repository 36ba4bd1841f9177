"""The chaser: play the score in the last expeditions."""

from diamant.bots.bot import Parameter, bot
from diamant.bots.view import BotView


@bot("catch-up", caution=Parameter(1.8, 0.0, 20.0), late=Parameter(2, 0, 20))
def catch_up(view: BotView, caution: float, late: float) -> bool:
    """Reckon as 'expect' does, but be bold when behind and careful when ahead, late in the game.

    In the last `late` expeditions the risk weighs less the further behind it is, and more the
    further ahead. In the very last one it does not go home with too little to win.
    """
    home = view.carried + (view.path + view.relics_worth) / view.inside
    weight = caution
    if view.rounds - view.round < late:
        weight = weight * (1.0 + max(-0.8, min(1.0, view.lead / 25.0)))
        if view.round == view.rounds and view.lead + home < 0 and view.bust_chance < 0.5:
            return False
    return view.bust_chance * home * weight > view.next_share(view.inside)
