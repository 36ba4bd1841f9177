"""Tests that OpenSpiel's own tests pass, that playthroughs are unchanged, and that rules match."""

import pickle
import random
import unittest
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

from diamant.bots.view import BotView
from diamant.editions import IDS, edition
from diamant.envs.observation import observe
from diamant.envs.openspiel import NAME, own_deck
from diamant.rules.game import Game

GOLDEN = Path(__file__).parent / "playthroughs"
SMALL = f"{NAME}(players=2,rounds=1,treasures=1;4,hazards=snake*2,reward=points)"


@pytest.mark.parametrize("name", IDS)
def test_random_games_pass_openspiels_test(name):
    game = pyspiel.load_game(f"{NAME}(edition={name},players=4)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_the_turn_based_game_passes_openspiels_test():
    game = pyspiel.convert_to_turn_based(pyspiel.load_game(SMALL))
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", IDS)
def test_playthrough_is_unchanged(name):
    told = playthrough(name)
    assert told == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def playthrough(name):
    """Return the text of a short game: two expeditions if the edition has relics, otherwise one."""
    rounds = 2 if edition(name).relics else 1
    game = f"{NAME}(edition={name},players=3,rounds={rounds})"
    return generate_playthrough.playthrough(game, None, seed=7) + "\n"


def test_games_observations_and_copies_match_the_rules():
    game = pyspiel.load_game(f"{NAME}(edition=incan-gold,players=5,reward=points)")
    rng, state, told = random.Random(3), game.new_initial_state(), Game.start("incan-gold", 5)
    row, observation = game.shared.edition, make_observation(game)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            chances = {str(card): float(chance) for card, chance in told.chances().items()}
            assert {row.kinds[kind]: chance for kind, chance in outcomes} == pytest.approx(chances)
            kind = rng.choices(*zip(*outcomes, strict=True))[0]
            state.apply_action(kind)
            told = told.turn(row.kinds[kind]).game
        else:
            copied = state.clone() if rng.random() < 0.5 else pickle.loads(pickle.dumps(state))
            assert str(copied) == str(state)
            state = copied
            for seat in range(5):
                observation.set_from(state, seat)
                view = BotView(told, seat, random.Random)
                assert np.array_equal(observation.tensor, observe(view, row))
                asked = seat in told.expedition.in_cave
                assert state.legal_actions(seat) == ([0, 1] if asked else [0])
            actions = [
                int(seat in told.expedition.in_cave and rng.random() < 0.2) for seat in range(5)
            ]
            state.apply_actions(actions)
            told = told.decide([seat for seat, action in enumerate(actions) if action]).game
    assert told.is_over
    assert state.returns() == list(told.scores)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ("edition=iello-2061", "did you mean 'iello-2016'"),
        ("players=2", "3 to 8 players, not 2"),
        ("reward=wins", "'win' or 'points', not 'wins'"),
        ("treasures=1;x", "whole numbers such as '1;5;7', or '5;' for a single number, not '1;x'"),
        ("treasures=1;;5,rounds=1", "not '1;;5'"),
        ("hazards=snake*2;;lava*2", "not 'snake*2;;lava*2'".replace("*", r"\*")),
        ("hazards=snake", "such as 'snake\\*2;lava\\*2', not 'snake'"),
        ("treasures=1;2,hazards=snake*1", "run out"),
    ],
)
def test_wrong_parameters_are_refused(parameters, sentence):
    with pytest.raises((pyspiel.SpielError, RuntimeError), match=sentence):
        pyspiel.load_game(f"{NAME}({parameters})")


def test_wrong_actions_are_refused():
    state = pyspiel.load_game(SMALL).new_initial_state()
    with pytest.raises(ValueError, match="the deck has no card 9 left"):
        state._apply_action(9)
    state.apply_action(1)
    with pytest.raises(ValueError, match=r"0 \(stay\) or 1 \(leave\)"):
        state._apply_actions([2, 0])
    with pytest.raises(ValueError, match="one action for each of 2 players, not 1"):
        state._apply_actions([0])
    with pytest.raises(ValueError, match="a player must be from 0 to 1, not 2"):
        state.legal_actions(2)


def test_actions_out_of_turn_or_after_the_end_are_refused():
    state = pyspiel.load_game(SMALL).new_initial_state()
    with pytest.raises(ValueError, match="expected a card now, not everyone's choices"):
        state.apply_actions([0, 0])
    state.apply_action(1)
    for early in (state.chance_outcomes, lambda: state.apply_action(0)):
        with pytest.raises(ValueError, match="expected everyone's choices now, not a card"):
            early()
    state.apply_actions([1, 1])
    ends = state.returns()
    assert state.is_terminal()
    for late in (lambda: state.apply_action(0), lambda: state.apply_actions([0, 0])):
        with pytest.raises(RuntimeError, match="the game is over: start from a new initial state"):
            late()
    assert state.returns() == ends


def test_custom_deck_is_an_edition():
    small = own_deck(
        edition("iello-2016"), rounds=1, treasures="4;1", hazards="snake*2", relics="5"
    )
    alone = own_deck(edition("iello-2016"), rounds=1, treasures="5;", hazards="snake*2;")
    assert (alone.treasures, len(alone.hazards)) == ((5,), 1)
    assert small.relics is not None
    assert (small.treasures, small.relics.points, small.rounds) == ((4, 1), (5,), 1)


if __name__ == "__main__":  # To write the playthroughs again: python -m tests.envs.test_openspiel
    for written in IDS:
        (GOLDEN / f"{written}.txt").write_text(playthrough(written), encoding="utf-8")


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize(
    ("name", "turn_based"), [(SMALL, False), (f"{NAME}(players=4)", False), (SMALL, True)]
)
def test_part_of_the_tree_passes_openspiels_test(name, turn_based):
    """Run the unchanged `EnforceAPIOnPartialTreeBase` on 400 states.

    Its module loads OpenSpiel's own games, some of which warn.
    """
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    game = pyspiel.load_game(name)
    if turn_based:
        game = pyspiel.convert_to_turn_based(game)
    case = type("Case", (EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": name})
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    assert suite.countTestCases() >= 5
    result = unittest.TestResult()
    suite.run(result)
    assert [*result.errors, *result.failures, *result.skipped] == []
