"""The supply of gems: change is made freely, and stand-ins fill in when the box runs short."""

from collections.abc import Sequence

from diamant.rules.edition import Gem


def stand_ins_worth(holdings: Sequence[int], gems: Sequence[Gem]) -> int:
    """Return the worth of the stand-ins in use when the box must lay out these holdings.

    A gem worth more than one can only lie in a holding that large, and it frees smaller ones
    everywhere else; so the largest gems are laid out first, as many as fit (docs/rules.md,
    ruling 6).

    >>> box = (Gem("ruby", 1, 60), Gem("diamond", 5, 40))
    >>> stand_ins_worth([4] * 20, box), stand_ins_worth([5] * 20, box)
    (20, 0)
    """
    missing = sum(holdings)
    if missing <= gems[0].count:
        return 0
    laid = 0  # Worth already laid out in larger gems: it takes up whole places of smaller ones.
    for gem in reversed(gems):
        places = sum(holding // gem.worth for holding in holdings) - laid // gem.worth
        laid += gem.worth * min(gem.count, places)
    return missing - laid
