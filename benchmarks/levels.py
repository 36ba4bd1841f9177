"""Measure the differences between the levels of the characters: `python -m benchmarks.levels`.

Every table of four has two characters of a level and two of the one below, in every combination,
with rotating seats; all tables use the same decks.
"""

import argparse
from itertools import combinations
from math import sqrt

import numpy as np

from diamant.bots import find_bot
from diamant.bots.characters import CHARACTERS, LEVELS
from diamant.editions import edition
from diamant.simulator.engine import Engine
from diamant.simulator.kernel.layout import WINS
from diamant.simulator.result import WIN_PARTS

BLOCKS = 20


def main() -> None:
    """Measure every pair of neighboring levels, and every character at its tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels")
    parser.add_argument("--edition", default="iello-2016")
    parser.add_argument("--games", type=int, default=2_000, help="at each of 36 tables (2,000)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    bots = [find_bot(one.bot) for one in CHARACTERS]
    engine = Engine.of(edition(args.edition), bots, seed=args.seed)
    for upper, lower in zip(LEVELS[1:], LEVELS, strict=False):
        tell(engine, upper, lower, args.games)


def tell(engine: Engine, upper: str, lower: str, games: int) -> None:
    """Print the win rates of two levels at common tables, as each one's mean share of a seat."""
    above, below = (
        [at for at, one in enumerate(CHARACTERS) if one.level == level] for level in (upper, lower)
    )
    tables = [(*one, *two) for one in combinations(above, 2) for two in combinations(below, 2)]
    size = max(1, games // BLOCKS)
    shares = np.zeros((BLOCKS, len(CHARACTERS)))
    for table in tables:
        for block in range(BLOCKS):
            # Seats rotate from block to block, so that every bot plays on every seat.
            turn = block % len(table)
            line_up = table[turn:] + table[:turn]
            part = engine.seat(line_up).play(block * size, size)
            part.raise_stop()
            for seat, at in enumerate(line_up):
                shares[block, at] += part.tally.sums[WINS, seat] / WIN_PARTS / size
    # Half of all tables have a character of its level.
    shares /= len(tables) / 2
    apart = shares[:, above].mean(axis=1) - shares[:, below].mean(axis=1)
    print(
        f"{upper} {shares[:, above].mean():.3f}, {lower} {shares[:, below].mean():.3f}:"
        f" apart by {apart.mean():.3f} ± {1.96 * apart.std(ddof=1) / sqrt(BLOCKS):.3f}"
    )
    for at in (*above, *below):
        print(f"    {CHARACTERS[at].name:8} {CHARACTERS[at].bot:32} {shares[:, at].mean():.3f}")


if __name__ == "__main__":
    main()
