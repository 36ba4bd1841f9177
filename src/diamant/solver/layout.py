"""Assign each position its index in a table of positions.

A position consists of the treasures turned so far, the course of the deck, the number of players
inside, the gems each of them carries, and the gems on the path. For a given set of turned
treasures, everything else has narrow bounds, which keep the table small:

- while all players are inside, the treasures alone determine the gems carried and on the path;
- a player inside carries at least the amount they would have if nobody had left, and at most the
  amount they would have if only the players now inside had ever been there;
- after a player has left, the path has less than one gem per leaver, plus the remainder of each
  treasure turned since.
"""

from collections import Counter
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from diamant.errors import DiamantError
from diamant.solver.deck import CaveDeck, Courses

Numbers = NDArray[np.int64]

MOST_BYTES = 2_000_000_000
MOST_TREASURE_SETS = 500_000  # Above this, even a list of the sets would be too large.
VALUE_BYTES, CHANCE_BYTES = 8, 4
POSITIONS_A_SECOND = 4_000_000  # Measured on one slow core; used to estimate the duration.


class TooLargeError(DiamantError):
    """Raised if solving would need too much memory."""


@dataclass(frozen=True)
class Layout:
    """The order of positions in a table, for one deck and number of players.

    A set of treasures is numbered by its digits, one for each value: the number of cards turned
    with that value. So a set with one more treasure has a higher number, and is computed earlier.
    """

    deck: CaveDeck
    players: int
    courses: Courses
    values: Numbers  # [value]
    counts: Numbers  # [value]: cards of this value in the deck.
    strides: Numbers  # [value]: how much one more such card adds to a set's number.
    least_carried: Numbers  # [set]
    least_path: Numbers  # [set, inside]
    carried_span: Numbers  # [set, inside]: number of possible amounts carried.
    path_span: Numbers  # [set, inside]
    block: Numbers  # [set, inside]: where a block of carried and path begins within a course.
    course_size: Numbers  # [set]: positions of one course.
    order: Numbers  # The sets in the order of computation.
    base: Numbers  # [set]: where the values of a set begin.
    keeps_all: bool
    room: int  # Number of values to allocate.

    @property
    def positions(self) -> int:
        """The number of positions."""
        return len(self.courses.all) * int(self.course_size.sum())

    @property
    def bytes(self) -> int:
        """The number of bytes needed to solve all positions."""
        chances = CHANCE_BYTES * self.positions if self.keeps_all else 0
        return VALUE_BYTES * self.room + chances

    @classmethod
    def of(
        cls, deck: CaveDeck, players: int, most_bytes: int = MOST_BYTES, *, keeps_all: bool = True
    ) -> "Layout":
        """Lay out a deck, or raise an error if its table would be too large.

        If `keeps_all` is false, sets with n treasures reuse the memory of sets with n + 2, which
        are no longer needed, and no probabilities of leaving are stored.
        """
        if players < 1:
            raise DiamantError("an expedition needs at least 1 player, not {players}", players)
        copies = sorted(Counter(deck.treasures).items())
        values = np.array([value for value, _ in copies], np.int64)
        counts = np.array([count for _, count in copies], np.int64)
        sets = prod(count + 1 for _, count in copies)
        if sets > MOST_TREASURE_SETS:
            raise DiamantError(
                (
                    "this deck has {sets} different sets of treasures, but at most {most} "
                    "can be solved"
                ),
                f"{sets:,}",
                f"{MOST_TREASURE_SETS:,}",
            )
        strides = np.array([prod(counts[:place] + 1) for place in range(len(counts))], np.int64)
        turned = np.arange(sets)[:, None] // strides % (counts + 1)
        courses = Courses.of(deck)
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
        box = ends[:, players].copy()  # Contiguous, as the compiled kernel requires.
        sizes_of_sets = box * len(courses.all)
        if keeps_all:
            order = np.arange(sets)[::-1].copy()
            ends_of_sets = np.cumsum(sizes_of_sets)
            base, room = ends_of_sets - sizes_of_sets, int(ends_of_sets[-1])
        else:
            order, base, room = _in_two_layers(turned.sum(axis=1), sizes_of_sets)
        layout = cls(
            *(deck, players, courses, values, counts, strides, least_carried, least_path),
            *(carried_span, path_span, ends - sizes, box, order, base, keeps_all, room),
        )
        if layout.bytes > most_bytes:
            raise TooLargeError(
                (
                    "{players} players and this deck make {positions} positions: solving them "
                    "would take {memory} GB of memory and about {seconds} s, but the limit is "
                    "{most} GB (try fewer players or relics)"
                ),
                players,
                f"{layout.positions:,}",
                f"{layout.bytes / 1e9:.1f}",
                f"{layout.positions / POSITIONS_A_SECOND:,.0f}",
                f"{most_bytes / 1e9:g}",
            )
        return layout


def _in_two_layers(turned: Numbers, sizes: Numbers) -> tuple[Numbers, Numbers, int]:
    """Lay out sets of treasures in two layers; return their order, offsets and size."""
    order = np.argsort(-turned, kind="stable")
    layers = [np.flatnonzero(turned == count) for count in range(int(turned.max()) + 1)]
    totals = [int(sizes[layer].sum()) for layer in layers]
    even, odd = max(totals[::2]), max(totals[1::2], default=0)
    base = np.zeros_like(sizes)
    for count, layer in enumerate(layers):
        base[layer] = np.cumsum(sizes[layer]) - sizes[layer] + count % 2 * even
    return order, base, even + odd
