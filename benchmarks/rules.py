"""Measure steps and views per second on one core: `make benchmark`.

The same games are played slice by slice, in processor time; the best slice counts, because
machines are shared.
"""

import random
from collections.abc import Callable, Sequence

from benchmarks.timing import best_seconds
from diamant.editions import edition
from diamant.rules.cards import Card
from diamant.rules.game import Game, Phase
from diamant.view import View

CASES = (("schmidt-2005", 4), ("schmidt-2005", 8), ("iello-2016", 4), ("iello-2023-relics", 8))
CASES += (("incan-gold", 3),)
GAMES = 20  # In a slice.
SLICES = 40
VIEWS = 200
LEAVE = 0.15

Course = list[Card | list[int]]


def main() -> None:
    """Measure every case and print a table."""
    for edition_id, players in CASES:
        start, courses, middle, end = _courses(edition_id, players)
        found = {
            "steps": _rate(sum(map(len, courses)), _play, start, courses),
            "views, round 1": _rate(VIEWS, _view, middle),
            "views, at the end": _rate(VIEWS, _view, end),
        }
        for what, rate in found.items():
            print(f"{edition_id:<18} {players}  {what:<18} {rate:>9,.0f} per second", flush=True)


def _courses(edition_id: str, players: int) -> tuple[Game, list[Course], Game, Game]:
    """Return a start, the steps of some whole games, and an early and a late moment of one."""
    chance = random.Random(1)
    courses: list[Course] = []
    start = Game.start(edition(edition_id), players)
    for _ in range(GAMES):
        game, moments = start, list[Game]()
        courses.append([])
        while game.phase is not Phase.OVER:
            if game.phase is Phase.TURN:
                left = list(game.expedition.deck.items())
                (card,) = chance.choices([c for c, _ in left], [n for _, n in left])
                game = game.turn(card).game
                courses[-1].append(card)
            else:
                leavers = [seat for seat in game.expedition.in_cave if chance.random() < LEAVE]
                game = game.decide(leavers).game
                courses[-1].append(leavers)
            moments.append(game)
    return start, courses, moments[6], moments[-4]


def _play(start: Game, courses: Sequence[Course]) -> None:
    for course in courses:
        game = start
        for step in course:
            game = game.decide(step).game if isinstance(step, list) else game.turn(step).game


def _view(game: Game) -> None:
    for _ in range(VIEWS):
        View.of(game, 0)


def _rate(count: int, work: Callable[..., object], *what: object) -> float:
    """Return the units per second of the best slice."""
    return count / best_seconds(lambda: work(*what), SLICES)


if __name__ == "__main__":
    main()
