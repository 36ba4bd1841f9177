"""One cave of a game: what has been turned there, what lies on it, and who is inside."""

from collections.abc import Sequence

from diamant.rules.cards import Card, Hazard, Relic
from diamant.rules.deck import Deck
from diamant.rules.frozen import frozen


@frozen
class Expedition:
    """One cave: the cards turned so far, what lies on them, and who is still inside.

    `gems` are those lying on each card of `path`; `relics` are those still lying there; `hazards`
    are the kinds met. Everybody in the cave has been there since the first card, so all of them
    have `carried` the same.

    >>> from diamant.rules.game import Game
    >>> cave = Game.start("iello-2016", 3).turn("11").game.expedition
    >>> cave.path, cave.carried, cave.gems
    ((Treasure(value=11),), 3, (2,))
    """

    round: int
    deck: Deck
    in_cave: tuple[int, ...]
    path: tuple[Card, ...] = ()
    gems: tuple[int, ...] = ()
    relics: tuple[Relic, ...] = ()
    carried: int = 0
    hazards: tuple[str, ...] = ()


def ends_bust(path: Sequence[Card]) -> bool:
    """Return whether the last card of a path was the second hazard of its kind."""
    return bool(path) and isinstance(path[-1], Hazard) and path[-1] in path[:-1]
