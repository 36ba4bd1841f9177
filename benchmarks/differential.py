"""Compare the compiled simulator with the rules over very many games: `make differential`.

Games of every edition, built-in and of a user's own, and of every number of players are simulated
and exported as records. Each record is replayed through the rules, which refuse a card that the
deck does not hold and wrong scores; then everything that the simulator has counted is counted again
from the replayed games. A single difference is printed and makes the exit code 1.

    python benchmarks/differential.py [GAMES] [SEED]
"""

import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from diamant.editions import IDS
from tests.simulator.differential import all_cases, compare
from tests.simulator.line_ups import LINE_UPS

GAMES = 1_000_000
PART = 250
SECONDS_BETWEEN_LINES = 5.0


class Part(NamedTuple):
    """Some games in a row of one edition, number of players and line-up."""

    edition: str
    players: int
    line_up: str
    first: int
    games: int
    seed: int


class Outcome(NamedTuple):
    """What came of a part: how many cards were turned, and what did not agree."""

    part: Part
    cards: int
    wrong: list[str]


def parts(games: int, seed: int) -> Iterator[Part]:
    """Spread games over all cases; line-ups take turns.

    One game in a hundred is of a user's own edition: some of those last for thousands of cards.
    """
    cases = all_cases()
    own = sum(edition not in IDS for edition, _ in cases)
    of_own = games // 100
    for edition, players in cases:
        of_all, among = (games - of_own, len(cases) - own) if edition in IDS else (of_own, own)
        share = -(-of_all // among)
        for number, first in enumerate(range(0, share, PART)):
            line_up = list(LINE_UPS)[number % len(LINE_UPS)]
            yield Part(edition, players, line_up, first, min(PART, share - first), seed)


def check(part: Part) -> Outcome:
    """Compare one part; a record that is refused is a difference like any other."""
    try:
        _, counted, wrong = compare(
            part.edition,
            part.players,
            part.games,
            line_up=part.line_up,
            seed=part.seed,
            first=part.first,
        )
    except Exception as error:
        return Outcome(part, 0, [f"{type(error).__name__}: {error}"])
    return Outcome(part, counted.cards, wrong)


def main() -> int:
    """Compare, and print a table."""
    games = int(sys.argv[1].replace(",", "").replace("_", "")) if len(sys.argv) > 1 else GAMES
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    work = list(parts(games, seed))
    total = sum(part.games for part in work)
    started, done, told = time.perf_counter(), 0, 0.0
    compared, turned, faults = Counter(), Counter(), []
    with multiprocessing.Pool(len(os.sched_getaffinity(0))) as pool:
        for outcome in pool.imap_unordered(check, work):
            part = outcome.part
            compared[part.edition, part.players] += part.games
            turned[part.edition, part.players] += outcome.cards
            if outcome.wrong:
                faults.append(outcome)
                print(f"\n{part}: {', '.join(outcome.wrong)}", file=sys.stderr)
            done += part.games
            seconds = time.perf_counter() - started
            if seconds > told + SECONDS_BETWEEN_LINES:
                told = seconds
                left = seconds / done * (total - done)
                print(f"{done:,} of {total:,} games, {left:,.0f} s left", file=sys.stderr)
    wrong = Counter()
    for outcome in faults:
        wrong[outcome.part.edition, outcome.part.players] += 1
    print(f"{'edition':<22} {'players':>7} {'games':>9} {'cards':>11} {'differences':>11}")
    for edition, players in all_cases():
        case = edition, players
        print(
            f"{edition:<22} {players:>7} {compared[case]:>9,} {turned[case]:>11,} {wrong[case]:>11}"
        )
    last = f"{'all':<22} {'':>7} {compared.total():>9,} {turned.total():>11,} {len(faults):>11}"
    print(last)
    print(f"seed {seed}; {time.perf_counter() - started:,.0f} seconds")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
