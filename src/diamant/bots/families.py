"""Families of plain strategies besides the house's own bots: whom the panel is made of.

All of them can be compiled. They are found as `diamant.bots.families:herd:gems=8,follow=0.5`.
"""

from diamant.bots.bot import Parameter, bot
from diamant.bots.view import BotView


@bot("stake", stake=Parameter(2.0, 0.0, 100.0))
def stake(view: BotView, stake: float) -> bool:
    """Leave when a bust would cost more than a stake on average, counting every card."""
    home = view.carried + (view.path + view.relics_worth) / view.inside
    return view.bust_chance * home > stake


@bot("either", gems=Parameter(8, 0, 1000), met=Parameter(3, 1, 20))
def either(view: BotView, gems: float, met: float) -> bool:
    """Leave with enough to carry, or with something once enough hazards lie there."""
    purse = view.carried + view.path
    return purse >= gems or (purse > 0 and view.hazards_met >= met)


@bot("cards", step=Parameter(6, 1, 40), slip=Parameter(0.0, 0.0, 1.0))
def cards(view: BotView, step: float, slip: float) -> float:
    """Leave after a number of cards, and now and then before."""
    return 1.0 if view.step >= step else slip


@bot("reckon", caution=Parameter(1.0, 0.0, 20.0), gone=Parameter(0.3, 0.0, 1.0))
def reckon(view: BotView, caution: float, gone: float) -> bool:
    """Reckon one card ahead, and assume that a part of the others leaves now."""
    leaving = int(gone * (view.inside - 1))
    home = view.carried + view.path / (1 + leaving)
    if leaving == 0:
        home = home + view.relics_worth
    return view.bust_chance * home * caution > view.next_share(view.inside - leaving)


@bot("hopeful", caution=Parameter(1.0, 0.0, 20.0), hope=Parameter(0.5, 0.0, 1.0))
def hopeful(view: BotView, caution: float, hope: float) -> bool:
    """Reckon one card ahead as if a part of the others were gone by then."""
    fewer = max(1, int(view.inside * (1.0 - hope) + 0.5))
    home = view.carried + view.path / view.inside
    return view.bust_chance * home * caution > view.next_share(fewer)


@bot("herd", gems=Parameter(8, 0, 1000), follow=Parameter(0.6, 0.0, 1.0))
def herd(view: BotView, gems: float, follow: float) -> float:
    """Follow those who left a moment ago, or leave with enough to carry."""
    if view.carried + view.path >= gems and view.bust_cards > 0:
        return 1.0
    if view.left_before > 0 and view.bust_cards > 0:
        return follow
    return 0.0


@bot("contrary", gems=Parameter(6, 0, 1000), limit=Parameter(0.25, 0.0, 1.0))
def contrary(view: BotView, gems: float, limit: float) -> float:
    """Leave with enough while nobody else does; stay on when others have just gone."""
    if view.left_before > 0:
        return 1.0 if view.bust_chance > limit else 0.0
    return 0.7 if view.carried + view.path >= gems else 0.0


@bot("outlast", inside=Parameter(2, 1, 8), limit=Parameter(0.15, 0.0, 1.0))
def outlast(view: BotView, inside: float, limit: float) -> bool:
    """Stay until few are left inside, then leave when the danger passes a limit."""
    bound = limit if view.inside <= inside else 2.0 * limit
    return view.carried + view.path > 0 and view.bust_chance > bound


@bot("chaser", gems=Parameter(8, 0, 1000), push=Parameter(0.4, 0.0, 3.0))
def chaser(view: BotView, gems: float, push: float) -> bool:
    """Want more to carry the further behind, and less the further ahead, as time runs out."""
    weight = push * view.round / view.rounds
    wanted = max(2.0, min(4.0 * gems, gems - weight * view.lead))
    return view.carried + view.path >= wanted and view.bust_cards > 0


@bot("finisher", caution=Parameter(1.3, 0.0, 20.0), margin=Parameter(0.0, -50.0, 50.0))
def finisher(view: BotView, caution: float, margin: float) -> bool:
    """Reckon, but in the last expedition stay until one would win, and then leave."""
    home = view.carried + (view.path + view.relics_worth) / view.inside
    if view.round == view.rounds:
        if view.lead + home < margin:
            return view.bust_chance > 0.7
        if view.lead + home > margin + 4.0 and view.bust_cards > 0:
            return True
    return view.bust_chance * home * caution > view.next_share(view.inside)
