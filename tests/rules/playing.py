"""Play short courses of a game, and build a small edition that tests can vary."""

from typing import Any

from diamant import edition
from diamant.rules.edition import Edition, HazardKind
from diamant.rules.game import Game, Phase
from diamant.rules.seats import SEAT_LETTERS
from diamant.rules.supply import Gem


def start(edition_id: str = "iello-2016", players: int = 3, **options: Any) -> Game:
    """Begin a game of a built-in edition."""
    return Game.start(edition(edition_id), players, **options)


def play(game: Game, course: str) -> Game:
    """Turn cards and reveal choices, written as in a record: `9/AB` means A and B leave after a 9.

    As in a record, nothing after the last card leaves the decision open, and `/-` means that all
    stay.
    """
    for word in course.split():
        card, _, seats = word.partition("/")
        if game.phase is Phase.DECIDE:
            game = game.decide([]).game
        game = game.turn(card).game
        if seats:
            game = game.decide([SEAT_LETTERS.index(seat) for seat in seats if seat != "-"]).game
    return game


def small_edition(**changes: Any) -> Edition:
    """Return an edition of 2 rounds for 1 or 2 players, with 3 treasures and 6 hazards."""
    fields: dict[str, Any] = {
        "id": "small",
        "name": "Small",
        "summary": "",
        "rounds": 2,
        "least_players": 1,
        "most_players": 2,
        "treasures": (7, 4, 4),
        "hazards": (HazardKind("snake", 3), HazardKind("lava", 3)),
        "gems": (Gem("ruby", 1, 60), Gem("diamond", 5, 40)),
    }
    return Edition(**(fields | changes))
