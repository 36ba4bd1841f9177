"""What two positions share that differ only in how they were reached."""

from collections.abc import Hashable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diamant.rules.game import Game


def key_of(game: "Game") -> Hashable:
    """Return what decides how a game can go on, to look positions up by.

    >>> from diamant.rules.game import Game
    >>> one, other = Game.start("iello-2016", 3), Game.start("iello-2016", 3)
    >>> key_of(one) == key_of(other), key_of(one) == key_of(other.turn("4").game)
    (True, False)
    """
    cave = game.expedition
    # Pooled gems are divided as one heap; otherwise each card's by itself, wherever it lies.
    pooled = game.edition.sharing == "pooled"
    gems: object = sum(cave.gems) if pooled else tuple(sorted(filter(None, cave.gems)))
    return (
        game.edition,
        game.closed,
        game.phase.value,
        cave.round,
        cave.deck.packed,
        cave.in_cave,
        cave.carried,
        gems,
        tuple(sorted(map(str, cave.relics))),
        frozenset(cave.hazards),
        game.chests,
        tuple(tuple(sorted(relic.worth for relic in taken)) for taken in game.relics),
        tuple(sorted(map(str, game.gone))),
    )
