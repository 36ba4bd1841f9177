"""Diamant for PettingZoo: every seat is an agent, and all of them choose at once.

| | |
|---|---|
| import | `from diamant import envs; env = envs.parallel_env()` |
| ids | `diamant/Diamant-v0`, of the kinds `parallel` and `aec` |
| agents | `player_0` … `player_7`: 3 to 8 of them, depending on the edition |
| action | `Discrete(2)`: 0 stays, 1 leaves |
| observation | `{"observation": Box, "action_mask": Box}`, see `diamant.envs.observation` |
| info | `{"action_mask": …}` |
| rewards | `win`, `points`, `expedition` or `luck-adjusted` |
| state | the observation of the first seat, which contains everything |
| render | `ansi` (text), `human` (printed text), `rgb_array` (an image with the browser's art) |

An agent outside the cave stays in `agents` and waits: action 0 is its only legal action. All agents
terminate together, when the last expedition is over.

| argument | default | |
|---|---|---|
| `edition` | `"iello-2016"` | an id, the path of an edition file, or an `Edition` |
| `players` | 4 | |
| `reward` | `"win"` | |
| `render_mode` | `None` | |

| version | |
|---|---|
| v0 | initial version |
"""

from collections.abc import Mapping
from functools import partial
from os import PathLike
from typing import Any, TypeVar

from diamant.extras import explained

with explained("diamant.envs.pettingzoo"):
    import numpy as np
    import pettingzoo
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from diamant.editions import find_edition
from diamant.envs.batch import Batch, check_options
from diamant.envs.errors import ActionError, EpisodeOverError, UnknownAgentError
from diamant.envs.kernel import Array, edition_row
from diamant.envs.observation import ACTIONS, observation_space, reward_code
from diamant.envs.render import RENDER_MODES, check_render_mode, render
from diamant.rules.edition import Edition
from diamant.rules.game import Game

ID = "diamant/Diamant-v0"
_Of = TypeVar("_Of")


def _of_agent(mapping: Mapping[str, _Of], agent: str) -> _Of:
    """Return an agent's entry in a mapping, or raise an error for an unknown agent."""
    if agent not in mapping:
        raise UnknownAgentError.unknown("unknown agent {name} ({hint})", agent, mapping)
    return mapping[agent]


def _checked(agent: str, action: object) -> int:
    """Return an agent's action as an int, or raise an error if it is invalid."""
    if isinstance(action, int | np.integer) and not isinstance(action, bool):
        number = int(action)
        if number in range(ACTIONS):
            return number
    raise ActionError(
        "the action of {agent} must be 0 (stay) or 1 (leave), not {action}", agent, repr(action)
    )


class DiamantParallelEnv(pettingzoo.ParallelEnv[str, dict[str, Array], int]):
    """A game in which all agents choose at once; see the module for its arguments."""

    metadata = {  # noqa: RUF012 - PettingZoo's own form
        "name": "diamant_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": True,
        "render_fps": 2,
    }

    def __init__(
        self,
        edition: Edition | str | PathLike[str] = "iello-2016",
        players: int = 4,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        row = edition_row(find_edition(edition), players)
        self.render_mode = check_render_mode(render_mode)
        self.batch = Batch(row, 1, reward=reward_code(reward), recorded=True)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        seen = observation_space(row)
        self.state_space = seen
        # Each agent has its own spaces, so each can be seeded separately.
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(seen.low, seen.high, dtype=np.float32),
                    "action_mask": Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """Return an agent's observation space."""
        return _of_agent(self.observation_spaces, agent)

    def action_space(self, agent: str) -> Discrete:
        """Return an agent's action space."""
        return _of_agent(self.action_spaces, agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Array]], dict[str, dict[str, Any]]]:
        """Deal a new game: the first of the given seed, or the next of the current one."""
        # PettingZoo's own test passes a meaningless option, so names are not checked.
        check_options(options, None)
        self.batch.reset([seed])
        self.agents = self.possible_agents[:]
        return self._seen()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, dict[str, Array]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Reveal all choices, and turn the next card."""
        agents = self.agents
        if not agents:
            over = "the game is over: reset the environment before another step"
            first = "reset the environment before the first step"
            raise EpisodeOverError(over if self.batch.dealt else first)
        if not isinstance(actions, Mapping):
            raise ActionError(
                "the actions must be a mapping from agents to actions, not {kind}",
                type(actions).__name__,
            )
        if actions.keys() != set(agents):
            raise ActionError(
                "a step needs an action for each of {agents}, got {actions}",
                ", ".join(agents),
                ", ".join(map(str, actions)) or "nobody",
            )
        self.batch.step([actions[agent] for agent in agents])
        observations, infos = self._seen()
        ended = bool(self.batch.buffers.ended[0])
        if ended:
            self.agents = []
        rewards = dict(zip(agents, self.batch.buffers.rewards.tolist(), strict=True))
        return (
            observations,
            rewards,
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, False),
            infos,
        )

    def _seen(self) -> tuple[dict[str, dict[str, Array]], dict[str, dict[str, Any]]]:
        seen, masks = self.batch.buffers.observations.copy(), self.batch.buffers.masks.copy()
        observations, infos = {}, {}
        for seat, agent in enumerate(self.possible_agents):
            mask = masks[seat]
            observations[agent] = {"observation": seen[seat], "action_mask": mask}
            infos[agent] = {"action_mask": mask}
        return observations, infos

    def state(self) -> Array:
        """Return the game's state: the first seat's observation, since nothing is hidden."""
        if not self.batch.dealt:
            raise EpisodeOverError("reset the environment before you ask for its state")
        whole: Array = self.batch.buffers.observations[0].copy()
        return whole

    @property
    def game(self) -> Game:
        """The current game, with its scores and history."""
        return self.batch.replay()

    def render(self) -> str | Array | None:
        """Render the game according to `render_mode`."""
        return render(self.game, self.render_mode)


parallel_env = DiamantParallelEnv


class DiamantAECEnv(pettingzoo.AECEnv[str, dict[str, Array], int | None]):
    """The game with agents acting in turn; the last action reveals all choices."""

    metadata = DiamantParallelEnv.metadata

    def __init__(self, parallel: DiamantParallelEnv) -> None:
        super().__init__()
        self._parallel = parallel
        self.render_mode = parallel.render_mode
        self.possible_agents = parallel.possible_agents
        self.observation_spaces = parallel.observation_spaces
        self.action_spaces = parallel.action_spaces
        self.state_space = parallel.state_space

    def observation_space(self, agent: str) -> Dict:
        """Return an agent's observation space."""
        return _of_agent(self.observation_spaces, agent)

    def action_space(self, agent: str) -> Discrete:
        """Return an agent's action space."""
        return _of_agent(self.action_spaces, agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the first of the given seed, or the next of the current one."""
        self._observations, self.infos = self._parallel.reset(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._chosen: dict[str, int] = {}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Array]:
        """Return what an agent observed after the last card."""
        return _of_agent(self._observations, agent)

    def step(self, action: int | None) -> None:
        """Apply one agent's choice; the last agent's choice reveals them all."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._chosen[agent] = _checked(agent, action)
        if len(self._chosen) < len(self.agents):
            self.agent_selection = self.agents[len(self._chosen)]
            return
        told = self._parallel.step(self._chosen)
        self._observations, self.rewards, self.terminations, self.truncations, self.infos = told
        self._chosen = {}
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def state(self) -> Array:
        """Return the game's state: the first seat's observation, since nothing is hidden."""
        return self._parallel.state()

    @property
    def game(self) -> Game:
        """The current game, with its scores and history."""
        return self._parallel.game

    def render(self) -> str | Array | None:
        """Render the game according to `render_mode`."""
        return self._parallel.render()


class _Guarded(OrderEnforcingWrapper[str, dict[str, Array], int | None]):
    """PettingZoo's order-enforcing wrapper, with more helpful errors.

    The original only warns about a step after the end, and its error for an invalid action doesn't
    say which actions are valid.
    """

    def step(self, action: int | None) -> None:
        """Apply the selected agent's action, or raise an error with the reason."""
        if not self._has_reset:
            raise EpisodeOverError("reset the environment before the first step")
        if not self.agents:
            raise EpisodeOverError("the game is over: reset the environment before another step")
        agent = self.agent_selection
        if not self.terminations[agent] and not self.truncations[agent]:
            _checked(agent, action)
        elif action is not None:
            raise ActionError("the game is over, so the last action of {agent} must be None", agent)
        super().step(action)


def aec_env(
    edition: Edition | str | PathLike[str] = "iello-2016",
    players: int = 4,
    reward: str = "win",
    render_mode: str | None = None,
) -> pettingzoo.AECEnv[str, dict[str, Array], int | None]:
    """Return the game with agents acting in turn, in PettingZoo's usual wrappers.

    If an agent outside the cave tries to leave, the game ends and that agent gets a reward of -1,
    as in PettingZoo's own games. The parallel environment raises an error instead.
    """
    env = DiamantAECEnv(DiamantParallelEnv(edition, players, reward, render_mode))
    guarded = TerminateIllegalWrapper(env, illegal_reward=-1)
    return _Guarded(guarded)


def register() -> None:
    """Register the versioned ids, if the installed PettingZoo supports them."""
    known = partial(getattr, pettingzoo)
    for kind, entry in (("parallel", "DiamantParallelEnv"), ("aec", "aec_env")):
        if ID not in known(f"{kind}_registry", {ID: None}):
            pettingzoo.register(kind, ID, f"{__name__}:{entry}")


register()
