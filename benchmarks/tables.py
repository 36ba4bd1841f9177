"""Measure the champion at tables with different decks: `python -m benchmarks.tables [WHAT…]`.

- mixed: tables of the whole panel, 4, 6 and 8 players
- strong: tables of equilibria and estimators, with the same numbers of players
- families: tables of one family each, 4 players
- unseen: tables of 160 rules that the training did not use, 4 and 6 players
- copies: three copies of each strategy of the panel
- editions: tables of the whole panel in every edition, 3, 4, 6 and 8 players
- points: the mean points of all players if all are champions

`diamant ladder` plays the same hundred or so decks at every table, so bots can be compared, but a
win rate is only as certain as those few decks. Here each of many tables of different strategies
plays other cards, in the arena that trained the champion.
"""

import argparse
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from pathlib import Path

import numpy as np

from diamant.bots import find_bot
from diamant.bots.champion import mind
from diamant.bots.champion.model import networks, read_model
from diamant.bots.families import PANEL
from diamant.editions import IDS, edition
from diamant.training import arena
from diamant.training.families import draw_rules

EQUILIBRIA = {  # The panel's, by position of their network: doubt, and the rules of a last cave.
    "equilibrium": (-2, 0.004, 0.0),
    "equilibrium:last=1": (-3, 0.004, 1.0),
    "equilibrium:doubt=0.02,last=1": (-4, 0.02, 1.0),
}
STRONG = ("equilibrium", "estimators")
CHAMPION = "champion"


class Company:
    """The champion and the whole panel, as the arena seats them."""

    def __init__(self, model: Path | None, doubt: float) -> None:
        rules = [name for family in PANEL.values() for name in family if name not in EQUILIBRIA]
        bots = [find_bot(name) for name in rules]
        self.pool = arena.Pool.of([replace(bot, name=bot.name.rpartition(":")[2]) for bot in bots])
        self.code = {name: place for place, name in enumerate(rules)}
        self.code |= {name: code for name, (code, _, _) in EQUILIBRIA.items()}
        self.code[CHAMPION] = -1
        champion, equilibrium = (np.array(network, np.float32) for network in networks())
        if model is not None:
            champion = np.array(read_model(model), np.float32)
        self.networks = np.stack([champion, *[equilibrium] * len(EQUILIBRIA)])
        self.doubts = [doubt, *(blur for _, blur, _ in EQUILIBRIA.values())]
        self.lasts = [0.0, *(last for _, _, last in EQUILIBRIA.values())]

    def play(self, box: str, names: Sequence[str], games: int, seed: int) -> arena.ArenaResult:
        """Play games at one table."""
        return arena.play(
            edition(box),
            len(names),
            [self.code[name] for name in names],
            self.pool,
            self.networks,
            seed=seed,
            games=games,
            doubts=[mind.blur(doubt, len(names)) for doubt in self.doubts],
            lasts=self.lasts,
        )


def main() -> None:
    """Measure everything requested."""
    parts = ("mixed", "strong", "families", "unseen", "copies", "editions", "points")
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables")
    parser.add_argument("parts", nargs="*", choices=[*parts, []], metavar="WHAT")
    parser.add_argument("--edition", default="schmidt-2005")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--games", type=int, default=200, help="at each table")
    parser.add_argument("--model", type=Path, help="a model instead of the built-in champion")
    parser.add_argument("--doubt", type=float, default=find_bot(CHAMPION).numbers["doubt"])
    args = parser.parse_args()
    company = Company(args.model, args.doubt)
    everybody = [name for family in PANEL.values() for name in family]
    strong = [name for family in STRONG for name in PANEL[family]]
    for part in args.parts or parts:
        if part in ("mixed", "strong"):
            for players in (4, 6, 8):
                known = everybody if part == "mixed" else strong
                tell(company, args.edition, f"{part}, {players} players", known, players, args)
        elif part == "families":
            for name, family in PANEL.items():
                tell(company, args.edition, name, family, 4, args)
        elif part == "unseen":
            unseen(company, args)
        elif part == "copies":
            copies(company, everybody, args)
        elif part == "editions":
            for box in IDS:
                for players in (3, 4, 6, 8):
                    tell(company, box, f"{box}, {players} players", everybody, players, args)
        else:
            for players in (4, 8):
                played = company.play(args.edition, [CHAMPION] * players, 10_000, 7)
                print(f"among {players} champions: {played.points.mean():.2f} points", flush=True)


def tell(
    company: Company,
    box: str,
    what: str,
    known: Sequence[str],
    players: int,
    args: argparse.Namespace,
) -> None:
    """Print the champion's win rate at mixed tables, and its lead over the second."""
    rng, shares = random.Random(players), defaultdict(list)
    # All at a table are different, unless a family is smaller than the table.
    company_of = known if len(known) >= players - 1 else [*known, *known]
    for table in range(args.tables):
        names = [CHAMPION, *rng.sample(company_of, players - 1)]
        wins = company.play(box, names, args.games, 1_000_003 * table + players).wins.mean(axis=0)
        for name, share in zip(names, wins, strict=True):
            shares[name].append(share)
    own, error = mean(shares.pop(CHAMPION))
    best, (next_share, next_error) = max(
        ((name, mean(found)) for name, found in shares.items()), key=lambda row: row[1][0]
    )
    apart = (own - next_share) / sqrt(error**2 + next_error**2)
    print(
        f"{what}: {own:.3f} ± {1.96 * error:.3f}; next {best} {next_share:.3f}, {apart:.1f}"
        " standard errors below",
        flush=True,
    )


def unseen(company: Company, args: argparse.Namespace) -> None:
    """Print the champion's win rate at tables of random rules that the training did not use."""
    pool = arena.Pool.of(draw_rules(160, random.Random(2)))
    for players in (4, 6):
        wins = arena.play(
            *(edition(args.edition), players, [-1], pool, company.networks),
            seed=players,
            games=args.tables * args.games,
            doubts=[mind.blur(doubt, players) for doubt in company.doubts],
        ).wins[:, 0]
        share, error = mean(wins)
        print(f"unseen rules, {players} players: {share:.3f} ± {1.96 * error:.3f}", flush=True)


def copies(company: Company, known: Sequence[str], args: argparse.Namespace) -> None:
    """Print the worst tables of three copies of one strategy."""
    rows = []
    for name in known:
        names = [CHAMPION, *[name] * 3]
        wins = company.play(args.edition, names, args.tables * 50, 11).wins[:, 0]
        rows.append((*mean(wins), name))
    for share, error, name in sorted(rows)[:5]:
        print(f"three copies of {name}: {share:.3f} ± {1.96 * error:.3f}", flush=True)


def mean(shares: Sequence[float]) -> tuple[float, float]:
    """Return a mean and its standard error."""
    return float(np.mean(shares)), float(np.std(shares) / sqrt(len(shares)))


if __name__ == "__main__":
    main()
