"""How many steps a second the environments take: `python benchmarks/envs.py`.

Seconds are the processor's own, so that a busy machine changes them little; the best of five runs.
"""

import random
import time
from collections.abc import Callable

import numpy as np
import pyspiel

from diamant import Game
from diamant.envs import DiamantEnv, DiamantVectorEnv, parallel_env
from diamant.envs.openspiel import NAME

PLAYERS, GAMES = 4, 4_096


def per_second(run: Callable[[int], int], amount: int) -> float:
    """Return how many things a run does in a second; it says how many it did."""
    run(max(1, amount // 20))
    best = 0.0
    for _ in range(5):
        began = time.process_time()
        done = run(amount)
        best = max(best, done / (time.process_time() - began))
    return best


def vector() -> Callable[[int], int]:
    """All seats of 4,096 games choose by chance, observations and masks included."""
    agents = GAMES * PLAYERS
    envs = DiamantVectorEnv(agents, opponents=None, autoreset_mode="SameStep", copy=False)
    envs.reset(seed=1)
    rng, masks = np.random.default_rng(1), envs.batch.buffers.masks

    def run(steps: int) -> int:
        for _ in range(steps):
            envs.step(rng.integers(0, 2, agents, dtype=np.uint8) & masks[:, 1].view(np.uint8))
        return steps * agents

    return run


def parallel() -> Callable[[int], int]:
    """Joint steps of PettingZoo's parallel form."""
    env = parallel_env(players=PLAYERS)

    def run(steps: int) -> int:
        observations, _ = env.reset(seed=1)
        for step in range(steps):
            if not env.agents:
                observations, _ = env.reset()
            actions = {
                agent: int(seen["action_mask"][1] and (step + seat) % 3 == 0)
                for seat, (agent, seen) in enumerate(observations.items())
            }
            observations, *_ = env.step(actions)
        return steps

    return run


def single() -> Callable[[int], int]:
    """Step one Gymnasium seat against three compiled bots."""
    env = DiamantEnv()

    def run(steps: int) -> int:
        env.reset(seed=1)
        for step in range(steps):
            _, _, over, _, _ = env.step(step % 3 == 0)
            if over:
                env.reset()
        return steps

    return run


def openspiel() -> Callable[[int], int]:
    """Games of OpenSpiel by chance, driven from Python."""
    game, rng = pyspiel.load_game(f"{NAME}(players={PLAYERS})"), random.Random(1)

    def run(games: int) -> int:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    cards, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(cards, chances)[0])
                else:
                    legal = [len(state.legal_actions(seat)) for seat in range(PLAYERS)]
                    state.apply_actions([int(rng.random() * choices) for choices in legal])
        return games

    return run


def rules() -> Callable[[int], int]:
    """Joint steps on `diamant.Game`, as one would write an environment by hand."""

    def run(steps: int) -> int:
        rng, game, done = np.random.default_rng(1), Game.start("iello-2016", PLAYERS), 0
        while done < steps:
            cards, chances = zip(*game.chances().items(), strict=True)
            game = game.turn(cards[rng.choice(len(cards), p=[float(one) for one in chances])]).game
            if game.phase.value == "decide":
                inside = game.expedition.in_cave
                game = game.decide([seat for seat in inside if rng.random() < 0.5]).game
                done += 1
            if game.is_over:
                game = Game.start("iello-2016", PLAYERS)
        return steps

    return run


def main() -> None:
    for name, made, amount, unit in (
        ("vector environment, 4,096 games of 4", vector, 100, "agent-steps"),
        ("PettingZoo, parallel", parallel, 3_000, "joint steps"),
        ("Gymnasium, one seat", single, 5_000, "steps"),
        ("OpenSpiel", openspiel, 100, "games"),
        ("diamant.Game by hand", rules, 500, "joint steps"),
    ):
        print(f"{name:38} {per_second(made(), amount):14,.0f} {unit} a second")


if __name__ == "__main__":
    main()
