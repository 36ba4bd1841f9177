"""A game as lines of text for people, and as a key for equivalent positions."""

from collections.abc import Hashable
from typing import TYPE_CHECKING

from diamant.rules.seats import SEAT_LETTERS, letters

if TYPE_CHECKING:
    from diamant.rules.game import Game


def board(game: "Game") -> str:
    """Return the table as text: the path with its gems, the players and the chests.

    >>> from diamant.rules.game import Game
    >>> print(Game.start("iello-2016", 3).turn("11").game.decide([0]).game.turn("snake").game)
    iello-2016, round 1 of 5, to decide
    path: 11 snake
    cave: BC carry 3
    A 5  B 0  C 0
    """
    cave, edition = game.expedition, game.edition
    waits = "over" if game.is_over else f"to {game.phase.value}"
    cards = [
        f"{card}+{gems}" if gems else str(card)
        for card, gems in zip(cave.path, cave.gems, strict=True)
    ]
    lines = [
        f"{edition.id}, round {cave.round} of {edition.rounds}, {waits}",
        f"path: {' '.join(cards) or 'no card yet'}",
    ]
    if cave.in_cave:
        lines.append(f"cave: {letters(cave.in_cave)} carry {cave.carried}")
    if game.is_over:
        lines.append(f"won by {letters(game.winners)}")
    scores = zip(SEAT_LETTERS, game.scores, strict=False)
    return "\n".join([*lines, "  ".join(f"{letter} {points}" for letter, points in scores)])


def summary(game: "Game") -> str:
    """Return a game in one line: its edition, and its progress.

    >>> from diamant.rules.game import Game
    >>> summary(Game.start("iello-2016", 3).turn("11").game)
    'iello-2016, 3 players, round 1, 1 card turned, to decide'
    """
    cave = game.expedition
    if game.is_over:
        moment = f"over, scores {' '.join(map(str, game.scores))}"
    else:
        cards = "1 card" if len(cave.path) == 1 else f"{len(cave.path)} cards"
        moment = f"round {cave.round}, {cards} turned, to {game.phase.value}"
    return f"{game.edition.id}, {game.players} players, {moment}"


def key_of(game: "Game") -> Hashable:
    """Return a lookup key for everything that determines how a game can continue.

    >>> from diamant.rules.game import Game
    >>> one, other = Game.start("iello-2016", 3), Game.start("iello-2016", 3)
    >>> key_of(one) == key_of(other), key_of(one) == key_of(other.turn("4").game)
    (True, False)
    """
    cave = game.expedition
    # Pooled gems are divided as one heap. Otherwise each card is divided separately, in any order.
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
