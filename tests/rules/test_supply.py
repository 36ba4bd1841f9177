"""Tests of making change and of stand-ins (docs/rules.md, ruling 6)."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamant import edition
from diamant.rules.supply import Gem, Supply
from tests.strategies import gem_boxes

SCHMIDT = edition("schmidt-2005").gems
DUTCH = edition("schmidt-2005-nl").gems
INCAN = edition("incan-gold").gems


def stand_ins(holdings, gems):
    return Supply(gems).stand_ins(holdings)


@pytest.mark.parametrize(
    ("holdings", "gems", "worth"),
    [
        pytest.param([], SCHMIDT, 0, id="nothing"),
        pytest.param([4] * 15, SCHMIDT, 0, id="exactly all rubies"),
        pytest.param([4] * 15 + [1], SCHMIDT, 1, id="one ruby short"),
        pytest.param([4] * 15 + [5], SCHMIDT, 0, id="a diamond helps"),
        pytest.param([4] * 15 + [6], SCHMIDT, 1, id="a diamond and a ruby short"),
        pytest.param([210], SCHMIDT, 0, id="the whole box in one chest"),
        pytest.param([211], SCHMIDT, 1, id="more than the whole box"),
        pytest.param([105, 105], SCHMIDT, 0, id="the whole box in two chests"),
        pytest.param([9] * 20, SCHMIDT, 20, id="20 diamonds and 60 rubies of 180"),
        pytest.param([4] * 12, SCHMIDT, 0, id="48 rubies"),
        pytest.param([4] * 12, DUTCH, 3, id="48 rubies of the Dutch 45"),
        pytest.param([410], INCAN, 0, id="three sorts in one chest"),
        pytest.param([411], INCAN, 1, id="three sorts and one more"),
        pytest.param([19] * 10, INCAN, 0, id="10 of ten, 10 of five, 40 of one"),
        pytest.param([9] * 20, INCAN, 20, id="no place for a ten"),
        pytest.param([20] * 30, INCAN, 190, id="20 tens, 30 fives and 60 ones"),
    ],
)
def test_stand_ins_cover_what_the_box_cannot_pay_ruling_6(holdings, gems, worth):
    found = stand_ins(holdings, gems)
    assert found == worth
    assert type(found) is int, "a whole number is shown to people and written to records"


HOLDINGS = st.lists(st.integers(0, 60), max_size=10)


@given(HOLDINGS, st.integers(0, 80), st.integers(0, 40))
def test_rubies_and_diamonds_match_the_formula_of_ruling_6(holdings, rubies, diamonds):
    laid_in_diamonds = 5 * min(diamonds, sum(holding // 5 for holding in holdings))
    gems = (Gem("ruby", 1, rubies), Gem("diamond", 5, diamonds))
    expected = max(0, sum(holdings) - laid_in_diamonds - rubies)
    assert stand_ins(holdings, gems) == expected


@cache
def fewest_stand_ins(holdings: tuple[int, ...], counts: tuple[int, ...], worths: tuple[int, ...]):
    """Try every way to lay out gems, and return the smallest value left over."""
    least = sum(holdings)
    for place, holding in enumerate(holdings):
        for sort, worth in enumerate(worths):
            if counts[sort] and worth <= holding:
                rest = (*holdings[:place], holding - worth, *holdings[place + 1 :])
                fewer = (*counts[:sort], counts[sort] - 1, *counts[sort + 1 :])
                least = min(least, fewest_stand_ins(tuple(sorted(rest)), fewer, worths))
    return least


@given(
    st.lists(st.integers(0, 9), max_size=3),
    st.sampled_from([(1,), (1, 2), (1, 3), (1, 2, 4), (1, 2, 6), (1, 3, 6)]),
    st.data(),
)
def test_no_other_layout_needs_fewer_stand_ins(holdings, worths, data):
    counts = tuple(data.draw(st.integers(0, 3)) for _ in worths)
    gems = tuple(map(Gem, "abc", worths, counts))
    expected = fewest_stand_ins(tuple(sorted(holdings)), counts, worths)
    assert stand_ins(holdings, gems) == expected


@given(HOLDINGS, gem_boxes())
def test_order_of_holdings_does_not_matter(holdings, gems):
    assert stand_ins(holdings, gems) == stand_ins(holdings[::-1], gems)
