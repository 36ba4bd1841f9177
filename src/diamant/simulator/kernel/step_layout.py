"""A game and an edition as rows of numbers, for `step_rules.py`."""

from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from diamant.rules.edition import Edition
from diamant.simulator.kernel.arrays import EditionArrays
from diamant.simulator.kernel.layout import MOST_SEATS

# A game is one row of 32-bit numbers, which are large enough for every valid edition and fast to
# observe, and one row of 64-bit words for its shuffle. These are the words; the last one has a bit
# for each hazard and relic that has left the game.
SEED, NUMBER, KEY, DECK_STATE, CHOICE_STATE, GONE = range(6)
WORDS = 6
# These are the numbers: steps in the transcript; cards left in the shuffled deck; the phase; the
# round from 0; the step within the round; the seats inside, as a mask; their number; and how many
# left a moment ago.
PLACE, LEFT, PHASE, ROUND, STEP, INSIDE, COUNT, LEFT_BEFORE = range(8)
# Cards in the deck; cards that would be a bust; hazard kinds met, as bits; gems carried and on the
# path; relics on the path, their printed worth, and relics taken in the whole game.
SIZE, BUST_CARDS, MET, CARRIED, PATH, LYING, PRINTED, TAKEN = range(8, 16)
AHEAD = 16  # [inside], 9 numbers: each one's share of all treasures in the deck.
POINTS = 25  # [seat], 8 numbers.
HELD = 33  # [seat], 8 numbers: relics.
# [kind]: copies in the deck; then [kind]: copies gone for good; then, if the path is shared card by
# card, the gems on each of its cards.
COUNTS = 41

TURN, DECIDE, OVER = range(3)

# An edition is also one row: first scalars, then the place where each table begins.
E_ROUNDS, E_PLAYERS, E_KINDS, E_FIRST_HAZARD, E_FIRST_RELIC, E_HAZARDS, E_BOX, E_UNIT = range(8)
E_POOLED, E_BY_ORDER, E_RELICS_BREAK_TIES, E_FIRST_BIT = range(8, 12)
E_VALUES = 12  # -> [kind]: gems of a treasure, printed worth of a relic, else 0.
E_SHARES = 13  # -> [kind, inside], 9 per kind: each player's share.
E_STARTS = 14  # -> [round, kind]: copies in the deck before any have left the game.
E_RELIC_TOTALS = 15  # -> [n]: worth of the first n relics taken, if the order decides.
E_DECK_SIZES = 16  # -> [round]: number of cards that have entered by then.
E_KIND_OF = 17  # -> [card]: the kind of every single card, in the simulator's order.
E_ALL_SHARES = 18  # -> [inside], 9 numbers: each player's share of all treasures.
# Added by an environment: the agent's seat (or -1 for all seats), the reward, the autoreset mode,
# and [seat], 8 numbers: the bot in each seat.
E_SEAT, E_REWARD, E_AUTORESET, E_BOTS = range(19, 23)
E_TABLES = 31

# The rewards.
WIN, AT_THE_END, EXPEDITION, LUCK_ADJUSTED = range(4)

# The autoreset modes.
NEXT_STEP, SAME_STEP, DISABLED = range(3)

# A kernel's error codes, in the lowest two bits; the game and seat are above them. -1: no error.
WRONG_ACTION, GAME_OVER, NONSENSE = 1, 2, 3

# The number of leading scalar features in an observation; see `observation.py`.
SCALARS = 12


class EditionRow(NamedTuple):
    """An edition for a number of players, as the kernel reads it."""

    edition: Edition
    players: int
    row: NDArray[Any]
    kinds: tuple[str, ...]  # Each kind of card by its word: treasures, hazards, relics.
    copies: tuple[int, ...]  # [kind]: copies in the box.
    words: tuple[str, ...]  # [card]: the word of every single card.
    unit: int  # The richest treasure; gems are observed as fractions of it.

    @property
    def width(self) -> int:
        """The number of entries in a game's row."""
        path = 0 if self.row[E_POOLED] else len(self.words) + 1
        return COUNTS + 2 * len(self.kinds) + path

    @property
    def longest(self) -> int:
        """The largest number of cards that a game can reveal."""
        return self.edition.rounds * len(self.words)

    @classmethod
    def of(cls, edition: Edition, players: int) -> "EditionRow":
        """Lay out an edition for a number of players."""
        arrays, relics = EditionArrays.of(edition), edition.relics
        kinds = tuple(dict.fromkeys(arrays.words))
        kind_of = [kinds.index(word) for word in arrays.words]
        treasures = len(set(edition.treasures))
        first_relic = treasures + len(edition.hazards)
        values = [int(word) for word in kinds[:treasures]] + [0] * len(edition.hazards)
        printed = relics is not None and relics.worth == "printed"
        points = relics.points if relics else ()
        values += [*points] if printed else [0] * (len(kinds) - first_relic)
        shares = [
            value // inside if inside and kind < treasures else 0
            for kind, value in enumerate(values)
            for inside in range(MOST_SEATS + 1)
        ]
        starts = [
            kind_of[: int(size)].count(kind)
            for size in arrays.deck_sizes
            for kind in range(len(kinds))
        ]
        totals = [0, *accumulate(0 if printed else worth for worth in points)]
        single = {
            E_ROUNDS: edition.rounds,
            E_PLAYERS: players,
            E_KINDS: len(kinds),
            E_FIRST_HAZARD: treasures,
            E_FIRST_RELIC: first_relic,
            E_HAZARDS: len(edition.hazards),
            E_BOX: len(arrays.words),
            E_UNIT: max(edition.treasures),
            E_POOLED: int(arrays.pooled),
            E_BY_ORDER: int(relics is not None and not printed),
            E_RELICS_BREAK_TIES: int(arrays.relics_break_ties),
            E_FIRST_BIT: len(edition.treasures),
        }
        tables = {
            E_VALUES: values,
            E_SHARES: shares,
            E_STARTS: starts,
            E_RELIC_TOTALS: totals,
            E_DECK_SIZES: arrays.deck_sizes.tolist(),
            E_KIND_OF: kind_of,
            E_ALL_SHARES: arrays.all_shares.tolist(),
        }
        row = [0] * E_TABLES
        for place, number in single.items():
            row[place] = number
        for place, table in tables.items():
            row[place] = len(row)
            row += table
        return cls(
            edition,
            players,
            np.array(row, np.int32),
            kinds,
            tuple(map(kind_of.count, range(len(kinds)))),
            arrays.words,
            max(edition.treasures),
        )
