"""What a simulation found."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

WIN_PARTS = 840  # A win is counted in 840ths, which 1 to 8 winners divide without a rest.
MOST_COUNTED = 512  # Scores from here on share the last place of a histogram.

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


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a simulation of one line-up."""

    edition: str
    games: int
    seconds: float
    seats: tuple[SeatResult, ...]
    sums: Array  # [4, 8]: each seat's points, their squares, wins in 840ths, relics taken.
    detail: Detail | None = None
    each: Games | None = None
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


class Tally:
    """Sums and counts of games, which add up the same in whatever order they are added."""

    def __init__(self, players: int, rounds: int, most_cards: int, *, detail: bool) -> None:
        self.games = 0
        self.sums = np.zeros((4, 8), np.uint64)
        width = MOST_COUNTED if detail else 1
        self.scores = np.zeros((players, width), np.int64)
        self.lengths = np.zeros((rounds, most_cards + 1), np.int64)
        self.busts = np.zeros(rounds, np.int64)
        self.leavers = np.zeros(9, np.int64)
        self.flows = np.zeros(len(FLOWS), np.uint64)

    def add(self, other: "Tally") -> None:
        """Add another tally to this one."""
        self.games += other.games
        self.sums += other.sums
        self.scores += other.scores
        self.lengths += other.lengths
        self.busts += other.busts
        self.leavers += other.leavers
        self.flows += other.flows

    def to_detail(self) -> Detail:
        """Return the histograms."""
        flows = dict(zip(FLOWS, map(int, self.flows), strict=True))
        return Detail(self.scores, self.lengths, self.busts, self.leavers, flows)
