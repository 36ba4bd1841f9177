"""Divide treasure gems, gems on the path, relics, and the win among players."""

from collections.abc import Sequence
from functools import lru_cache

from diamant.rules.cards import Card, Relic, Treasure
from diamant.rules.edition import Relics, Sharing, TieBreak
from diamant.rules.events import TakenRelic, TreasureShared

TakenRelics = tuple[tuple[TakenRelic, ...], ...]
"""The relics that each seat has taken."""


def relics_on(path: tuple[Card, ...]) -> tuple[Relic, ...]:
    """Return the relics on the path, in the order they were turned."""
    return tuple(card for card in path if isinstance(card, Relic))


def lone_leaver_takes(
    leavers: tuple[int, ...], lying: tuple[Relic, ...], taken_before: int, relics: Relics
) -> tuple[TakenRelic, ...]:
    """Return the relics taken at this reveal: all if exactly one player leaves.

    Players who stay or have left earlier make no difference (ruling 5), and taking relics is not a
    choice (ruling 3). Two or more leavers take none.
    """
    if len(leavers) != 1:
        return ()
    return tuple(
        TakenRelic(card, relic_worth(card, taken_before + place, relics))
        for place, card in enumerate(lying)
    )


def relic_worth(card: Relic, taken_before: int, relics: Relics) -> int:
    """Return a relic's worth when it is taken after `taken_before` others."""
    return relics.points[taken_before] if card.number is None else card.number


def share_treasure(value: int, inside: int) -> tuple[int, int]:
    """Return each explorer's share of a treasure, and the remainder on its card.

    >>> share_treasure(9, 5)
    (1, 4)
    """
    return divmod(value, inside)


@lru_cache(maxsize=8192)
def treasure_shared(value: int, in_cave: tuple[int, ...]) -> TreasureShared:
    """Return the event that says how the players inside share a treasure."""
    share, remainder = share_treasure(value, len(in_cave))
    return TreasureShared(in_cave, share, remainder)


def share_path(
    path: tuple[Card, ...], gems: tuple[int, ...], leavers: int, sharing: Sharing
) -> tuple[int, tuple[int, ...]]:
    """Return each leaver's share of the gems on the path, and the rest on each card.

    With "pooled" sharing, all gems are divided at once (rulebook 004, French), and the rest that
    can't be shared stays on the deepest treasure card (docs/rules.md, ruling 2). With "card by
    card", each card is divided separately and keeps its own rest.

    >>> share_path((Treasure(5), Treasure(11)), (2, 3), 2, "pooled")
    (2, (0, 1))
    >>> share_path((Treasure(5), Treasure(11)), (2, 3), 2, "card by card")
    (2, (0, 1))
    >>> share_path((Treasure(5), Treasure(11)), (1, 3), 2, "card by card")
    (1, (1, 1))
    """
    if sharing == "card by card":
        return sum(left // leavers for left in gems), tuple(left % leavers for left in gems)
    lying = sum(gems)
    if not lying:
        return 0, gems
    share, rest = divmod(lying, leavers)
    left = [0] * len(gems)
    if rest:
        left[_deepest_treasure(path)] = rest
    return share, tuple(left)


def _deepest_treasure(path: tuple[Card, ...]) -> int:
    place = len(path) - 1
    while not isinstance(path[place], Treasure):
        place -= 1
    return place


def points(chests: Sequence[int], relics: Sequence[tuple[TakenRelic, ...]]) -> tuple[int, ...]:
    """Return each seat's points: the gems in its chest plus the worth of its relics.

    A ruby is 1 point and a diamond 5, but gems are already counted by worth.
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
