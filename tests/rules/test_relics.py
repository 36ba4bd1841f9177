"""Who takes the relics, and what they are worth."""

import pytest

from diamant.rules.cards import Hazard, Relic, Treasure
from diamant.rules.edition import Relics
from diamant.rules.events import TakenRelic
from diamant.rules.sharing import lone_leaver_takes, relic_worth, relics_on

IELLO_2016 = Relics("start", "by order", (5, 5, 5, 10, 10), supplied=True)
IELLO_2023 = Relics("each round", "printed", (5, 7, 8, 10, 12), supplied=False)


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


def test_the_third_and_fourth_relic_taken_at_once_are_worth_5_and_10_ruling_3():
    assert lone_leaver_takes((6,), (Relic(), Relic()), 2, IELLO_2016) == (
        TakenRelic(Relic(), 5),
        TakenRelic(Relic(), 10),
    )


def test_lone_leaver_takes_every_relic():
    lying = (Relic(12), Relic(5))
    assert lone_leaver_takes((0,), lying, 0, IELLO_2023) == (
        TakenRelic(Relic(12), 12),
        TakenRelic(Relic(5), 5),
    )


@pytest.mark.parametrize("leavers", [(), (0, 1), (0, 1, 2)])
def test_nobody_takes_a_relic_unless_exactly_one_leaves(leavers):
    assert lone_leaver_takes(leavers, (Relic(),), 0, IELLO_2016) == ()
