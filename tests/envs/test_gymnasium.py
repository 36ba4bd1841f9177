"""Tests that Gymnasium's own checks pass, and of behavior that those checks omit."""

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from diamant.envs import DiamantEnv, DiamantVectorEnv
from diamant.envs.errors import ActionError, EnvironmentInputError, EpisodeOverError
from diamant.envs.gymnasium import ID
from diamant.errors import BotError, IllegalStepError

# One line-up for all tests, because each set of bots is compiled.
BOTS = "expect,threshold:gems=8,random:leave=0.3"


def rich(seen):
    """Leave with enough gems, as a simple agent does."""
    return seen[..., 6] + seen[..., 7] > 0.5


def play(env, seed):
    """Play a game and return its observations and rewards."""
    seen, _ = env.reset(seed=seed)
    told, over = [seen], False
    while not over:
        seen, earned, over, _, info = env.step(int(rich(seen)))
        assert info["action_mask"].tolist() == [1, 0 if over else 1]
        told += [seen, earned]
    return told


def test_single_environment_passes_gymnasiums_check():
    env = gym.make(ID, opponents=BOTS, render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=False)


def test_called_opponent_plays_like_a_compiled_one():
    compiled = DiamantEnv(opponents=BOTS, reward="points")
    called = DiamantEnv(opponents=[*BOTS.split(",")[:2], Moody], reward="points")
    assert called._called is not None
    for seed in range(6):
        one, other = play(compiled, seed), play(called, seed)
        assert all(np.array_equal(*pair) for pair in zip(one, other, strict=True))
        assert compiled.game == called.game
        assert one[-1] == compiled.game.scores[0]


class Moody:
    """Play like `random:leave=0.3`, as a class that is never compiled."""

    def __call__(self, view):
        return 0.3


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_vector_environment_matches_single_environments(mode):
    envs = gym.make_vec(ID, num_envs=5, opponents=BOTS, autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] is mode
    singles = [DiamantEnv(opponents=BOTS) for _ in range(5)]
    seen, _ = envs.reset(seed=10)
    alone = [env.reset(seed=10 + place)[0] for place, env in enumerate(singles)]
    over = np.zeros(5, bool)
    for _ in range(60):
        assert np.array_equal(seen, alone)
        if mode is AutoresetMode.DISABLED and over.any():
            with pytest.raises(EpisodeOverError, match="is over: reset it"):
                envs.step(np.zeros(5, int))
            seen, _ = envs.reset(options={"reset_mask": over})
            for place in np.flatnonzero(over):
                alone[place] = singles[place].reset()[0]
            assert np.array_equal(seen, alone)
        actions = rich(seen)
        before, finals = over, {}
        seen, earned, over, truncated, info = envs.step(actions)
        assert not truncated.any()
        for place, env in enumerate(singles):
            if mode is AutoresetMode.NEXT_STEP and before[place]:
                alone[place], told = env.reset()[0], (0.0, False)
            else:
                alone[place], *told, _, _ = env.step(int(actions[place]))
            assert (earned[place], over[place]) == tuple(told)
            if mode is AutoresetMode.SAME_STEP and over[place]:
                finals[place] = alone[place]
                alone[place] = env.reset()[0]
        for place, final in finals.items():
            assert info["_final_obs"][place]
            assert np.array_equal(info["final_obs"][place], final)


def test_gymnasium_wrappers_accept_the_vector_environment():
    envs = RecordEpisodeStatistics(gym.make_vec(ID, num_envs=8, opponents=BOTS))
    envs.reset(seed=1)
    envs.action_space.seed(1)
    for _ in range(100):
        seen, *_ = envs.step(envs.action_space.sample())
        assert envs.observation_space.contains(seen)
    assert envs.episode_count >= 8


def test_all_seats_can_be_agents_that_write_into_the_callers_memory():
    memory = {
        "observations": np.zeros((12, 47), np.float32),
        "masks": np.zeros((12, 2), np.int8),
        "rewards": np.zeros(12, np.float32),
        "ended": np.zeros(12, np.bool_),
    }
    envs = DiamantVectorEnv(
        12, opponents=None, autoreset_mode="SameStep", copy=False, buffers=memory, recorded=True
    )
    seen, info = envs.reset(seed=4)
    assert seen is memory["observations"]
    assert info["action_mask"] is memory["masks"]
    rng, wins = np.random.default_rng(0), 0.0
    for _ in range(200):
        actions = rng.integers(0, 2, 12) & memory["masks"][:, 1]
        _, rewards, ended, _, _ = envs.step(actions)
        games = rewards.reshape(3, 4).sum(1)
        assert games == pytest.approx(ended.reshape(3, 4).all(1).astype(float))
        wins += games.sum()
    assert wins > 10
    assert envs.batch.replay(2).scores == tuple(envs.batch.points[2])
    other = np.from_dlpack(memory["observations"])
    assert np.shares_memory(other, memory["observations"])


def test_dlpack_memory_is_not_copied():
    class Tensor:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    array = np.zeros((4, 47), np.float32)
    envs = DiamantVectorEnv(4, opponents=None, buffers={"observations": Tensor(array)})
    envs.reset(seed=1)
    assert array.any()


def test_same_seeds_give_the_same_games():
    def course(seed):
        envs = DiamantVectorEnv(8, opponents=None, reward="luck-adjusted")
        told = [envs.reset(seed=seed)]
        rng = np.random.default_rng(3)
        for _ in range(80):
            mask = told[-1][-1]["action_mask"]
            told.append(envs.step(rng.integers(0, 2, 8) & mask[:, 1]))
        return [np.concatenate([part.ravel() for part in one[:-1]]) for one in told]

    first, again, other = course(5), course(5), course([7] * 4 + [5] * 4)
    assert all(np.array_equal(*pair) for pair in zip(first, again, strict=True))
    assert not np.array_equal(first[0], other[0])


def test_wrong_input_is_refused():
    env = DiamantEnv(opponents=BOTS)
    with pytest.raises(EpisodeOverError, match=r"^reset the environment before the first step"):
        env.step(0)
    with pytest.raises(EpisodeOverError, match="reset the environment before you look at its game"):
        env.game  # noqa: B018 - a property that refuses
    env.reset(seed=1)
    for wrong in (2, -1):
        with pytest.raises(ActionError, match=f"0 .stay. or 1 .leave., not {wrong}"):
            env.step(wrong)
    with pytest.raises(EnvironmentInputError, match=r"unknown reset option 'deck' \(none avail"):
        env.reset(options={"deck": 1})
    with pytest.raises(EnvironmentInputError, match="reset options must be a mapping, not int"):
        env.reset(options=3)
    with pytest.raises(EnvironmentInputError, match="the seat must be from 0 to 3, not 4"):
        DiamantEnv(opponents=BOTS, seat=4)
    for agents in (0, -4, 2.0):
        with pytest.raises(EnvironmentInputError, match="num_envs must be a positive whole number"):
            DiamantVectorEnv(agents, opponents=BOTS)
    with pytest.raises(
        EnvironmentInputError, match=("num_envs must be a multiple of 4 players, not 6")
    ):
        DiamantVectorEnv(6, opponents=None)
    with pytest.raises(EnvironmentInputError, match="3 opponents make 4 players, not 5"):
        DiamantVectorEnv(6, opponents=BOTS, players=5)
    with pytest.raises(EnvironmentInputError, match="did you mean 'NextStep'"):
        DiamantVectorEnv(4, opponents=None, autoreset_mode="NextSteps")
    with pytest.raises(BotError, match=r"champion\S* does not: it remembers what others did"):
        DiamantVectorEnv(4, opponents="champion,expect")
    envs = DiamantVectorEnv(4, opponents=None)
    with pytest.raises(EpisodeOverError, match="reset the environment before the first step"):
        envs.step(np.zeros(4, int))
    with pytest.raises(EnvironmentInputError, match="from 0 to 18446744073709551615, not -1"):
        envs.reset(seed=-1)
    with pytest.raises(EnvironmentInputError, match=r"a seed must be .*, not 'abcd'"):
        envs.reset(seed="abcd")
    with pytest.raises(EnvironmentInputError, match=r"option 'mask' \(available: reset_mask"):
        envs.reset(options={"mask": np.ones(4, bool)})
    with pytest.raises(IllegalStepError, match=r"3 to 8 players, not 4\.0"):
        DiamantVectorEnv(4, opponents=None, players=4.0)
    with pytest.raises(EnvironmentInputError, match="one value for each of 4 agents, not 3"):
        envs.reset(seed=[1, 1, 1])
    with pytest.raises(EnvironmentInputError, match="the same for all 4 seats"):
        envs.reset(seed=[1, 1, 1, 2])
    with pytest.raises(EnvironmentInputError, match=r"a seed must be .*, not \[1\]"):
        envs.reset(seed=[[1], [1], [1], [1]])
    with pytest.raises(EnvironmentInputError, match="reset_mask must have at least one True"):
        envs.reset(options={"reset_mask": np.zeros(4, bool)})
    with pytest.raises(EnvironmentInputError, match=r"\(4,\) and type bool, got \(4,\) and int"):
        envs.reset(options={"reset_mask": np.ones(4, int)})
    envs.reset()
    with pytest.raises(ActionError, match="4 whole numbers"):
        envs.step(np.zeros(3, int))
    with pytest.raises(ActionError, match="4 whole numbers"):
        envs.step(np.zeros(4))
    with pytest.raises(ActionError, match=r"shape \(4,\), not \(2, 2\)"):
        envs.step(np.zeros((2, 2), int))
    assert DiamantVectorEnv(np.int64(4), opponents=None).num_envs == 4


def test_replay_needs_a_recorded_and_dealt_game():
    with pytest.raises(EnvironmentInputError, match="make the environment with recorded=True"):
        DiamantVectorEnv(4, opponents=BOTS).batch.replay(0)
    envs = DiamantVectorEnv(4, opponents=BOTS, recorded=True)
    with pytest.raises(EpisodeOverError, match="reset the environment before you look at its game"):
        envs.batch.replay(0)
    envs.reset(seed=1)
    for wrong in (4, -1):
        with pytest.raises(EnvironmentInputError, match=f"from 0 to 3, not {wrong}"):
            envs.batch.replay(wrong)
    with pytest.raises(EnvironmentInputError, match=r"a whole number from 0 to 3, not 1\.0"):
        envs.batch.replay(1.0)
    assert envs.batch.replay(3).players == 4


SHARED = np.zeros(4, np.float32)


@pytest.mark.parametrize(
    ("buffers", "sentence"),
    [
        ([np.zeros(4)], "buffers must be a mapping from names to arrays, not list"),
        (
            {"seen": np.zeros(4)},
            r"unknown buffer 'seen' \(available: observations, masks, rewards, ended\)",
        ),
        ({"rewards": np.zeros(4)}, r"shape \(4,\) and type float32, got \(4,\) and float64"),
        ({"rewards": np.zeros(5, np.float32)}, r"shape \(4,\) and type float32, got \(5,\)"),
        ({"rewards": [0.0] * 4}, "a NumPy array or support DLPack, not list"),
        ({"rewards": np.zeros(8, np.float32)[::2]}, "must be contiguous and writable"),
        ({"rewards": np.zeros(4, ">f4")}, "got .* float32 of another byte order"),
        ({"rewards": SHARED, "observations": None}, "'observations' must be a NumPy array"),
        ({"rewards": SHARED, "ended": SHARED.view(np.bool_)[:4]}, "but 'rewards' and 'ended' do"),
    ],
)
def test_memory_of_a_wrong_shape_or_type_is_refused(buffers, sentence):
    with pytest.raises(EnvironmentInputError, match=sentence):
        DiamantVectorEnv(4, opponents=None, buffers=buffers)
