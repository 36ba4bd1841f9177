"""Where each position stands in a table of positions.

A position is: the treasures turned so far, the course of the deck, how many are inside, what each
of them carries, and the gems on the path. For one set of treasures turned, everything else has
narrow bounds, which make the table small:

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
from diamant.solver.deck import CaveDeck, Courses

Numbers = NDArray[np.int64]

MOST_BYTES = 2_000_000_000
MOST_TREASURE_SETS = 500_000  # Beyond, even the list of them would be too large.
VALUE_BYTES, CHANCE_BYTES = 8, 4
POSITIONS_A_SECOND = 4_000_000  # Measured on one slow core, to tell how long it would take.


class TooLargeError(DiamantError):
    """Solving would take more memory than it may."""


@dataclass(frozen=True)
class Layout:
    """The order of positions in a table, for one deck and number of players.

    Treasure sets are numbered as the digits of a number: how many of each value have been turned.
    So a set with one more treasure has a higher number, and is reckoned before.
    """

    deck: CaveDeck
    players: int
    courses: Courses
    values: Numbers  # [value]
    counts: Numbers  # [value]: cards of this value in the deck.
    strides: Numbers  # [value]: what one more of it adds to a set's number.
    least_carried: Numbers  # [set]
    least_path: Numbers  # [set, inside]
    carried_span: Numbers  # [set, inside]: how many amounts may be carried.
    path_span: Numbers  # [set, inside]
    block: Numbers  # [set, inside]: where a block of carried and path begins within a course.
    course_size: Numbers  # [set]: positions of one course.
    order: Numbers  # The sets in the order in which they are reckoned.
    base: Numbers  # [set]: where the values of a set begin.
    keeps_all: bool
    room: int  # How many values there must be room for.

    @property
    def positions(self) -> int:
        """How many positions there are."""
        return len(self.courses.all) * int(self.course_size.sum())

    @property
    def bytes(self) -> int:
        """How much memory it takes to solve them."""
        chances = CHANCE_BYTES * self.positions if self.keeps_all else 0
        return VALUE_BYTES * self.room + chances

    @classmethod
    def of(
        cls, deck: CaveDeck, players: int, most_bytes: int = MOST_BYTES, *, keeps_all: bool = True
    ) -> "Layout":
        """Lay out a deck, or refuse one whose table would be too large.

        If not all is to be kept, the values of sets with n treasures take the room of those with
        n + 2, which nothing leads to any more, and no chances to leave are kept.
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
                    "this deck has {sets} different sets of treasures, too many to solve (at "
                    "most {most}, as with fifteen treasures)"
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
        box = ends[:, players].copy()  # In one piece, as the kernel is compiled for.
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
    """Return the order of sets by treasures turned, where each begins, and the room for all."""
    order = np.argsort(-turned, kind="stable")
    layers = [np.flatnonzero(turned == count) for count in range(int(turned.max()) + 1)]
    totals = [int(sizes[layer].sum()) for layer in layers]
    even, odd = max(totals[::2]), max(totals[1::2], default=0)
    base = np.zeros_like(sizes)
    for count, layer in enumerate(layers):
        base[layer] = np.cumsum(sizes[layer]) - sizes[layer] + count % 2 * even
    return order, base, even + odd
