"""Where each position stands in a table of positions.

A position is: the treasures turned so far, the stage of the deck, how many are inside, what each of
them carries, and the gems on the path. For one set of treasures turned, everything else has narrow
bounds, which make the table small:

- while all are inside, carried and path follow from the treasures alone;
- who is inside carries at least what they would if nobody had ever left, and at most what they
  would if only those now inside had ever been there;
- after somebody has left, less than one gem for each leaver lies on the path, and each treasure
  turned since adds its remainder.
"""

from collections import Counter
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from diamant.errors import DiamantError
from diamant.solver.deck import CaveDeck, Stages

Numbers = NDArray[np.int64]

MOST_BYTES = 2_000_000_000
MOST_TREASURE_SETS = 500_000  # Beyond, even the list of them would be too large.
BYTES_A_POSITION = 12  # A value of eight bytes and a chance of four.
POSITIONS_A_SECOND = 4_000_000  # Measured on one slow core, to tell how long it would take.


@dataclass(frozen=True)
class Layout:
    """The order of positions in a table, for one deck and number of players.

    Treasure sets are numbered as the digits of a number: how many of each value have been turned.
    So a set with one more treasure has a higher number.
    """

    deck: CaveDeck
    players: int
    stages: Stages
    values: Numbers  # [value]
    counts: Numbers  # [value]: cards of this value in the deck.
    strides: Numbers  # [value]: what one more of it adds to a set's number.
    least_carried: Numbers  # [set]
    least_path: Numbers  # [set, inside]
    carried_span: Numbers  # [set, inside]: how many amounts may be carried.
    path_span: Numbers  # [set, inside]
    block: Numbers  # [set, inside]: where a block of carried and path begins within a stage.
    stage_size: Numbers  # [set]: positions of one stage.
    base: Numbers  # [set]: where the positions of a set begin.

    @property
    def positions(self) -> int:
        """How many positions a table holds."""
        return int(self.base[-1] + len(self.stages.all) * self.stage_size[-1])

    @property
    def bytes(self) -> int:
        """How much memory it takes to solve them."""
        return BYTES_A_POSITION * self.positions

    @classmethod
    def of(cls, deck: CaveDeck, players: int, most_bytes: int = MOST_BYTES) -> "Layout":
        """Lay out a deck, or refuse one whose table would be too large."""
        if players < 1:
            raise DiamantError(f"an expedition needs at least 1 player, not {players}")
        copies = sorted(Counter(deck.treasures).items())
        values = np.array([value for value, _ in copies], np.int64)
        counts = np.array([count for _, count in copies], np.int64)
        sets = prod(count + 1 for _, count in copies)
        if sets > MOST_TREASURE_SETS:
            raise DiamantError(
                f"this deck has {sets:,} different sets of treasures, too many to solve: at most"
                f" {MOST_TREASURE_SETS:,} can be, as with fifteen treasures"
            )
        strides = np.array([prod(counts[:place] + 1) for place in range(len(counts))], np.int64)
        turned = np.arange(sets)[:, None] // strides % (counts + 1)
        stages = Stages.of(deck)
        inside = np.arange(players + 1)
        shares = values[:, None] // np.maximum(inside, 1)
        remainders = values[:, None] % np.maximum(inside, 1)
        least_carried = turned @ shares[:, players]
        carried_span = turned @ shares - least_carried[:, None] + 1
        path_span = turned @ remainders + np.maximum(players - inside, 1)
        least_path = np.zeros_like(path_span)
        least_path[:, players] = turned @ remainders[:, players]
        carried_span[:, players] = path_span[:, players] = 1
        sizes = carried_span * path_span
        sizes[:, 0] = 0
        ends = np.cumsum(sizes, axis=1)
        box = ends[:, players]
        ends_of_sets = np.cumsum(box * len(stages.all))
        layout = cls(
            *(deck, players, stages, values, counts, strides, least_carried, least_path),
            *(carried_span, path_span, ends - sizes, box),
            base=ends_of_sets - box * len(stages.all),
        )
        if layout.bytes > most_bytes:
            raise DiamantError(
                f"{players} players and this deck make {layout.positions:,} positions: solving"
                f" them would take {layout.bytes / 1e9:.1f} GB of memory and about"
                f" {layout.positions / POSITIONS_A_SECOND:,.0f} s, and at most"
                f" {most_bytes / 1e9:g} GB may be taken; fewer players or relics need less"
            )
        return layout
