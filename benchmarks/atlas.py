"""Make the atlas of equilibria, docs/atlas: `python -m benchmarks.atlas [PLAYERS…] [--memory GB]`.

First expeditions of all built-in editions, for 3 to 8 players. Solutions that are already in
`equilibria.csv` are not computed again; those that do not fit into the memory have no value there.
`leaving.csv` has the probability of leaving after two treasures, with all players in the cave.
"""

import argparse
import csv
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

from diamant.editions import IDS, edition
from diamant.solver.deck import CaveDeck
from diamant.solver.layout import TooLargeError
from diamant.solver.solution import Solution, epsilon, solve

FOLDER = Path(__file__).parents[1] / "docs" / "atlas"
EQUILIBRIA = ("editions", "players", "value", "positions", "mixed", "several", "epsilon")
LEAVING = ("players", "hazards", "first", "second", "carried", "path", "leave", "worth")

Row = Mapping[str, object]


def main() -> None:
    """Solve the cases that the atlas is missing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.atlas")
    parser.add_argument("players", nargs="*", type=int, default=[3, 4, 5, 6, 7, 8])
    parser.add_argument("--memory", type=float, default=2.0, metavar="GB")
    args = parser.parse_args()
    most_bytes = int(args.memory * 1e9)
    found: dict[tuple[str, int], Row] = {
        (row["editions"], int(row["players"])): row for row in read("equilibria.csv")
    }
    for editions, deck in decks().items():
        for players in args.players:
            key = editions, players
            if key not in found or not found[key]["value"]:
                found[key] = solved(editions, deck, players, most_bytes)
                write("equilibria.csv", EQUILIBRIA, [found[each] for each in sorted(found)])
            if found[key]["value"] and not found[key]["epsilon"]:
                # In a separate sweep, which stores nothing and so fits wherever a solution does.
                _, gain = epsilon(deck, players, most_bytes=most_bytes)
                found[key] = {**found[key], "epsilon": f"{gain:.0e}"}
                print(editions, players, gain, flush=True)
                write("equilibria.csv", EQUILIBRIA, [found[each] for each in sorted(found)])


def decks() -> dict[str, CaveDeck]:
    """Return the different decks of a first expedition, with the editions that have each."""
    alike: dict[CaveDeck, list[str]] = defaultdict(list)
    for name in IDS:
        alike[CaveDeck.of(edition(name))].append(name)
    in_order = sorted(alike.items(), key=lambda each: each[0].relics)
    return {" ".join(names): deck for deck, names in in_order}


def solved(editions: str, deck: CaveDeck, players: int, most_bytes: int) -> Row:
    """Return a row of the atlas, and write the leaving probabilities if all of them are stored."""
    row: dict[str, object] = dict.fromkeys(EQUILIBRIA, "")
    row |= {"editions": editions, "players": players}
    try:
        solution = solve(deck, players, most_bytes=most_bytes)
    except TooLargeError:
        return row
    row |= {
        "value": f"{solution.value:.6f}",
        "positions": solution.layout.positions,
        "mixed": solution.mixed,
        "several": solution.several,
    }
    if solution.layout.keeps_all and not deck.relics:
        kept = [old for old in read("leaving.csv") if int(old["players"]) != players]
        write("leaving.csv", LEAVING, [*kept, *leaving(solution)])
    print(row, flush=True)
    return row


def leaving(solution: Solution) -> list[Row]:
    """Return the leaving probabilities after two treasures and 0 to 4 kinds of hazard."""
    players, rows = solution.layout.players, []
    deck = solution.layout.deck
    for pair in sorted(set(combinations(deck.treasures, 2))):
        carried = sum(value // players for value in pair)
        path = sum(value % players for value in pair)
        for met in range(5):
            chance, worth = solution.at(pair, deck.hazards[:met], players, carried, path)
            told = (players, met, *pair, carried, path, f"{chance:.4f}", f"{worth:.4f}")
            rows.append(dict(zip(LEAVING, told, strict=True)))
    return rows


def read(name: str) -> list[dict[str, str]]:
    """Return the rows of a file of the atlas, or none if the file is missing."""
    file = FOLDER / name
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def write(name: str, heads: tuple[str, ...], rows: Sequence[Row]) -> None:
    """Write a file of the atlas."""
    with (FOLDER / name).open("w", encoding="utf-8", newline="") as text:
        writer = csv.DictWriter(text, heads, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
