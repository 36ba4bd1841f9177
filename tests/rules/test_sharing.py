"""How treasures and the path are divided."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamant.rules.cards import Hazard, Relic, Treasure
from diamant.rules.sharing import share_path, share_treasure

SNAKE = Hazard("snake")


@pytest.mark.parametrize(
    ("value", "inside", "share", "remainder"),
    [
        pytest.param(9, 5, 1, 4, id="rulebooks 000, 001, 002"),
        pytest.param(11, 5, 2, 1, id="rulebooks 003, 004"),
        pytest.param(17, 3, 5, 2, id="rulebooks 003, 004 again"),
        pytest.param(3, 8, 0, 3, id="too few gems to share"),
        pytest.param(7, 1, 7, 0, id="alone"),
    ],
)
def test_a_treasure_is_shared_equally_and_the_remainder_stays(value, inside, share, remainder):
    assert share_treasure(value, inside) == (share, remainder)


def test_the_path_is_divided_once_over_all_cards():
    """Rulebook 004, French: not card by card."""
    path = (Treasure(5), Treasure(5), Treasure(7))
    assert share_path(path, (1, 1, 1), 3, "pooled") == (1, (0, 0, 0))
    assert share_path(path, (1, 1, 1), 3, "card by card") == (0, (1, 1, 1))


def test_the_unshareable_rest_lies_on_the_deepest_treasure_ruling_2():
    path = (Treasure(5), SNAKE, Treasure(7), Relic(), SNAKE)
    assert share_path(path, (3, 0, 2, 0, 0), 3, "pooled") == (1, (0, 0, 2, 0, 0))


def test_the_rest_moves_to_the_deepest_treasure_even_if_that_one_was_empty():
    assert share_path((Treasure(5), Treasure(6)), (5, 0), 2, "pooled") == (2, (0, 1))


@pytest.mark.parametrize("sharing", ["pooled", "card by card"])
def test_a_path_without_treasure_gives_nothing(sharing):
    assert share_path((SNAKE, Relic()), (0, 0), 2, sharing) == (0, (0, 0))


def test_card_by_card_each_card_keeps_its_own_rest():
    path = (Treasure(5), SNAKE, Treasure(7))
    assert share_path(path, (5, 0, 3), 2, "card by card") == (3, (1, 0, 1))


@given(
    st.lists(st.integers(0, 20), min_size=1, max_size=8),
    st.integers(1, 8),
    st.sampled_from(["pooled", "card by card"]),
)
def test_sharing_the_path_neither_makes_nor_loses_gems(gems, leavers, sharing):
    share, left = share_path((Treasure(99),) * len(gems), tuple(gems), leavers, sharing)
    assert share * leavers + sum(left) == sum(gems)
    assert all(0 <= lying < leavers for lying in left)
    assert len(left) == len(gems)
    if sharing == "pooled":
        assert sum(left) < leavers
