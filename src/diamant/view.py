"""Views: everything that one seat, or a spectator, may know about a game.

Bots and clients see the state of a game only through views. Spectators and a table's shared screen
see what an onlooker at a real table would see. Views contain plain numbers and words, so bots need
no other import.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import chain, compress, repeat
from typing import Any, get_args, overload

from diamant.errors import IllegalStepError, kind_of
from diamant.rules.cards import Hazard, Relic, Treasure
from diamant.rules.events import Banked, GameEvent, Past, StandInsNeeded, events_of
from diamant.rules.frozen import frozen, made_by, quick
from diamant.rules.game import Game, Phase
from diamant.rules.seats import check_seat
from diamant.rules.sharing import relic_worth


@made_by("View.of(game, seat)")
@frozen
class View:
    """All that one seat knows about a game; `seat` is None for a spectator.

    Points in `chest` and `chests` include taken relics. If chests are closed, the contents of other
    players' chests are None until the game ends; cards beside a chest stay public.

    >>> from diamant import Game
    >>> game = Game.start("iello-2016", 3).turn("11").game.decide([2]).game.turn("snake").game
    >>> seen = View.of(game, seat=0)
    >>> seen.card, seen.carried, seen.in_cave, seen.hazards, seen.chests
    ('snake', 3, (0, 1), ('snake',), (0, 0, 5))
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
    history: Sequence[GameEvent]

    @classmethod
    def of(cls, game: Game, seat: int | None = None) -> "View":
        """Return the view of a seat, or of a spectator if `seat` is None.

        >>> from diamant import Game, edition
        >>> game = Game.start(edition("schmidt-2005"), 3, closed=True).turn("17").game
        >>> seen = View.of(game.decide([0]).game, seat=1)
        >>> seen.carried, seen.path, seen.chests
        (5, 0, (None, 0, None))
        """
        check_game(game)
        if seat is not None:
            check_seat(seat, game.players)
        cave, edition, over = game.expedition, game.edition, game.phase is Phase.OVER
        box, copies, in_cave = cave.deck.box, cave.deck.copies, cave.in_cave
        cards = tuple([str(card) for card in cave.path])
        scores, hidden = game.scores, game.closed and not over
        chests: tuple[int | None, ...] = scores
        if hidden:
            chests = tuple(score if at == seat else None for at, score in enumerate(scores))
        return _view(
            edition=edition.id,
            players=game.players,
            seat=seat,
            round=cave.round,
            rounds=edition.rounds,
            phase=game.phase.value,
            in_cave=in_cave,
            card=cards[-1] if cards else None,
            cards=cards,
            carried=cave.carried if seat is None or seat in in_cave else 0,
            path=sum(cave.gems),
            gems=cave.gems,
            relics=relics_for_taker(game),
            hazards=cave.hazards,
            deck=dict(compress(zip(box.words, copies, strict=True), copies)),
            treasures_left=tuple(
                chain.from_iterable(map(repeat, box.values, copies[box.treasures]))
            ),
            hazards_left=dict(zip(box.kinds, copies[box.hazards], strict=True)),
            relics_left=sum(copies[box.relics]),
            deck_size=cave.deck.size,
            closed=game.closed,
            chest=None if seat is None else scores[seat],
            chests=chests,
            relics_taken=tuple([tuple([relic.worth for relic in taken]) for taken in game.relics]),
            # The number of stand-ins in use would reveal the contents of closed chests.
            stand_ins=None if hidden else game.stand_ins,
            scores=scores if over else None,
            winners=game.winners,
            history=KnownEvents(game.past, seat, hidden=hidden),
        )

    def __hash__(self) -> int:
        # These fields distinguish most views; the deck and the history mostly follow from them.
        place = self.edition, self.seat, self.round, self.phase
        return hash((place, self.cards, self.in_cave, self.carried, self.chests))

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON data; each event starts with its wire name."""
        return self.present() | {"history": [event_to_json(event) for event in self.history]}

    def present(self) -> dict[str, Any]:
        """Return the view as JSON data, without its growing history."""
        return {name: getattr(self, name) for name in _PRESENT}


def check_game(game: Game) -> None:
    """Raise an error if `game` is not a `Game`, for example if it is a step."""
    if not isinstance(game, Game):
        raise IllegalStepError("expected a Game, got {value}", kind_of(game))


class KnownEvents(Sequence[GameEvent]):
    """The events that a seat knows, oldest first, collected on first access.

    A `KnownEvents` compares equal to a tuple of the same events.
    """

    __slots__ = ("_events", "_hidden", "_past", "_seat")

    def __init__(self, past: Past | None, seat: int | None, *, hidden: bool) -> None:
        self._past, self._seat, self._hidden = past, seat, hidden
        self._events: tuple[GameEvent, ...] | None = None

    def gather(self) -> tuple[GameEvent, ...]:
        """Return the events as a tuple."""
        if self._events is None:
            events = events_of(self._past)
            self._events = events_for(events, self._seat) if self._hidden else events
        return self._events

    def __len__(self) -> int:
        return len(self.gather())

    def __iter__(self) -> Iterator[GameEvent]:
        return iter(self.gather())

    @overload
    def __getitem__(self, index: int) -> GameEvent: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[GameEvent, ...]: ...
    def __getitem__(self, index: int | slice) -> GameEvent | tuple[GameEvent, ...]:
        return self.gather()[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | KnownEvents) and self.gather() == tuple(other)

    def __hash__(self) -> int:
        return hash(self.gather())

    def __repr__(self) -> str:
        return repr(self.gather())

    def __reduce__(self) -> tuple[object, ...]:
        # Pickle only the known events, not the hidden ones behind them.
        return _known, (self.gather(),)


def _known(events: tuple[GameEvent, ...]) -> KnownEvents:
    return KnownEvents((None, events), None, hidden=False)


def events_for(events: tuple[GameEvent, ...], seat: int | None) -> tuple[GameEvent, ...]:
    """Return the events that a seat may see while chests are closed."""
    return tuple(
        event
        for event in events
        if not isinstance(event, StandInsNeeded)
        and not (isinstance(event, Banked) and event.seat != seat)
    )


def event_to_json(event: GameEvent) -> dict[str, Any]:
    """Return an event as JSON data: its wire name and fields, with cards as words."""
    kind: type[Any] = type(event)
    data: dict[str, Any] = {"event": event.wire_name}
    for name in _FIELDS[kind]:
        data[name] = _plain(getattr(event, name))
    return data


# Cached, because `fields` would look them up again for every event.
_FIELDS = {kind: tuple(field.name for field in fields(kind)) for kind in get_args(GameEvent)}


def _plain(value: object) -> object:
    if isinstance(value, Treasure | Hazard | Relic):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, int | str):
        return value
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}  # type: ignore[arg-type]


def relics_for_taker(game: Game) -> tuple[int, ...]:
    """Return the value of each relic in the path for a player who leaves alone now."""
    relics, schedule = game.expedition.relics, game.edition.relics
    if not relics:
        return ()
    assert schedule is not None, "a relic lies on the path of an edition without relics"
    before = sum(map(len, game.relics))
    return tuple(relic_worth(card, before + place, schedule) for place, card in enumerate(relics))


_PRESENT = tuple(field.name for field in fields(View) if field.name != "history")
_view = quick(View)
