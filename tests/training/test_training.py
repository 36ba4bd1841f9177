"""The training ground plays by the rules, and some seconds in it beats the reckoner."""

import random
from math import sqrt

import numpy as np
import pytest

from diamant.bots import find_bots
from diamant.bots.champion.model import read_model
from diamant.editions import edition
from diamant.errors import DiamantError
from diamant.simulator import simulate
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
    arrays = arena.ArenaEdition.of(edition(name))
    played = arena.play(arrays, 4, range(4), pool, NOBODY, seed=2, games=games, doubts=[0.01])
    for seat, found in enumerate(simulated.seats):
        points, wins = played.points[:, seat], played.wins[:, seat]
        assert abs(points.mean() - found.mean) < 5 * sqrt(2) * found.stderr
        assert abs(wins.mean() - found.win_share) < 5 * sqrt(2 * 0.25 / games)


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
