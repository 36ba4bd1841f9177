"""The result of a simulation, and the sums over its games."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamant.rules import events
from diamant.rules.cards import Relic
from diamant.rules.game import Game
from diamant.simulator.kernel import layout

Array = NDArray[Any]

WIN_PARTS = 840  # A win counts 840, which can be divided evenly among 1 to 8 winners.
MOST_COUNTED = 512  # Higher scores share the last bin, unless treasures are large.

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
    """A seat's mean points with their standard error, and its share of the wins."""

    bot: str
    mean: float
    stderr: float
    win_share: float


@dataclass(frozen=True, slots=True)
class Detail:
    """Histograms of a run, as NumPy arrays of counts.

    The arrays are `scores[seat, points]`, `lengths[round, cards]`, `busts[round]` and
    `leavers[number]`. `flows` counts gems and relics by destination; `FLOWS` has the names.
    """

    scores: Array
    lengths: Array
    busts: Array
    leavers: Array
    flows: dict[str, int]


@dataclass(frozen=True, slots=True)
class Games:
    """The outcome of every game of a run.

    The arrays are `scores[game, seat]`, `winners[game]` as a mask of seats, `lengths[game, round]`
    in cards, and `busts[game, round]`.
    """

    scores: Array
    winners: Array
    lengths: Array
    busts: Array

    @classmethod
    def empty(cls, games: int, players: int, rounds: int) -> "Games":
        """Return arrays of zeros for the outcomes of a number of games."""
        return cls(
            np.zeros((games, players), np.int32),
            np.zeros(games, np.uint8),
            np.zeros((games, rounds), np.uint8),
            np.zeros((games, rounds), np.bool_),
        )

    def part(self, start: int, count: int) -> "Games":
        """Return a view of the outcomes of consecutive games."""
        rows = slice(start, start + count)
        return Games(self.scores[rows], self.winners[rows], self.lengths[rows], self.busts[rows])


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a simulation of one lineup."""

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
        """The number of games played per second."""
        return self.games / self.seconds if self.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return what `diamant simulate --json` prints."""
        return {
            "edition": self.edition,
            "games": self.games,
            "seconds": self.seconds,
            "games_per_second": self.games_per_second,
            "seats": [asdict(seat) for seat in self.seats],
        }


def seat_results(names: Sequence[str], sums: Array, games: int) -> tuple[SeatResult, ...]:
    """Return each seat's mean, standard error and win share from exact sums."""
    results = []
    for name, (points, squares, wins, _) in zip(names, sums.T.tolist(), strict=False):
        error = standard_error(points, squares, games)
        results.append(SeatResult(name, points / games, error, wins / WIN_PARTS / games))
    return tuple(results)


def standard_error(total: int, squares: int, games: int) -> float:
    """Return the standard error of a mean, from exact sums."""
    # Integer arithmetic loses no digits, however many games there are.
    spread = (games * squares - total * total) / (games * max(1, games - 1))
    return sqrt(spread / games)


class Tally:
    """Sums and counts over games, which don't depend on the order of the games.

    `sums` has the rows that `layout` names, for each seat. A kernel counts relics, and everything
    below `sums`, only if details are requested; games of called bots are always counted completely.
    The other arrays are `scores[seat, points]`, `lengths[round, cards]`, `busts[round]` and
    `leavers[number]`. `flows` counts gems and relics by destination, at their places in
    `layout`.
    """

    def __init__(
        self, players: int, rounds: int, most_cards: int, counted: int = MOST_COUNTED
    ) -> None:
        self.games = 0
        self.sums = np.zeros((4, layout.MOST_SEATS), np.uint64)
        self.scores = np.zeros((players, counted), np.int64)
        self.lengths = np.zeros((rounds, most_cards + 1), np.int64)
        self.busts = np.zeros(rounds, np.int64)
        self.leavers = np.zeros(layout.MOST_SEATS + 1, np.int64)
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

    def add_game(self, game: Game, each: Games | None = None, place: int = 0) -> None:
        """Add a finished game, and write its outcome into `each` at `place`."""
        part = WIN_PARTS // len(game.winners)
        winning = 0
        for seat, score in enumerate(game.scores):
            self.sums[layout.POINTS, seat] += score
            self.sums[layout.SQUARES, seat] += score * score
            self.sums[layout.RELICS, seat] += len(game.relics[seat])
            if seat in game.winners:
                self.sums[layout.WINS, seat] += part
                winning |= 1 << seat
            self.scores[seat, min(score, self.scores.shape[1] - 1)] += 1
            if each is not None:
                each.scores[place, seat] = score
        if each is not None:
            each.winners[place] = winning
        self._add_events(game, each, place)
        self.games += 1

    def _add_events(self, game: Game, each: Games | None, place: int) -> None:
        """Count a game's events."""
        cards, path = 0, 0
        for event in game.history:
            if isinstance(event, events.CardTurned):
                cards += 1
                self.flows[layout.RELICS_TURNED] += isinstance(event.card, Relic)
            elif isinstance(event, events.TreasureShared):
                path += event.remainder
            elif isinstance(event, events.Bust):
                self.flows[layout.LOST_IN_BUSTS] += event.lost * len(event.seats)
            elif isinstance(event, events.ChoicesRevealed) and event.leavers:
                self.leavers[len(event.leavers)] += 1
            elif isinstance(event, events.Banked):
                self.flows[layout.FROM_HAND] += event.carried
                self.flows[layout.FROM_PATH] += event.share
                path -= event.share
            elif isinstance(event, events.RelicsTaken):
                self.flows[layout.RELICS_TAKEN] += len(event.relics)
            elif isinstance(event, events.ExpeditionEnded):
                self.flows[layout.LEFT_ON_PATH] += path
                self.lengths[event.round - 1, cards] += 1
                self.busts[event.round - 1] += event.bust
                if each is not None:
                    each.lengths[place, event.round - 1] = cards
                    each.busts[place, event.round - 1] = event.bust
                cards, path = 0, 0

    def to_detail(self) -> Detail:
        """Return the tally's histograms."""
        flows = dict(zip(FLOWS, map(int, self.flows), strict=True))
        return Detail(self.scores, self.lengths, self.busts, self.leavers, flows)
