"""Measure the environments' steps per second next to their peers': `python -m benchmarks.envs`.

Times are processor times, so that a busy machine changes them little: the best of five runs,
alternating with the peers' (`peers.py`). Peers with a missing library are left out.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from benchmarks import peers
from diamant import Game
from diamant.envs import DiamantEnv, DiamantVectorEnv, parallel_env
from diamant.envs.openspiel import NAME

PLAYERS, GAMES = 4, 4_096


def per_second(runs: list[tuple[Callable[[int], int], int]], repeats: int) -> list[float]:
    """Return the units per second of each run, alternating; each run returns how many it did."""
    for run, amount in runs:
        run(max(1, amount // 20))
    best = [0.0] * len(runs)
    for _ in range(repeats):
        for place, (run, amount) in enumerate(runs):
            began = time.process_time()
            done = run(amount)
            best[place] = max(best[place], done / (time.process_time() - began))
    return best


def vector() -> Callable[[int], int]:
    """All seats of 4,096 games choose at random, observations and masks included."""
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


def rules() -> Callable[[int], int]:
    """Joint steps on `diamant.Game`, as in a simple environment written by hand."""

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


Made = tuple[str, Callable[[], Callable[[int], int]], int]

# The runs to compare: ours first, then the peers.
TABLES: tuple[tuple[str, tuple[Made, ...]], ...] = (
    (
        "agent-steps",
        (
            ("vector environment, 4,096 games of 4", vector, 100),
            ("Pgx leduc_holdem, 4,096 games", peers.pgx_leduc, 100),
            ("Gymnasium's vector of 4,096 CartPole", peers.cart_poles, 50),
        ),
    ),
    (
        "joint steps, or steps of an agent",
        (
            ("PettingZoo, parallel", parallel, 3_000),
            ("PettingZoo leduc_holdem_v4", partial(peers.pettingzoo, "leduc_holdem_v4"), 1_000),
            ("PettingZoo texas_holdem_v4", partial(peers.pettingzoo, "texas_holdem_v4"), 1_000),
            ("diamant.Game by hand", rules, 500),
        ),
    ),
    ("steps", (("Gymnasium, one seat", single, 5_000), ("CartPole-v1", peers.cart_pole, 5_000))),
    (
        "games",
        (
            ("OpenSpiel", partial(peers.openspiel_games, f"{NAME}(players={PLAYERS})"), 100),
            (
                "the same, straightforward in Python",
                partial(peers.openspiel_twin, peers.PlainState),
                20,
            ),
            (
                "the same, empty: the framework alone",
                partial(peers.openspiel_twin, peers.EmptyState),
                100,
            ),
            (
                "the same, with our short cut",
                partial(peers.openspiel_twin, peers.QuickEmptyState),
                100,
            ),
            ("OpenSpiel's leduc_poker, in C++", partial(peers.openspiel_games, "leduc_poker"), 500),
        ),
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    for unit, made in TABLES:
        names, runs = [], []
        for name, make, amount in made:
            try:
                runs.append((make(), amount))
                names.append(name)
            except ImportError as error:
                print(f"{name:38} skipped: {error}")
        speeds = per_second(runs, args.repeats)
        for name, speed in zip(names, speeds, strict=True):
            print(f"{name:38} {speed:14,.0f} {unit} per second, {speed / speeds[0]:8.3f} of ours")


if __name__ == "__main__":
    main()
