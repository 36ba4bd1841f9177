"""Points, and who wins with them."""

from collections.abc import Sequence

from diamant.rules.edition import TieBreak
from diamant.rules.events import TakenRelic


def points(chests: Sequence[int], relics: Sequence[tuple[TakenRelic, ...]]) -> tuple[int, ...]:
    """Return each seat's points: the gems in its chest and the worth of its relics.

    A ruby is 1 point and a diamond 5, but gems are counted by worth, so there is nothing to add up.
    """
    return tuple(
        gems + sum(relic.worth for relic in taken)
        for gems, taken in zip(chests, relics, strict=True)
    )


def winners(
    scores: Sequence[int], relic_counts: Sequence[int], tie_break: TieBreak
) -> tuple[int, ...]:
    """Return the seats that share the victory.

    >>> winners([9, 9, 4], [0, 1, 2], "shared")
    (0, 1)
    >>> winners([9, 9, 4], [0, 1, 2], "relics")
    (1,)
    """
    best = max(scores)
    tied = [seat for seat, score in enumerate(scores) if score == best]
    if tie_break == "relics":
        most = max(relic_counts[seat] for seat in tied)
        tied = [seat for seat in tied if relic_counts[seat] == most]
    return tuple(tied)
