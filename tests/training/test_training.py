"""Tests that training follows the rules, and beats the expected-value bot within seconds."""

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
from diamant.simulator.kernel import step_layout as at
from diamant.simulator.kernel.step_layout import EditionRow
from diamant.training import arena
from diamant.training.families import FAMILIES, HELD_OUT, draw_rules
from diamant.training.train import QUICK, ROUNDS, train

NOBODY = np.zeros((1, arena.NETWORK), np.float32)


# One random bot and three deterministic ones.
RULES = ("random:leave=0.2", "threshold:gems=9", "expect", "catch-up")


@pytest.mark.parametrize("name", IDS)
def test_arena_steps_match_rules(name):
    """Replay each game of the arena by the rules; compare state and choices after every card."""
    players, rules, games = 3 + IDS.index(name), edition(name), 40
    bots = find_bots(",".join(RULES))
    seated = [bots[seat % 4] for seat in range(players)]
    asked = [bot.seat_down() for bot in seated]
    line_up = [seat % 4 for seat in range(players)]
    played = arena.play(
        *(rules, players, line_up, arena.Pool.of(bots), NOBODY),
        seed=3,
        games=games,
        doubts=[0.01],
        steps=True,
    )
    words, steps, coins = EditionRow.of(rules, players).words, iter(played.steps.tolist()), []
    for number in range(games):
        game = Game.start(rules, players)
        while not game.is_over:
            of_game, card, leave, *row = next(steps)
            assert of_game == number
            game = game.turn(words[card]).game
            assert (row[at.PHASE] == at.DECIDE) == (game.phase is Phase.DECIDE)
            if game.phase is not Phase.DECIDE:
                assert leave == 0
                continue
            compare_row(game, row)
            for seat in game.expedition.in_cave:
                answer = asked[seat](BotView(game, seat, random.Random))
                if seated[seat].name == "random":
                    coins.append(leave >> seat & 1)
                else:
                    assert answer == leave >> seat & 1
            game = game.decide(seat for seat in range(players) if leave >> seat & 1).game
        assert tuple(played.points[number]) == game.scores
        shares = [(seat in game.winners) / len(game.winners) for seat in range(game.players)]
        assert played.wins[number].tolist() == pytest.approx(shares)
    assert next(steps, None) is None
    assert sum(coins) / len(coins) == pytest.approx(0.2, abs=5 * 0.4 / sqrt(len(coins)))


def compare_row(game, row):
    """Compare a game that waits for choices with the arena's row."""
    view = BotView(game, game.expedition.in_cave[0], random.Random)
    expected = {
        at.ROUND: view.round - 1,
        at.STEP: view.step,
        at.INSIDE: sum(1 << seat for seat in view.in_cave),
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


def test_training_rules_leave_one_family_out():
    drawn = {bot.name for bot in draw_rules(200, random.Random(1))}
    assert drawn == {family.name for family in FAMILIES} - set(HELD_OUT)


def test_short_training_beats_the_expected_value_bot(tmp_path):
    # Half of the quick plan is enough.
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
