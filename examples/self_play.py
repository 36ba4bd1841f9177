"""An agent that learns only from games among copies of itself, and plays at any table.

    python examples/self_play.py --save WEIGHTS.npz --log CURVE.csv

One network estimates the values of staying and of leaving, in shares of the win. Copies of it play
whole games at tables of every size, usually choosing the better value; then it is fitted to the
results. `examples/trained.py:self_play` plays with it. `--quick` shows in seconds that it works.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from ppo import Network, points_among_equals, share_of_wins, write
from trained import EDGE, outputs, softly, summary

from diamant.envs import DiamantVectorEnv

# The tables, in turn: editions with and without relics, and every number of players.
TABLES = (
    ("schmidt-2005", 4),
    ("iello-2016", 4),
    ("schmidt-2005", 6),
    ("incan-gold", 3),
    ("schmidt-2005", 4),
    ("iello-2023-relics", 5),
    ("schmidt-2005", 3),
    ("iello-2016", 8),
)
FEATURES = 22


def play(weights, edition, players, games, seed, edge):
    """Play games among copies; return observations, actions, and the resulting shares."""
    rng = np.random.default_rng(seed)
    envs = DiamantVectorEnv(games * players, edition, None, players=players, copy=False)
    seen, info = envs.reset(seed=seed)
    going_on, shares = np.ones(len(seen), bool), np.zeros(len(seen), np.float32)
    whose, known, done = [], [], []
    while going_on.any():
        asked = np.flatnonzero((info["action_mask"][:, 1] > 0) & going_on)
        inputs = summary(seen[asked], envs.batch.edition)
        actions = np.zeros(len(seen), np.uint8)
        actions[asked] = rng.random(len(asked)) < softly(outputs(weights, inputs), edge)
        whose.append(asked)
        known.append(inputs)
        done.append(actions[asked])
        seen, earned, over, _, info = envs.step(actions)
        shares = np.where(over & going_on, earned, shares)
        going_on &= ~over
    # A fair share counts as 1, so that tables of every size weigh the same.
    return np.concatenate(known), np.concatenate(done), shares[np.concatenate(whose)] * players


def train(args):
    """Train; return the weights, averaged over the last rounds, and the measurements."""
    rng = np.random.default_rng(args.seed)
    network = Network((FEATURES, 64, 64, 2), rng, last=0.1)
    average = [one.copy() for one in network.weights]
    memory, rows, began = [], [], time.process_time()
    games = 0
    for turn in range(args.turns + 1):
        if turn % args.every == 0 or turn == args.turns:
            rows.append(measure(average, args, turn, games, began))
            print("  ".join(f"{name} {value:,}" for name, value in rows[-1].items()), flush=True)
        if turn == args.turns:
            break
        edition, players = TABLES[turn % len(TABLES)]
        # Wide at first, to explore everything; the rest keeps copies from moving as one.
        edge = max(EDGE, 0.4 * (1 - 3 * turn / args.turns))
        memory.append(play(average, edition, players, args.games, args.seed * 10_000 + turn, edge))
        games += args.games
        memory = memory[-len(TABLES) :]
        rate = args.rate * max(0.05, 1 - turn / args.turns)
        for _ in range(max(1, len(memory[-1][1]) // args.batch)):
            known, done, shares = memory[rng.integers(len(memory))]
            some = rng.integers(len(done), size=args.batch)
            passed = network.forward(known[some])
            error = passed[-1][np.arange(args.batch), done[some]] - shares[some]
            gradient = np.zeros((args.batch, 2), np.float32)
            gradient[np.arange(args.batch), done[some]] = error / args.batch
            network.learn(passed, gradient, rate)
            kept = min(0.998, 1 - 10 / (9 + network.steps))
            for place, new in enumerate(network.weights):
                average[place] += (1 - kept) * (new - average[place])
    return average, rows


def measure(weights, args, turn, games, began):
    """Return one row of the log, for four players of schmidt-2005."""
    edition = DiamantVectorEnv(4, "schmidt-2005", None).batch.edition

    def policy(seen, masks):
        return softly(outputs(weights, summary(seen, edition)), EDGE) * masks[:, 1]

    wins, error = share_of_wins(policy, "schmidt-2005", args.measured, 1_000)
    points = points_among_equals(policy, "schmidt-2005", 4, args.measured // 4, 2_000)
    return {
        "turns": turn,
        "games": games,
        "seconds": round(time.process_time() - began, 1),
        "wins": round(float(wins), 4),
        "error": round(float(error), 4),
        "points": round(float(points), 2),
    }


def arguments():
    """Return the command-line arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=240, help="turns of playing and learning")
    parser.add_argument("--games", type=int, default=4_096, help="games in each turn")
    parser.add_argument("--batch", type=int, default=4_096)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--every", type=int, default=20, help="turns between two measurements")
    parser.add_argument("--measured", type=int, default=1_000, help="games per table measured")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="a few turns, as a check")
    parser.add_argument("--save", type=Path, help="file for the weights (.npz)")
    parser.add_argument("--log", type=Path, help="file for the learning curve (.csv)")
    args = parser.parse_args()
    if args.quick:
        args.turns, args.games, args.every, args.measured, args.batch = 10, 64, 5, 40, 512
    return args


if __name__ == "__main__":
    asked = arguments()
    write(asked, *train(asked))
