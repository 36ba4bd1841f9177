"""The values of an edition report for game designers."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

import numpy as np

from diamant.simulator.result import FLOWS

GEM_FLOWS = tuple(name for name in FLOWS if name.startswith("gems_"))


SECONDS_PER_CARD = 20
SECONDS_PER_EXPEDITION = 60
"""Seconds that people need for each card (to turn it, think, choose and share), and for each
expedition (to shuffle and bank). Reports say that these are guesses, and also show the number of
cards."""


def minutes_of(cards: float, expeditions: int) -> float:
    """Estimate the minutes that people need for a number of cards and expeditions.

    >>> round(minutes_of(40, 5), 2)
    18.33
    """
    return (cards * SECONDS_PER_CARD + expeditions * SECONDS_PER_EXPEDITION) / 60


@dataclass(frozen=True, slots=True)
class Measured:
    """A mean and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, samples: Sequence[float]) -> "Measured":
        """Return the mean of some samples and its standard error.

        >>> Measured.of([1, 3])
        Measured(mean=2.0, error=1.0)
        """
        many = len(samples)
        mean = sum(samples) / many
        spread = sum((sample - mean) ** 2 for sample in samples) / max(1, many - 1)
        return cls(mean, sqrt(spread / many))


@dataclass(frozen=True, slots=True)
class ToldGames:
    """Measurements from games that were replayed card by card.

    `leader_wins[n]` is the share of the win that goes to the leader after n + 1 expeditions.
    `stand_ins` is the share of games in which the box ran out of gems, and `largest_shortage` the
    most points of gems that were missing.
    """

    games: int
    leader_wins: tuple[Measured, ...]
    stand_ins: Measured
    largest_shortage: int


@dataclass(frozen=True, slots=True)
class LuckParts:
    """How much of a result is due to the cards, the opponents and the player.

    Each value is one part's share of the sum of squares over all three parts, measured by the
    review's reference. The values add up to 1.
    """

    games: int
    reference: str
    cards: Measured
    others: Measured
    decisions: Measured


@dataclass(frozen=True, slots=True)
class BestRule:
    """The best simple rule found for an edition, and the best of each family.

    Win shares are those of one seat among the report's bots, on decks that the search did not use.
    """

    bot: str
    share: Measured
    families: tuple[tuple[str, Measured], ...]


@dataclass(frozen=True, slots=True)
class PlayersReport:
    """How an edition plays with one number of players.

    `lengths[expedition][cards]` counts expeditions; `bust_rates` has the rate for each expedition.
    `caught_rate` is how often a player who entered a cave was inside at a bust. `leavers[n - 1]` is
    the share of departures in which n players left at once. Relics are counted per game, gems as
    they are revealed. `game_cards[cards]` counts games.

    `measured` has the points of a player (`score`), of the `winner` and of the `last`; the winner's
    lead over second place (`margin`); the shares of games that are `tied` or `close` (a margin of
    at most a tenth of the winner's points); and the share of expeditions that bust (`bust_rate`).
    """

    players: int
    games: int
    measured: dict[str, Measured]
    lengths: tuple[tuple[int, ...], ...]
    bust_rates: tuple[float, ...]
    caught_rate: float
    gems_per_card: float
    gems_per_expedition: float
    gem_shares: dict[str, float]
    relics_turned: float
    relics_taken: float
    leavers: tuple[float, ...]
    game_cards: tuple[int, ...]
    told: ToldGames | None = None
    luck: LuckParts | None = None
    rule: BestRule | None = None

    @property
    def all_lengths(self) -> tuple[int, ...]:
        """The number of expeditions of each length in cards, over all rounds."""
        return tuple(map(sum, zip(*self.lengths, strict=True)))

    @property
    def mean_length(self) -> float:
        """The mean number of cards in an expedition."""
        return _mean_place(self.all_lengths)

    @property
    def mean_lengths(self) -> tuple[float, ...]:
        """The mean number of cards in the first expedition, the second, and so on."""
        return tuple(map(_mean_place, self.lengths))

    def length_at(self, part: float) -> int:
        """Return the `part` quantile of the expedition lengths, in cards."""
        return _place_at(self.all_lengths, part)

    @property
    def minutes(self) -> float:
        """The average duration of a game in minutes, as estimated by `minutes_of`."""
        return minutes_of(_mean_place(self.game_cards), len(self.lengths))

    def minutes_at(self, part: float) -> float:
        """Return the `part` quantile of the game durations, in minutes."""
        return minutes_of(_place_at(self.game_cards, part), len(self.lengths))

    def to_json(self) -> dict[str, Any]:
        """Return this part of the report as JSON data."""
        mean = {name: value.mean for name, value in self.measured.items()}
        return {
            "players": self.players,
            "games": self.games,
            "score": {"mean": mean["score"], "winner": mean["winner"], "last": mean["last"]},
            "length": {
                "mean": self.mean_length,
                "by_expedition": list(self.mean_lengths),
                "counts": [list(counts) for counts in self.lengths],
            },
            "bust_rate": {"all": mean["bust_rate"], "by_expedition": list(self.bust_rates)},
            "caught_rate": self.caught_rate,
            "gems": {
                "per_card": self.gems_per_card,
                "per_expedition": self.gems_per_expedition,
                "shares": dict(self.gem_shares),
            },
            "relics": {"turned": self.relics_turned, "taken": self.relics_taken},
            "leavers": {str(many): share for many, share in enumerate(self.leavers, start=1)},
            "margin": {"mean": mean["margin"], "ties": mean["tied"], "close": mean["close"]},
            "minutes": {
                "mean": self.minutes,
                "long": self.minutes_at(0.9),
                "seconds_per_card": SECONDS_PER_CARD,
                "seconds_per_expedition": SECONDS_PER_EXPEDITION,
            },
            "errors": {name: value.error for name, value in self.measured.items()},
            "told": self.told and asdict(self.told),
            "luck": self.luck and asdict(self.luck),
            "rule": self.rule and asdict(self.rule),
        }


@dataclass(frozen=True, slots=True)
class EditionReport:
    """How an edition plays, for each requested number of players."""

    edition: str
    bots: tuple[str, ...]
    seed: int
    counts: tuple[PlayersReport, ...]
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return what `diamant edition-report --json` prints."""
        return {
            "edition": self.edition,
            "bots": list(self.bots),
            "seed": self.seed,
            "interrupted": self.interrupted,
            "by_players": [count.to_json() for count in self.counts],
        }


def _place_at(counts: Sequence[int], part: float) -> int:
    """Return the index of a histogram's bin at a quantile."""
    sums = np.cumsum(counts)
    return int(np.searchsorted(sums, part * sums[-1]))


def _mean_place(counts: Sequence[int]) -> float:
    return sum(place * count for place, count in enumerate(counts)) / sum(counts)
