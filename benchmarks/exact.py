"""How far `equilibrium` is from exact play: `python -m benchmarks.exact [--games N]`.

Single expeditions of four, Schmidt 2005. First the network among copies of itself, compiled; then
the solver's exact table, asked position by position, among three networks. What the table brings
home more than the network does there is the least that a best response would gain.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace

from diamant.bots import BotView
from diamant.editions import edition
from diamant.simulator import simulate
from diamant.solver.deck import CaveDeck
from diamant.solver.solution import solve

ONE_EXPEDITION = replace(edition("schmidt-2005"), id="one-expedition", rounds=1)
PLAYERS = 4


def main() -> None:
    """Measure points per player and expedition."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exact")
    parser.add_argument("--games", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    solution = solve(CaveDeck.of(ONE_EXPEDITION), PLAYERS)
    print(f"exact among equals: {solution.value:.4f}", flush=True)
    seats = simulate(ONE_EXPEDITION, ",".join(["equilibrium"] * PLAYERS), 400_000, seed=3).seats
    for seat in seats:
        print(f"network among networks: {seat.mean:.4f} ± {seat.stderr:.4f}", flush=True)

    def exact(view: BotView) -> float:
        """Leave as often as the table says."""
        turned = list(ONE_EXPEDITION.treasures)
        for value in view.treasures_left:
            turned.remove(value)
        met = [kind.copies for kind in ONE_EXPEDITION.hazards if kind.kind in view.hazards]
        return solution.at(turned, met, view.inside, view.carried, view.path)[0]

    line_up: list[str | Callable[[BotView], float]] = [exact, *["equilibrium"] * (PLAYERS - 1)]
    seats = simulate(ONE_EXPEDITION, line_up, args.games, seed=args.seed).seats
    print(f"exact among networks: {seats[0].mean:.3f} ± {seats[0].stderr:.3f}")


if __name__ == "__main__":
    main()
