"""Published strategies for this game, reimplemented from their descriptions.

All of them can be compiled. Their names are like `diamant.bots.published:nash`. docs/strategy.md
names the authors and the results.
"""

from diamant.bots.bot import Parameter, bot
from diamant.bots.view import BotView


@bot("upside", share=Parameter(1.0, 0.0, 10.0))
def upside(view: BotView, share: float) -> bool:
    """Leave once the next card costs more than it earns, counting only gems carried."""
    return view.bust_chance * view.carried >= share * view.next_share(view.inside)


@bot("dare", chance=Parameter(1.0, 0.0, 20.0))
def dare(view: BotView, chance: float) -> float:
    """Leave with the probability that the next card is a bust."""
    return min(1.0, chance * view.bust_chance)


@bot("lead", gems=Parameter(9, 0, 1000), ahead=Parameter(4, -50, 50), behind=Parameter(2, -50, 50))
def lead(view: BotView, gems: float, ahead: float, behind: float) -> bool:
    """Leave with enough gems, and require more when two points ahead or behind."""
    if view.lead >= 2:
        return view.carried >= gems + ahead
    if view.lead <= -2:
        return view.carried >= gems + behind
    return view.carried >= gems


@bot("haul-or-cards", gems=Parameter(7, 0, 1000), step=Parameter(7, 1, 40))
def haul_or_cards(view: BotView, gems: float, step: float) -> bool:
    """Leave with enough gems or after enough cards, whichever comes first."""
    return view.carried >= gems or view.step >= step


@bot("alone", met=Parameter(3, 1, 20))
def alone(view: BotView, met: float) -> bool:
    """Leave when nobody else is inside, or with too many hazards."""
    return view.inside == 1 or view.hazards_met >= met


@bot("snatcher", gems=Parameter(10, 0, 1000), least=Parameter(5, 0, 1000))
def snatcher(view: BotView, gems: float, least: float) -> bool:
    """Leave with enough gems, or at once if a relic and the path are worth it."""
    if view.carried >= gems:
        return True
    return view.relics_lying > 0 and view.relics_worth + view.path >= least


@bot("nervous", tolerance=Parameter(0.5, 0.0, 1.0))
def nervous(view: BotView, tolerance: float) -> float:
    """Leave more often with hazards, more gems, more players inside, and later on."""
    danger = 0.3 if view.hazards_met > 0 else 0.0
    stake = 0.4 * min(1.0, view.carried / 20)
    chance = (danger + stake - 0.2 / view.inside + 1.0 - tolerance) / 2 + view.round / 10
    return max(0.0, min(1.0, chance))


@bot("one-look", behind=Parameter(0.15, 0.0, 1.0), leads=Parameter(0.05, 0.0, 1.0))
def one_look(view: BotView, behind: float, leads: float) -> bool:
    """Look one step ahead, and value points, taking the lead, and catching up.

    Only safe points count, so the bot leaves as soon as leaving has any value.
    """
    most = 278 / view.players
    home = view.carried + (view.path + view.relics_worth) / view.inside
    after = view.lead + home
    gain = home / most
    if view.lead < 0:
        gain = gain + behind * (min(0.0, after) - view.lead) / most
        if after >= 0:
            gain = gain + leads
    return gain > 0.0 and view.bust_cards > 0


@bot("nash", worth=Parameter(1.0, 0.0, 10.0))
def nash(view: BotView, worth: float) -> float:
    """Leave with the probability that makes everyone indifferent, one card ahead.

    If all players leave with this probability, leaving and staying have the same value. Leaving
    earns the gems carried and a share of the path. Staying earns the gems carried, if no bust
    comes, and a share of the next treasure.
    """
    fewest = 0.0
    most = 1.0
    chance = 0.5
    carried = view.carried
    safe = 1.0 - view.bust_chance
    for _ in range(20):
        chance = (fewest + most) / 2
        # The others leave independently, each with this probability.
        weight = (1.0 - chance) ** (view.inside - 1)
        stay = 0.0
        leave = 0.0
        for gone in range(view.inside):
            leave = leave + weight * (carried + view.path / (gone + 1))
            if gone == 0:
                leave = leave + weight * view.relics_worth
            stay = stay + weight * (safe * carried + worth * view.next_share(view.inside - gone))
            weight = weight * (view.inside - 1 - gone) / (gone + 1) * chance / (1.0 - chance)
        if leave > stay:
            fewest = chance
        else:
            most = chance
    return chance
