"""The results of a tournament: each bot's standing, with its uncertainty."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import isnan, sqrt
from typing import Any, TextIO

from diamant.errors import DiamantError, Message
from diamant.extras import needs
from diamant.simulator.result import WIN_PARTS, Array

# Two-sided 95% points of Student's t for 1, 2, 3 … degrees of freedom.
T_95 = (
    *(12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18),
    *(2.16, 2.14, 2.13, 2.12, 2.11, 2.10, 2.09, 2.09, 2.08, 2.07, 2.07, 2.06),
)


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's results; errors are half the width of a 95% confidence interval.

    An error is nan if there is only one block of decks, and a rating is nan if it was not computed.
    """

    bot: str
    games: int  # Games played, counted once for each seat.
    mean: float
    mean_error: float
    win_share: float
    win_share_error: float
    rating: float
    adjusted: float | None = None  # The win share without luck, if it was computed.
    adjusted_error: float | None = None

    @property
    def worth(self) -> float | None:
        """The number of raw games that reduce the variance as much as one adjusted game."""
        if self.adjusted_error is None or not self.adjusted_error > 0:
            return None
        return (self.win_share_error / self.adjusted_error) ** 2

    def to_json(self) -> dict[str, Any]:
        """Return the standing as JSON data, with null instead of nan."""
        told = asdict(self)
        adjusted, error = told.pop("adjusted"), told.pop("adjusted_error")
        if adjusted is not None:
            told |= {"adjusted_share": adjusted, "adjusted_share_error": error, "worth": self.worth}
        return {
            name: None if isinstance(value, float) and isnan(value) else value
            for name, value in told.items()
        }


@dataclass(frozen=True, slots=True)
class Tournament:
    """The outcome of a tournament, with the best bot first."""

    edition: str
    players: int
    games: int
    mixes: int
    all_mixes: int  # All possible mixes; more than `mixes` if only a sample was played.
    decks: int
    seconds: float
    standings: tuple[Standing, ...]
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return what `diamant tournament --json` prints."""
        kept = ("edition", "players", "games", "mixes", "all_mixes", "decks", "seconds")
        return {name: getattr(self, name) for name in kept} | {
            "sampled": self.mixes < self.all_mixes,
            "bots": [standing.to_json() for standing in self.standings],
        }

    def write_csv(self, output: TextIO) -> None:
        """Write the standings as comma-separated values."""
        rows: list[dict[str, Any]] = self.to_json()["bots"]
        writer = csv.DictWriter(output, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def standing_of(name: str, sums: Array, rating: float, luck: Array | None = None) -> Standing:
    """Return a bot's standing from `sums` [block, (seats, points, wins in 840ths)].

    `luck` [block] is the number of wins that the cards gave the bot.
    """
    seats, points, wins = (int(number) for number in sums.sum(axis=0))
    return Standing(
        bot=name,
        games=seats,
        mean=points / seats,
        mean_error=_half_width(sums[:, 1], sums[:, 0]),
        win_share=wins / WIN_PARTS / seats,
        win_share_error=_half_width(sums[:, 2] / WIN_PARTS, sums[:, 0]),
        rating=rating,
        adjusted=None if luck is None else (wins / WIN_PARTS - float(luck.sum())) / seats,
        adjusted_error=(
            None if luck is None else _half_width(sums[:, 2] / WIN_PARTS - luck, sums[:, 0])
        ),
    )


def _half_width(totals: Array, counts: Array) -> float:
    """Return the half-width of a mean's 95% interval, from means of blocks of decks.

    All lineups play the same decks, so single games are far from independent; blocks of different
    decks are independent.
    """
    dealt = counts > 0
    blocks = int(dealt.sum())
    if blocks < 2:
        return float("nan")
    means = totals[dealt] / counts[dealt]
    weights = counts[dealt] / counts.sum()
    mean = float((means * weights).sum())
    spread = float((weights * (means - mean) ** 2).sum()) / (blocks - 1)
    return T_95[min(blocks - 1, len(T_95)) - 1] * sqrt(spread)


AVERAGE = 1500.0
SCALE = 40.0  # Points per unit of openskill's skill, so differences look like chess ratings.


def rate(bots: int, games: Iterable[tuple[Sequence[int], Sequence[int]]]) -> list[float]:
    """Return each bot's rating from games, given as lineups and everyone's points.

    The average is 1500. The order of the games matters slightly, as in every rating that is updated
    game by game.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise DiamantError(needs("openskill", Message("a rating"))) from None
    # Bots don't learn: without tau, the ratings settle instead of following the last games.
    model = PlackettLuce(tau=0.0)
    ratings = [model.rating() for _ in range(bots)]
    for line_up, points in games:
        # A bot in two seats is rated by the first one only, since it can't outrank itself.
        score_of = dict(reversed(list(zip(line_up, points, strict=True))))
        if len(score_of) < 2:
            continue
        teams = [[ratings[bot]] for bot in score_of]
        rated = model.rate(teams, scores=list(score_of.values()))
        for bot, (rating,) in zip(score_of, rated, strict=True):
            ratings[bot] = rating
    start = model.rating().mu
    return [AVERAGE + SCALE * (rating.mu - start) for rating in ratings]
