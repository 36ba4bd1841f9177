"""Games of a report looked at card by card: leaders, the box of gems, luck and decisions."""

from collections.abc import Sequence
from math import sqrt

from diamant.analysis.equity import REFERENCE
from diamant.analysis.review import review
from diamant.record import Record, replay
from diamant.rules.events import StandInsNeeded
from diamant.rules.game import Game
from diamant.simulator.report import LuckParts, Measured, ToldGames

PARTS = ("cards", "others", "decisions")


def look_at(records: Sequence[Record]) -> ToldGames:
    """Tell whether leaders win, and whether the box of gems suffices."""
    games = [record.game for record in records]
    led = zip(*(_leaders_share(record) for record in records), strict=True)
    lacking = [_most_lacking(game) for game in games]
    return ToldGames(
        len(records),
        tuple(Measured.of(shares) for shares in led),
        Measured.of([float(worth > 0) for worth in lacking]),
        max(lacking),
    )


def _leaders_share(record: Record) -> list[float]:
    """Return what share of the win each expedition's leaders got, but for the last one's."""
    won, shares = record.game.winners, []
    for step in replay(record):
        if step.number > 1 or step.round == 1:
            continue
        scores = step.before.scores
        leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
        shares.append(sum(seat in won for seat in leaders) / len(won) / len(leaders))
    return shares


def _most_lacking(game: Game) -> int:
    return max(
        (event.worth for event in game.history if isinstance(event, StandInsNeeded)), default=0
    )


def luck_parts(records: Sequence[Record]) -> LuckParts:
    """Review finished games, and tell what moved their results."""
    squares = []
    for record in records:
        players = review(record).players
        squares.append([sum(getattr(player, part) ** 2 for player in players) for part in PARTS])
    parts = (_share_of(squares, place) for place in range(len(PARTS)))
    return LuckParts(len(squares), REFERENCE, *parts)


def _share_of(squares: Sequence[Sequence[float]], place: int) -> Measured:
    """Return a part's share of all games' squares, with the usual error of a ratio."""
    whole, games = sum(map(sum, squares)) or 1.0, len(squares)
    share = sum(row[place] for row in squares) / whole
    off = sum((row[place] - share * sum(row)) ** 2 for row in squares)
    return Measured(share, sqrt(off * games / max(1, games - 1)) / whole)
