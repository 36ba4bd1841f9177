"""Points and winners."""

import pytest

from diamant.rules.cards import Relic
from diamant.rules.events import TakenRelic
from diamant.rules.sharing import points, winners


def test_points_are_gems_in_the_chest_plus_the_worth_of_relics():
    relics = [(TakenRelic(Relic(), 5), TakenRelic(Relic(), 10)), (), (TakenRelic(Relic(7), 7),)]
    assert points([3, 11, 0], relics) == (18, 11, 7)


def test_every_seat_needs_a_chest_and_a_place_for_relics():
    with pytest.raises(ValueError, match="shorter"):
        points([3, 11], [()])


@pytest.mark.parametrize("tie_break", ["shared", "relics"])
def test_most_points_win(tie_break):
    assert winners([4, 9, 8], [3, 0, 5], tie_break) == (1,)


def test_tied_players_share_the_victory_ruling_8():
    assert winners([9, 4, 9, 9], [0, 5, 1, 2], "shared") == (0, 2, 3)


def test_relics_break_a_tie_where_the_edition_says_so():
    assert winners([9, 4, 9, 9], [0, 5, 1, 2], "relics") == (3,)


def test_a_tie_in_relics_too_is_shared():
    assert winners([9, 4, 9, 9], [2, 5, 1, 2], "relics") == (0, 3)


@pytest.mark.parametrize("tie_break", ["shared", "relics"])
def test_a_game_in_which_nobody_has_anything_is_won_by_all(tie_break):
    assert winners([0, 0, 0], [0, 0, 0], tie_break) == (0, 1, 2)
