"""Test that the champion decides the same at a table and in the simulator."""

import random

import pytest

from diamant.bots import BotView, find_bot
from tests.simulator.differential import decisions, export, find

# Without its random element, every decision can be repeated.
SURE = (
    *("champion:doubt=0", "threshold:gems=10", "champion:doubt=0,nerve=0.01"),
    *("equilibrium:doubt=0", "vulture:haul=1000,limit=0.2"),
)


@pytest.mark.parametrize("edition", ["schmidt-2005", "iello-2016", "iello-2023-relics"])
def test_compiled_champion_decides_as_at_a_table(edition):
    asked = [find_bot(name).seat_down() for name in SURE]
    _, text = export(find(edition), SURE, 12, seed=3)
    checked = 0
    for game, leavers in decisions(text):
        for seat in game.expedition.in_cave:
            answer = asked[seat](BotView(game, seat, lambda: random.Random(0)))
            assert (seat in leavers) == bool(answer), (SURE[seat], game)
            checked += 1
    assert checked > 500
