"""Tests of exact play inside one expedition: brute force, and values worked out by hand."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from diamant.editions import edition
from diamant.errors import DiamantError
from diamant.rules.cards import Hazard
from diamant.solver.deck import CaveDeck, Course, Courses
from diamant.solver.layout import Layout
from diamant.solver.solution import (
    best_response,
    epsilon,
    exploitability,
    place_of,
    solve,
    tabulate,
    value_against,
)
from tests.solver import brute_force as slow

SMALL = [
    ((5,), (2,), (), 2),
    ((1, 2, 5, 7), (2, 2), (), 1),
    ((1, 2, 5, 7), (2, 2), (), 2),
    ((4, 5, 5, 11), (3, 2), (), 2),
    ((1, 5, 7), (3, 1), (), 3),
    ((5, 5, 11), (2, 2), (), 3),
    ((7, 13), (2, 1), (), 4),
    ((4, 7, 9), (2, 1), (5,), 2),
    ((4, 7), (2, 1), (3, 8), 3),
]
# The printed numbers tell relics apart.
PRINTED = [((4, 7, 9), (2,), (3, 8), 2), ((7,), (2, 1), (5, 6, 12), 2), ((4, 7), (2,), (2, 9), 3)]


@pytest.mark.parametrize(
    ("treasures", "hazards", "relics", "players", "worth"),
    [(*deck, "by order") for deck in SMALL] + [(*deck, "printed") for deck in PRINTED],
)
def test_equilibrium_matches_brute_force(treasures, hazards, relics, players, worth):
    small = slow.small_edition(treasures, hazards, relics, worth)
    solution = solve(CaveDeck.of(small), players)

    def chance(game):
        return solution.at(*slow.coordinates(game), relics=slow.relics_of(game))[0]

    expected = slow.brute_force(small, players, slow.equilibrium)
    assert solution.value == pytest.approx(float(expected), abs=1e-9)
    # With several equilibria, no player gains by deviating from the chosen one.
    best = slow.brute_force(small, players, slow.best_response(chance))
    assert float(best) == pytest.approx(solution.value, abs=1e-6)
    gain = exploitability(solution.layout, solution.policy)
    assert gain == pytest.approx(0, abs=1e-6)
    value, same = epsilon(CaveDeck.of(small), players)
    assert value == pytest.approx(solution.value, abs=1e-7)
    assert same == pytest.approx(gain, abs=1e-8)


@pytest.mark.parametrize(("treasures", "hazards", "relics", "players"), SMALL[1::2])
def test_value_of_any_policy_against_any_other_matches_brute_force(
    treasures, hazards, relics, players
):
    small = slow.small_edition(treasures, hazards, relics)
    layout = Layout.of(CaveDeck.of(small), players)
    purse = tabulate(layout, lambda block: block.carried + block.path >= 4)
    coin = tabulate(layout, lambda block: 0.25)

    def by_purse(game):
        return Fraction(game.expedition.carried + sum(game.expedition.gems) >= 4)

    def by_coin(game):
        return Fraction(1, 4)

    for table, rule in ((purse, by_purse), (coin, by_coin)):
        exact = slow.brute_force(small, players, slow.against(by_coin, rule))
        assert value_against(layout, coin, table) == pytest.approx(float(exact), abs=1e-12)
        exact = slow.brute_force(small, players, slow.best_response(rule))
        assert best_response(layout, table) == pytest.approx(float(exact), abs=1e-12)


def test_values_match_numbers_worked_out_by_hand():
    # Alone with a 5 and two snakes: the 5 comes first (1/3), or after one snake (2/3 · 1/2).
    alone = solve(CaveDeck((5,), (2,)), 1)
    assert alone.value == pytest.approx(10 / 3, abs=1e-12)
    assert alone.at([5], [2], 1, 5, 0) == (1.0, 5.0)
    # The first snake is harmless: if both choices are worth the same, the solver stays.
    assert alone.at([5], [], 1, 5, 0) == (0.0, 5.0)
    assert alone.at([], [2], 1, 0, 0) == (0.0, 2.5)
    # Two with a 5: each carries 2, 1 is on the path, and no more gems can come. Leaving alone
    # gets 3, leaving together 2, and staying no more: both leave.
    two = solve(CaveDeck((5,), (2,)), 2)
    assert two.at([5], [], 2, 2, 1) == (1.0, 2.0)
    # The first card is a hazard with 15/30, and then 2 of 29 cards are a bust: 1/29 in all.
    courses = Courses.of(CaveDeck.of(edition("schmidt-2005")))
    one_met = Course((1,))
    assert courses.harmless(Course((0,))) == {one_met: 15}
    assert Fraction(15, 30) * Fraction(courses.fatal(one_met), 29) == Fraction(1, 29)


def test_mixed_choices_are_worth_the_same():
    # Two inside carry 1 each and 1 lies there: a duel over who goes home first.
    solution = solve(CaveDeck((3, 3, 3, 9), (2, 2)), 2)
    mixed = np.flatnonzero((solution.policy > 0) & (solution.policy < 1))
    assert len(mixed) == solution.mixed > 0
    assert exploitability(solution.layout, solution.policy) < 1e-6


def test_lone_player_with_the_full_deck_matches_a_plain_recursion():
    treasures = tuple(sorted(edition("schmidt-2005").treasures))

    @cache
    def worth(left, met):
        """Return the value of staying; the treasures missing from the deck are carried."""
        size = len(left) + 15 - met
        total = 0.0
        for place, value in enumerate(left):
            if place == 0 or left[place - 1] != value:
                rest = left[:place] + left[place + 1 :]
                total += left.count(value) * max(124 - sum(rest), worth(rest, met))
        if met < 5:
            total += (5 - met) * 3 * max(124 - sum(left), worth(left, met + 1))
        return total / size

    solution = solve(CaveDeck.of(edition("schmidt-2005")), 1)
    assert solution.value == pytest.approx(worth(treasures, 0), abs=1e-9)
    assert solution.layout.positions == 13_824 * 6


def test_deck_without_removed_hazards_is_solved():
    schmidt = edition("schmidt-2005")
    deck = CaveDeck.of(schmidt, 3, (Hazard("snake"), Hazard("snake")))
    assert deck.hazards == (3, 3, 3, 3, 1)
    full, thinned = (solve(each, 1).value for each in (CaveDeck.of(schmidt), deck))
    assert thinned > full


def test_unsolvable_decks_are_refused_before_memory_is_allocated():
    with pytest.raises(DiamantError, match=r"positions: solving them would take [\d.]+ GB"):
        solve(CaveDeck.of(edition("iello-2016")), 8)
    with pytest.raises(DiamantError, match="can be solved"):
        solve(CaveDeck(tuple(range(1, 60)), (3,)), 3)
    with pytest.raises(DiamantError, match="could run out"):
        CaveDeck((5,), (1, 1))
    with pytest.raises(DiamantError, match="card by card"):
        CaveDeck.of(slow.replace(edition("schmidt-2005"), sharing="card by card"))
    with pytest.raises(DiamantError, match="at least 1 player"):
        solve(CaveDeck((5,), (2,)), 0)


@pytest.mark.parametrize(("treasures", "hazards", "relics", "players"), SMALL)
def test_value_alone_needs_less_memory(treasures, hazards, relics, players):
    deck = CaveDeck(treasures, hazards, relics)
    whole = solve(deck, players)
    lean = solve(deck, players, most_bytes=whole.layout.bytes - 1)
    assert (lean.value, lean.mixed, lean.several) == (whole.value, whole.mixed, whole.several)
    assert lean.layout.bytes < whole.layout.bytes
    assert lean.layout.positions == whole.layout.positions
    with pytest.raises(DiamantError, match="only the value of the whole game was computed"):
        lean.at([], [hazards[0]], players, 0, 0)


def test_impossible_positions_are_refused():
    layout = Layout.of(CaveDeck((5, 7), (2, 2)), 3)
    for position in (
        ([5, 5], [], 3, 2, 4),
        ([6], [], 3, 2, 0),
        ([5], [3], 3, 1, 2),
        ([5], [2, 2, 2], 3, 1, 2),
        ([5], [], 4, 1, 2),
        ([5], [], 3, 2, 2),
        ([5], [], 2, 1, 9),
    ):
        with pytest.raises(DiamantError, match="cannot occur in an expedition"):
            place_of(layout, *position)


def test_policy_for_another_layout_is_refused():
    layout = Layout.of(CaveDeck((5, 7), (2, 2)), 3)
    with pytest.raises(DiamantError, match="chances, not 3"):
        best_response(layout, np.zeros(3, np.float32))
    with pytest.raises(DiamantError, match="from 0 to 1"):
        tabulate(layout, lambda block: 2)
