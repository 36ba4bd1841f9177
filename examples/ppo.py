"""Masked PPO by self-play on the native vector environment, in one file with only NumPy.

    python examples/ppo.py --save examples/weights/ppo.npz --log docs/training/ppo.csv

One network plays all seats of every game. Its input is what each seat observes and which
actions are legal. `--quick` shows in seconds that everything works; without it, the whole
training takes some minutes. `examples/trained.py:ppo` then plays at a table like any bot.
"""

import argparse
import csv
import time
from itertools import pairwise
from pathlib import Path

import numpy as np

from diamant.envs import DiamantVectorEnv

# Tables for measuring the agent during training: four players, one of them the agent.
TABLES = (
    "expect,threshold:gems=8,wolf",
    "vulture,catch-up,hazards:met=3",
    "random:leave=0.2,risk:limit=0.16,expect:caution=1.5",
    "threshold:gems=12,expect,vulture:haul=9,limit=0.25",
)


class Network:
    """Layers with ReLU between them, and Adam."""

    def __init__(self, sizes, rng, last=1.0):
        self.weights = []
        for place, (inputs, outputs) in enumerate(pairwise(sizes)):
            scale = np.sqrt(2 / inputs) if place < len(sizes) - 2 else last / np.sqrt(inputs)
            self.weights.append(rng.normal(0, scale, (inputs, outputs)).astype(np.float32))
            self.weights.append(np.zeros(outputs, np.float32))
        self.moments = [np.zeros_like(one) for one in self.weights]
        self.squares = [np.zeros_like(one) for one in self.weights]
        self.steps = 0

    def forward(self, inputs):
        """Return the output of every layer: the inputs first, the outputs last."""
        passed = [inputs]
        for place in range(0, len(self.weights), 2):
            out = passed[-1] @ self.weights[place] + self.weights[place + 1]
            passed.append(out if place == len(self.weights) - 2 else np.maximum(out, 0))
        return passed

    def __call__(self, inputs):
        """Return the outputs."""
        return self.forward(inputs)[-1]

    def learn(self, passed, gradient, rate, most=0.5):
        """Take one step of Adam down the gradient of the outputs."""
        gradients = []
        for place in range(len(self.weights) - 2, -1, -2):
            entered = passed[place // 2]
            gradients += [gradient.sum(axis=0), entered.T @ gradient]
            if place:
                gradient = (gradient @ self.weights[place].T) * (entered > 0)
        gradients.reverse()
        norm = np.sqrt(sum(float((one * one).sum()) for one in gradients))
        self.steps += 1
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for place, one in enumerate(gradients):
            step = one * min(1.0, most / (norm + 1e-8))
            self.moments[place] += 0.1 * (step - self.moments[place])
            self.squares[place] += 0.001 * (step * step - self.squares[place])
            self.weights[place] -= (
                rate * self.moments[place] / (np.sqrt(self.squares[place]) + 1e-8)
            )


def leave_chance(actor, observations, masks):
    """Return the probability of leaving: the softmax of two logits, or 0 if leaving is illegal."""
    logits = actor(observations)
    logits = np.where(masks > 0, logits, np.float32(-1e8))
    return 1 / (1 + np.exp(np.clip(logits[:, 0] - logits[:, 1], -60, 60)))


def share_of_wins(policy, edition, games, seed):
    """Return an agent's win rate at mixed tables, and its error; a quarter is fair."""
    rng, shares = np.random.default_rng(seed), []
    for place, opponents in enumerate(TABLES):
        envs = DiamantVectorEnv(games, edition, opponents, place % 4, copy=False)
        seen, info = envs.reset(seed=seed)
        share = np.full(games, np.nan)
        while np.isnan(share).any():
            chance = policy(seen, info["action_mask"])
            seen, earned, over, _, info = envs.step(rng.random(games) < chance)
            share = np.where(over & np.isnan(share), earned, share)
        shares.append(share)
    told = np.concatenate(shares)
    return told.mean(), told.std() / np.sqrt(len(told))


def points_among_equals(policy, edition, players, games, seed):
    """Return the mean points if every seat is the agent: low if self-play has collapsed."""
    rng = np.random.default_rng(seed)
    envs = DiamantVectorEnv(games * players, edition, None, players=players, reward="points")
    seen, info = envs.reset(seed=seed)
    points = np.full(games * players, np.nan)
    while np.isnan(points).any():
        chance = policy(seen, info["action_mask"])
        seen, earned, over, _, info = envs.step(rng.random(len(points)) < chance)
        points = np.where(over & np.isnan(points), earned, points)
    return points.mean()


def train(args, envs, measure):
    """Train, and return the actor and the measurements."""
    rng = np.random.default_rng(args.seed)
    agents, steps = envs.num_envs, args.steps
    features = envs.single_observation_space.shape[0]
    actor = Network((features, 64, 64, 2), rng, last=0.01)
    critic = Network((features, 64, 64, 1), rng)
    observations = np.zeros((steps, agents, features), np.float32)
    masks = np.zeros((steps, agents, 2), np.int8)
    actions = np.zeros((steps, agents), bool)
    chances, values, rewards = (np.zeros((steps, agents), np.float32) for _ in range(3))
    ended = np.zeros((steps, agents), bool)
    seen, info = envs.reset(seed=args.seed)
    rows, began = [], time.process_time()
    for update in range(args.updates + 1):
        if update % args.every == 0 or update == args.updates:
            seconds = round(time.process_time() - began, 1)
            told = {"updates": update, "agent_steps": update * steps * agents, "seconds": seconds}
            rows.append(told | measure(actor, args))
            print("  ".join(f"{name} {value:,}" for name, value in rows[-1].items()), flush=True)
        if update == args.updates:
            break
        for step in range(steps):
            observations[step], masks[step] = seen, info["action_mask"]
            chances[step] = leave_chance(actor, observations[step], masks[step])
            values[step] = critic(observations[step])[:, 0]
            actions[step] = rng.random(agents) < chances[step]
            seen, rewards[step], ended[step], _, info = envs.step(actions[step])
        # Generalized advantages, backwards; after its end a game has no future value.
        advantages, later, ahead = np.zeros_like(values), 0.0, critic(seen)[:, 0]
        for step in range(steps - 1, -1, -1):
            going_on = ~ended[step]
            surprise = rewards[step] + ahead * going_on - values[step]
            later = surprise + args.trace * going_on * later
            advantages[step], ahead = later, values[step]
        played = (observations, masks, actions, chances, advantages, advantages + values)
        rate = args.rate * (1 - update / args.updates)
        learn(actor, critic, args, rate, rng, *(one.reshape(-1, *one.shape[2:]) for one in played))
    return actor, rows


def learn(actor, critic, args, rate, rng, seen, masks, left, old, gain, wanted):
    """Run some epochs of clipped steps on the collected games."""
    # A seat without a choice teaches the actor nothing; only the critic learns from it.
    free = masks[:, 1] > 0
    gain = (gain - gain[free].mean()) / (gain[free].std() + 1e-8)
    for _ in range(args.epochs):
        order = rng.permutation(len(free))
        for everybody in np.array_split(order, max(1, len(order) // args.batch)):
            passed = critic.forward(seen[everybody])
            error = passed[-1][:, 0] - wanted[everybody]
            critic.learn(passed, (error / len(everybody))[:, None], rate)
            batch = everybody[free[everybody]]
            passed = actor.forward(seen[batch])
            logits = passed[-1]
            leave = 1 / (1 + np.exp(np.clip(logits[:, 0] - logits[:, 1], -60, 60)))
            now = np.where(left[batch], leave, 1 - leave)
            before = np.where(left[batch], old[batch], 1 - old[batch])
            ratio = now / np.maximum(before, 1e-6)
            better = gain[batch]
            clipped = np.where(better > 0, ratio > 1 + args.clip, ratio < 1 - args.clip)
            # By the logits' difference: of log(probability) first, then of the entropy.
            slope = np.where(left[batch], 1 - leave, -leave)
            slope = np.where(clipped, 0, -better * ratio * slope)
            odds = logits[:, 1] - logits[:, 0]
            slope += args.entropy * leave * (1 - leave) * odds
            gradient = np.stack([-slope, slope], axis=1).astype(np.float32) / len(batch)
            actor.learn(passed, gradient, rate)


def measure(actor, args):
    """Return a row of the log with measurements of the agent."""

    def policy(seen, masks):
        return leave_chance(actor, seen, masks)

    wins, error = share_of_wins(policy, args.edition, args.measured, 1_000)
    points = points_among_equals(policy, args.edition, args.players, args.measured // 4, 2_000)
    return {
        "wins": round(float(wins), 4),
        "error": round(float(error), 4),
        "points": round(float(points), 2),
    }


def arguments(given=None):
    """Return the command-line arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="schmidt-2005")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=512, help="games in parallel")
    parser.add_argument("--steps", type=int, default=64, help="steps per game in an update")
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch", type=int, default=8_192)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--trace", type=float, default=0.95, help="lambda of the advantages")
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--every", type=int, default=10, help="updates between two measurements")
    parser.add_argument("--measured", type=int, default=1_000, help="games per table measured")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="a few updates, as a check")
    parser.add_argument("--save", type=Path, help="file for the weights (.npz)")
    parser.add_argument("--log", type=Path, help="file for the learning curve (.csv)")
    args = parser.parse_args(given)
    if args.quick:
        args.games, args.updates, args.every, args.measured, args.batch = 16, 4, 2, 40, 512
    return args


def write(args, weights, rows):
    """Save the weights and the learning curve if requested."""
    if args.save:
        args.save.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(args.save, *(one.astype(np.float16) for one in weights))
    if args.log:
        args.log.parent.mkdir(parents=True, exist_ok=True)
        with args.log.open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            table.writeheader()
            table.writerows(rows)


if __name__ == "__main__":
    asked = arguments()
    copies = DiamantVectorEnv(
        asked.games * asked.players,
        asked.edition,
        None,
        players=asked.players,
        autoreset_mode="SameStep",
        copy=False,
    )
    trained, told = train(asked, copies, measure)
    write(asked, trained.weights, told)
