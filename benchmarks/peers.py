"""Other environments for comparison with ours in `benchmarks/envs.py`.

Each peer is a function that returns a run, as there; one with a missing library is left out
and listed. They need the packages pgx, jax, rlcard and pygame.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from diamant import Game
from diamant.envs import openspiel as ours

Run = Callable[[int], int]


def pgx_leduc() -> Run:
    """Return random agent-steps of Pgx's leduc hold'em, 4,096 games in one compiled step."""
    import jax
    import pgx

    env, games = pgx.make("leduc_holdem"), 4_096
    begin, act = jax.vmap(env.init), jax.vmap(env.step)

    def forward(state: Any, key: Any) -> Any:  # noqa: ANN401 - JAX's
        choice, again = jax.random.split(key)
        scores = jax.random.uniform(choice, state.legal_action_mask.shape)
        action = jax.numpy.argmax(jax.numpy.where(state.legal_action_mask, scores, -1), axis=1)
        state = act(state, action)
        fresh = begin(jax.random.split(again, games))

        def either(old: Any, new: Any) -> Any:  # noqa: ANN401 - JAX's
            over = state.terminated.reshape(-1, *[1] * (old.ndim - 1))
            return jax.numpy.where(over, new, old)

        return jax.tree.map(either, state, fresh)

    step, key = jax.jit(forward), jax.random.PRNGKey(1)
    first = jax.jit(begin)(jax.random.split(key, games))

    def run(steps: int) -> int:
        state, source = first, key
        for _ in range(steps):
            source, now = jax.random.split(source)
            state = step(state, now)
        state.observation.block_until_ready()
        return steps * games

    return run


def pettingzoo(name: str) -> Run:
    """Return random steps of one of PettingZoo's own card games, which are based on RLCard."""
    from importlib import import_module

    env = import_module(f"pettingzoo.classic.{name}").env()
    rng = random.Random(1)

    def run(steps: int) -> int:
        done = 0
        while done < steps:
            env.reset(seed=rng.randrange(1 << 30))
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                legal = None if over or cut else np.flatnonzero(seen["action_mask"])
                env.step(None if legal is None else int(rng.choice(legal)))
                done += 1
        return done

    return run


def cart_pole() -> Run:
    """Return steps of Gymnasium's cart and pole, the simplest single environment."""
    import gymnasium as gym

    env = gym.make("CartPole-v1").unwrapped

    def run(steps: int) -> int:
        env.reset(seed=1)
        for step in range(steps):
            _, _, over, _, _ = env.step(step & 1)
            if over:
                env.reset()
        return steps

    return run


def cart_poles() -> Run:
    """Return steps of Gymnasium's native vector of 4,096 carts and poles."""
    import gymnasium as gym

    envs = gym.make_vec("CartPole-v1", 4_096, vectorization_mode="vector_entry_point")
    rng = np.random.default_rng(1)

    def run(steps: int) -> int:
        envs.reset(seed=1)
        for _ in range(steps):
            envs.step(rng.integers(0, 2, 4_096))
        return steps * 4_096

    return run


def openspiel_games(name: str) -> Run:
    """Return random games of an OpenSpiel game, driven from Python."""
    game, rng = pyspiel.load_game(name), random.Random(1)
    seats = range(game.num_players())

    def run(games: int) -> int:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    cards, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(cards, chances)[0])
                elif state.is_simultaneous_node():
                    legal = [state.legal_actions(seat) for seat in seats]
                    state.apply_actions([one[int(rng.random() * len(one))] for one in legal])
                else:
                    one = state.legal_actions()
                    state.apply_action(one[int(rng.random() * len(one))])
        return games

    return run


def openspiel_twin(state: type) -> Run:
    """Register a game that is ours except for its states, and return games of four."""
    name = f"{ours.NAME}_{state.__name__}"
    kind = ours._TYPE
    named = pyspiel.GameType(
        name,
        name,
        *(kind.dynamics, kind.chance_mode, kind.information, kind.utility, kind.reward_model),
        *(kind.max_num_players, kind.min_num_players, False, False, False, False),
        parameter_specification=ours._DEFAULTS,
    )

    class Twin(pyspiel.Game):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = ours._DEFAULTS | (params or {})
            players = given["players"]
            info = pyspiel.GameInfo(2, 64, players, 0.0, 1.0, None, 200)
            super().__init__(named, info, given)
            self.players = players

        def new_initial_state(self) -> Any:  # noqa: ANN401 - OpenSpiel's
            return state(self)

    pyspiel.register_game(named, Twin)
    return openspiel_games(f"{name}(players=4)")


class PlainState(pyspiel.State):
    """Diamant as a first Python version might be: a state that contains a `diamant.Game`."""

    def __init__(self, game: Any) -> None:  # noqa: ANN401 - OpenSpiel's
        super().__init__(game)
        self._game = Game.start("iello-2016", game.players)

    def current_player(self) -> int:
        phase = self._game.phase.value
        if phase == "turn":
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.SIMULTANEOUS if phase == "decide" else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1] if player in self._game.expedition.in_cave else [0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        self._cards = list(self._game.chances())
        return [(n, float(chance)) for n, chance in enumerate(self._game.chances().values())]

    def _apply_action(self, action: int) -> None:
        self._game = self._game.turn(self._cards[action]).game

    def _apply_actions(self, actions: list[int]) -> None:
        self._game = self._game.decide([seat for seat, one in enumerate(actions) if one]).game

    def is_terminal(self) -> bool:
        return self._game.is_over

    def returns(self) -> list[float]:
        if not self._game.is_over:
            return [0.0] * self._game.players
        winners = self._game.winners
        return [(seat in winners) / len(winners) for seat in range(self._game.players)]


class EmptyState(pyspiel.State):
    """An empty game with as many moves as a game of Diamant: the cost of the framework."""

    MOVES = 33
    _CARDS = [(card, 1 / 18) for card in range(18)]  # noqa: RUF012 - never changed

    def __init__(self, game: Any) -> None:  # noqa: ANN401 - OpenSpiel's
        super().__init__(game)
        self._moves = 0

    def current_player(self) -> int:
        if self._moves == self.MOVES:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.SIMULTANEOUS if self._moves & 1 else pyspiel.PlayerId.CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._CARDS

    def _apply_action(self, action: int) -> None:
        self._moves += 1

    def _apply_actions(self, actions: list[int]) -> None:
        self._moves += 1

    def is_terminal(self) -> bool:
        return self._moves == self.MOVES

    def returns(self) -> list[float]:
        return [0.0] * 4


class QuickEmptyState(EmptyState):
    """The same with our shortcut: Python's calls are answered without the bindings."""

    def legal_actions(self, player: int | None = None) -> list[int]:
        return [0, 1]

    def is_chance_node(self) -> bool:
        return not self._moves & 1

    def is_simultaneous_node(self) -> bool:
        return bool(self._moves & 1)
