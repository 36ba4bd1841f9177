"""A game as the moments that people see, and a seat's view of each."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from diamant.rules.cards import Card
from diamant.rules.events import (
    Banked,
    Bust,
    CardTurned,
    ChoicesRevealed,
    ExpeditionEnded,
    GameEvent,
)
from diamant.rules.game import Game, Phase
from diamant.view import View, events_for


class Moment(NamedTuple):
    """One step of a game: the card that was turned, or None if choices were revealed.

    After a bust, or after the last player leaves, the game is already in the next expedition:
    `game` is its start, and `before` is the cave that ended.
    """

    before: Game
    card: Card | None
    game: Game
    events: tuple[GameEvent, ...]

    @property
    def number(self) -> int:
        """The number of cards on the path at that moment."""
        return len(self.before.expedition.path) + (self.card is not None)

    @property
    def is_bust(self) -> bool:
        """Whether the card ended the expedition."""
        return any(isinstance(event, Bust) for event in self.events)

    @property
    def ends_expedition(self) -> bool:
        """Whether the expedition ended at this moment."""
        return any(isinstance(event, ExpeditionEnded) for event in self.events)

    def told_to(self, seat: int | None) -> tuple[GameEvent, ...]:
        """Return the events that a seat may know."""
        return events_for(self.events, seat) if self.before.closed else self.events


def moments_of(game: Game) -> Iterator[Moment]:
    """Yield all moments of a game, from its first card on."""
    now = Game.start(game.edition, game.players, closed=game.closed)
    for event in game.history:
        if isinstance(event, CardTurned):
            moment = Moment(now, event.card, *now.turn(event.card))
        elif isinstance(event, ChoicesRevealed):
            moment = Moment(now, None, *now.decide(event.leavers))
        else:
            continue
        now = moment.game
        yield moment


def asks(game: Game, seat: int | None) -> bool:
    """Return whether a seat has to choose."""
    return game.phase is Phase.DECIDE and seat in game.expedition.in_cave


class Deed(Enum):
    """A player's last or current action, with its sign."""

    GOES_ON = "→"
    LEAVES = "←"
    LOSES = "✗"
    CHOOSING = "…"
    HAS_CHOSEN = "✓"


class Mark(NamedTuple):
    """An action, with the gems gained or lost, if known."""

    deed: Deed
    gems: int | None = None


@dataclass(frozen=True)
class Scene:
    """The cave and all players, as one seat sees them."""

    rounds: int
    chests: tuple[int | None, ...]
    relics_taken: tuple[tuple[int, ...], ...]
    round: int = 1
    cards: tuple[Card, ...] = ()
    gems: tuple[int, ...] = ()  # On each card of the path.
    inside: tuple[int, ...] = ()
    carried: int = 0
    hazards: tuple[str, ...] = ()
    relics: tuple[int, ...] = ()  # Each relic's worth to a player who leaves alone.
    busted: bool = False
    is_over: bool = False
    face_down: bool = False  # Whether a card is about to be turned.
    marks: dict[int, Mark] = field(default_factory=dict)


def scene_of(game: Game, seat: int | None) -> Scene:
    """Return a seat's view of the current game."""
    seen, cave = View.of(game, seat), game.expedition
    return Scene(
        rounds=seen.rounds,
        chests=seen.chests,
        relics_taken=seen.relics_taken,
        round=seen.round,
        cards=cave.path,
        gems=cave.gems,
        inside=cave.in_cave,
        carried=cave.carried,
        hazards=cave.hazards,
        relics=seen.relics,
        is_over=game.is_over,
    )


def scene_after(moment: Moment, seat: int | None) -> Scene:
    """Return a seat's view after a moment.

    A cave that ended stays in view until the first card of the next one.
    """
    scene = replace(scene_of(moment.game, seat), marks=_marks(moment, seat))
    if not moment.ends_expedition:
        return scene
    cave = moment.before.expedition
    cards = cave.path if moment.card is None else (*cave.path, moment.card)
    return replace(
        scene,
        round=cave.round,
        cards=cards,
        gems=(),
        inside=(),
        carried=0,
        hazards=cave.hazards,
        relics=(),
        busted=moment.is_bust,
    )


def _marks(moment: Moment, seat: int | None) -> dict[int, Mark]:
    marks: dict[int, Mark] = {}
    for event in moment.told_to(seat):
        if isinstance(event, ChoicesRevealed):
            marks |= {each: Mark(Deed.GOES_ON) for each in event.stayers}
            marks |= {each: Mark(Deed.LEAVES) for each in event.leavers}
        elif isinstance(event, Banked):
            marks[event.seat] = Mark(Deed.LEAVES, event.carried + event.share)
        elif isinstance(event, Bust):
            marks |= {each: Mark(Deed.LOSES, event.lost) for each in event.seats}
    return dict(sorted(marks.items()))
