"""Find the three numbers of `beer-mat` for 3 to 8 players, and compare it with other rules.

`python -m benchmarks.beer_mat [PLAYERS…]`. A step-by-step search maximizes the win rate at mixed
tables of rules, on the same decks; the printed results come from other tables, with rules that
have other numbers. The same seed gives the same figures.
"""

import argparse

import numpy as np

from diamant.bots import as_bots
from diamant.editions import edition
from diamant.simulator.engine import Engine

SEARCHED = (
    "random:leave=0.15,random:leave=0.25,threshold:gems=6,threshold:gems=9,threshold:gems=13,"
    "threshold:gems=18,hazards:met=2,hazards:met=3,risk:limit=0.08,risk:limit=0.14,"
    "risk:limit=0.2,expect:caution=0.7,expect,expect:caution=1.7,vulture,"
    "vulture:haul=9,limit=0.25,wolf,wolf:nerve=0.14,catch-up"
)
MEASURED = (
    "random:leave=0.1,random:leave=0.2,threshold:gems=8,threshold:gems=11,threshold:gems=15,"
    "hazards:met=2,hazards:met=3,risk:limit=0.11,risk:limit=0.17,expect:caution=0.9,"
    "expect:caution=1.3,expect:caution=2.2,vulture:haul=4,limit=0.15,wolf:nerve=0.25,"
    "catch-up:caution=1.3,late=3"
)
BESIDE = ("hazards:met=3", "threshold:gems=10", "expect", "vulture", "catch-up")
TABLES, GAMES = 60, 600
MEASURED_TABLES = 400


def share(
    box: str, name: str, pool: str, players: int, tables: int, seed: int
) -> tuple[float, float]:
    """Return a bot's win rate at mixed tables, and its standard error over tables."""
    bots = as_bots(pool + "," + name)
    engine = Engine.of(edition(box), bots, seed=seed)
    rng = np.random.default_rng(seed)
    shares = []
    for table in range(tables):
        others = rng.choice(len(bots) - 1, players - 1).tolist()
        part = engine.seat([len(bots) - 1, *others]).play(table * GAMES, GAMES)
        shares.append(part.tally.sums[2, 0] / 840 / GAMES)
    return float(np.mean(shares)), float(np.std(shares) / np.sqrt(tables))


def search(players: int) -> tuple[int, int, int]:
    """Return the best numbers for a number of players."""

    def won(numbers: tuple[int, int, int]) -> float:
        one, two, three = numbers
        name = f"beer-mat:one={one},two={two},three={three}"
        return share("schmidt-2005", name, SEARCHED, players, TABLES, players)[0]

    best = (14, 11, 7)
    found = won(best)
    for step in (4, 2, 1):
        moved = True
        while moved:
            moved = False
            for at in range(3):
                for sign in (step, -step):
                    numbers = tuple(max(1, n + sign * (at == i)) for i, n in enumerate(best))
                    tried = won(numbers)
                    if tried > found:
                        best, found, moved = numbers, tried, True
    return best


def main() -> None:
    """Print a row of a table for each number of players."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.beer_mat", description=__doc__)
    parser.add_argument("players", nargs="*", type=int, choices=range(3, 9), help="3 to 8 (all)")
    asked = parser.parse_args().players
    print("| players | one, two, more | beer mat | " + " | ".join(BESIDE) + " |")
    for players in asked or range(3, 9):
        one, two, three = search(players)
        names = (f"beer-mat:one={one},two={two},three={three}", *BESIDE)
        cells = [
            share("schmidt-2005", name, MEASURED, players, MEASURED_TABLES, 100 + players)
            for name in names
        ]
        told = " | ".join(f"{mean:.3f}" for mean, _ in cells)
        worst = max(error for _, error in cells)
        print(f"| {players} | {one}, {two}, {three} | {told} | ± {worst:.3f} |", flush=True)


if __name__ == "__main__":
    main()
