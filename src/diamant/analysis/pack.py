"""The pack: the reference's model of the players inside.

The players of a pack all think alike, and in terms of points. After every card, they compare
leaving now with continuing together for the best number of cards on average. The better a choice
looks, the more likely they are to choose it. `Pack` is the result at one moment. It has a closed
form, so a position's value can be the exact mean over all next cards.
"""

from functools import lru_cache
from math import comb, exp
from typing import NamedTuple

from diamant.rules.cards import Card, Relic, Treasure
from diamant.rules.deck import Deck
from diamant.rules.edition import Edition
from diamant.rules.sharing import relic_worth

LOOK_AHEAD = 8
DOUBT = (0.5, 0.1)
"""The error of a pack in points: a constant, plus a fraction of the points at stake. A difference
of this size makes the better choice e times as likely as the other."""
MOST_CERTAIN = 4.0
ALONE = 0.5
"""The probability that one of several players leaves alone and takes the relics."""


class Pack(NamedTuple):
    """Players inside after a card: their probability of leaving and expected results."""

    leave: float
    alive: float  # The probability of coming home if they stay.
    now: int  # Each player's points if all leave now, exactly.
    relics: int  # The part of `now` that is relics.
    later: float  # Each player's points if they stay and come home, on average.


class Lying(NamedTuple):
    """The path: gems, relics, and the relics' worth to a player who leaves alone."""

    gems: int
    relics: int = 0
    worth: int = 0


class Cards(NamedTuple):
    """The cards still to come, summarized as a pack sees them."""

    size: int
    calm: int  # Cards that are not hazards.
    unseen: tuple[int, ...]  # Copies of each kind of hazard that has not been met yet.
    gems: int
    relics: int  # The combined worth of all relics to come.

    @classmethod
    def of(cls, deck: Deck, met: tuple[str, ...], edition: Edition, before: int) -> "Cards":
        """Summarize a deck; `before` relics have been turned or taken."""
        box, copies = deck.box, deck.copies
        kinds = list(zip(box.kinds, copies[box.hazards], strict=True))
        gems = sum(
            value * many for value, many in zip(box.values, copies[box.treasures], strict=True)
        )
        relics = 0
        if edition.relics is not None:
            left = (card for card in deck if isinstance(card, Relic))
            relics = sum(
                relic_worth(card, before + place, edition.relics) for place, card in enumerate(left)
            )
        return cls(
            deck.size,
            deck.size - sum(many for _, many in kinds),
            tuple(sorted(many for kind, many in kinds if kind not in met and many)),
            gems,
            relics,
        )

    def without(self, card: Card, copies: int, worth: int) -> "Cards":
        """Return the remaining cards after a harmless card with `copies` copies."""
        if isinstance(card, Treasure):
            return self._replace(
                size=self.size - 1, calm=self.calm - 1, gems=self.gems - card.value
            )
        if isinstance(card, Relic):
            return self._replace(size=self.size - 1, calm=self.calm - 1, relics=self.relics - worth)
        unseen = list(self.unseen)
        unseen.remove(copies)
        return self._replace(size=self.size - 1, unseen=tuple(unseen))


def pack_of(cards: Cards, inside: int, carried: int, path: Lying) -> Pack:
    """Evaluate the pack's choice between leaving and staying."""
    lone = inside == 1
    alone = 1.0 if lone else ALONE
    home = carried + path.gems // inside + (path.worth if lone else 0)
    taken = path.relics if lone else 0
    now = carried + (path.gems + path.worth * alone) / inside
    alive = survival(cards.size, cards.calm, cards.unseen)
    harmless = cards.calm + sum(cards.unseen)
    if not harmless:
        return Pack(_chance(now), 0.0, home, taken, now)
    each = (cards.gems + cards.relics * alone) / inside / harmless
    best, chance, later = -1.0, 0.0, now
    for count in range(1, len(alive)):
        reached = now + count * each
        if alive[count] * reached > best:
            best, chance, later = alive[count] * reached, alive[count], reached
    return Pack(_chance(now, best), chance, home, taken, later)


def _chance(now: float, later: float = 0.0) -> float:
    """Return a pack's probability of leaving, given the points for each choice."""
    points, part = DOUBT
    pull = (now - later) / (points + part * now)
    return 1 / (1 + exp(-max(-MOST_CERTAIN, min(MOST_CERTAIN, pull))))


@lru_cache(maxsize=20_000)
def survival(size: int, calm: int, unseen: tuple[int, ...]) -> tuple[float, ...]:
    """Return the probabilities that none of the next 0, 1, 2, … cards is a bust."""
    most = min(LOOK_AHEAD, size)
    hands = [comb(calm, count) for count in range(most + 1)]
    for copies in unseen:
        for count in range(most, 0, -1):
            hands[count] += copies * hands[count - 1]
    return tuple(hand / comb(size, count) for count, hand in enumerate(hands))
