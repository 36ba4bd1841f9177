"""One expedition of a game: its cards, gems and relics, and the players inside."""

from collections.abc import Sequence

from diamant.rules.cards import Card, Hazard, Relic
from diamant.rules.deck import Deck
from diamant.rules.frozen import frozen


@frozen
class Expedition:
    """One expedition: the cards turned, the gems on them, and the players inside.

    `gems` has the gems on each card of `path`, `relics` the relics still on the path, and `hazards`
    the kinds met. All players inside have been there since the first card, so each of them carries
    the same number of gems, `carried`.

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
