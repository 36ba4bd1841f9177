"""Diamant for Gymnasium: one seat against bots, and thousands of games at once.

| | |
|---|---|
| import | `import diamant.envs.gymnasium`, which registers the id |
| id | `diamant/Diamant-v0`, for `make` and `make_vec` |
| action | `Discrete(2)`: 0 stays, 1 leaves |
| observation | `Box`, see `diamant.envs.observation` |
| info | `action_mask` |
| rewards | `win`, `points`, `expedition` or `luck-adjusted` |
| render | `ansi` (text), `human` (printed text), `rgb_array` (an image with the browser's art) |

A step ends when the seat has to choose again: while it is outside, the others play on.

| argument | default | |
|---|---|---|
| `edition` | `"iello-2016"` | an id, the path of an edition file, or an `Edition` |
| `opponents` | `"expect,threshold,random"` | bots, named as on the command line |
| `seat` | 0 | |
| `reward` | `"win"` | |

`make_vec` returns a `DiamantVectorEnv`: games on the compiled kernel, with compiled opponents. With
`opponents=None` and `players=N`, every seat is an agent, so one learner can play all of them. The
agents of a game have consecutive indices, and the action mask makes agents outside the cave wait.
See the class for `autoreset_mode`, `copy` and `buffers`.

| version | |
|---|---|
| v0 | initial version |
"""

import random
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

from diamant.extras import explained

with explained("diamant.envs.gymnasium"):
    import gymnasium as gym
    import numpy as np
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

from diamant.bots import Bot, as_bots, leaving_chance
from diamant.bots.failure import bot_failed
from diamant.bots.registry import Bots
from diamant.bots.view import BotView
from diamant.bots.whole_game import random_source
from diamant.editions import find_edition
from diamant.envs.agent import Agent
from diamant.envs.batch import Batch, check_options, check_seed
from diamant.envs.errors import EnvironmentInputError, EpisodeOverError
from diamant.envs.kernel import Array, Opponents, compiled_form, edition_row, kernel_with
from diamant.envs.observation import ACTIONS, observation_space, reward_code
from diamant.envs.render import RENDER_MODES, check_render_mode, render
from diamant.errors import BotError
from diamant.rules.edition import Edition
from diamant.rules.game import Game
from diamant.simulator.called import GAMMA, UNIT, WORD, mix
from diamant.simulator.kernel import step_layout as layout
from diamant.simulator.kernel.bot_syntax import CannotCompileError
from diamant.simulator.kernel.step_layout import EditionRow

ID = "diamant/Diamant-v0"
OPPONENTS = "expect,threshold,random"
_MODES = {
    AutoresetMode.NEXT_STEP: layout.NEXT_STEP,
    AutoresetMode.SAME_STEP: layout.SAME_STEP,
    AutoresetMode.DISABLED: layout.DISABLED,
}


def _seated(bots: Sequence[Bot], seat: object) -> list[Bot | None]:
    """Return the bots in order, with None inserted at the agent's seat."""
    players = len(bots) + 1
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
        raise EnvironmentInputError(
            "with {n} opponents, the seat must be from 0 to {last}, not {seat}",
            len(bots),
            players - 1,
            repr(seat),
        )
    return [*bots[:seat], None, *bots[seat:]]


class DiamantEnv(gym.Env[Array, int]):
    """One seat of a game against bots; see the module for its arguments."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium's

    def __init__(
        self,
        edition: Edition | str | PathLike[str] = "iello-2016",
        opponents: Bots = OPPONENTS,
        seat: int = 0,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        bots = _seated(as_bots(opponents), seat)
        row = edition_row(find_edition(edition), len(bots))
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = observation_space(row)
        self.action_space: gym.Space[Any] = Discrete(ACTIONS)
        self._seat, code = seat, reward_code(reward)
        self._called: _CalledOpponents | None = None
        try:
            compiled = kernel_with(bots)
        except CannotCompileError:
            # Bots that can't be compiled are called, which is slower.
            self.batch = Batch(row, 1, reward=code, recorded=True)
            self._called = _CalledOpponents(bots, self.batch)
        else:
            self.batch = Batch(row, 1, seat=seat, opponents=compiled, reward=code, recorded=True)
        self._place = 0 if self._called is None else seat
        self._running = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal a new game: the first of the given seed, or the next of the current one."""
        check_options(options)
        if seed is not None:
            super().reset(seed=check_seed(seed))
        self.batch.reset([seed])
        if self._called is not None:
            self._called.sit_down()
        self._running = True
        return self._seen()

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Apply the action, and continue until the seat has to choose again."""
        batch = self.batch
        if not self._running:
            told = "reset the environment before the first step"
            if batch.dealt:
                told = "the game is over: reset the environment before another step"
            raise EpisodeOverError(told)
        if self._called is None:
            batch.step(action)
            earned = float(batch.buffers.rewards[0])
        else:
            earned = self._called.play_on(self._seat, action)
        over = bool(batch.buffers.ended[0])
        self._running = not over
        seen, info = self._seen()
        return seen, earned, over, False, info

    def _seen(self) -> tuple[Array, dict[str, Any]]:
        buffers, place = self.batch.buffers, self._place
        return buffers.observations[place].copy(), {"action_mask": buffers.masks[place].copy()}

    @property
    def game(self) -> Game:
        """The current game, with its scores and history."""
        return self.batch.replay()

    def render(self) -> str | Array | None:
        """Render the game according to `render_mode`."""
        return render(self.game, self.render_mode)


class _CalledOpponents:
    """Opponents that can't be compiled, called with the kernel's random words."""

    def __init__(self, bots: Sequence[Bot | None], batch: Batch) -> None:
        self._bots, self._batch = bots, batch
        self._asked: dict[int, Callable[[BotView], Any]] = {}
        self._sources: dict[int, Callable[[], random.Random]] = {}

    def sit_down(self) -> None:
        words = self._batch.words[0]
        seed = f"{words[layout.SEED]} {words[layout.NUMBER]}"
        for seat, bot in enumerate(self._bots):
            if bot is not None:
                self._sources[seat] = random_source(seed, seat)
                self._asked[seat] = bot.seat_down()

    def play_on(self, seat: int, action: int) -> float:
        batch, earned = self._batch, 0.0
        while True:
            game = batch.replay()
            actions = [0] * game.players
            for other in game.expedition.in_cave:
                actions[other] = int(self._leaves(game, other)) if other != seat else action
            batch.step(actions)
            earned += float(batch.buffers.rewards[seat])
            # A seat outside has no choice, so the others continue without it.
            if batch.over[0] or batch.buffers.masks[seat, 1]:
                return earned

    def _leaves(self, game: Game, seat: int) -> bool:
        asked, batch = self._asked[seat], self._batch
        try:
            if isinstance(asked, Agent):
                # The batch has already computed this observation.
                chance = asked.decide(batch.buffers.observations[seat].copy(), batch.edition)
            else:
                chance = leaving_chance(asked(BotView(game, seat, self._sources[seat])))
        except (Exception, SystemExit) as error:
            known = [bot or Bot("agent", lambda view: False) for bot in self._bots]
            raise bot_failed(known, seat, game, error) from error
        if chance in (0.0, 1.0):
            return chance == 1.0
        words = batch.words[0]
        state = (int(words[layout.CHOICE_STATE]) + GAMMA) & WORD
        words[layout.CHOICE_STATE] = state
        return (mix(state) >> 11) * UNIT < chance


class DiamantVectorEnv(VectorEnv[Array, Array, Array]):
    """Games side by side on the compiled kernel, with one agent or all seats of each.

    `num_envs` counts agents: with `opponents` one per game, otherwise all seats of each game, one
    after the other. `autoreset_mode` is one of Gymnasium's three modes. With `copy=False`, the
    environment returns its own buffers, which the next step overwrites. `buffers` can contain the
    caller's memory (`observations`, `masks`, `rewards`, `ended`), as NumPy arrays or any objects
    that support DLPack.
    """

    def __init__(
        self,
        num_envs: int = 1,
        edition: Edition | str | PathLike[str] = "iello-2016",
        opponents: Bots | None = OPPONENTS,
        seat: int = 0,
        players: int | None = None,
        reward: str = "win",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        *,
        copy: bool = True,
        buffers: Mapping[str, Any] | None = None,
        recorded: bool = False,
        render_mode: str | None = None,
    ) -> None:
        mode = _autoreset_mode(autoreset_mode)
        if render_mode is not None:
            raise EnvironmentInputError(
                "a vector environment cannot be rendered: make a single one"
            )
        row, own, bots = _line_up(find_edition(edition), opponents, seat, players)
        self.batch = Batch(
            row,
            _games(num_envs, row.players if own is None else 1),
            seat=own,
            opponents=bots,
            reward=reward_code(reward),
            autoreset=_MODES[mode],
            buffers=buffers,
            recorded=recorded,
        )
        self.num_envs, self._copy = self.batch.agents, copy
        self.metadata = {"autoreset_mode": mode}
        self.single_observation_space = observation_space(self.batch.edition)
        self.single_action_space = Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._truncated = np.zeros(self.num_envs, np.bool_)
        self._reset = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, dict[str, Any]]:
        """Reset all games, or only those in `options["reset_mask"]`.

        A single seed assigns seed, seed + 1, … to the games. A list has one seed per agent, and all
        agents of a game have the same seed.
        """
        games = self.batch.games
        mask = check_options(options, ["reset_mask"]).get("reset_mask")
        seeds: Sequence[int | None] | None
        given: Any = seed
        if given is None:
            seeds = None
        elif isinstance(given, Sequence | np.ndarray) and not isinstance(given, str):
            seeds = [None if one is None else check_seed(one) for one in given]
            seeds = self._of_games("seed", seeds)
        else:
            first = check_seed(given)
            check_seed(first + games - 1)
            seeds = range(first, first + games)
        if mask is not None:
            mask = np.asarray(mask)
            if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
                raise EnvironmentInputError(
                    "reset_mask must have shape {shape} and type bool, got {given} and {kind}",
                    (self.num_envs,),
                    mask.shape,
                    mask.dtype.name,
                )
            if not mask.any():
                raise EnvironmentInputError("reset_mask must have at least one True")
            mask = np.array(self._of_games("reset_mask", mask.tolist()), np.bool_)
        else:
            self._reset = True
        self.batch.reset(seeds, mask)
        return self._given(self.batch.buffers.observations), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Apply every agent's action."""
        if not self._reset:
            raise EpisodeOverError("reset the environment before the first step")
        batch, buffers = self.batch, self.batch.buffers
        batch.step(actions)
        info = self._info()
        if self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP and buffers.ended.any():
            ended = buffers.ended.copy()
            info |= {"final_obs": self._given(batch.final), "_final_obs": ended}
        return (
            self._given(buffers.observations),
            self._given(buffers.rewards),
            self._given(buffers.ended),
            self._given(self._truncated),
            info,
        )

    def _given(self, array: Array) -> Array:
        return array.copy() if self._copy else array

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._given(self.batch.buffers.masks)}

    def _of_games(self, name: str, given: list[Any]) -> list[Any]:
        """Reduce values given for each agent to one per game, or raise an error.

        All agents of a game must have the same value.
        """
        seats, games = self.batch.seats, self.batch.games
        if len(given) != self.num_envs:
            raise EnvironmentInputError(
                "the {name} must have one value for each of {num_envs} agents, not {n}",
                name,
                self.num_envs,
                len(given),
            )
        found = [given[game * seats : (game + 1) * seats] for game in range(games)]
        if any(len(set(one)) > 1 for one in found):
            raise EnvironmentInputError(
                "the {name} must be the same for all {seats} seats of a game", name, seats
            )
        return [one[0] for one in found]


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = [known.value for known in AutoresetMode]
        raise EnvironmentInputError.unknown(
            "unknown autoreset mode {name} ({hint})", mode, known
        ) from None


def _line_up(
    edition: Edition, opponents: Bots | None, seat: int, players: int | None
) -> tuple[EditionRow, int | None, Opponents | None]:
    """Return the edition's row, the agent's seat, and the compiled opponents."""
    if opponents is None:
        return edition_row(edition, 4 if players is None else players), None, None
    bots = _seated(as_bots(opponents), seat)
    if players not in (None, len(bots)):
        raise EnvironmentInputError(
            "{n} opponents make {right} players, not {players}",
            len(bots) - 1,
            len(bots),
            players,
        )
    row = edition_row(edition, len(bots))
    for bot in filter(None, bots):
        try:
            compiled_form(bot)
        except CannotCompileError as error:
            raise BotError(
                "opponents of a vector environment must compile, but {bot} does not: {error}",
                bot,
                error,
            ) from None
    return row, seat, kernel_with(bots)


def _games(agents: object, seats: int) -> int:
    """Convert a number of agents to a number of games, or raise an error."""
    is_whole = isinstance(agents, int | np.integer) and not isinstance(agents, bool)
    if not is_whole or agents < 1 or agents % seats:  # type: ignore[operator]
        wanted = "a positive whole number" if seats == 1 else f"a multiple of {seats} players"
        raise EnvironmentInputError("num_envs must be {wanted}, not {agents}", wanted, repr(agents))
    return int(agents) // seats  # type: ignore[call-overload,no-any-return]


if ID not in gym.registry:
    gym.register(
        ID, entry_point=f"{__name__}:DiamantEnv", vector_entry_point=f"{__name__}:DiamantVectorEnv"
    )
