"""An edition and a line-up of bots as the arrays that a kernel reads."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from diamant.bots import Bot
from diamant.rules.edition import Edition
from diamant.simulator.generate import Shape
from diamant.simulator.result import WIN_PARTS, Array
from diamant.simulator.rewrite import NEXT_SHARE, CompiledBot

MOST_SEATS = 8
MASKS = 1 << MOST_SEATS
CARD_FACTS, KIND_FACT, RELIC_FACT = 16, 9, 10
LANE_LIMIT = 1 << 16
ALIAS_BITS = 56

# About every set of seats: their number, 2^32 divided by it, and their 16-bit lanes in two words.
MASK_FACTS = np.array(
    [
        fact
        for mask in range(MASKS)
        for fact in (
            mask.bit_count(),
            -(-(1 << 32) // mask.bit_count()) if mask else 0,
            sum(1 << (16 * seat) for seat in range(4) if mask >> seat & 1),
            sum(1 << (16 * seat) for seat in range(4) if mask >> (4 + seat) & 1),
        )
    ],
    dtype=np.uint64,
)
PRIZE = np.array([0, *(WIN_PARTS // winners for winners in range(1, MOST_SEATS + 1))], np.uint64)


@dataclass(frozen=True)
class EditionTables:
    """What a kernel knows of an edition. Every single card has a number of its own."""

    words: tuple[str, ...]  # Each card's word in the notation.
    in_order: Array
    deck_sizes: Array
    kind_bits: int
    relic_bits: int
    first_relic: int
    facts: Array
    all_shares: Array
    copies: Array
    relic_totals: Array
    most_points: int

    @property
    def cards(self) -> int:
        """How many cards the box holds."""
        return len(self.words)

    @classmethod
    def of(cls, edition: Edition) -> "EditionTables":
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
        facts[:, KIND_FACT] = kinds
        for card, value in enumerate(values):
            for inside in range(1, MOST_SEATS + 1):
                facts[card, inside] = (value // inside) | (value % inside) << 32
        for card, place in enumerate(hazards, start=len(values)):
            facts[card, 0], facts[card, KIND_FACT] = 1 << place, place
        for card in range(len(values), cards):
            facts[card, 0] |= np.uint64(1 << (kinds + card - len(values)))
        for card, worth in enumerate(points, start=plain):
            facts[card, RELIC_FACT] = 1 | worth << 32
        entered = [
            relics.entered_by(number) if relics else 0 for number in range(1, edition.rounds + 1)
        ]
        return cls(
            words=tuple(words),
            in_order=_in_words(range(cards)),
            deck_sizes=np.array([plain + count for count in entered], np.uint64),
            kind_bits=(1 << kinds) - 1,
            relic_bits=((1 << len(points)) - 1) << (kinds + len(hazards)),
            first_relic=plain,
            facts=facts.reshape(-1),
            all_shares=np.array(
                [0, *(sum(value // inside for value in values) for inside in range(1, 9))],
                np.uint64,
            ),
            copies=np.array([*(kind.copies - 1 for kind in edition.hazards), 0], np.uint64),
            relic_totals=np.array([0, *accumulate(points)], np.uint64),
            most_points=edition.rounds * sum(values) + sum(points),
        )


def _in_words(cards: Sequence[int]) -> Array:
    """Pack cards eight to a word, after a spare word."""
    packed = np.zeros(2 + len(cards) // 8, np.uint64)
    packed.view(np.uint8)[8 : 8 + len(cards)] = cards
    return packed


@dataclass(frozen=True)
class LineUp:
    """Who sits where, for a kernel that knows a set of compiled bots."""

    players: int
    coin_seats: int
    alias: Array
    group_from: Array
    group_seats: Array
    numbers: Array

    @classmethod
    def of(
        cls, bots: Sequence[Bot], compiled: Sequence[CompiledBot], known: Sequence[CompiledBot]
    ) -> "LineUp":
        """Seat bots; `compiled` holds each seat's, `known` those that the kernel has."""
        coins = [0.0] * len(bots)
        seats_of: dict[tuple[int, tuple[float, ...]], int] = {}
        for seat, (bot, form) in enumerate(zip(bots, compiled, strict=True)):
            if form.is_coin:
                coins[seat] = float(bot.function(None, **bot.numbers))
            else:
                given = tuple(float(bot.numbers[name]) for name in form.parameters)
                key = (known.index(form), given)
                seats_of[key] = seats_of.get(key, 0) | 1 << seat
        groups = sorted(seats_of)
        width = max((len(given) for _, given in groups), default=0)
        numbers = np.zeros((len(groups), width or 1), np.float64)
        for place, (_, given) in enumerate(groups):
            numbers[place, : len(given)] = given
        starts = [sum(which < number for which, _ in groups) for number in range(len(known) + 1)]
        return cls(
            players=len(bots),
            coin_seats=sum(1 << seat for seat, form in enumerate(compiled) if form.is_coin),
            alias=alias_table(coins),
            group_from=np.array(starts, np.int64),
            group_seats=np.array([seats_of[group] for group in groups], np.uint64),
            numbers=numbers,
        )

    def asked(self, inside: Iterable[int]) -> list[int]:
        """Return the seats inside that are asked, in the order in which the kernel asks them."""
        return [seat for group in self.group_seats.tolist() for seat in inside if group >> seat & 1]


def shape_of(
    edition: Edition,
    tables: EditionTables,
    *,
    forms: Sequence[CompiledBot],
    detail: bool,
    trace: bool,
) -> Shape:
    """Return what of an edition and a run has to be compiled in."""
    return Shape(
        has_relics=edition.relics is not None,
        relics_printed=edition.relics is not None and edition.relics.worth == "printed",
        relics_break_ties=edition.tie_break == "relics",
        pooled=edition.sharing == "pooled",
        wide=tables.most_points >= LANE_LIMIT,
        detail=detail,
        trace=trace,
        coins=any(form.is_coin for form in forms),
        danger=any({"bust_cards", "bust_chance"} & set(form.reads) for form in forms),
        ahead=any(set(NEXT_SHARE) & set(form.reads) for form in forms),
    )


def alias_table(chances: Sequence[float]) -> Array:
    """Return Walker's alias table over the ways in which independent coins can fall together.

    An entry's upper bits are the limit below which a random word keeps its own column, the lowest
    eight the mask taken otherwise. Each mask's probability is right to about 2^-48.
    """
    columns = 1 << len(chances)
    weights = []
    for mask in range(columns):
        weight = float(columns)
        for seat, chance in enumerate(chances):
            weight *= chance if mask >> seat & 1 else 1.0 - chance
        weights.append(weight)
    small = [mask for mask in range(columns) if weights[mask] < 1.0]
    large = [mask for mask in range(columns) if weights[mask] >= 1.0]
    entries = [_entry(1.0, mask) for mask in range(columns)]
    while small and large:
        poor, rich = small.pop(), large[-1]
        entries[poor] = _entry(weights[poor], rich)
        weights[rich] -= 1.0 - weights[poor]
        if weights[rich] < 1.0:
            small.append(large.pop())
    return np.array(entries + [0] * (MASKS - columns), np.uint64)


def _entry(keep: float, other: int) -> int:
    limit = min(int(keep * (1 << ALIAS_BITS)), (1 << ALIAS_BITS) - 1)
    return limit << 8 | other
