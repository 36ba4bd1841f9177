"""Compare the simulator with hand-written C, two cores with one, and plain Python bots.

All measurements alternate between both sides and take the best run of each; speed
is printed as a ratio. `make benchmark`, or

    python benchmarks/simulator.py [--games N] [--repeats R]

Needs gcc for the C program.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from diamant.bots import Bot, find_bots
from diamant.editions import edition
from diamant.simulator import simulate
from diamant.simulator.engine import Engine

C_SOURCE = Path(__file__).parent / "c" / "diamant.c"
EDITIONS = ("schmidt-2005", "iello-2016", "iello-2023-relics")
BOTS = {"random:leave=0.2": "random:0.2", "threshold:gems=10": "threshold:10"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=10)
    args = parser.parse_args()
    against_c(args.games, args.repeats)
    by_players(args.games // 4)
    cores(4 * args.games, 3)
    memory()
    plain_bots()


def against_c(games: int, repeats: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "diamant-c")
        subprocess.run(
            ["gcc", "-O3", "-march=native", "-o", program, str(C_SOURCE), "-lm"], check=True
        )
        print("games per second on one core (processor time), best of", repeats)
        print(f"{'edition':<20}{'players':>8}  {'bots':<20}{'C':>12}{'here':>12}{'ratio':>8}")
        for name in EDITIONS:
            for players in (4, 8):
                for bot, c_bot in BOTS.items():
                    run = kernel(name, bot, players)
                    mine, theirs = 0.0, 0.0
                    for _ in range(repeats):
                        theirs = max(theirs, c_speed(program, name, players, games, c_bot))
                        mine = max(mine, run(games))
                    ratio = mine / theirs
                    speeds = f"{theirs:>12,.0f}{mine:>12,.0f}{ratio:>8.2f}"
                    print(f"{name:<20}{players:>8}  {bot:<20}{speeds}", flush=True)


def c_speed(program: str, name: str, players: int, games: int, bot: str) -> float:
    command = [program, name, str(players), str(games), "1", bot]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout.split()[0])


def kernel(name: str, bot: str, players: int, *, fast: bool = True):  # noqa: ANN201 - games -> speed
    bots = find_bots(",".join([bot] * players))
    engine = Engine.of(edition(name), bots, seed=1, fast=fast)
    line_up = engine.seat(range(players))
    line_up.play(0, 1000)

    def run(games: int) -> float:
        started = time.process_time()
        line_up.play(0, games)
        return games / (time.process_time() - started)

    return run


def by_players(games: int) -> None:
    print("\ncost per game as the number of players grows, threshold:gems=10, iello-2016")
    base = 0.0
    for players in range(3, 9):
        run = kernel("iello-2016", "threshold:gems=10", players)
        cost = 1 / max(run(games) for _ in range(3))
        base = base or cost
        print(f"{players} players: {cost * 1e9:6.0f} ns, {cost / base:.2f} of 3 players")


def cores(games: int, repeats: int) -> None:
    print("\ntwo threads against one, iello-2016, 4 x random (wall time; needs an idle machine)")
    best = {1: 0.0, 2: 0.0}
    for _ in range(repeats):
        for threads in best:
            result = simulate("iello-2016", ["random"] * 4, games, threads=threads)
            best[threads] = max(best[threads], result.games_per_second)
    print(f"1: {best[1]:,.0f}  2: {best[2]:,.0f}  ratio {best[2] / best[1]:.2f}")


def memory() -> None:
    print("\npeak memory of the process by number of games (kilobytes)")
    for games in (100_000, 1_000_000, 10_000_000):
        simulate("schmidt-2005", ["random"] * 4, games)
        print(f"{games:>12,} games: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss:,}")


def plain_bots() -> None:
    decisions = 0

    def counting(view: object) -> bool:
        nonlocal decisions
        decisions += 1
        return view.carried + view.path >= 10  # type: ignore[attr-defined]

    started = time.process_time()
    simulate("iello-2016", [Bot("counting", counting)] * 4, 2000)
    seconds = time.process_time() - started
    print(f"\na plain Python bot: {decisions / seconds:,.0f} decisions per second on one core")


if __name__ == "__main__":
    sys.exit(main())
