"""The course of a game: turn a card, decide, and so on through every expedition.

A `Game` is a frozen value. `turn` and `decide` return a `Step`: the new game, and the events that
led to it. The caller passes the card to turn, because all randomness belongs to the dealer.
"""

from collections.abc import Hashable, Iterable
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from os import PathLike
from typing import Any, NamedTuple, NoReturn

from diamant.errors import IllegalStepError, UnknownNameError
from diamant.rules.board import board, key_of, summary
from diamant.rules.cards import Card, Hazard, Relic, Treasure
from diamant.rules.choices import Choice, as_seats, reveal
from diamant.rules.deck import Deck
from diamant.rules.edition import Edition
from diamant.rules.events import (
    Banked,
    Bust,
    CardTurned,
    ExpeditionEnded,
    GameEnded,
    GameEvent,
    Past,
    RelicsTaken,
    StandInsNeeded,
    events_of,
)
from diamant.rules.expedition import Expedition
from diamant.rules.frozen import frozen, made_by, quick
from diamant.rules.seats import SEAT_LETTERS, check_seat
from diamant.rules.sharing import (
    TakenRelics,
    lone_leaver_takes,
    points,
    relics_on,
    share_path,
    treasure_shared,
    winners,
)
from diamant.rules.supply import missing_worth


class Phase(Enum):
    """What the game is waiting for."""

    TURN = "turn"
    DECIDE = "decide"
    OVER = "over"


@made_by("Game.start(edition, players), Game.play(bots) or Game.from_position(text)")
@frozen
class Game:
    """A game of Diamant at one moment.

    >>> from diamant.editions import edition
    >>> game = Game.start(edition("iello-2016"), players=5)
    >>> game, events = game.turn("9")
    >>> game.expedition.carried, sum(game.expedition.gems)
    (1, 4)
    >>> game, events = game.decide(leavers=[0])
    >>> game.chests
    (5, 0, 0, 0, 0)
    """

    edition: Edition
    players: int
    closed: bool  # Whether chests are closed: this affects every view, but not the rules.
    phase: Phase
    expedition: Expedition
    chests: tuple[int, ...]  # Gems in each seat's chest, without relics.
    relics: TakenRelics  # The relics that each seat has taken.
    gone: tuple[Card, ...]  # Cards that have left the game: busted hazards and revealed relics.
    stand_ins: int
    past: Past | None  # A chain of all events so far; see `history`.

    @classmethod
    def start(
        cls, edition: "Edition | str | PathLike[str]", players: int, *, closed: bool = False
    ) -> "Game":
        """Start a game: all players are in the first cave, and no card has been turned.

        `edition` is an `Edition`, an id, or the path of a file.

        >>> Game.start("iello-2016", 5)
        <Game iello-2016, 5 players, round 1, 0 cards turned, to turn>
        """
        edition = _edition(edition)
        edition.check_players(players)
        if closed not in (True, False):
            raise IllegalStepError("closed must be True or False, not {closed}", repr(closed))
        return cls(
            edition=edition,
            players=players,
            closed=closed,
            phase=Phase.TURN,
            expedition=Expedition(1, edition.deck(1), _SEATS[players]),
            chests=(0,) * players,
            relics=((),) * players,
            gone=(),
            stand_ins=0,
            past=(None, edition.beginnings[:1]),
        )

    @classmethod
    def play(
        cls,
        bots: Iterable[Any],
        seed: int = 0,
        edition: "Edition | str | PathLike[str]" = "iello-2016",
        *,
        closed: bool = False,
    ) -> "Game":
        """Play a whole game between bots, one for each seat in order, and return it.

        A bot is an id with parameters, a `Bot`, or any suitable function or class. The same seed
        gives the same game.

        >>> game = Game.play(["threshold:gems=8", "random", lambda view: view.step >= 3], seed=4)
        >>> game.is_over, game.scores
        (True, (15, 0, 34))
        """
        from diamant.bots.whole_game import play_whole_game

        return play_whole_game(
            lambda players: cls.start(edition, players, closed=closed), bots, seed
        )

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        # Links are not compared directly: the same events may be split into other links.
        return (
            isinstance(other, Game)
            and _state(self) == _state(other)
            and (self.past is other.past or self.history == other.history)
        )

    def __hash__(self) -> int:
        return hash(_state(self))

    def __reduce__(self) -> tuple[type["Game"], tuple[object, ...]]:
        # A chain of thousands of links is nested too deeply to pickle.
        return Game, (*_state(self), (None, self.history))

    @property
    def history(self) -> tuple[GameEvent, ...]:
        """All events so far, oldest first; the tuple is built again at every access."""
        return events_of(self.past)

    @property
    def is_over(self) -> bool:
        """Whether the last expedition is over."""
        return self.phase is Phase.OVER

    def legal_choices(self, seat: int) -> tuple[Choice, ...]:
        """Return a seat's legal choices: both, or none if it doesn't have to choose now.

        >>> game = Game.start("iello-2016", 3)
        >>> game.legal_choices(0), game.turn("9").game.legal_choices(0)
        ((), ('stay', 'leave'))
        """
        check_seat(seat, self.players)
        asked = self.phase is Phase.DECIDE and seat in self.expedition.in_cave
        return ("stay", "leave") if asked else ()

    def chances(self) -> dict[Card, Fraction]:
        """Return each possible next card with its exact probability.

        The result is empty when the game is over.

        >>> chances = Game.start("iello-2016", 3).chances()
        >>> chances[Hazard("snake")], sum(chances.values())
        (Fraction(3, 35), Fraction(1, 1))
        """
        if self.phase is Phase.OVER:
            return {}
        deck = self.expedition.deck
        return {card: Fraction(copies, deck.size) for card, copies in deck.items()}

    @property
    def key(self) -> Hashable:
        """A key that is the same for positions with the same possible continuations.

        >>> one, other = Game.start("iello-2016", 3), Game.start("iello-2016", 3)
        >>> for card in ("4", "7"):
        ...     one = one.turn(card).game.decide([]).game
        >>> for card in ("7", "4"):
        ...     other = other.turn(card).game.decide([]).game
        >>> one == other, one.key == other.key
        (False, True)
        """
        return key_of(self)

    @property
    def position(self) -> str:
        """The position as one short line of text, like FEN in chess (docs/python.md).

        >>> Game.start("iello-2016", 3).turn("11").game.position
        'iello-2016 open 1 decide 11+2 ABC+3 0,0,0 -'
        """
        from diamant.rules.position import write_position

        return write_position(self)

    @classmethod
    def from_position(
        cls, text: str, edition: "Edition | str | PathLike[str] | None" = None
    ) -> "Game":
        """Return the game at a position, with a history that begins there.

        A custom edition must be passed as `edition`.

        >>> game = Game.from_position("iello-2016 open 5 decide 7+1,snake AC+2 14,9,20 lava")
        >>> game.decide([2]).game.scores
        (14, 9, 23)
        """
        from diamant import editions
        from diamant.rules.position import read_position

        # The text may come from a stranger, so its edition is looked up by id and never as a file.
        given = None if edition is None else _edition(edition)
        return read_position(text, lambda named: given or editions.edition(named))

    def with_chests(self, chests: tuple[int, ...], history: tuple[GameEvent, ...]) -> "Game":
        """Return this position with different gems in the chests and a different history."""
        needed = missing_worth(self.edition, self.expedition, chests, self.relics)
        return Game(
            edition=self.edition,
            players=self.players,
            closed=self.closed,
            phase=self.phase,
            expedition=self.expedition,
            chests=chests,
            relics=self.relics,
            gone=self.gone,
            stand_ins=needed,
            past=(None, history),
        )

    def __repr__(self) -> str:
        return f"<Game {summary(self)}>"

    def __str__(self) -> str:
        return board(self)

    def _repr_svg_(self) -> str:
        """Show the game in a notebook, with the browser's art."""
        from diamant.picture import picture

        return picture(self)

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points so far: gems in the chest plus the worth of its relics."""
        return points(self.chests, self.relics) if any(self.relics) else self.chests

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the victory; empty while the game is in progress."""
        return self._winners(self.scores, self.relics) if self.phase is Phase.OVER else ()

    def _winners(self, scores: tuple[int, ...], relics: TakenRelics) -> tuple[int, ...]:
        counts = [len(taken) for taken in relics]
        return winners(scores, counts, self.edition.tie_break)

    def turn(self, card: Card | str) -> "Step":
        """Turn a card, given as a `Card` or its word, and lay it at the end of the path.

        >>> game, events = Game.start("iello-2016", 4).turn("9")
        >>> game.expedition.carried, game.expedition.gems
        (2, (1,))
        """
        if self.phase is not _TURN:
            raise IllegalStepError("cannot turn a card now: {waiting}", self._waiting())
        cave = self.expedition
        deck = cave.deck
        box = deck.box
        place = box.by_identity.get(id(card))  # Usually a card of the box, which needs no call.
        if place is None or not deck.packed >> 8 * place & 255:
            try:
                place = deck.place_of(card)
            except TypeError:  # A list, or another unhashable value.
                place = None
            if place is None:
                raise self._not_in_deck(card)
        card, turned = box.cards[place], box.turned[place]
        deck = _deck(box, deck.packed - box.units[place], deck.size - 1)
        in_cave, path, lying, hazards = cave.in_cave, (*cave.path, card), cave.relics, cave.hazards
        if isinstance(card, Treasure):
            shared = treasure_shared(card.value, in_cave)
            gems, carried = (*cave.gems, shared.remainder), cave.carried + shared.share
            cave = _expedition(cave.round, deck, in_cave, path, gems, lying, carried, hazards)
            facts = (turned, shared)
            return self._step(_DECIDE, cave, self.chests, self.relics, self.gone, facts)

        if isinstance(card, Relic):
            lying = (*lying, card)
        elif card.kind in hazards:
            return self._bust(card, deck, turned)
        else:
            hazards = (*hazards, card.kind)
        gems = (*cave.gems, 0)
        cave = _expedition(cave.round, deck, in_cave, path, gems, lying, cave.carried, hazards)
        return self._quiet_step(_DECIDE, cave, (turned,))

    def decide(self, leavers: Iterable[int]) -> "Step":
        """Reveal everyone's choice: `leavers` leave, and all others inside stay.

        >>> game = Game.start("iello-2016", 4).turn("9").game
        >>> game, events = game.decide([3])
        >>> game.scores, game.expedition.in_cave
        ((0, 0, 0, 3), (0, 1, 2))
        """
        if self.phase is not _DECIDE:
            raise IllegalStepError("cannot decide now: {waiting}", self._waiting())
        cave = self.expedition
        revealed = reveal(cave.in_cave, as_seats(leavers))
        stayers, leaving = revealed.stayers, revealed.leavers
        if not leaving:
            return self._quiet_step(_TURN, cave, (revealed,))

        events: list[GameEvent] = [revealed]
        share, gems = share_path(cave.path, cave.gems, len(leaving), self.edition.sharing)
        chests, relics, lying, carried = list(self.chests), self.relics, cave.relics, cave.carried
        if lying:
            relics, lying = self._take_relics(leaving, events)
        for seat in leaving:
            chests[seat] += carried + share
            events.append(_banked(seat, carried, share))
        cave = _expedition(
            cave.round, cave.deck, stayers, cave.path, gems, lying, carried, cave.hazards
        )
        if stayers:
            return self._step(_TURN, cave, tuple(chests), relics, self.gone, tuple(events))
        return self._end_expedition(cave, tuple(chests), relics, None, events)

    def _take_relics(
        self, leavers: tuple[int, ...], events: list[GameEvent]
    ) -> tuple[TakenRelics, tuple[Relic, ...]]:
        """Return each seat's relics, and the relics still on the path, after a reveal."""
        lying, schedule = self.expedition.relics, self.edition.relics
        assert schedule is not None, "a relic lies on the path of an edition without relics"
        before = sum(map(len, self.relics))
        taken = lone_leaver_takes(leavers, lying, before, schedule)
        if not taken:
            return self.relics, lying
        (taker,) = leavers
        events.append(RelicsTaken(taker, taken))
        return (*self.relics[:taker], self.relics[taker] + taken, *self.relics[taker + 1 :]), ()

    def _bust(self, card: Hazard, deck: Deck, turned: CardTurned) -> "Step":
        cave = self.expedition
        events: list[GameEvent] = [turned, Bust(card.kind, cave.in_cave, cave.carried)]
        path, hazards = (*cave.path, card), (*cave.hazards, card.kind)
        cave = _expedition(cave.round, deck, (), path, (), cave.relics, 0, hazards)
        return self._end_expedition(cave, self.chests, self.relics, card, events)

    def _end_expedition(
        self,
        cave: Expedition,
        chests: tuple[int, ...],
        relics: TakenRelics,
        bust: Hazard | None,
        events: list[GameEvent],
    ) -> "Step":
        """Clear the path, remove cards, and start the next expedition, if any.

        Gems left on the path return to the supply, and untaken relics leave the game. After a bust,
        one of the two identical hazards leaves the game as well.
        """
        removed: tuple[Card, ...] = cave.relics if bust is None else (*cave.relics, bust)
        events.append(_ended(cave.round, bust is not None, removed))
        turned = relics_on(cave.path) if self.edition.relics else ()
        gone = (*self.gone, *turned) if bust is None else (*self.gone, *turned, bust)
        edition, players = self.edition, self.players
        if cave.round < edition.rounds:
            following = cave.round + 1
            events.append(edition.beginnings[following - 1])
            cave = _expedition(
                following, edition.deck(following, gone), _SEATS[players], (), (), (), 0, ()
            )
            return self._step(_TURN, cave, chests, relics, gone, tuple(events))

        nothing = (0,) * len(cave.path)
        cave = _expedition(cave.round, cave.deck, (), cave.path, nothing, (), 0, cave.hazards)
        return self._step(_OVER, cave, chests, relics, gone, tuple(events))

    def _quiet_step(self, phase: Phase, cave: Expedition, facts: tuple[GameEvent, ...]) -> "Step":
        """Return a step in which no gem moves."""
        game = _game(
            self.edition,
            self.players,
            self.closed,
            phase,
            cave,
            self.chests,
            self.relics,
            self.gone,
            self.stand_ins,
            (self.past, facts),
        )
        return _new_tuple(Step, (game, facts))

    def _step(
        self,
        phase: Phase,
        cave: Expedition,
        chests: tuple[int, ...],
        relics: TakenRelics,
        gone: tuple[Card, ...],
        facts: tuple[GameEvent, ...],
    ) -> "Step":
        """Return a step in which gems move, and check the supply."""
        edition, players, stand_ins = self.edition, self.players, 0
        in_play = sum(chests) + sum(cave.gems) + cave.carried * len(cave.in_cave)
        if in_play > edition.ample[players]:
            stand_ins = missing_worth(edition, cave, chests, relics)
            if stand_ins > self.stand_ins:
                facts = (*facts, StandInsNeeded(stand_ins))
        if phase is _OVER:
            scores = points(chests, relics)
            facts = (*facts, GameEnded(scores, self._winners(scores, relics)))
        past, closed = (self.past, facts), self.closed
        game = _game(edition, players, closed, phase, cave, chests, relics, gone, stand_ins, past)
        return _new_tuple(Step, (game, facts))

    def _waiting(self) -> str:
        """Return what the game is waiting for, for an error message."""
        if self.phase is Phase.OVER:
            return "the game is over"
        if self.phase is Phase.TURN:
            return "the next card has to be turned first"
        return "those in the cave have to decide first"

    def _not_in_deck(self, card: Card | str) -> IllegalStepError | UnknownNameError:
        known = self.edition.cards
        if card in (*known, *known.values()):
            round = self.expedition.round
            return IllegalStepError("the deck of round {round} has no {card} left", round, card)
        return UnknownNameError.unknown(
            "{edition} has no card {name} ({hint})", card, known, edition=self.edition.id
        )


class Step(NamedTuple):
    """A step's result: the new game, and the events that led to it.

    >>> step = Game.start("iello-2016", 3).turn("snake")
    >>> step.events
    (CardTurned(card=Hazard(kind='snake')),)
    """

    game: Game
    events: tuple[GameEvent, ...]


def _not_of_a_step(_step: Step, name: str) -> NoReturn:
    hint = f": ask its game, step.game.{name}" if hasattr(Game, name) else ""
    raise AttributeError(f"a Step has no {name!r}{hint}")


# Not in the class, because a type checker would allow any attribute of a step.
Step.__getattr__ = _not_of_a_step  # type: ignore[attr-defined]

_new_tuple = tuple.__new__
# In Python 3.11, looking up an Enum member is slow.
_TURN, _DECIDE, _OVER = Phase.TURN, Phase.DECIDE, Phase.OVER
_game, _expedition, _deck = quick(Game), quick(Expedition), quick(Deck)
# The same few events occur again and again.
_banked, _ended = lru_cache(maxsize=8192)(quick(Banked)), quick(ExpeditionEnded)
_SEATS = tuple(tuple(range(players)) for players in range(len(SEAT_LETTERS) + 1))


def _edition(edition: Edition | str | PathLike[str]) -> Edition:
    from diamant.editions import find_edition

    return find_edition(edition)


def _state(game: Game) -> tuple[object, ...]:
    """Return all fields except the history."""
    return (
        game.edition,
        game.players,
        game.closed,
        game.phase,
        game.expedition,
        game.chests,
        game.relics,
        game.gone,
        game.stand_ins,
    )
