"""How many full four-player games are read, checked and replayed in a second on one core.

Processor time, not the clock, since machines are shared; beside it the interpreter's speed at a
plain loop, so that two machines can be compared: `make benchmark`.
"""

import random
import time
from collections.abc import Callable

from diamant.dealer import Dealer
from diamant.editions import IDS, edition
from diamant.record import Record, read_records, write_records
from diamant.rules.game import Game, Phase

GAMES = 2000
PLAYERS = 4


def random_game(rng: random.Random, edition_id: str) -> Game:
    """Play a game in which everybody leaves with probability 0.2 at every decision."""
    game = Game.start(edition(edition_id), PLAYERS)
    dealer = Dealer(rng.randbytes(32), [b""] * PLAYERS)
    order = iter(())
    while game.phase is not Phase.OVER:
        if game.phase is Phase.DECIDE:
            leavers = [seat for seat in game.expedition.in_cave if rng.random() < 0.2]
            game = game.decide(leavers).game
            continue
        if not game.expedition.path:
            order = iter(dealer.order(game.expedition.deck, game.expedition.round))
        game = game.turn(next(order)).game
    return game


def main() -> None:
    """Measure and print."""
    rng = random.Random(1)
    names = tuple("ABCD")
    records = [Record(names, random_game(rng, IDS[i % len(IDS)])) for i in range(GAMES)]
    text = write_records(records)
    best = min(_seconds(lambda: sum(1 for _ in read_records(text))) for _ in range(3))
    loop = min(_seconds(lambda: sum(range(10_000_000))) for _ in range(3))
    cards = sum(len(line.split()) - 1 for line in text.splitlines() if line[:1].isdigit())
    print(f"games read and replayed per second of one core: {GAMES / best:,.0f}")
    print(f"cards turned per game: {cards / GAMES:.1f}")
    print(f"for comparison, sum(range(10_000_000)) takes {loop * 1000:.0f} ms here")


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    main()
