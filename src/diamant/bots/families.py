"""Families of simple strategies besides the built-in bots; they form the panel.

All of them can be compiled. Their names are like `diamant.bots.families:herd:gems=8,follow=0.5`.

`PANEL` lists the strategies that `diamant ladder` measures a bot against, grouped by the
information that they use. The champion's training uses rules of the same families with other
numbers, except those of `HELD_OUT`, which are never used in training.
"""

from diamant.bots.bot import Bot, Parameter, bot
from diamant.bots.registry import find_bot
from diamant.bots.view import BotView


@bot("stake", stake=Parameter(2.0, 0.0, 100.0))
def stake(view: BotView, stake: float) -> bool:
    """Leave when the expected loss from a bust, counting cards, exceeds a stake."""
    home = view.carried + (view.path + view.relics_worth) / view.inside
    return view.bust_chance * home > stake


@bot("either", gems=Parameter(8, 0, 1000), met=Parameter(3, 1, 20))
def either(view: BotView, gems: float, met: float) -> bool:
    """Leave with enough gems, or with any gems once enough hazards are on the path."""
    purse = view.carried + view.path
    return purse >= gems or (purse > 0 and view.hazards_met >= met)


@bot("cards", step=Parameter(6, 1, 40), slip=Parameter(0.0, 0.0, 1.0))
def cards(view: BotView, step: float, slip: float) -> float:
    """Leave after a number of cards, and occasionally earlier."""
    return 1.0 if view.step >= step else slip


@bot("estimate", caution=Parameter(1.0, 0.0, 20.0), gone=Parameter(0.3, 0.0, 1.0))
def estimate(view: BotView, caution: float, gone: float) -> bool:
    """Look one card ahead, and assume that a fraction of the others leaves now."""
    leaving = int(gone * (view.inside - 1))
    home = view.carried + view.path / (1 + leaving)
    if leaving == 0:
        home = home + view.relics_worth
    return view.bust_chance * home * caution > view.next_share(view.inside - leaving)


@bot("hopeful", caution=Parameter(1.0, 0.0, 20.0), hope=Parameter(0.5, 0.0, 1.0))
def hopeful(view: BotView, caution: float, hope: float) -> bool:
    """Look one card ahead, as if a fraction of the others had already left."""
    fewer = max(1, int(view.inside * (1.0 - hope) + 0.5))
    home = view.carried + view.path / view.inside
    return view.bust_chance * home * caution > view.next_share(fewer)


@bot("herd", gems=Parameter(8, 0, 1000), follow=Parameter(0.6, 0.0, 1.0))
def herd(view: BotView, gems: float, follow: float) -> float:
    """Leave if others have just left, or with enough gems."""
    if view.carried + view.path >= gems and view.bust_cards > 0:
        return 1.0
    if view.left_before > 0 and view.bust_cards > 0:
        return follow
    return 0.0


@bot("contrary", gems=Parameter(6, 0, 1000), limit=Parameter(0.25, 0.0, 1.0))
def contrary(view: BotView, gems: float, limit: float) -> float:
    """Leave with enough gems while nobody else does; stay when others have just left."""
    if view.left_before > 0:
        return 1.0 if view.bust_chance > limit else 0.0
    return 0.7 if view.carried + view.path >= gems else 0.0


@bot("outlast", inside=Parameter(2, 1, 8), limit=Parameter(0.15, 0.0, 1.0))
def outlast(view: BotView, inside: float, limit: float) -> bool:
    """Stay until few are left inside, then leave when the danger exceeds a limit."""
    bound = limit if view.inside <= inside else 2.0 * limit
    return view.carried + view.path > 0 and view.bust_chance > bound


@bot("chaser", gems=Parameter(8, 0, 1000), push=Parameter(0.4, 0.0, 3.0))
def chaser(view: BotView, gems: float, push: float) -> bool:
    """Aim for more gems when behind and fewer when ahead, most of all at the end."""
    weight = push * view.round / view.rounds
    wanted = max(2.0, min(4.0 * gems, gems - weight * view.lead))
    return view.carried + view.path >= wanted and view.bust_cards > 0


@bot("finisher", caution=Parameter(1.3, 0.0, 20.0), margin=Parameter(0.0, -50.0, 50.0))
def finisher(view: BotView, caution: float, margin: float) -> bool:
    """Play by expected value, but stay in the last expedition until the win is safe."""
    home = view.carried + (view.path + view.relics_worth) / view.inside
    if view.round == view.rounds:
        if view.lead + home < margin:
            return view.bust_chance > 0.7
        if view.lead + home > margin + 4.0 and view.bust_cards > 0:
            return True
    return view.bust_chance * home * caution > view.next_share(view.inside)


_HERE = __name__

PANEL: dict[str, tuple[str, ...]] = {
    "coins": ("random:leave=0.1", "random:leave=0.2", "random:leave=0.3"),
    "thresholds": (
        *(f"threshold:gems={gems}" for gems in (5, 7, 10, 14, 20)),
        *(f"{_HERE}:cards:step={step},slip=0.05" for step in (5, 8)),
    ),
    "hazards": (
        *("hazards:met=2", "hazards:met=3"),
        *(f"{_HERE}:either:gems={gems},met={met}" for gems, met in ((7, 2), (9, 3), (13, 3))),
    ),
    "bust chance": tuple(f"risk:limit={limit}" for limit in (0.08, 0.12, 0.16, 0.22)),
    "card counters": tuple(f"{_HERE}:stake:stake={stake}" for stake in (0.8, 1.4, 2.2)),
    "estimators": (
        *("expect:caution=0.7", "expect", "expect:caution=1.5", "expect:caution=2"),
        *(f"{_HERE}:estimate:caution={c},gone={g}" for c, g in ((1, 0), (1, 0.5), (1.5, 1))),
        *(f"{_HERE}:hopeful:caution={c},hope={h}" for c, h in ((1.5, 0.3), (2.2, 0.6))),
    ),
    "vultures": ("vulture", "vulture:haul=4,limit=0.15", "vulture:haul=9,limit=0.25"),
    "wolves": (
        *("wolf", "wolf:nerve=0.14", "wolf:nerve=0.28,caution=0.8"),
        *(f"{_HERE}:outlast:inside={n},limit={limit}" for n, limit in ((1, 0.1), (2, 0.13))),
    ),
    "score-aware": (
        *("catch-up", "catch-up:caution=1.2,late=3"),
        *(f"{_HERE}:chaser:gems={gems},push={push}" for gems, push in ((7, 0.4), (10, 0.8))),
        *(f"{_HERE}:finisher:caution={c},margin={m}" for c, m in ((1.2, 0), (1.7, 2))),
    ),
    "herds": (
        *(f"{_HERE}:herd:gems={gems},follow={f}" for gems, f in ((8, 0.5), (12, 0.9))),
        *(f"{_HERE}:contrary:gems={gems},limit={limit}" for gems, limit in ((5, 0.2), (8, 0.3))),
    ),
    "equilibrium": ("equilibrium", "equilibrium:last=1", "equilibrium:doubt=0.02,last=1"),
}
HELD_OUT = "herds"


def panel(*only: str) -> list[Bot]:
    """Return the panel's bots, from all families or only from some."""
    return [find_bot(name) for family in only or PANEL for name in PANEL[family]]
