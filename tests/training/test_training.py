"""The training ground plays by the rules, and some seconds in it beats the reckoner."""

import random
from math import sqrt

import numpy as np
import pytest

from diamant.bots import find_bots
from diamant.bots.champion.model import read_model
from diamant.bots.view import BotView
from diamant.editions import IDS, edition
from diamant.errors import DiamantError
from diamant.rules.game import Game, Phase
from diamant.simulator import simulate
from diamant.simulator.kernel import step_layout as at
from diamant.simulator.kernel.step_layout import EditionRow
from diamant.training import arena
from diamant.training.families import FAMILIES, HELD_OUT, draw_rules
from diamant.training.train import QUICK, ROUNDS, train
from tests.simulator.line_ups import COINS

NOBODY = np.zeros((1, arena.NETWORK), np.float32)


@pytest.mark.parametrize("name", ["schmidt-2005", "iello-2016", "iello-2023-relics"])
def test_the_arena_plays_by_the_rules(name):
    """Other cards than the simulator's, but the same game: so the same points on average."""
    bots, games = COINS[:4], 12_000
    simulated = simulate(name, bots, games, seed=1)
    pool = arena.Pool.of(find_bots(",".join(bots)))
    arrays = edition(name)
    played = arena.play(arrays, 4, range(4), pool, NOBODY, seed=2, games=games, doubts=[0.01])
    for seat, found in enumerate(simulated.seats):
        points, wins = played.points[:, seat], played.wins[:, seat]
        assert abs(points.mean() - found.mean) < 5 * sqrt(2) * found.stderr
        assert abs(wins.mean() - found.win_share) < 5 * sqrt(2 * 0.25 / games)


@pytest.mark.parametrize("name", IDS)
def test_arena_steps_match_rules(name):
    """Replay each game of the arena by the rules, and compare the two after every card."""
    players, rules = 3 + IDS.index(name), edition(name)
    pool = arena.Pool.of(find_bots(",".join(COINS[:4])))
    line_up = [seat % 4 for seat in range(players)]
    played = arena.play(
        *(rules, players, line_up, pool, NOBODY), seed=3, games=20, doubts=[0.01], steps=True
    )
    words = EditionRow.of(rules, players).words
    game, number = Game.start(rules, players), 0
    for step in played.steps:
        of_game, card, leave, *row = step.tolist()
        if of_game != number:
            assert game.is_over
            compare_end(game, played, number)
            game, number = Game.start(rules, players), of_game
        before = game.expedition.round
        game = game.turn(words[card]).game
        if game.phase is Phase.DECIDE:
            assert row[at.PHASE] == at.DECIDE
            cave = game.expedition
            view = BotView(game, cave.in_cave[0], random.Random)
            expected = {
                at.ROUND: cave.round - 1,
                at.STEP: view.step,
                at.INSIDE: sum(1 << seat for seat in cave.in_cave),
                at.COUNT: view.inside,
                at.LEFT_BEFORE: view.left_before,
                at.SIZE: view.deck_size,
                at.BUST_CARDS: view.bust_cards,
                at.CARRIED: view.carried,
                at.PATH: view.path,
                at.LYING: view.relics_lying,
                **{at.POINTS + seat: points for seat, points in enumerate(game.scores)},
                **{
                    at.AHEAD + sharing: round(view.next_share(sharing) * view.deck_size)
                    for sharing in range(1, 9)
                    if view.deck_size
                },
            }
            assert {place: row[place] for place in expected} == expected
            game = game.decide(seat for seat in range(players) if leave >> seat & 1).game
        else:
            assert game.is_over or game.expedition.round == before + 1
            assert leave == 0
    assert game.is_over
    compare_end(game, played, number)
    assert number == 19


def compare_end(game, played, number):
    """Compare the points and the shares of the win at the end of a game."""
    assert tuple(played.points[number]) == game.scores
    shares = [(seat in game.winners) / len(game.winners) for seat in range(game.players)]
    assert played.wins[number].tolist() == pytest.approx(shares)


def test_the_rules_of_a_training_leave_one_family_out():
    drawn = {bot.name for bot in draw_rules(200, random.Random(1))}
    assert drawn == {family.name for family in FAMILIES} - set(HELD_OUT)


def test_a_quick_training_beats_the_reckoner(tmp_path):
    # Half of the quick plan is enough for that.
    trained = train(tmp_path, QUICK, ROUNDS[QUICK] // 2, seed=1)
    share, _ = trained.measure(games=8_000)
    unseen = draw_rules(160, random.Random(2))
    pool = arena.Pool.of([*unseen, *find_bots("expect")])
    played = arena.play(
        trained.editions[0], 4, [len(unseen)], pool, NOBODY, seed=99, games=8_000, doubts=[0.01]
    )
    assert share > played.wins[:, 0].mean() + 0.03
    assert len(read_model(tmp_path / "champion.model")) == arena.NETWORK
    assert (tmp_path / "log.csv").read_text().count("\n") == 3
    with pytest.raises(DiamantError, match="another training"):
        train(tmp_path, QUICK, 31, seed=2)
