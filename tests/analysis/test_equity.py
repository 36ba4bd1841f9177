import math
from dataclasses import replace

import pytest

from diamant.analysis.equity import equity, mix_of
from diamant.editions import edition

EDITIONS = (None, edition("schmidt-2005"), edition("incan-gold"))


@pytest.mark.parametrize("box", EDITIONS)
@pytest.mark.parametrize("rounds_left", [0, 1, 3, 5, 9])
@pytest.mark.parametrize("scores", [(0, 0, 0), (30, 12, 30, 7), (0, 90, 1, 2, 3, 4, 5, 6)])
def test_shares_add_up_to_one_and_follow_the_scores(scores, rounds_left, box):
    shares = equity(scores, rounds_left, box)
    assert math.isclose(sum(shares), 1, abs_tol=1e-12)
    for one, more in zip(scores, shares, strict=True):
        for other, less in zip(scores, shares, strict=True):
            assert (one > other and more >= less) or (one == other and more == less) or one < other


def test_lead_counts_more_with_fewer_expeditions_left():
    leads = [equity((20, 10, 10, 10), left)[0] for left in range(6)]
    assert leads == sorted(leads, reverse=True)
    assert leads[0] == 1
    assert leads[5] > 0.3


def test_equity_of_a_finished_game_is_its_result():
    assert equity((9, 9, 4), 0) == (0.5, 0.5, 0)
    assert equity((9, 9, 4), 0, edition("incan-gold"), (0, 1, 2)) == (0, 1, 0)
    assert equity((9, 9, 4), 0, edition("schmidt-2005"), (0, 1, 2)) == (0.5, 0.5, 0)


def test_richer_deck_makes_a_lead_count_less():
    box = edition("schmidt-2005")
    rich = replace(box, treasures=tuple(10 * value for value in box.treasures))
    assert equity((200, 100, 100), 2, rich) == pytest.approx(equity((20, 10, 10), 2, box))


def test_numbers_without_a_fit_use_the_nearest_fit():
    assert mix_of(12, 3) == mix_of(8, 3)
    (_, five), (_, twenty) = mix_of(4, 5)[1], mix_of(4, 20)[1]
    assert twenty == pytest.approx(2 * five)
