"""Tests of dividing treasures and paths, taking relics, scoring, and finding winners."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamant.rules.cards import Hazard, Relic, Treasure
from diamant.rules.edition import Relics
from diamant.rules.events import TakenRelic
from diamant.rules.sharing import (
    lone_leaver_takes,
    points,
    relic_worth,
    relics_on,
    share_path,
    share_treasure,
    winners,
)

SNAKE = Hazard("snake")
IELLO_2016 = Relics("start", "by order", (5, 5, 5, 10, 10), supplied=True)
IELLO_2023 = Relics("each round", "printed", (5, 7, 8, 10, 12), supplied=False)


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
    """Rulebook 004 (French): not card by card."""
    path = (Treasure(5), Treasure(5), Treasure(7))
    assert share_path(path, (1, 1, 1), 3, "pooled") == (1, (0, 0, 0))
    assert share_path(path, (1, 1, 1), 3, "card by card") == (0, (1, 1, 1))


def test_remainder_of_the_path_lies_on_the_deepest_treasure_ruling_2():
    path = (Treasure(5), SNAKE, Treasure(7), Relic(), SNAKE)
    assert share_path(path, (3, 0, 2, 0, 0), 3, "pooled") == (1, (0, 0, 2, 0, 0))


def test_remainder_moves_to_the_deepest_treasure_even_if_it_was_empty():
    assert share_path((Treasure(5), Treasure(6)), (5, 0), 2, "pooled") == (2, (0, 1))


@pytest.mark.parametrize("sharing", ["pooled", "card by card"])
def test_a_path_without_treasure_gives_nothing(sharing):
    assert share_path((SNAKE, Relic()), (0, 0), 2, sharing) == (0, (0, 0))


def test_card_by_card_sharing_keeps_each_cards_remainder():
    path = (Treasure(5), SNAKE, Treasure(7))
    assert share_path(path, (5, 0, 3), 2, "card by card") == (3, (1, 0, 1))


@given(
    st.lists(st.integers(0, 20), min_size=1, max_size=8),
    st.integers(1, 8),
    st.sampled_from(["pooled", "card by card"]),
)
def test_sharing_the_path_conserves_gems(gems, leavers, sharing):
    share, left = share_path((Treasure(99),) * len(gems), tuple(gems), leavers, sharing)
    assert share * leavers + sum(left) == sum(gems)
    assert all(0 <= lying < leavers for lying in left)
    assert len(left) == len(gems)
    if sharing == "pooled":
        assert sum(left) < leavers


def test_relics_lie_on_the_path_in_the_order_they_were_turned():
    path = (Relic(7), Treasure(5), Relic(5), Hazard("snake"))
    assert relics_on(path) == (Relic(7), Relic(5))
    assert relics_on((Treasure(5),)) == ()


@pytest.mark.parametrize(("before", "worth"), [(0, 5), (1, 5), (2, 5), (3, 10), (4, 10)])
def test_the_first_three_relics_taken_are_worth_5_and_the_last_two_10(before, worth):
    assert relic_worth(Relic(), before, IELLO_2016) == worth


@pytest.mark.parametrize("before", [0, 4])
def test_a_printed_relic_is_worth_its_number_whenever_taken(before):
    assert relic_worth(Relic(8), before, IELLO_2023) == 8


def test_lone_leaver_takes_all_relics():
    lying = (Relic(12), Relic(5))
    assert lone_leaver_takes((0,), lying, 0, IELLO_2023) == (
        TakenRelic(Relic(12), 12),
        TakenRelic(Relic(5), 5),
    )


@pytest.mark.parametrize("leavers", [(), (0, 1), (0, 1, 2)])
def test_no_one_takes_relics_unless_exactly_one_player_leaves(leavers):
    assert lone_leaver_takes(leavers, (Relic(),), 0, IELLO_2016) == ()


def test_points_are_gems_in_the_chest_plus_the_worth_of_relics():
    relics = [(TakenRelic(Relic(), 5), TakenRelic(Relic(), 10)), (), (TakenRelic(Relic(7), 7),)]
    assert points([3, 11, 0], relics) == (18, 11, 7)


def test_points_need_a_chest_and_relics_for_every_seat():
    with pytest.raises(ValueError, match="shorter"):
        points([3, 11], [()])


@pytest.mark.parametrize(
    ("scores", "relics", "tie_break", "won"),
    [
        ([4, 9, 8], [3, 0, 5], "shared", (1,)),
        ([4, 9, 8], [3, 0, 5], "relics", (1,)),
        pytest.param([9, 4, 9, 9], [0, 5, 1, 2], "shared", (0, 2, 3), id="a tie is shared"),
        pytest.param([9, 4, 9, 9], [0, 5, 1, 2], "relics", (3,), id="relics break the tie"),
        pytest.param([9, 4, 9, 9], [2, 5, 1, 2], "relics", (0, 3), id="a tie in relics too"),
        ([0, 0, 0], [0, 0, 0], "shared", (0, 1, 2)),
        ([0, 0, 0], [0, 0, 0], "relics", (0, 1, 2)),
    ],
)
def test_most_points_win_and_relics_may_break_a_tie_ruling_8(scores, relics, tie_break, won):
    assert winners(scores, relics, tie_break) == won
