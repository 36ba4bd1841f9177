"""Count how often the champion leaves, by players and expedition: `python -m benchmarks.boldness`.

The champion plays at mixed tables of the public panel, Schmidt 2005. Of its choices with about the
same gems in sight, carried and on the path, this counts how many were to leave, and writes them to
docs/pictures/strategy-rounds.csv, which `make strategy-plots` draws.
"""

import argparse
import csv
import io
import random
from collections import Counter
from pathlib import Path

from diamant.bots.families import PANEL
from diamant.record import read_records, replay
from diamant.simulator import simulate

FILE = Path(__file__).parents[1] / "docs" / "pictures" / "strategy-rounds.csv"
BOX = "schmidt-2005"
IN_SIGHT = range(7, 14)
GAMES = 10  # At each table.


def main() -> None:
    """Count, and write the results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.boldness")
    parser.add_argument("--tables", type=int, default=40, help="for each number of players")
    args = parser.parse_args()
    with FILE.open("w", encoding="utf-8", newline="") as output:
        table = csv.writer(output, lineterminator="\n")
        table.writerow(["players", "expedition", "choices", "left"])
        for players in range(3, 9):
            asked, left = count(players, args.tables)
            for number in sorted(asked):
                table.writerow([players, number, asked[number], left[number]])
                print(players, number, asked[number], left[number], flush=True)


def count(players: int, tables: int) -> tuple[Counter[int], Counter[int]]:
    """Return the champion's choices and how many were to leave, by expedition."""
    rng = random.Random(players)
    panel = [name for family in PANEL.values() for name in family]
    asked: Counter[int] = Counter()
    left: Counter[int] = Counter()
    for table in range(tables):
        company, text = rng.sample(panel, players - 1), io.StringIO()
        simulate(BOX, ["champion", *company], GAMES, seed=table, threads=1, records=text)
        for record in read_records(text.getvalue()):
            for step in replay(record):
                cave = step.turned.expedition
                if step.leavers is None or 0 not in cave.in_cave:
                    continue
                if cave.carried + sum(cave.gems) in IN_SIGHT:
                    asked[step.round] += 1
                    left[step.round] += 0 in step.leavers
    return asked, left


if __name__ == "__main__":
    main()
