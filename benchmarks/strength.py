"""How strong the champion is, as docs/strength.md tells it: `python -m benchmarks.strength WHAT…`.

- mixed: mixed tables of the whole panel, 4 and 6 players
- strong: mixed tables of equilibria and reckoners, 4 and 6 players
- families: tables of one family each
- copies: three copies of each strategy of the panel
- editions: mixed tables in every edition with 3, 4, 6 and 8 players: is it first?
"""

import argparse
from math import sqrt

from diamant.editions import IDS
from diamant.simulator.ladder import Ladder, ladder

BOX = "schmidt-2005"
STRONG = ("equilibrium", "reckoners")
HELD_OUT = ("reckoners", "herds", "wolves", "equilibrium")
HALF_WIDTH = 2.06  # Standard errors in half a 95 % confidence interval over 25 blocks of decks.


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength")
    parts = {
        "mixed": mixed,
        "strong": strong,
        "families": families,
        "copies": copies,
        "editions": editions,
    }
    parser.add_argument("parts", nargs="*", choices=[*parts, []], metavar="WHAT")
    parser.add_argument("--bot", default="champion")
    parser.add_argument("--games", type=int, default=100_000, help="of each ladder (100,000)")
    parser.add_argument("--seed", type=int, default=0, help="of the decks and the tables (0)")
    args = parser.parse_args()
    for name in args.parts or parts:
        parts[name](args.bot, args.games, args.seed)


def mixed(bot: str, games: int, seed: int) -> None:
    """Measure at tables of the whole panel."""
    for players in (4, 6):
        tell(
            f"whole panel, {players} players",
            ladder(BOX, bot, players, games, seed=seed, threads=1),
        )


def strong(bot: str, games: int, seed: int) -> None:
    """Measure at tables of strong ones."""
    for players in (4, 6):
        found = ladder(BOX, bot, players, games, families=STRONG, seed=seed, threads=1)
        tell(f"strong ones, {players} players", found)


def families(bot: str, games: int, seed: int) -> None:
    """Measure at tables of one family each."""
    for family in HELD_OUT:
        found = ladder(BOX, bot, 4, games, families=(family,), seed=seed, threads=1)
        tell(f"{family}, 4 players", found)


def copies(bot: str, games: int, seed: int) -> None:
    """Measure at tables of three copies; who does best against the bot comes first."""
    found = ladder(BOX, bot, 4, games, alike=True, seed=seed, threads=1)
    others = sorted(
        (row for row in found.outcome.standings if row is not found.bot),
        key=lambda row: -row.win_share,
    )
    for row in others[:6]:
        share, error = 1 - 3 * row.win_share, 3 * row.win_share_error
        print(f"three copies of {row.bot}: {share:.3f} ± {error:.3f}", flush=True)


def editions(bot: str, games: int, seed: int) -> None:
    """Measure how far ahead of the best of the panel it is, in standard errors."""
    for box in IDS:
        for players in (3, 4, 6, 8):
            found = ladder(box, bot, players, games, seed=seed, threads=1)
            tell(f"{box}, {players} players", found)


def tell(what: str, found: Ladder) -> None:
    """Print one line: the share of wins, and how far it lies above the best other."""
    own = found.bot
    best = max(
        (row for row in found.outcome.standings if row is not own), key=lambda row: row.win_share
    )
    error = sqrt(own.win_share_error**2 + best.win_share_error**2) / HALF_WIDTH
    print(
        f"{what}: {own.win_share:.3f} ± {own.win_share_error:.3f}, {own.mean:.1f} points;"
        f" next {best.bot} {best.win_share:.3f}, {(own.win_share - best.win_share) / error:.1f}"
        f" standard errors below ({found.outcome.games:,} games, {found.outcome.decks} decks)",
        flush=True,
    )


if __name__ == "__main__":
    main()
