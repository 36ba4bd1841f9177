"""Tests that the reference is a fair game: exact means over all cards, and shares add up to one."""

import random

import pytest

from diamant import Game
from diamant.analysis.pack import survival
from diamant.analysis.value import Ahead, pack, value
from diamant.odds import survival_chance
from diamant.rules.game import Phase
from diamant.view import View

CLOSE = 1e-12


def positions(box, players, seed):
    """Return the positions of a random game."""
    rng = random.Random(seed)
    game = Game.start(box, players)
    while not game.is_over:
        yield game
        if game.phase is Phase.TURN:
            game = game.turn(rng.choice(list(game.expedition.deck))).game
        else:
            inside = game.expedition.in_cave
            game = game.decide([seat for seat in inside if rng.random() < 0.25]).game
    yield game


@pytest.mark.parametrize(
    ("box", "players"),
    [("schmidt-2005", 3), ("iello-2016", 4), ("incan-gold", 8), ("iello-2023-relics", 5)],
)
def test_value_is_the_exact_mean_over_the_next_cards(box, players):
    for game in positions(box, players, seed=players):
        here = value(game)
        assert sum(here) == pytest.approx(1, abs=CLOSE)
        if game.phase is Phase.TURN:
            mean = [0.0] * players
            for card, chance in game.chances().items():
                for seat, share in enumerate(value(game.turn(card).game)):
                    mean[seat] += float(chance) * share
            assert here == pytest.approx(mean, abs=CLOSE)


@pytest.mark.parametrize(("box", "players"), [("incan-gold", 3), ("iello-2023-relics", 4)])
def test_value_after_a_choice_is_the_value_of_the_next_position(box, players):
    rng = random.Random(players)
    for game in positions(box, players, seed=10 + players):
        if game.phase is Phase.DECIDE:
            ahead = Ahead(game)
            inside = game.expedition.in_cave
            for leavers in ((), inside[:1], inside[:2], inside, [rng.choice(inside)]):
                after = value(game.decide(leavers).game)
                assert ahead.after(leavers) == pytest.approx(after, abs=CLOSE)


def test_value_of_a_finished_game_is_its_result():
    game = Game.play(["random", "random", "random"], seed=3)
    assert [seat for seat, share in enumerate(value(game)) if share] == list(game.winners)


def test_survival_matches_the_odds():
    game = Game.start("iello-2016", 3).turn("snake").game.decide([]).game.turn("7").game
    seen = View.of(game)
    unseen = tuple(seen.hazards_left[kind] for kind in seen.hazards_left if kind != "snake")
    calm = seen.deck_size - sum(seen.hazards_left.values())
    found = survival(seen.deck_size, calm, unseen)
    assert found == pytest.approx([float(survival_chance(seen, count)) for count in range(9)])


def test_reference_players_are_bold_early_and_careful_with_much_at_risk():
    early = Game.from_position("schmidt-2005 open 1 decide 7+1 ABC+2 0,0,0 -")
    late = Game.from_position("schmidt-2005 open 1 decide 17+2,snake,gas,15,explosion A+30 0,0,0 -")
    assert pack(early).leave < 0.05
    assert pack(late).leave > 0.7
