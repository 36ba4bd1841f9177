"""What a report on an edition tells a designer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from diamant.simulator.result import FLOWS

GEM_FLOWS = tuple(name for name in FLOWS if name.startswith("gems_"))


@dataclass(frozen=True, slots=True)
class PlayersReport:
    """How an edition plays with one number of players.

    `lengths[expedition][cards]` counts expeditions; `bust_rates` are those of each expedition, and
    `caught_rate` says how often a player who entered a cave was in it at a bust. `leavers[n - 1]`
    is the share of the moments at which anybody left where n players did. Relics are counted per
    game, gems as they are turned up.
    """

    players: int
    games: int
    mean_score: float
    mean_winner: float
    mean_last: float
    lengths: tuple[tuple[int, ...], ...]
    bust_rates: tuple[float, ...]
    caught_rate: float
    gems_per_card: float
    gems_per_expedition: float
    gem_shares: dict[str, float]
    relics_turned: float
    relics_taken: float
    leavers: tuple[float, ...]

    @property
    def all_lengths(self) -> tuple[int, ...]:
        """How many expeditions, first or last, had each number of cards."""
        return tuple(map(sum, zip(*self.lengths, strict=True)))

    @property
    def mean_length(self) -> float:
        """The mean number of cards in an expedition."""
        return _mean_place(self.all_lengths)

    @property
    def mean_lengths(self) -> tuple[float, ...]:
        """The mean number of cards in the first expedition, the second, and so on."""
        return tuple(map(_mean_place, self.lengths))

    @property
    def bust_rate(self) -> float:
        """The share of all expeditions that ended in a bust."""
        return sum(self.bust_rates) / len(self.bust_rates)

    def length_at(self, part: float) -> int:
        """Return the number of cards that a part of all expeditions do not exceed."""
        counts = np.cumsum(self.all_lengths)
        return int(np.searchsorted(counts, part * counts[-1]))

    def to_json(self) -> dict[str, Any]:
        """Return this part of the report as JSON data."""
        return {
            "players": self.players,
            "games": self.games,
            "score": {
                "mean": self.mean_score,
                "winner": self.mean_winner,
                "last": self.mean_last,
            },
            "length": {
                "mean": self.mean_length,
                "by_expedition": list(self.mean_lengths),
                "counts": [list(counts) for counts in self.lengths],
            },
            "bust_rate": {"all": self.bust_rate, "by_expedition": list(self.bust_rates)},
            "caught_rate": self.caught_rate,
            "gems": {
                "per_card": self.gems_per_card,
                "per_expedition": self.gems_per_expedition,
                "shares": dict(self.gem_shares),
            },
            "relics": {"turned": self.relics_turned, "taken": self.relics_taken},
            "leavers": {str(many): share for many, share in enumerate(self.leavers, start=1)},
        }


@dataclass(frozen=True, slots=True)
class EditionReport:
    """How an edition plays, for each number of players that was asked for."""

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


def _mean_place(counts: Sequence[int]) -> float:
    return sum(place * count for place, count in enumerate(counts)) / sum(counts)
