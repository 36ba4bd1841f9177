"""What a new user may give bots and simulations wrongly; for the game, tests/rules has the same."""

import pytest

import diamant
from diamant import BotView, DiamantError, Game

BOTS = ["random"] * 3


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: BotView.of(Game.start("iello-2016", 3).turn("11").game, "A"),
            "there is no seat 'A' in a game of 3 players: they count from 0",
        ),
        (lambda: Game.play(BOTS, seed=None), "a seed is a whole number, not None"),
        (
            lambda: diamant.simulate("iello-2016", BOTS, games=5, seed="x"),
            "a seed is a whole number, not 'x'",
        ),
        (
            lambda: diamant.simulate("iello-2016", BOTS, games=1e6),
            "the number of games must be from 1 to 1,000,000,000,000, not 1000000.0",
        ),
        (
            lambda: diamant.simulate("iello-2016", BOTS, games=5, threads="2"),
            "the number of threads must be from 1 to 1024, not '2'",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused(call, sentence):
    with pytest.raises(DiamantError) as refused:
        call()
    assert str(refused.value) == sentence
