"""Who takes the relics, and what they are worth."""

from diamant.rules.cards import Card, Relic
from diamant.rules.edition import Relics
from diamant.rules.events import TakenRelic

TakenRelics = tuple[tuple[TakenRelic, ...], ...]
"""Those that each seat has taken."""


def relics_on(path: tuple[Card, ...]) -> tuple[Relic, ...]:
    """Return the relics lying on the path, in the order they were turned."""
    return tuple(card for card in path if isinstance(card, Relic))


def lone_leaver_takes(
    leavers: tuple[int, ...], lying: tuple[Relic, ...], taken_before: int, relics: Relics
) -> tuple[TakenRelic, ...]:
    """Return the relics taken at this reveal: all that lie there, if exactly one player leaves.

    Whoever stays or has left before does not matter (ruling 5), and taking is not a choice
    (ruling 3). Two or more leavers take none.
    """
    if len(leavers) != 1:
        return ()
    return tuple(
        TakenRelic(card, relic_worth(card, taken_before + place, relics))
        for place, card in enumerate(lying)
    )


def relic_worth(card: Relic, taken_before: int, relics: Relics) -> int:
    """Return what a relic is worth to a player who takes it after `taken_before` others."""
    return relics.points[taken_before] if card.number is None else card.number
