"""What one seat, or a spectator, may know: the only way any state leaves the house.

A `View` is made for one seat, or for nobody: a spectator and the table's shared screen know what
an outsider at the table would. It holds plain numbers and words, so that a bot can be written
without any other import.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, get_args

from diamant.rules.cards import Hazard, Relic, Treasure
from diamant.rules.events import Banked, GameEvent, StandInsNeeded
from diamant.rules.game import Game, Phase
from diamant.rules.relics import relic_worth


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything that one seat knows of a game; `seat` is None for a spectator.

    Points in `chest` and `chests` count relics taken. Where chests are closed, what others hold is
    None until the game ends; what lies beside a chest stays public.
    """

    edition: str
    players: int
    seat: int | None
    round: int
    rounds: int
    phase: str
    in_cave: tuple[int, ...]
    card: str | None
    cards: tuple[str, ...]
    carried: int
    path: int
    gems: tuple[int, ...]
    relics: tuple[int, ...]
    hazards: tuple[str, ...]
    deck: Mapping[str, int]
    treasures_left: tuple[int, ...]
    hazards_left: Mapping[str, int]
    relics_left: int
    deck_size: int
    closed: bool
    chest: int | None
    chests: tuple[int | None, ...]
    relics_taken: tuple[tuple[int, ...], ...]
    stand_ins: int | None
    scores: tuple[int, ...] | None
    winners: tuple[int, ...]
    history: tuple[GameEvent, ...]

    @classmethod
    def of(cls, game: Game, seat: int | None = None) -> "View":
        """Return what a seat may know of a game, or a spectator if no seat is named.

        >>> from diamant import Game, edition
        >>> game = Game.start(edition("schmidt-2005"), 3, closed=True).turn("17").game
        >>> seen = View.of(game.decide([0]).game, seat=1)
        >>> seen.carried, seen.path, seen.chests
        (5, 0, (None, 0, None))
        """
        cave, over = game.expedition, game.phase is Phase.OVER
        assert seat is None or 0 <= seat < game.players, f"there is no seat {seat}"
        hidden = game.closed and not over
        scores = game.scores
        left = list(cave.deck.items())
        return cls(
            edition=game.edition.id,
            players=game.players,
            seat=seat,
            round=cave.round,
            rounds=game.edition.rounds,
            phase=game.phase.value,
            in_cave=cave.in_cave,
            card=str(cave.path[-1]) if cave.path else None,
            cards=tuple(map(str, cave.path)),
            carried=cave.carried if seat is None or seat in cave.in_cave else 0,
            path=sum(cave.gems),
            gems=cave.gems,
            relics=_relics_for_taker(game),
            hazards=cave.hazards,
            deck={str(card): copies for card, copies in left},
            treasures_left=tuple(
                card.value
                for card, copies in left
                if isinstance(card, Treasure)
                for _ in range(copies)
            ),
            hazards_left={kind.kind: cave.deck[Hazard(kind.kind)] for kind in game.edition.hazards},
            relics_left=sum(copies for card, copies in left if isinstance(card, Relic)),
            deck_size=cave.deck.size,
            closed=game.closed,
            chest=None if seat is None else scores[seat],
            chests=tuple(
                None if hidden and owner != seat else points for owner, points in enumerate(scores)
            ),
            relics_taken=tuple(tuple(relic.worth for relic in taken) for taken in game.relics),
            # How many stand-ins are in use follows from what everybody holds, closed chests too.
            stand_ins=None if hidden else game.stand_ins,
            scores=scores if over else None,
            winners=game.winners,
            history=events_for(game.history, seat) if hidden else game.history,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON data, each event as an object with its type's name first."""
        data: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        return data | {"history": [event_to_json(event) for event in self.history]}


def events_for(events: tuple[GameEvent, ...], seat: int | None) -> tuple[GameEvent, ...]:
    """Return those events that a seat may be told of while chests are closed."""
    return tuple(
        event
        for event in events
        if not isinstance(event, StandInsNeeded)
        and not (isinstance(event, Banked) and event.seat != seat)
    )


def event_to_json(event: GameEvent) -> dict[str, Any]:
    """Return an event as JSON data: its type's name, then its fields, with cards as words."""
    kind: type[Any] = type(event)
    data: dict[str, Any] = {"event": kind.__name__}
    for name in _FIELDS[kind]:
        data[name] = _plain(getattr(event, name))
    return data


# `fields` would look them up again for every event that is told.
_FIELDS = {kind: tuple(field.name for field in fields(kind)) for kind in get_args(GameEvent)}


def _plain(value: object) -> object:
    if isinstance(value, Treasure | Hazard | Relic):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, int | str):
        return value
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}  # type: ignore[arg-type]


def _relics_for_taker(game: Game) -> tuple[int, ...]:
    """Return what each relic on the path would be worth to a player who left alone now."""
    schedule = game.edition.relics
    if schedule is None:
        return ()
    before = sum(map(len, game.relics))
    return tuple(
        relic_worth(card, before + place, schedule)
        for place, card in enumerate(game.expedition.relics)
    )
