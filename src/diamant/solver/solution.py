"""Solve an expedition: equilibrium, best response, and policy against policy."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import comb
from typing import Any

from diamant.extras import explained

with explained("diamant.solver"):
    import numpy as np
    from numpy.typing import NDArray

from diamant.errors import DiamantError
from diamant.simulator.kernel.machine_code import before_compiling
from diamant.solver import kernel
from diamant.solver.deck import CaveDeck, Course
from diamant.solver.layout import MOST_BYTES, Layout, TooLargeError

Values = NDArray[np.float64]
Policy = NDArray[np.float32]
"""The probability of leaving at each position of a layout."""

Relics = int | Sequence[int]
"""The number of identical relics, or the printed worth of each."""

PARTS = 200  # Number of progress reports.

Progress = Callable[[int], object]


def _silent(done: int) -> None:
    pass


@dataclass(frozen=True)
class Solution:
    """The symmetric equilibrium of one expedition, in points.

    `value` is each player's expected value before the first card. `policy` and `values` contain the
    probability of leaving and the expected value inside, for every position. Both are empty if the
    layout doesn't keep all positions.
    """

    layout: Layout
    value: float
    seconds: float
    several: int  # Positions with more than one symmetric equilibrium.
    mixed: int  # Positions where the probability of leaving is neither 0 nor 1.
    values: Values
    policy: Policy

    def at(
        self,
        treasures: Sequence[int],
        hazards: Sequence[int],
        inside: int,
        carried: int,
        path: int,
        *,
        relics: tuple[Relics, Relics] = (0, 0),
    ) -> tuple[float, float]:
        """Return the probability of leaving and the value at a position.

        `treasures` contains the treasures turned so far. `hazards` has, for each kind met, the
        number of copies in the full deck. `relics` has the relics on the path and the relics taken
        earlier: as numbers if all relics are alike, otherwise as tuples of printed worths.
        """
        if not self.layout.keeps_all:
            raise DiamantError(
                "only the value of the whole game was computed, because there "
                "are too many positions"
            )
        place = place_of(self.layout, treasures, hazards, inside, carried, path, relics)
        return float(self.policy[place]), float(self.values[place])


def solve(
    deck: CaveDeck,
    players: int,
    *,
    most_bytes: int = MOST_BYTES,
    progress: Progress = _silent,
    compiling: Callable[[], object] = lambda: None,
) -> Solution:
    """Compute the symmetric equilibrium of an expedition.

    If the values and the policy would be too large to keep, only the value of the whole expedition
    is computed. If even this value needs too much memory, an error is raised.

    With one treasure of 5 and two snakes, a lone player gets the 5 if it comes first (1/3), or
    second, after a snake (2/3 · 1/2):

    >>> round(solve(CaveDeck((5,), (2,)), 1).value, 6)
    3.333333
    """
    layout = find_layout(deck, players, most_bytes)
    compile_kernel(compiling)
    started = time.perf_counter()
    policy = np.zeros(layout.positions if layout.keeps_all else 0, np.float32)
    value, values, found, _ = _sweep(layout, kernel.EQUILIBRIUM, policy, policy, progress)
    seconds = time.perf_counter() - started
    if not layout.keeps_all:
        values = np.empty(0)
    return Solution(layout, value, seconds, int(found[0]), int(found[1]), values, policy)


def compile_kernel(compiling: Callable[[], object]) -> None:
    """Load or compile the kernel; `compiling` is called before a long compilation."""
    tiny = Layout.of(CaveDeck((), (2,)), 1)
    policy = np.zeros(tiny.positions, np.float32)
    if not kernel.sweep.signatures:
        before_compiling(kernel.sweep, compiling)
        _sweep(tiny, kernel.EQUILIBRIUM, policy, policy, _silent)


def find_layout(deck: CaveDeck, players: int, most_bytes: int) -> Layout:
    """Return the layout that keeps all positions, or a smaller one if memory is low."""
    try:
        return Layout.of(deck, players, most_bytes)
    except TooLargeError:
        return Layout.of(deck, players, most_bytes, keeps_all=False)


def best_response(layout: Layout, policy: Policy) -> float:
    """Return the value of a best response to a policy that all others follow."""
    return _sweep(layout, kernel.BEST_RESPONSE, policy, policy, _silent)[0]


def value_against(layout: Layout, own: Policy, others: Policy) -> float:
    """Return the expected value of one policy if all others follow another."""
    return _sweep(layout, kernel.AGAINST, others, own, _silent)[0]


def epsilon(
    deck: CaveDeck, players: int, *, most_bytes: int = MOST_BYTES, progress: Progress = _silent
) -> tuple[float, float]:
    """Return an equilibrium's value, and the gain of a best response to it.

    Both are computed in one sweep, which stores neither values nor probabilities. So it needs
    little memory, whereas a separate best response would need all probabilities.

    >>> value, gain = epsilon(CaveDeck((5, 7), (2, 2)), 2)
    >>> gain < 1e-7
    True
    """
    layout = Layout.of(deck, players, most_bytes, keeps_all=False)
    nothing = np.zeros(0, np.float32)
    excess = np.zeros(layout.room, np.float32)
    value, _, _, gain = _sweep(layout, kernel.EQUILIBRIUM, nothing, nothing, progress, excess)
    return value, gain


def exploitability(layout: Layout, policy: Policy) -> float:
    """Return how much a player can gain by deviating from a policy that all follow."""
    return best_response(layout, policy) - value_against(layout, policy, policy)


@dataclass(frozen=True)
class Block:
    """A block of positions that differ only in the gems carried and on the path."""

    treasures_left: tuple[int, ...]
    course: Course
    fatal: int  # Cards in the deck that would be a bust.
    deck_size: int
    inside: int
    prize: int  # Worth of the relics on the path to a player who leaves alone.
    carried: NDArray[np.int64]  # One row for each amount …
    path: NDArray[np.int64]  # … and one column for each of these.


def tabulate(layout: Layout, rule: Callable[[Block], Any]) -> Policy:
    """Tabulate the policy of a rule.

    The rule returns one probability of leaving for a block, or one for each of its positions.
    """
    policy = np.zeros(layout.positions, np.float32)
    courses = layout.courses
    for number, size in enumerate(layout.course_size):
        turned = number // layout.strides % (layout.counts + 1)
        left = tuple(int(v) for v in np.repeat(layout.values, layout.counts - turned))
        carried = layout.least_carried[number]
        for place, course in enumerate(courses.all):
            fatal, harmless = courses.fatal(course), sum(courses.harmless(course).values())
            for inside in range(1, layout.players + 1):
                rows, columns = (
                    int(span[number, inside]) for span in (layout.carried_span, layout.path_span)
                )
                path = layout.least_path[number, inside]
                block = Block(
                    *(left, course, fatal, len(left) + fatal + harmless, inside),
                    prize=courses.prize(course),
                    carried=np.arange(carried, carried + rows)[:, None],
                    path=np.arange(path, path + columns)[None, :],
                )
                start = layout.base[number] + place * size + layout.block[number, inside]
                policy[start : start + rows * columns].reshape(rows, columns)[:] = rule(block)
    if not ((policy >= 0) & (policy <= 1)).all():
        raise DiamantError("a policy's chances to leave must be from 0 to 1")
    return policy


def place_of(
    layout: Layout,
    treasures: Sequence[int],
    hazards: Sequence[int],
    inside: int,
    carried: int,
    path: int,
    relics: tuple[Relics, Relics] = (0, 0),
) -> int:
    """Return a position's index in the table, or raise an error if it is impossible."""
    counts = [treasures.count(int(value)) for value in layout.values]
    met = tuple(hazards.count(copies) for copies, _ in layout.courses.groups)
    course = Course(met, *map(_faces, relics))
    if (
        sum(counts) == len(treasures)
        and all(count <= most for count, most in zip(counts, layout.counts, strict=True))
        and sum(met) == len(hazards)
        and course in layout.courses.all
        and 1 <= inside <= layout.players
    ):
        number = int(np.dot(counts, layout.strides))
        row = carried - int(layout.least_carried[number])
        column = path - int(layout.least_path[number, inside])
        rows, columns = layout.carried_span[number, inside], layout.path_span[number, inside]
        if 0 <= row < rows and 0 <= column < columns:
            start = layout.base[number] + layout.block[number, inside]
            start += layout.courses.all.index(course) * layout.course_size[number]
            return int(start + row * columns + column)
    raise DiamantError(
        (
            "this position cannot occur in an expedition with {players} players: treasures "
            "{treasures}, {hazards} hazards, {inside} inside, carrying {carried}, {path} on "
            "the path"
        ),
        layout.players,
        tuple(treasures),
        len(hazards),
        inside,
        carried,
        path,
    )


def _faces(relics: Relics) -> tuple[int, ...]:
    """Return the visible value of each relic: its printed worth, or 0 without one."""
    return (0,) * relics if isinstance(relics, int) else tuple(sorted(relics))


def _sweep(
    layout: Layout,
    mode: int,
    others: Policy,
    own: Policy,
    progress: Progress,
    excess: Policy | None = None,
) -> tuple[float, Values, NDArray[np.int64], float]:
    """Run the kernel over all sets of treasures, in parts of similar size."""
    if excess is None:
        excess = np.zeros(0, np.float32)
    if layout.keeps_all and not len(others) == len(own) == layout.positions:
        raise DiamantError(
            "a policy of this layout has {positions} chances, not {value}",
            f"{layout.positions:,}",
            f"{len(own if len(own) != layout.positions else others):,}",
        )
    tables, courses = _tables(layout), len(layout.courses.all)
    values = np.empty(layout.room)
    going_on = np.empty(courses * int(layout.course_size.max()))
    going_excess = np.zeros(len(going_on) if len(excess) else 1)
    found = np.zeros(2, np.int64)
    done = np.cumsum(layout.course_size[layout.order]) * courses
    marks = np.searchsorted(done, np.linspace(0, layout.positions, PARTS + 1)[1:-1])
    for first, last in pairwise(sorted({0, len(done), *marks.tolist()})):
        kernel.sweep(
            *(first, last, layout.players, tables, mode, values, others, own),
            *(going_on, found, excess, going_excess),
        )
        progress(int(done[last - 1]))
    # Before the first card, all players are inside: the last course of set 0.
    root = (courses - 1) * int(layout.course_size[0]) + int(layout.block[0, layout.players])
    gain = float(going_excess[root]) if len(excess) else 0.0
    return float(going_on[root]), values, found, gain


def _tables(layout: Layout) -> kernel.Tables:
    courses, players = layout.courses, layout.players
    number = {course: place for place, course in enumerate(courses.all)}
    ways = [courses.harmless(course) for course in courses.all]
    most_path = int((layout.least_path + layout.path_span).max())
    path, leavers = np.arange(most_path + 1)[:, None], np.maximum(np.arange(players + 1), 1)

    def row(items: object) -> NDArray[np.int64]:
        return np.array(items, np.int64)

    return kernel.Tables(
        *(layout.values, layout.counts, layout.strides, layout.least_carried, layout.least_path),
        *(layout.carried_span, layout.path_span, layout.block, layout.course_size),
        order=layout.order,
        base=layout.base,
        harmless_ends=row(list(accumulate(map(len, ways)))),
        harmless_courses=row([number[course] for found in ways for course in found]),
        harmless_cards=row([cards for found in ways for cards in found.values()]),
        others=row(
            [
                courses.fatal(s) + sum(found.values())
                for s, found in zip(courses.all, ways, strict=True)
            ]
        ),
        after_lone_leaver=row([number[courses.after_lone_leaver(s)] for s in courses.all]),
        prize=row([courses.prize(course) for course in courses.all]),
        shares=path // leavers,
        rests=path % leavers,
        choose=np.array(
            [[comb(n, k) for k in range(players + 1)] for n in range(players + 1)], np.float64
        ),
    )
