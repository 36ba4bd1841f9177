"""Test that a remote bot sees the same as a bot on the server."""

import random

import pytest

from diamant.bots import BotView, find_bot
from diamant.client import game_of
from diamant.table import TablePhase
from diamant.view import View
from tests.table.tabletop import Tabletop, small


def tables(seed, closed):
    """Yield a table at every turn of a random game."""
    chance = random.Random(seed)
    top = Tabletop(small(closed=closed), secret=chance.randbytes(32)).people(4).start()
    while top.table.phase is not TablePhase.OVER:
        yield top
        top.all_choose(*(at for at in top.inside() if chance.random() < 0.3))
    yield top


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_game_can_be_rebuilt_from_the_view(seed, closed):
    for top in tables(seed, closed):
        for guest in ("g1", "g3", None):
            seen = game_of(top.view(guest))
            for seat in (None, 0, 2):
                assert View.of(seen, seat) == View.of(top.table.game, seat), seed


@pytest.mark.parametrize("name", ["expect", "vulture", "catch-up"])
def test_bot_answers_the_same_remotely(name):
    bot = find_bot(name)
    for top in tables(7, closed=True):
        if top.table.phase is not TablePhase.CAVE:
            continue
        here = BotView(top.table.game, 0, random.Random)
        there = BotView(game_of(top.view("g1")), 0, random.Random)
        assert bot.seat_down()(here) == bot.seat_down()(there)


def test_table_before_the_first_card_has_no_game():
    assert game_of(Tabletop(small()).people(2).view("g1")) is None
