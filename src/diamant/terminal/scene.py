"""A game as the moments that people see, and what one seat sees at each of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from diamant.record import Record, replay
from diamant.rules.cards import Card
from diamant.rules.events import (
    Banked,
    Bust,
    ChoicesRevealed,
    ExpeditionBegan,
    ExpeditionEnded,
    GameEvent,
)
from diamant.rules.game import Game, Phase
from diamant.view import View, events_for


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


class Deed(Enum):
    """What a player did last, or does."""

    GOES_ON = "goes on"
    LEAVES = "leaves"
    LOSES = "loses"
    CHOOSING = "choosing"
    HAS_CHOSEN = "has chosen"


class Mark(NamedTuple):
    """A deed, and the gems that it brought or cost where that is known."""

    deed: Deed
    gems: int | None = None


@dataclass(frozen=True)
class Scene:
    """The cave and everybody around it."""

    round: int
    rounds: int
    cards: tuple[Card, ...]
    gems: tuple[int, ...]  # Lying on each card.
    inside: tuple[int, ...]
    carried: int
    hazards: tuple[str, ...]
    relics: tuple[int, ...]  # What each on the path is worth to somebody who leaves alone.
    chests: tuple[int | None, ...]
    relics_taken: tuple[tuple[int, ...], ...]
    busted: bool = False
    is_over: bool = False
    face_down: bool = False  # Whether a card is about to be turned.
    marks: dict[int, Mark] = field(default_factory=dict)

    @property
    def path(self) -> int:
        """The gems lying on the path."""
        return sum(self.gems)

    def with_back(self) -> "Scene":
        """Return the scene while the next card still lies on its face."""
        return replace(self, face_down=True, marks={})


def scene_of(game: Game, seat: int | None) -> Scene:
    """Return what a seat sees of a game as it stands."""
    seen, cave = View.of(game, seat), game.expedition
    return Scene(
        round=cave.round,
        rounds=game.edition.rounds,
        cards=cave.path,
        gems=cave.gems,
        inside=cave.in_cave,
        carried=cave.carried,
        hazards=cave.hazards,
        relics=seen.relics,
        chests=seen.chests,
        relics_taken=seen.relics_taken,
        is_over=game.phase is Phase.OVER,
    )


def empty_scene(rounds: int, players: int) -> Scene:
    """Return a cave that nobody has entered, and so many who could."""
    nothing: tuple[int, ...] = ()
    return Scene(
        round=1,
        rounds=rounds,
        cards=(),
        gems=(),
        inside=(),
        carried=0,
        hazards=(),
        relics=(),
        chests=(0,) * players,
        relics_taken=(nothing,) * players,
    )


def scene_before(moment: Moment, seat: int | None) -> Scene:
    """Return what a seat sees just before a moment: a card face down, if one is to be turned."""
    scene = scene_of(moment.before, seat)
    return scene if moment.card is None else scene.with_back()


def scene_after(moment: Moment, seat: int | None) -> Scene:
    """Return what a seat sees after a moment.

    The cave that it ended stays in view until the first card of the next one.
    """
    marks = _marks(moment, seat)
    scene = replace(scene_of(moment.game, seat), marks=marks)
    if not moment.ends_expedition:
        return scene
    cave = moment.before.expedition
    cards = cave.path if moment.card is None else (*cave.path, moment.card)
    return replace(
        scene,
        round=cave.round,
        cards=cards,
        gems=(0,) * len(cards),
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
