"""Tests that PettingZoo's own tests pass, and of behavior that those tests omit."""

import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)

from diamant import envs
from diamant.envs.errors import ActionError, EnvironmentInputError, EpisodeOverError
from diamant.envs.pettingzoo import ID
from diamant.envs.render import FRAME
from diamant.errors import DiamantError, IllegalStepError, UnknownNameError


def test_parallel_api_passes_pettingzoos_test():
    parallel_api_test(envs.parallel_env(), num_cycles=200)


# PettingZoo's own games with masks observe dictionaries too, and are excepted by name.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
def test_aec_api_passes_pettingzoos_test():
    api_test(envs.aec_env(edition="incan-gold", players=3), num_cycles=200)


def test_seeds_pass_pettingzoos_tests():
    parallel_seed_test(envs.parallel_env, num_cycles=50)
    seed_test(envs.aec_env, num_cycles=50)


def test_states_pass_pettingzoos_test():
    parallel = envs.parallel_env()
    state_test(envs.aec_env(), parallel, num_cycles=30)


def test_rendering_passes_pettingzoos_test(capsys):
    shapes: list[tuple[int, ...]] = []
    render_test(
        envs.aec_env,
        custom_tests={"rgb_array": lambda drawn: shapes.append(drawn.shape) or drawn.std() > 10},
    )
    assert set(shapes) == {(FRAME[1], FRAME[0], 3)}
    assert "iello-2016, round 1 of 5, to decide" in capsys.readouterr().out


def test_versioned_ids_are_known():
    env = pettingzoo.make("parallel", ID, players=5, edition="schmidt-2005")
    assert env.possible_agents == [f"player_{seat}" for seat in range(5)]


def play(env, seed, leave):
    """Play a game in which agents take turns leaving; return the reward of each."""
    observations, _ = env.reset(seed=seed)
    earned, moment = dict.fromkeys(env.agents, 0.0), 0
    while env.agents:
        actions = {
            agent: int(leave(seat, moment)) if observations[agent]["action_mask"][1] else 0
            for seat, agent in enumerate(env.agents)
        }
        observations, rewards, _, _, infos = env.step(actions)
        moment += 1
        for agent, reward in rewards.items():
            earned[agent] += reward
            assert (infos[agent]["action_mask"] == observations[agent]["action_mask"]).all()
    return list(earned.values())


@pytest.mark.parametrize("reward", ["points", "expedition"])
def test_points_are_paid_at_the_end_or_when_they_are_banked(reward):
    env = envs.parallel_env("iello-2016", 5, reward)
    earned = play(env, 3, lambda seat, moment: (moment + seat) % 3 == 0)
    assert earned == list(env.game.scores)
    assert sum(earned) > 0


def test_luck_adjusted_rewards_have_the_same_mean_and_less_spread():
    games = {reward: [] for reward in ("expedition", "luck-adjusted")}
    for reward, earned in games.items():
        env = envs.parallel_env("schmidt-2005", 3, reward)
        for seed in range(100):
            earned.append(play(env, seed, lambda seat, moment: (moment + seat) % 4 == 0)[0])
    plain, adjusted = games["expedition"], games["luck-adjusted"]
    means = [sum(earned) / len(earned) for earned in (plain, adjusted)]
    spreads = [
        sum((one - mean) ** 2 for one in earned) / len(earned)
        for earned, mean in zip((plain, adjusted), means, strict=True)
    ]
    assert means[1] == pytest.approx(means[0], abs=3)
    assert spreads[1] < 0.7 * spreads[0]


GOLDEN = [[8.0, 32.0, 27.0, 18.0], [19.0, 34.0, 15.0, 15.0], [14.0, 11.0, 12.0, 25.0]]


def test_seeds_and_rewards_do_not_change_between_releases():
    env = envs.parallel_env("iello-2016", 4, "points")
    earned = [play(env, seed, lambda seat, moment: (moment + seat) % 4 == 0) for seed in range(3)]
    assert earned == GOLDEN


def test_wrong_input_is_refused():
    env = envs.parallel_env(players=3)
    with pytest.raises(EpisodeOverError, match=r"^reset the environment before the first step"):
        env.step({})
    with pytest.raises(EpisodeOverError, match="before you ask for its state"):
        env.state()
    env.reset(seed=1)
    with pytest.raises(ActionError, match="player_0, player_1, player_2, got player_0"):
        env.step({"player_0": 0})
    with pytest.raises(ActionError, match="a mapping from agents to actions, not list"):
        env.step([0, 0, 0])
    with pytest.raises(IllegalStepError, match=r"3 to 8 players, not '4'"):
        envs.parallel_env(players="4")
    for wrong in (2, -1, 300):
        with pytest.raises(ActionError, match=f"0 .stay. or 1 .leave., not {wrong}"):
            env.step({"player_0": wrong, "player_1": 0, "player_2": 0})
    with pytest.raises(ActionError, match="whole numbers"):
        env.step({"player_0": 0.5, "player_1": 0, "player_2": 0})
    env.step({"player_0": 1, "player_1": 0, "player_2": 0})
    with pytest.raises(
        ActionError, match=r"seat 0 must be 0 \(stay\) or 1 \(leave\), and 0 outside"
    ):
        env.step({"player_0": 1, "player_1": 0, "player_2": 0})
    for seed in (-1, 1 << 64):
        with pytest.raises(EnvironmentInputError, match="from 0 to 18446744073709551615"):
            env.reset(seed=seed)
    with pytest.raises(
        EnvironmentInputError, match="whole number from 0 to 18446744073709551615, not 'x'"
    ):
        env.reset(seed="x")
    with pytest.raises(EnvironmentInputError, match="reset options must be a mapping, not list"):
        env.reset(options=["relics"])
    steps = envs.aec_env(players=3)
    steps.reset(seed=1)
    for ask in (env.observation_space, env.action_space, steps.observe, steps.observation_space):
        with pytest.raises(
            UnknownNameError, match=r"unknown agent 'player_7' \(did you mean 'player_"
        ):
            ask("player_7")
    with pytest.raises(EnvironmentInputError, match="make the environment with a render_mode"):
        env.render()
    with pytest.raises(EnvironmentInputError, match="did you mean 'ansi'"):
        envs.parallel_env(render_mode="ansy")
    with pytest.raises(UnknownNameError, match="did you mean 'iello-2016'"):
        envs.parallel_env(edition="iello-2061")
    with pytest.raises(UnknownNameError, match="did you mean 'points'"):
        envs.parallel_env(reward="point")
    with pytest.raises(IllegalStepError, match="3 to 8 players, not 9"):
        envs.parallel_env(players=9)
    with pytest.raises(UnknownNameError, match=r"unknown reward None \(available: win"):
        envs.parallel_env(reward=None)
    assert issubclass(ActionError, DiamantError)


def test_game_is_available_only_after_a_reset():
    env = envs.parallel_env(players=3, render_mode="ansi")
    for look in (env.render, lambda: env.game):
        with pytest.raises(
            EpisodeOverError, match="reset the environment before you look at its game"
        ):
            look()
    env.reset(seed=1)
    assert "cave: ABC" in env.render()
    with pytest.raises(ActionError, match="each action must be one whole number"):
        env.step({"player_0": [0], "player_1": 0, "player_2": 0})


def test_aec_api_refuses_wrong_actions():
    env = envs.aec_env(players=3)
    with pytest.raises(EpisodeOverError, match="reset the environment before the first step"):
        env.step(0)
    for wrong in (2, -1, 0.0, None, "leave", True):
        env.reset(seed=1)
        for guarded in (env, env.unwrapped):
            with pytest.raises(ActionError, match=f"of player_0 must be 0 .* not {wrong!r}"):
                guarded.step(wrong)
    for _ in env.agent_iter():
        if env.terminations[env.agent_selection]:
            with pytest.raises(ActionError, match="the game is over, so the last action of"):
                env.step(0)
            env.step(None)
        else:
            env.step(0)
    for action in (0, None):
        with pytest.raises(EpisodeOverError, match="the game is over: reset the environment"):
            env.step(action)
    assert issubclass(ActionError, ValueError)
