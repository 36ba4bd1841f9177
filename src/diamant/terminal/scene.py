"""What is to be seen at one moment, as far as one seat may know it."""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from diamant.rules.cards import Card
from diamant.rules.events import Banked, Bust, ChoicesRevealed
from diamant.rules.game import Game, Phase
from diamant.terminal.moments import Moment
from diamant.view import View


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
