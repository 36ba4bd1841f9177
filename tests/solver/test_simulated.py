"""Tests of the solver at full size against simulated expeditions."""

from dataclasses import replace

import numpy as np
import pytest

from diamant.editions import edition
from diamant.simulator import simulate
from diamant.solver.deck import CaveDeck
from diamant.solver.layout import Layout
from diamant.solver.solution import exploitability, solve, tabulate, value_against

ONE_EXPEDITION = replace(edition("schmidt-2005"), id="one-expedition", rounds=1, least_players=2)
TREASURES = sorted(ONE_EXPEDITION.treasures)


def test_value_of_rules_against_each_other_matches_simulation():
    layout = Layout.of(CaveDeck.of(ONE_EXPEDITION), 2)
    purse = tabulate(layout, lambda block: block.carried + block.path >= 10)
    coin = np.full_like(purse, 0.2)
    tables = {"threshold:gems=10": purse, "random:leave=0.2": coin}
    for own, others in (tuple(tables), tuple(tables)[::-1]):
        seat = simulate(ONE_EXPEDITION, [own, others], 200_000, seed=3).seats[0]
        exact = value_against(layout, tables[own], tables[others])
        assert abs(exact - seat.mean) < 4 * seat.stderr
    assert exploitability(layout, coin) > 0.5


def test_value_of_equilibrium_play_matches_simulation():
    solution = solve(CaveDeck.of(ONE_EXPEDITION), 2)

    def by_solution(view):
        turned = list(TREASURES)
        for value in view.treasures_left:
            turned.remove(value)
        met = [3] * len(view.hazards)
        return solution.at(turned, met, view.inside, view.carried, view.path)[0]

    result = simulate(ONE_EXPEDITION, [by_solution] * 2, 1_000, seed=5)
    assert all(abs(solution.value - seat.mean) < 4 * seat.stderr for seat in result.seats)
    assert exploitability(solution.layout, solution.policy) < 1e-6


@pytest.mark.parametrize("name", ["iello-2023-relics", "incan-gold"])
def test_lone_player_takes_the_only_relic(name):
    deck = CaveDeck.of(edition(name))
    assert deck.relics == (5,)
    # It takes a turn from a hazard or a treasure, and is worth at most five.
    plain = solve(replace(deck, relics=()), 1).value
    assert plain - 1 < solve(deck, 1).value < plain + 5
