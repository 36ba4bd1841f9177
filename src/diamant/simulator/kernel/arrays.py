"""Represent an edition and a lineup as the arrays that a kernel reads."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar

import numpy as np

from diamant.bots import Bot
from diamant.bots.champion.model import networks
from diamant.rules.edition import Edition
from diamant.simulator.kernel.layout import (
    CARD_FACTS,
    CARD_KIND,
    CARD_RELIC,
    MASKS,
    MOST_SEATS,
    SEAT_FACTS,
)
from diamant.simulator.kernel.rewrite import RewrittenBot
from diamant.simulator.result import MOST_COUNTED, WIN_PARTS, Array

LANE_LIMIT = 1 << 16


@dataclass(frozen=True)
class EditionArrays:
    """An edition in the form that a kernel reads. Each physical card has a number."""

    words: tuple[str, ...]  # Each card's word in the notation.
    first_relic: int  # The number of the first relic; all later cards are relics, too.
    rounds: int
    in_order: Array  # The cards in order, eight to a word, after a spare word.
    deck_sizes: Array  # [round]: number of cards that have entered by then; relics come last.
    kind_bits: np.uint64  # The bits of the hazard kinds.
    relic_bits: np.uint64  # The bits of the relics.
    facts: Array  # [card * CARD_FACTS + fact]: facts about a card; `layout` lists them.
    all_shares: Array  # [inside]: each player's share of the gems of all treasures.
    copies: Array  # [kind]: copies in the box minus one; 0 at the end, for all other cards.
    relic_totals: Array  # [n]: worth of the first n relics taken; 0 where the worth is printed.
    pooled: bool  # Whether leavers share all gems on the path at once, or card by card.
    wide: bool  # Whether a score could exceed 65,535 and so not fit in a lane.
    relics_break_ties: bool
    counted: int  # How many scores have their own bin in a histogram.

    @property
    def cards(self) -> int:
        """The number of cards in the box."""
        return len(self.words)

    @classmethod
    def of(cls, edition: Edition) -> "EditionArrays":
        """Lay out an edition's cards: treasures, then hazards, then relics."""
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
            # Players almost never get more than half of all points.
            counted=min(LANE_LIMIT, max(MOST_COUNTED, most // 2)),
        )


def _in_words(cards: Sequence[int]) -> Array:
    """Pack card numbers eight to a word, after a spare word."""
    packed = np.zeros(2 + len(cards) // 8, np.uint64)
    packed.view(np.uint8)[8 : 8 + len(cards)] = cards
    return packed


ALIAS_BITS = 24


def alias_table(chances: Sequence[float]) -> Array:
    """Return Walker's alias table over the joint outcomes of independent coins.

    The upper bits of an entry are the limit below which a random word keeps its own column; the
    lowest eight bits are the mask used otherwise. With 32-bit words, each coin's probability is
    exact to 2^-24 (one in sixteen million), and an outcome with probability 0 never occurs.
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
    return np.array(entries + [0] * (MASKS - columns), np.uint32)


def _entry(keep: float, other: int) -> int:
    limit = min(int(keep * (1 << ALIAS_BITS)), (1 << ALIAS_BITS) - 1)
    return limit << 8 | other


def _seat_facts(mask: int) -> tuple[int, ...]:
    facts = (
        mask.bit_count(),
        -(-(1 << 32) // mask.bit_count()) if mask else 0,
        sum(1 << (16 * seat) for seat in range(4) if mask >> seat & 1),
        sum(1 << (16 * seat) for seat in range(4) if mask >> (4 + seat) & 1),
    )
    assert len(facts) == SEAT_FACTS, "the kernel relies on this"
    return facts


@dataclass(frozen=True)
class LineUpArrays:
    """A lineup of a kernel's bots, in the form that the kernel reads."""

    # [mask * SEAT_FACTS + fact]: facts about every set of seats; `layout` lists them.
    masks: ClassVar[Array] = np.array(
        [fact for mask in range(MASKS) for fact in _seat_facts(mask)], np.uint64
    )
    # [winners]: each winner's share of a win, in 840ths.
    prize: ClassVar[Array] = np.array(
        [0, *(WIN_PARTS // winners for winners in range(1, MOST_SEATS + 1))], np.uint64
    )

    players: np.uint64
    coin_seats: np.uint64  # The seats whose bots flip a coin without looking at the game.
    alias: Array  # [mask]: the joint outcomes of those coins, as an alias table.
    group_from: Array  # [bot] int64: the first group of each compiled bot, plus one more entry.
    group_seats: Array  # [group]: mask of the seats that share a bot and its parameters.
    numbers: Array  # [group, n] float: the bot's parameters.
    addresses: Array  # [group] int64: address of its bot's code, or 0 if in the kernel.
    by_seat: Array  # [group] bool: whether the bot's answer may differ from seat to seat.
    draw_order: Array  # [turn] int64: the seats in the order in which they draw random words.
    networks: Array  # [network, weight] float32: learned weights; empty if no bot has a mind.

    @classmethod
    def of(
        cls,
        bots: Sequence[Bot],
        rewritten: Sequence[RewrittenBot],
        in_kernel: Mapping[RewrittenBot, int],
        in_order: Sequence[RewrittenBot],
    ) -> "LineUpArrays":
        """Build the arrays for some bots; `rewritten` has each seat's rewritten bot.

        `in_kernel` maps the kernel's bots, in order, to the address of their machine code, or to 0
        if the code is part of the kernel. The mapping is the same for every order of the same bots,
        so they need only one kernel. `in_order` is the order in which a run names the bots, and in
        which they draw random words.
        """
        forms = list(in_kernel)
        coins = [0.0] * len(bots)
        seats_of: dict[tuple[int, tuple[float, ...]], int] = {}
        turns: list[tuple[int, tuple[float, ...], int]] = []
        for seat, (bot, form) in enumerate(zip(bots, rewritten, strict=True)):
            if form.is_coin:
                coins[seat] = float(bot.function(None, **bot.numbers))
                turns.append((-1, (), seat))
                continue
            given = tuple(float(bot.numbers[name]) for name in form.parameters)
            key = (forms.index(form), given)
            seats_of[key] = seats_of.get(key, 0) | 1 << seat
            turns.append((in_order.index(form), given, seat))
        groups = sorted(seats_of)
        width = max((len(given) for _, given in groups), default=0)
        numbers = np.zeros((len(groups), width or 1), np.float64)
        for place, (_, given) in enumerate(groups):
            numbers[place, : len(given)] = given
        starts = [sum(bot < number for bot, _ in groups) for number in range(len(forms) + 1)]
        return cls(
            players=np.uint64(len(bots)),
            coin_seats=np.uint64(sum(1 << seat for turn, _, seat in turns if turn < 0)),
            alias=alias_table(coins),
            group_from=np.array(starts, np.int64),
            group_seats=np.array([seats_of[group] for group in groups], np.uint64),
            numbers=numbers,
            addresses=np.array([in_kernel[forms[bot]] for bot, _ in groups], np.int64),
            by_seat=np.array([forms[bot].differs_by_seat for bot, _ in groups], np.bool_),
            draw_order=np.array([seat for _, _, seat in sorted(turns)], np.int64),
            networks=(
                np.array(networks(), np.float32)
                if any(form.has_mind for form in forms)
                else np.zeros((0, 0), np.float32)
            ),
        )

    def coins(self, inside: Iterable[int]) -> list[int]:
        """Return the seats inside whose bots flip a coin."""
        return [seat for seat in inside if int(self.coin_seats) >> seat & 1]

    def asked(self, inside: Iterable[int]) -> list[int]:
        """Return the other seats inside, in the order in which they draw random words."""
        free = set(inside) - set(self.coins(inside))
        return [seat for seat in self.draw_order.tolist() if seat in free]
