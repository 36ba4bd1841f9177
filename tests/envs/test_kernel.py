"""Tests of the stepping kernel against slower code: the rules, the shuffle, the bots' view."""

import random

import numpy as np
import pytest

from diamant.bots.view import BotView
from diamant.editions import IDS, edition
from diamant.envs.agent import Agent
from diamant.envs.batch import Batch
from diamant.envs.gymnasium import DiamantEnv
from diamant.envs.kernel import edition_row
from diamant.envs.observation import feature_names, highest, observe
from diamant.errors import BotError
from diamant.rules.game import Game, Phase
from diamant.simulator.called import Shuffler, seed_word
from diamant.simulator.kernel.arrays import EditionArrays

SEATS = {name: 3 + place for place, name in enumerate(IDS)}


def by_the_rules(game_edition, players, seed, number):
    """Play a game with the simulator's shuffle; yield it at every choice and at the end."""
    shuffler = Shuffler(EditionArrays.of(game_edition), seed_word(seed), number)
    game = Game.start(game_edition, players)
    while not game.is_over:
        shuffler.start_round(game.expedition.round)
        round = game.expedition.round
        while game.phase is Phase.TURN and game.expedition.round == round:
            game = game.turn(shuffler.draw()).game
            if game.phase is Phase.DECIDE:
                leavers = yield game
                game = game.decide(leavers).game
            else:
                shuffler.end_round(bust=True)
                break
        else:
            shuffler.end_round(bust=False)
    yield game


def expected(game, row):
    """Return the seats' observations, computed from the game."""
    return [observe(BotView(game, seat, random.Random), row) for seat in range(game.players)]


@pytest.mark.parametrize("name", SEATS)
def test_games_observations_and_masks_match_the_rules(name):
    row = edition_row(edition(name), SEATS[name])
    batch = Batch(row, 1, recorded=True)
    rng, most = np.random.default_rng(1), highest(row)
    assert len(most) == len(feature_names(row))
    for number in range(3):
        batch.reset([5] if number == 0 else None)
        twin = by_the_rules(row.edition, row.players, 5, number)
        game = next(twin)
        while not game.is_over:
            seen, masks = batch.buffers.observations, batch.buffers.masks
            assert np.array_equal(seen, expected(game, row))
            assert (seen <= most).all()
            assert (seen >= 0).all()
            asked = [bool(game.legal_choices(seat)) for seat in range(game.players)]
            assert masks.tolist() == [[1, int(legal)] for legal in asked]
            actions = (rng.random(row.players) < 0.25) & asked
            game = twin.send(np.flatnonzero(actions).tolist())
            batch.step(actions)
        assert batch.over.all()
        assert batch.replay() == game
        assert tuple(batch.points[0]) == game.scores
        shares = [(seat in game.winners) / len(game.winners) for seat in range(game.players)]
        assert batch.buffers.rewards.tolist() == pytest.approx(shares)
        seen = dict(zip(feature_names(row), batch.buffers.observations[1].tolist(), strict=True))
        assert seen["round"] == 1
        assert seen["points:0"] == pytest.approx(game.scores[1] / 17)


def timid(view):
    return view.carried + view.path > 8


def test_agent_plays_at_a_table_like_any_bot():
    agent = Agent(lambda seen: (seen[6] + seen[7]) * 17 > 8.5)
    for seed in range(10):
        others = ["expect", "threshold"]
        assert Game.play([agent, *others], seed) == Game.play([timid, *others], seed)


def test_agent_as_opponent_reads_the_batch_observation(monkeypatch):
    monkeypatch.setattr("diamant.envs.agent.observe", None)
    games = []
    for bot in (timid, Agent(lambda seen: (seen[6] + seen[7]) * 17 > 8.5)):
        env = DiamantEnv(opponents=["expect", bot], seat=1)
        env.reset(seed=3)
        over = False
        while not over:
            _, _, over, _, _ = env.step(env.game.expedition.carried > 6)
        games.append(env.game)
    assert games[0] == games[1]


def test_invalid_answer_of_an_agent_is_refused():
    with pytest.raises(BotError, match="expected True, False, or a probability"):
        Game.play([Agent(lambda seen: 2), "expect", "expect"])
