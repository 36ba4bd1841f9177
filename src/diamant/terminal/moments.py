"""A game as the moments that people see: a card is turned, or the choices are revealed."""

from collections.abc import Iterator
from typing import NamedTuple

from diamant.record import Record, replay
from diamant.rules.cards import Card
from diamant.rules.events import Bust, ExpeditionBegan, ExpeditionEnded, GameEvent
from diamant.rules.game import Game, Phase
from diamant.view import events_for


class Moment(NamedTuple):
    """One step of a game: the card that was turned, or None where choices were revealed.

    A bust, and the last one's leaving, lead straight into the next expedition: `game` stands there
    already, and `before` is the cave that it ended.
    """

    before: Game
    card: Card | None
    game: Game
    events: tuple[GameEvent, ...]

    @property
    def round(self) -> int:
        """Which expedition it belongs to."""
        return self.before.expedition.round

    @property
    def number(self) -> int:
        """How many cards lie on the path then."""
        return len(self.before.expedition.path) + (self.card is not None)

    @property
    def is_bust(self) -> bool:
        """Whether the card ended the expedition."""
        return any(isinstance(event, Bust) for event in self.events)

    @property
    def ends_expedition(self) -> bool:
        """Whether nobody is inside any more."""
        return any(isinstance(event, ExpeditionEnded) for event in self.events)

    def told_to(self, seat: int | None) -> tuple[GameEvent, ...]:
        """Return the events that a seat may know."""
        return events_for(self.events, seat) if self.before.closed else self.events


def turn(game: Game, card: Card) -> Moment:
    """Turn a card."""
    return Moment(game, card, *game.turn(card))


def reveal(game: Game, leavers: list[int]) -> Moment:
    """Reveal the choices."""
    return Moment(game, None, *game.decide(leavers))


def moments_of(game: Game) -> Iterator[Moment]:
    """Give everything that happened in a game, from its first card on."""
    names = tuple(str(seat) for seat in range(game.players))
    for step in replay(Record(names, game)):
        yield turn(step.before, step.card)
        if step.leavers is not None:
            yield reveal(step.turned, list(step.leavers))


def began(game: Game) -> ExpeditionBegan:
    """Return how the expedition that is going on began."""
    return next(event for event in reversed(game.history) if isinstance(event, ExpeditionBegan))


def asks(game: Game, seat: int | None) -> bool:
    """Tell whether a seat has to choose."""
    return game.phase is Phase.DECIDE and seat in game.expedition.in_cave
