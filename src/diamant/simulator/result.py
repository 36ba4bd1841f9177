"""What a simulation found."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

WIN_PARTS = 840  # A win is counted in 840ths, which 1 to 8 winners divide without a rest.
MOST_COUNTED = (
    512  # Scores from here on share the last place of a histogram, unless treasures are large.
)

FLOWS = (
    "gems_banked_from_hand",
    "gems_banked_from_path",
    "gems_lost_in_busts",
    "gems_left_on_path",
    "relics_turned",
    "relics_taken",
)


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How one seat fared: mean points with their standard error, and its share of the wins."""

    bot: str
    mean: float
    stderr: float
    win_share: float


@dataclass(frozen=True, slots=True)
class Detail:
    """Histograms of a run, as NumPy arrays of counts.

    `scores[seat, points]`, `lengths[round, cards]`, `busts[round]`, `leavers[how many at once]`;
    `flows` says where the gems and relics went, by the names in `FLOWS`.
    """

    scores: Array
    lengths: Array
    busts: Array
    leavers: Array
    flows: dict[str, int]


@dataclass(frozen=True, slots=True)
class Games:
    """Each single game of a run.

    `scores[game, seat]`, `winners[game]` as a mask of seats, `lengths[game, round]` in cards, and
    `busts[game, round]`.
    """

    scores: Array
    winners: Array
    lengths: Array
    busts: Array

    @classmethod
    def empty(cls, games: int, players: int, rounds: int) -> "Games":
        """Return room for the outcomes of some games."""
        return cls(
            np.zeros((games, players), np.int32),
            np.zeros(games, np.uint8),
            np.zeros((games, rounds), np.uint8),
            np.zeros((games, rounds), np.bool_),
        )

    def part(self, start: int, count: int) -> "Games":
        """Return the part that belongs to some games in a row, as views."""
        rows = slice(start, start + count)
        return Games(self.scores[rows], self.winners[rows], self.lengths[rows], self.busts[rows])


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a simulation of one line-up."""

    edition: str
    games: int
    seconds: float
    seats: tuple[SeatResult, ...]
    # [4, 8]: points, their squares, wins in 840ths; with details, relics taken.
    sums: Array = field(repr=False)
    detail: Detail | None = field(default=None, repr=False)
    each: Games | None = field(default=None, repr=False)
    interrupted: bool = False

    @property
    def games_per_second(self) -> float:
        """How fast it went."""
        return self.games / self.seconds if self.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return what `diamant simulate --json` prints."""
        return {
            "edition": self.edition,
            "games": self.games,
            "seconds": self.seconds,
            "games_per_second": self.games_per_second,
            "seats": [
                {
                    "bot": seat.bot,
                    "mean": seat.mean,
                    "stderr": seat.stderr,
                    "win_share": seat.win_share,
                }
                for seat in self.seats
            ],
        }


def seat_results(names: Sequence[str], sums: Array, games: int) -> tuple[SeatResult, ...]:
    """Return each seat's mean, standard error and win share from exact sums."""
    results = []
    for name, (points, squares, wins, _) in zip(names, sums.T.tolist(), strict=False):
        mean = points / games
        # In whole numbers, so that no digit is lost however many games there are.
        spread = (games * squares - points * points) / (games * max(1, games - 1))
        results.append(SeatResult(name, mean, sqrt(spread / games), wins / WIN_PARTS / games))
    return tuple(results)
