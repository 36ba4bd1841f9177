"""The champion at tables that all have decks of their own: `python -m benchmarks.tables`.

`benchmarks.strength` lets every table play the same hundred or so decks, so that bots can be
compared; what a share is worth by itself is then as unsure as those decks are few. Here each of
many tables of different strategies plays other cards, in the arena that the champion was trained
in.
"""

import argparse
import random
from dataclasses import replace
from math import sqrt

import numpy as np

from diamant.bots import find_bot
from diamant.bots.champion.model import networks
from diamant.bots.panel import PANEL
from diamant.editions import edition
from diamant.training import arena

EQUILIBRIA = (-2, -3, -4)  # Plain, with the rules of a last expedition, and with doubt besides.
DOUBTS = (0.004, 0.004, 0.004, 0.02)
LASTS = (0.0, 0.0, 1.0, 1.0)


def main() -> None:
    """Measure at tables of the whole panel and of strong ones, and among champions."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables")
    parser.add_argument("--edition", default="schmidt-2005")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--games", type=int, default=200, help="at each table")
    args = parser.parse_args()
    room = arena.EditionRoom.of(edition(args.edition))
    rules = [(family, name) for family in PANEL for name in PANEL[family]]
    rules = [(family, name) for family, name in rules if family != "equilibrium"]
    bots = [find_bot(name) for _, name in rules]
    pool = arena.Pool.of([replace(bot, name=bot.name.rpartition(":")[2]) for bot in bots])
    everybody = [*range(len(rules)), *EQUILIBRIA]
    strong = [number for number, (family, _) in enumerate(rules) if family == "reckoners"]
    champion, equilibrium = (np.array(network, np.float32) for network in networks())
    minds = np.stack([champion, *[equilibrium] * 3])
    for name, company in (("whole panel", everybody), ("strong ones", [*strong, *EQUILIBRIA])):
        for players in (4, 6, 8):
            rng, shares = random.Random(players), []
            for table in range(args.tables):
                seats = [-1, *rng.sample(company, players - 1)]
                played = arena.play(
                    *(room, players, seats, pool, minds),
                    seed=1_000_003 * table + players,
                    games=args.games,
                    doubts=DOUBTS,
                    lasts=LASTS,
                )
                shares.append(played.wins[:, 0].mean())
            error = 1.96 * np.std(shares) / sqrt(args.tables)
            print(f"{name}, {players} players: {np.mean(shares):.3f} ± {error:.3f}", flush=True)
    for players in (4, 8):
        played = arena.play(
            *(room, players, [-1] * players, pool, minds), seed=7, games=10_000, doubts=DOUBTS
        )
        print(f"among {players} champions: {played.points.mean():.2f} points", flush=True)


if __name__ == "__main__":
    main()
