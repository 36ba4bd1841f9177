"""Train the champion: `python -m diamant.training.train FOLDER`.

The same seed gives the same games and, on the same machine with the same libraries, the same
network. Repeat the command to resume an interrupted run from its last save (research/champion.md).
"""

import argparse
import csv
import random
import sys
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from diamant.bots import find_bot
from diamant.bots.champion import mind
from diamant.bots.champion.model import networks as shipped_networks
from diamant.bots.champion.model import write_model
from diamant.bots.champion.player import WORTH_OF_A_POINT
from diamant.editions import edition
from diamant.errors import DiamantError
from diamant.training import arena
from diamant.training.families import draw_rules, draw_strong
from diamant.training.network import Learner

RULES = 480
STRONG_RULES = 120
PLAYERS = (3, 4, 4, 4, 5, 6, 6, 6, 7, 8, 8)
EDITIONS = ("schmidt-2005", "iello-2016", "incan-gold", "iello-2023-relics")
SAVE_EVERY = 10  # Rounds of training.
# Each point counts as 0.4% of a win; otherwise, players score fewer points in self-play.
AIM = arena.Aim(points=0.004)
PARTS = 4  # Combinations of player count and edition per round.


@dataclass(frozen=True)
class TrainingPlan:
    """The parameters of a training run."""

    samples: int  # Decisions sampled in a round.
    kept: int  # Rounds whose decisions are reused.
    passes: int  # Passes over a round's number of decisions.
    batch: int = 2048
    rate: float = 2e-3
    least_rate: float = 2e-4
    doubt: float = 0.01
    least_doubt: float = 0.01
    patience: int = 60  # Rounds after which step size and doubt are halved.
    # For 3 to 8 players. At large tables, too much self-play makes training go in circles.
    self_seats: tuple[float, ...] = (0.35, 0.35, 0.2, 0.1, 0.1, 0.1)
    past_seats: float = 0.15
    snapshots: int = 5  # Earlier snapshots in the pool.
    snapshot_every: int = 10  # Rounds.
    alike: float = 0.2
    strong: float = 0.3
    aim: arena.Aim = AIM


FULL = TrainingPlan(samples=24_000, kept=48, passes=5)
QUICK = TrainingPlan(samples=8_000, kept=8, passes=4, patience=20)
# For points in self-play; the result is close to the equilibrium.
EQUAL = TrainingPlan(
    samples=24_000,
    kept=12,
    passes=4,
    doubt=0.015,
    least_doubt=0.005,
    self_seats=(0.55,) * 6,
    past_seats=0.45,
    snapshots=4,
    snapshot_every=8,
    alike=0.0,
    strong=0.0,
    aim=arena.Aim(win=0.0, points=WORTH_OF_A_POINT),
)
ROUNDS = {FULL: 240, QUICK: 30, EQUAL: 100}


class Training:
    """One training run: its data and its network."""

    def __init__(self, plan: TrainingPlan, seed: int, editions: tuple[str, ...] = EDITIONS) -> None:
        self.plan, self.seed = plan, seed
        self.learner = Learner.fresh(np.random.default_rng(seed))
        rng = random.Random(seed)  # noqa: S311 - a seeded draw
        self.pool = arena.Pool.of(
            [*draw_strong(STRONG_RULES, rng), *draw_rules(RULES, rng)], STRONG_RULES
        )
        # The equilibrium is also an opponent, both with and without the last-expedition rules.
        self.fixed = (
            [] if plan.aim.win == 0.0 else [np.array(shipped_networks()[1], np.float32)] * 2
        )
        self.editions = [edition(name) for name in editions]
        self.past: list[Any] = []
        self.memory: list[arena.ArenaResult] = []
        self.done = 0

    @property
    def doubt(self) -> float:
        """The current doubt: how much decisions are blurred at this point in training."""
        return self._shrunk(self.plan.doubt, self.plan.least_doubt)

    def step(self) -> float:
        """Run one round: play, and learn from this round's and earlier rounds' decisions."""
        plan, rng = self.plan, np.random.default_rng([self.seed, self.done])
        networks = np.stack([self.learner.network, *self.fixed, *self.past])
        parts = [self._play(networks, rng) for _ in range(PARTS)]
        self.memory = [*self.memory, *parts][-plan.kept * PARTS :]
        rate = self._shrunk(plan.rate, plan.least_rate)
        turns = plan.passes * sum(len(part.wanted) for part in parts) // plan.batch
        lost = self.learner.learn(self.memory, turns, plan.batch, rate, rng)
        self.done += 1
        if self.done % plan.snapshot_every == 0:
            self.past = [*self.past, self.learner.network][-plan.snapshots :]
        return lost

    def _play(self, networks: arena.Array, rng: np.random.Generator) -> arena.ArenaResult:
        """Play with a random number of players, half of the time in the standard edition."""
        plan = self.plan
        players = int(rng.choice(PLAYERS))
        arrays = self.editions[0 if rng.random() < 0.5 else int(rng.integers(len(self.editions)))]
        return arena.play(
            arrays,
            players,
            [-1],
            self.pool,
            networks,
            seed=int(rng.integers(1 << 60)),
            games=plan.samples // PARTS // 3,
            doubts=self._doubts(players),
            lasts=[0.0, 0.0, 1.0] if self.fixed else [],
            fixed=len(self.fixed),
            mixing=arena.Mixing(
                plan.self_seats[players - 3], plan.past_seats, plan.alike, plan.strong
            ),
            aim=plan.aim,
            samples=plan.samples // PARTS,
            rate=0.5,
        )

    def _doubts(self, players: int) -> list[float]:
        """Return each network's doubt, the same as in real games."""
        if not self.fixed:
            return [self.doubt] * (1 + len(self.past))
        own = mind.blur(self.doubt, players)
        fixed = mind.blur(find_bot("equilibrium").numbers["doubt"], players)
        return [own, *[fixed] * len(self.fixed), *[own] * len(self.past)]

    def _shrunk(self, first: float, least: float) -> float:
        """Return a value that decays from `first` to `least` during training."""
        return max(least, first / (1.0 + self.done / self.plan.patience))

    def measure(self, games: int = 4000) -> tuple[float, float]:
        """Measure, at tables of four, wins against unseen rules and points in self-play."""
        unseen = arena.Pool.of(draw_rules(160, random.Random(self.seed + 1)))  # noqa: S311
        networks = self.learner.network[None]
        found = []
        for mixing in (arena.Mixing(), arena.Mixing(itself=1.0)):
            played = arena.play(
                self.editions[0],
                4,
                [-1],
                unseen,
                networks,
                seed=99,
                games=games,
                doubts=[self.doubt],
                mixing=mixing,
            )
            found.append(played)
        return float(found[0].wins[:, 0].mean()), float(found[1].points.mean())

    def save(self, file: Path) -> None:
        """Save everything that is needed to resume training."""
        beside = file.with_suffix(".tmp.npz")
        np.savez(
            beside,
            **vars(self.learner),
            done=self.done,
            past=np.array(self.past),
            settings=str((self.plan, self.seed)),
        )
        beside.replace(file)

    def resume(self, file: Path) -> None:
        """Resume from a save; decisions sampled before it are not reused."""
        with np.load(file) as saved:
            if str(saved["settings"]) != str((self.plan, self.seed)):
                raise DiamantError(
                    "{file} belongs to another training run: remove it or use a new folder", file
                )
            self.learner = Learner(**{field.name: saved[field.name] for field in fields(Learner)})
            self.learner.steps = int(saved["steps"])
            self.past, self.done = list(saved["past"]), int(saved["done"])


def train(folder: Path, plan: TrainingPlan, rounds: int, seed: int) -> Training:
    """Train up to a total number of rounds, with a log; return the training."""
    folder.mkdir(parents=True, exist_ok=True)
    training, state, log = Training(plan, seed), folder / "state.npz", folder / "log.csv"
    if state.exists():
        training.resume(state)
    else:
        log.write_text("round,processor_seconds,error,win_share,points_among_equals\n")
    started = time.process_time()
    while training.done < rounds:
        lost = training.step()
        if training.done % SAVE_EVERY == 0 or training.done == rounds:
            share, points = training.measure()
            seconds = time.process_time() - started
            with log.open("a", newline="") as output:
                row = [training.done, f"{seconds:.0f}", f"{lost:.5f}", share, points]
                csv.writer(output).writerow(row)
            print(
                f"{training.done:5} rounds, {seconds:5.0f} s: {share:.3f} of wins,"
                f" {points:.1f} points among equals",
                flush=True,
            )
            training.save(state)
            write_model(folder / "champion.model", training.learner.network.tolist())
    return training


def main() -> int:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(prog="python -m diamant.training.train")
    parser.add_argument("folder", type=Path, help="where the state, the log and the model are kept")
    parser.add_argument("--quick", action="store_true", help="half a minute instead of ten")
    parser.add_argument("--equal", action="store_true", help="for points, among equals")
    parser.add_argument("--rounds", type=int, help="how long; a longer one goes on from a shorter")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    plan = QUICK if args.quick else EQUAL if args.equal else FULL
    train(args.folder, plan, args.rounds or ROUNDS[plan], args.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
