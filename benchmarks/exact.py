"""Measure how far `equilibrium` is from exact play: `python -m benchmarks.exact [--games N]`.

Single expeditions of four, Schmidt 2005. First the network plays copies of itself, compiled; then
the solver's exact table plays three networks, position by position. The extra points of the table
are a lower bound on the gain of a best response.

With `--whole N`, it plays only whole games: the champion and three players with exact tables of
every deck that hazards leave behind (nine, 5 GB of memory in all), who use the rules of a last
expedition.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from math import sqrt

from diamant.bots import BotView
from diamant.bots.champion import mind
from diamant.editions import edition
from diamant.simulator import simulate
from diamant.solver.deck import CaveDeck
from diamant.solver.layout import Layout
from diamant.solver.solution import Policy, place_of, solve

BOX = edition("schmidt-2005")
ONE_EXPEDITION = replace(BOX, id="one-expedition", rounds=1)
PLAYERS = 4


def main() -> None:
    """Measure points per player and expedition."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exact")
    parser.add_argument("--games", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--whole", type=int, default=0, help="play N whole games instead")
    args = parser.parse_args()
    if args.whole:
        whole_games(args.whole, args.seed)
        return
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


def whole_games(games: int, seed: int) -> None:
    """Let the champion play three exact players, on every seat in turn."""
    tables: dict[tuple[int, ...], tuple[Layout, Policy]] = {}

    def exact(view: BotView) -> float:
        """Leave by the rules of a last expedition, or as often as the deck's table says."""
        began = {kind: left + (kind in view.hazards) for kind, left in view.hazards_left.items()}
        began |= {kind: 1 for kind in view.hazards if kind not in began}
        key = tuple(sorted(filter(None, began.values()), reverse=True))
        if key not in tables:
            solution = solve(CaveDeck(BOX.treasures, key), PLAYERS, most_bytes=8 << 30)
            tables[key] = solution.layout, solution.policy
        turned = list(BOX.treasures)
        for value in view.treasures_left:
            turned.remove(value)
        layout, policy = tables[key]
        met = [began[kind] for kind in view.hazards]
        place = place_of(layout, turned, met, view.inside, view.carried, view.path)
        situation = [0.0] * mind.SITUATION
        situation[mind.ROUNDS_LEFT] = view.rounds - view.round
        situation[mind.PLAYERS], situation[mind.INSIDE] = view.players, view.inside
        situation[mind.CARRIED], situation[mind.PATH] = view.carried, view.path
        inside = [seat in view.in_cave for seat in range(view.players)]
        chance = float(policy[place])
        return float(mind.last_round(view.seat, situation, view.chests, inside, chance))

    wins = []
    for seat in range(PLAYERS):
        line_up: list[str | Callable[[BotView], float]] = [exact] * (PLAYERS - 1)
        line_up.insert(seat, "champion")
        # Solving a deck takes longer than the usual time limit of bots.
        played = simulate(
            BOX, line_up, games // PLAYERS, seed=seed + seat, threads=1, time_limit=600
        )
        wins.append(played.seats[seat].win_share)
    share = sum(wins) / PLAYERS
    error = 1.96 * sqrt(share * (1 - share) / (games // PLAYERS * PLAYERS))
    print(f"the champion among three exact players wins {share:.3f} ± {error:.3f}")


if __name__ == "__main__":
    main()
