"""The match equity: each player's share of the win between two expeditions.

With no expedition left, the equity is the result itself. Before that, it is a mix of two softmaxes
of the scores. Their widths, in `equity-1.json`, were fitted to simulated games with `python -m
benchmarks.equity`. Shares add up to 1, and players with equal scores have equal shares.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp, sqrt
from typing import NamedTuple

from diamant.rules.edition import Edition
from diamant.rules.sharing import winners

VERSION = 1
REFERENCE = f"pack-{VERSION}"
"""The name of the entire value function; cite it with every figure."""

FITTED_PLAYERS = range(3, 9)
FITTED_ROUNDS = 5
FITTED_RICHNESS = 124 / 30
"""Gems per card in the decks of all built-in editions, not counting relics."""


class Softmax(NamedTuple):
    """One part of a mix: its weight, and the lead that multiplies the odds by e."""

    weight: float
    width: float


Mix = tuple[Softmax, ...]


def equity(
    scores: Sequence[float],
    rounds_left: int,
    edition: Edition | None = None,
    relics: Sequence[int] | None = None,
) -> tuple[float, ...]:
    """Return each player's share of the win before `rounds_left` more expeditions.

    `relics` is the number of relics that each player has taken. It breaks ties in some editions
    when no expedition is left. The default is an edition without relics.

    >>> [round(share, 2) for share in equity((30, 20, 20), 1)]
    [0.85, 0.07, 0.07]
    >>> equity((30, 20, 30), 0)
    (0.5, 0.0, 0.5)
    """
    if rounds_left <= 0:
        counts = relics if relics is not None else [0] * len(scores)
        return final_shares(scores, counts, edition)
    return mixed_shares(scores, mix_of(len(scores), rounds_left, edition))


def final_shares(
    scores: Sequence[float], relics: Sequence[int], edition: Edition | None
) -> tuple[float, ...]:
    """Return each player's share of a finished game."""
    tie_break = "shared" if edition is None else edition.tie_break
    # Only the order of scores matters, so halves are allowed here, too.
    won = winners(scores, relics, tie_break)  # type: ignore[arg-type]
    return tuple(1 / len(won) if seat in won else 0.0 for seat in range(len(scores)))


def mixed_shares(scores: Sequence[float], mix: Mix) -> tuple[float, ...]:
    """Return each player's share from a mix of softmaxes."""
    best = max(scores)
    shares = [0.0] * len(scores)
    for weight, width in mix:
        parts = [exp((score - best) / width) for score in scores]
        factor = weight / sum(parts)
        for seat, part in enumerate(parts):
            shares[seat] += factor * part
    return tuple(shares)


def mix_of(players: int, rounds_left: int, edition: Edition | None = None) -> Mix:
    """Return the softmaxes for a number of players and of expeditions left.

    Combinations that were not fitted use the nearest one that was. Widths grow with the square root
    of the number of expeditions, and with the gems per card of a custom edition.
    """
    relics = edition is not None and edition.relics is not None
    known = min(max(players, FITTED_PLAYERS[0]), FITTED_PLAYERS[-1])
    nearest = min(rounds_left, FITTED_ROUNDS)
    scale = sqrt(rounds_left / nearest) * _richness(edition)
    return tuple(
        Softmax(weight, width * scale)
        for weight, width in _fitted()["relics" if relics else "plain"][known][nearest - 1]
    )


def spread_of(players: int, edition: Edition | None = None) -> float:
    """Return the softmax width of a last expedition, used while players are inside."""
    return max(part.width for part in mix_of(players, 1, edition))


def _richness(edition: Edition | None) -> float:
    """Return the gems per card of an edition, relative to the built-in ones."""
    if edition is None:
        return 1.0
    cards = len(edition.treasures) + sum(copies for _, copies in edition.hazards)
    return max(sum(edition.treasures), 1) / cards / FITTED_RICHNESS


@cache
def _fitted() -> dict[str, dict[int, tuple[Mix, ...]]]:
    """Return the fitted mixes by kind of edition, players and expeditions left."""
    text = files(__package__).joinpath(f"equity-{VERSION}.json").read_text(encoding="utf-8")
    return {
        kind: {
            int(players): tuple(tuple(Softmax(*part) for part in mix) for mix in mixes)
            for players, mixes in table.items()
        }
        for kind, table in json.loads(text)["mixes"].items()
    }
