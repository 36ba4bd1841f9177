"""Create the match equity's data, `src/diamant/analysis/equity-1.json`, and print its accuracy.

`python -m benchmarks.equity [--games N]`. Games of mixed tables are simulated with as many
expeditions as are left; scoreboards come from other such games, with the expeditions already
played. Because the bots ignore the score, any scoreboard can continue with any of these games, so
each pair is a sample of who wins. For every number of players and of expeditions left, two
softmaxes are fitted by their log loss. The same seed gives the same file.
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from diamant.bots import as_bots
from diamant.editions import edition
from diamant.simulator.engine import Engine
from diamant.simulator.result import Array, Games

Parts = list[tuple[float, float]]

FILE = Path(__file__).parents[1] / "src" / "diamant" / "analysis" / "equity-1.json"
KINDS = {"plain": ("schmidt-2005",), "relics": ("iello-2016", "incan-gold", "iello-2023-relics")}
POOL = (
    "threshold:gems=7,threshold:gems=9,threshold:gems=11,threshold:gems=14,"
    "expect,expect:caution=1.8,expect:caution=0.6,risk:limit=0.12,risk:limit=0.2,"
    "vulture,wolf,hazards:met=3,random:leave=0.2"
)
TABLES = 40
"""Line-ups for each edition and number of players."""


def totals(engine: Engine, players: int, games: int, rng: np.random.Generator) -> Array:
    """Return the points of each seat after some games at different tables."""
    rows = []
    for table in range(TABLES):
        line_up = engine.seat(rng.choice(len(engine.bots), players).tolist())
        count = games // TABLES
        each = Games.empty(count, players, engine.edition.rounds)
        line_up.play(table * count, count, detail=True, each=each)
        rows.append(each.scores)
    # Seats are shuffled, so that no seat reveals its bot.
    return rng.permuted(np.concatenate(rows), axis=1)


def shares_of(scores: Array) -> Array:
    """Return each seat's share of the win."""
    best = scores == scores.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def loss(parts: Parts, before: Array, won: Array) -> float:
    """Return the log loss of a mix."""
    shares = np.zeros(before.shape)
    lead = before - before.max(axis=1, keepdims=True)
    for weight, width in parts:
        powers = np.exp(lead / width)
        shares += weight * powers / powers.sum(axis=1, keepdims=True)
    return float(-(won * np.log(shares + 1e-12)).sum(axis=1).mean())


def fit(before: Array, won: Array) -> tuple[list[list[float]], float]:
    """Return the two softmaxes with the lowest log loss, found by a step-by-step search."""
    # All numbers are positive, so the search uses their logarithms; for the weight, its odds.
    best, step = np.log([1.0, 5.0, 12.0]), np.array([1.0, 0.7, 0.7])

    def mix(point: Array) -> Parts:
        # No width is below one point, which would overflow a float.
        odds, first, second = np.exp(np.clip(point, [-4.0, 0.0, 0.0], 4.0))
        return [(odds / (1 + odds), first), (1 / (1 + odds), second)]

    found = loss(mix(best), before, won)
    while step.max() > 0.01:
        moved = False
        for axis in range(3):
            for sign in (1, -1):
                point = best.copy()
                point[axis] += sign * step[axis]
                tried = loss(mix(point), before, won)
                if tried < found - 1e-7:
                    best, found, moved = point, tried, True
        if not moved:
            step /= 2
    ordered = sorted(mix(best), key=lambda part: part[1])
    first = round(float(ordered[0][0]), 4)
    weights = (first, round(1 - first, 4))
    return [[w, round(float(s), 3)] for w, (_, s) in zip(weights, ordered, strict=True)], found


def engines(ids: tuple[str, ...], rounds: int) -> list[Engine]:
    """Return an engine for each edition and number of expeditions."""
    boxes = [replace(edition(name), rounds=rounds) for name in ids]
    return [Engine.of(box, as_bots(POOL), seed=rounds) for box in boxes]


def main() -> None:
    """Create the file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=12_000)
    games = parser.parse_args().games
    rng = np.random.default_rng(20261116)
    mixes = {}
    for kind, ids in KINDS.items():
        rounds = {count: engines(ids, count) for count in range(1, 6)}
        mixes[kind] = {}
        for players in range(3, 9):
            sums = {
                count: np.concatenate(
                    [totals(engine, players, games // len(ids), rng) for engine in made]
                )
                for count, made in rounds.items()
            }
            mixes[kind][str(players)] = []
            for left in range(1, 6):
                over = sums[5 - left] if left < 5 else sums[1]
                before = np.repeat(rng.permutation(over), 2, axis=0)
                after = np.concatenate([rng.permutation(sums[left]) for _ in range(2)])
                mix, found = fit(before, shares_of(before + after))
                even = float(np.log(players))
                print(
                    kind, players, left, mix, f"log loss {found:.4f}, even {even:.4f}", flush=True
                )
                mixes[kind][str(players)].append(mix)
    data = {"made_by": f"python -m benchmarks.equity --games {games}", "mixes": mixes}
    FILE.write_text(json.dumps(data) + "\n")


if __name__ == "__main__":
    main()
