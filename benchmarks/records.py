"""Measure how many full four-player games are read, checked and replayed per second on one core.

It uses processor time, because machines are shared. It also prints the interpreter's speed at a
plain loop, so that two machines can be compared: `make benchmark`.
"""

from benchmarks.timing import best_seconds
from diamant.editions import IDS
from diamant.record import Record, read_records, write_records
from diamant.rules.game import Game

GAMES = 2000


def main() -> None:
    """Measure and print."""
    bots = ["random:leave=0.2"] * 4
    games = (Game.play(bots, number, IDS[number % len(IDS)]) for number in range(GAMES))
    records = [Record(tuple("ABCD"), game) for game in games]
    text = write_records(records)
    best = best_seconds(lambda: sum(1 for _ in read_records(text)), 3)
    loop = best_seconds(lambda: sum(range(10_000_000)), 3)
    cards = sum(len(line.split()) - 1 for line in text.splitlines() if line[:1].isdigit())
    print(f"games read and replayed per second on one core: {GAMES / best:,.0f}")
    print(f"cards turned per game: {cards / GAMES:.1f}")
    print(f"for comparison, sum(range(10_000_000)) takes {loop * 1000:.0f} ms here")


if __name__ == "__main__":
    main()
