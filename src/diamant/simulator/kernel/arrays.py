"""An edition as the arrays that a kernel reads."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from diamant.rules.edition import Edition
from diamant.simulator.kernel.layout import CARD_FACTS, CARD_KIND, CARD_RELIC, MOST_SEATS
from diamant.simulator.result import MOST_COUNTED, Array

LANE_LIMIT = 1 << 16


@dataclass(frozen=True)
class EditionArrays:
    """What a kernel knows of an edition. Every single card has a number of its own."""

    words: tuple[str, ...]  # Each card's word in the notation.
    first_relic: int  # The number of the first relic; all cards after it are relics too.
    rounds: int
    in_order: Array  # The cards in order, eight to a word, after a spare word.
    deck_sizes: Array  # [round]: how many cards have entered by then; relics are the last ones.
    kind_bits: np.uint64  # The bits of hazards' kinds.
    relic_bits: np.uint64  # The bits of relics.
    facts: Array  # [card * CARD_FACTS + fact]: what a card is, as `layout` says.
    all_shares: Array  # [inside]: each one's gems from all treasures together.
    copies: Array  # [kind]: copies in the box less one; 0 at the end, for what is no hazard.
    relic_totals: Array  # [n]: what the first n relics taken are worth; 0 where it is printed.
    pooled: bool  # Whether leavers share all gems of the path at once, or card by card.
    wide: bool  # Whether a score could pass 65,535, so that it does not fit a lane.
    relics_break_ties: bool
    counted: int  # How many scores have a place of their own in a histogram.

    @property
    def cards(self) -> int:
        """How many cards the box holds."""
        return len(self.words)

    @classmethod
    def of(cls, edition: Edition) -> "EditionArrays":
        """Lay an edition out: treasures, then hazards, then relics."""
        relics = edition.relics
        points = relics.points if relics else ()
        kinds = len(edition.hazards)
        values = sorted(edition.treasures)
        hazards = [place for place, kind in enumerate(edition.hazards) for _ in range(kind.copies)]
        plain, cards = len(values) + len(hazards), len(values) + len(hazards) + len(points)
        words = [str(value) for value in values]
        words += [edition.hazards[place].kind for place in hazards]
        words += [str(relics.card(number)) for number in range(len(points)) if relics]
        facts = np.zeros((cards, CARD_FACTS), np.uint64)
        facts[:, CARD_KIND] = kinds
        for card, value in enumerate(values):
            for inside in range(1, MOST_SEATS + 1):
                facts[card, inside] = (value // inside) | (value % inside) << 32
        for card, place in enumerate(hazards, start=len(values)):
            facts[card, 0], facts[card, CARD_KIND] = 1 << place, place
        for card in range(len(values), cards):
            facts[card, 0] |= np.uint64(1 << (kinds + card - len(values)))
        printed = relics is not None and relics.worth == "printed"
        for card, worth in enumerate(points, start=plain):
            facts[card, CARD_RELIC] = 1 | (worth << 32 if printed else 0)
        entered = [
            relics.entered_by(number) if relics else 0 for number in range(1, edition.rounds + 1)
        ]
        most = edition.rounds * sum(values) + sum(points)
        return cls(
            words=tuple(words),
            first_relic=plain,
            rounds=edition.rounds,
            in_order=_in_words(range(cards)),
            deck_sizes=np.array([plain + count for count in entered], np.uint64),
            kind_bits=np.uint64((1 << kinds) - 1),
            relic_bits=np.uint64(((1 << len(points)) - 1) << (kinds + len(hazards))),
            facts=facts.reshape(-1),
            all_shares=np.array(
                [0, *(sum(value // inside for value in values) for inside in range(1, 9))],
                np.uint64,
            ),
            copies=np.array([*(kind.copies - 1 for kind in edition.hazards), 0], np.uint64),
            relic_totals=np.array(
                [0, *accumulate(0 if printed else worth for worth in points)], np.uint64
            ),
            pooled=edition.sharing == "pooled",
            wide=most >= LANE_LIMIT,
            relics_break_ties=edition.tie_break == "relics",
            # Hardly anybody gets more than half of all there is.
            counted=min(LANE_LIMIT, max(MOST_COUNTED, most // 2)),
        )


def _in_words(cards: Sequence[int]) -> Array:
    """Pack cards eight to a word, after a spare word."""
    packed = np.zeros(2 + len(cards) // 8, np.uint64)
    packed.view(np.uint8)[8 : 8 + len(cards)] = cards
    return packed
