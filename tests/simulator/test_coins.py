"""Long runs of coins alone have a kernel of their own, whose games are those of the full kernel."""

import pytest

from diamant.bots import find_bots
from diamant.simulator.engine import Engine
from diamant.simulator.kernel import generate
from diamant.simulator.kernel.arrays import EditionArrays
from diamant.simulator.kernel.generate import Shape
from diamant.simulator.kernel.rewrite import rewrite_bot
from tests.simulator.differential import find
from tests.simulator.same_games import check_same_games

COINS = "random:leave=0.3,random:leave=0.05,random:leave=0.2,random:leave=0,random:leave=0.9"


@pytest.fixture(autouse=True)
def one_by_one(monkeypatch):
    """As on a processor without AVX-512, whatever the machine has."""
    monkeypatch.setattr(generate, "suits", lambda edition, bots: False)


def shape_of(name, bots, players):
    arrays = EditionArrays.of(find(name))
    return Shape.of_fast(arrays, [rewrite_bot(bot) for bot in find_bots(bots)], players)


@pytest.mark.parametrize(
    ("name", "line_up"),
    [
        ("schmidt-2005", [0, 1, 2, 3]),
        ("iello-2016", [4, 3, 2, 1, 0, 0, 1, 2]),
        ("iello-2023-relics", [0, 1, 2, 3, 4]),
    ],
)
def test_games_of_coins_are_those_of_the_full_kernel(name, line_up):
    bots = find_bots(COINS)
    fast = Engine.of(find(name), bots, seed=7, fast=True, players=len(line_up))
    assert fast.compiled.players == len(line_up)
    full = Engine.of(find(name), bots, seed=7)
    # Scores are settled 256 games at a time, and the rest at the end.
    for first, games in ((0, 1), (10**12, 1003)):
        check_same_games((fast, full), line_up, first, games)


@pytest.mark.parametrize(
    ("name", "bots", "players"),
    [
        ("schmidt-2005", COINS, 0),  # Line-ups of any size.
        ("schmidt-2005", "random,threshold", 2),
        ("incan-gold", COINS, 4),  # Relics break ties.
    ],
)
def test_whatever_is_more_than_coins_at_a_known_table_is_played_as_before(name, bots, players):
    assert shape_of(name, bots, players).players == 0


def test_a_table_of_another_size_is_refused():
    """A kernel that was made for four would play wrong games with three, and tell nobody."""
    engine = Engine.of(find("schmidt-2005"), find_bots(COINS), fast=True, players=4)
    with pytest.raises(AssertionError, match="another table"):
        engine.seat([0, 1, 2]).play(0, 10)
