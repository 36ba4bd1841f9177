"""The public panel: strategies that `diamant ladder` measures a bot against.

They stand in families by what they look at. The champion's training draws rules of the same
families with other numbers, except those of `HELD_OUT`, which it never meets.
"""

from diamant.bots.bot import Bot
from diamant.bots.registry import find_bot

_HERE = "diamant.bots.families"

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
    "reckoners": (
        *("expect:caution=0.7", "expect", "expect:caution=1.5", "expect:caution=2"),
        *(f"{_HERE}:reckon:caution={c},gone={g}" for c, g in ((1, 0), (1, 0.5), (1.5, 1))),
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
    """Return the panel's bots, of all families or of some."""
    return [find_bot(name) for family in only or PANEL for name in PANEL[family]]
