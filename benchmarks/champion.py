"""Measure the compiled champion: `python -m benchmarks.champion [--runs N] [--games N]`.

Whole games of four champions on one core, by processor time, best and median of many short runs:
the fast kernel, which only sums, and the full one, which detailed simulations use.
"""

import argparse
from statistics import median
from time import process_time

from diamant.bots import find_bot
from diamant.editions import edition
from diamant.simulator.engine import Engine


def main() -> None:
    """Play with both kernels and print games per second."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.champion")
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--games", type=int, default=2_000)
    args = parser.parse_args()
    for name, fast in (("fast", True), ("full", False)):
        began = process_time()
        engine = Engine.of(edition("schmidt-2005"), [find_bot("champion")], seed=1, fast=fast)
        ready = process_time() - began
        line_up = engine.seat([0] * 4)
        rates = []
        for run in range(args.runs):
            began = process_time()
            line_up.play(run * args.games, args.games)
            rates.append(args.games / (process_time() - began))
        print(
            f"{name}: ready in {ready:.1f} s; games a second: best {max(rates):,.0f},"
            f" median {median(rates):,.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
