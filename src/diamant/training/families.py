"""The champion's training opponents: random rules of every family but one."""

import random

from diamant.bots import Bot, built_in_bots, families

HELD_OUT = ("herd", "contrary")
"""The family held out of training: rules that react to the others' latest choices."""

# The bounds of random parameters, by family; people don't play rules outside them.
_DRAWN: dict[str, dict[str, tuple[float, float]]] = {
    "random": {"leave": (0.04, 0.4)},
    "threshold": {"gems": (3, 26)},
    "hazards": {"met": (1, 4)},
    "risk": {"limit": (0.04, 0.36)},
    "expect": {"caution": (0.4, 3.0)},
    "vulture": {"haul": (2, 14), "limit": (0.08, 0.32)},
    "wolf": {"nerve": (0.06, 0.36), "caution": (0.5, 2.0)},
    "catch-up": {"caution": (0.6, 3.0), "late": (1, 4)},
    "stake": {"stake": (0.4, 5.0)},
    "either": {"gems": (4, 22), "met": (1, 4)},
    "cards": {"step": (2, 12), "slip": (0.0, 0.2)},
    "estimate": {"caution": (0.4, 3.0), "gone": (0.0, 1.0)},
    "hopeful": {"caution": (0.5, 3.5), "hope": (0.0, 0.9)},
    "outlast": {"inside": (1, 4), "limit": (0.05, 0.25)},
    "chaser": {"gems": (4, 20), "push": (0.1, 1.2)},
    "finisher": {"caution": (0.6, 2.5), "margin": (-3, 8)},
}
_WHOLE = ("gems", "met", "haul", "late", "step", "inside", "margin")

FAMILIES: tuple[Bot, ...] = (
    # All built-in bots except those with a network, which the arena seats separately.
    *(idea for idea in built_in_bots().values() if idea.name in _DRAWN),
    *(families.stake, families.either, families.cards, families.estimate, families.hopeful),
    *(families.outlast, families.chaser, families.finisher),
    *(families.herd, families.contrary),
)


# The families and bounds of strong rules.
_STRONG: dict[str, dict[str, tuple[float, float]]] = {
    "expect": {"caution": (0.6, 2.2)},
    "estimate": {"caution": (0.7, 2.0), "gone": (0.0, 1.0)},
    "hopeful": {"caution": (1.0, 2.6), "hope": (0.0, 0.7)},
    "finisher": {"caution": (0.9, 2.0), "margin": (-1, 4)},
    "catch-up": {"caution": (0.8, 2.0), "late": (1, 3)},
    "stake": {"stake": (0.6, 2.4)},
    "threshold": {"gems": (5, 12)},
    "wolf": {"nerve": (0.12, 0.3), "caution": (0.8, 1.6)},
}


def draw_strong(count: int, rng: random.Random) -> list[Bot]:
    """Return random rules that are hard to beat."""
    able = [family for family in FAMILIES if family.name in _STRONG]
    return [_draw(able[place % len(able)], rng, _STRONG) for place in range(count)]


def draw_rules(count: int, rng: random.Random) -> list[Bot]:
    """Return random rules, equally many from each family except the held-out one."""
    taught = [family for family in FAMILIES if family.name not in HELD_OUT]
    return [_draw(taught[place % len(taught)], rng, _DRAWN) for place in range(count)]


def _draw(
    family: Bot, rng: random.Random, bounds: dict[str, dict[str, tuple[float, float]]]
) -> Bot:
    numbers: dict[str, float] = {}
    for name, (least, most) in bounds[family.name].items():
        whole = name in _WHOLE
        numbers[name] = rng.randint(int(least), int(most)) if whole else rng.uniform(least, most)
    return family.with_numbers(numbers)
