"""Solve the Schmidt deck for 1 to 8 players, and check limits and best responses.

`python -m benchmarks.solver [PLAYERS…]`; each number of players runs in its own process, to
measure its memory separately.
"""

import argparse
import resource
import subprocess
import sys
import time

from diamant.editions import edition
from diamant.solver.deck import CaveDeck
from diamant.solver.solution import best_response, compile_kernel, solve

SECONDS = {4: 10.0, 8: 60.0}
MOST_BYTES = 2_000_000_000


def measure(players: int) -> None:
    """Solve for a number of players, print a line, and fail beyond the limits."""
    compile_kernel(lambda: None)
    began = time.process_time()
    solution = solve(CaveDeck.of(edition("schmidt-2005")), players)
    seconds = time.process_time() - began
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    gain = best_response(solution.layout, solution.policy) - solution.value
    print(
        f"| {players} | {solution.value:.6f} | {solution.layout.positions:,} | {solution.mixed:,} |"
        f" {solution.several:,} | {seconds:.1f} s | {most / 1e9:.2f} GB | {gain:.0e} |",
        flush=True,
    )
    assert seconds <= SECONDS.get(players, 60.0)
    assert most <= MOST_BYTES
    assert abs(gain) < 1e-6


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solver", description=__doc__)
    parser.add_argument("players", nargs="*", type=int, choices=range(1, 9), help="1 to 8 (all)")
    asked = parser.parse_args().players or list(range(1, 9))
    if len(asked) == 1:
        measure(asked[0])
    else:
        for number in asked:
            subprocess.run([sys.executable, "-m", "benchmarks.solver", str(number)], check=True)
