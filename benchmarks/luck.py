"""Measure the savings of `--luck-adjusted`: `python -m benchmarks.luck [--games N] [--bots A,B,C]`.

Games are played by the rules, and the variances of the results are compared: unadjusted, without
the luck of the cards, and without the luck of cards and draws. The factor is how many plain games
an adjusted one is worth.
"""

import argparse

import numpy as np

from diamant.analysis.review import luck_of, luck_of_cards
from diamant.analysis.value import value
from diamant.bots import find_bots
from diamant.record import Record
from diamant.rules.game import Game
from diamant.simulator.tournament import chance_of

BOTS = "champion,equilibrium,random:leave=0.2,threshold:gems=11"


def main() -> None:
    """Play, and compare the variances."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.luck")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--bots", default=BOTS)
    parser.add_argument("--edition", default="schmidt-2005")
    args = parser.parse_args()
    bots = find_bots(args.bots)
    chances = chance_of(bots)
    found = np.zeros((3, args.games, len(bots)))
    for number in range(args.games):
        game = Game.play([str(bot) for bot in bots], seed=number, edition=args.edition)
        record = Record(tuple(f"{seat} {bot.name}" for seat, bot in enumerate(bots)), game)
        result = np.array(value(game))
        found[0, number] = result
        found[1, number] = result - luck_of_cards(record)
        found[2, number] = result - luck_of(record, chances)
    for seat, bot in enumerate(bots):
        plain, cards, both = found[:, :, seat].var(axis=1)
        shares = ", ".join(f"{share:.3f}" for share in found[:, :, seat].mean(axis=1))
        print(
            f"{bot}: shares {shares}; worth {plain / cards:.2f} games without the luck of cards,"
            f" {plain / both:.2f} without that of draws too ({args.games} games)"
        )


if __name__ == "__main__":
    main()
