"""An edition: all differences between boxes of the game, as data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from diamant.errors import IllegalStepError
from diamant.rules.cards import Card, Hazard, Relic, Treasure
from diamant.rules.deck import Deck
from diamant.rules.events import ExpeditionBegan
from diamant.rules.seats import is_whole
from diamant.rules.supply import Gem, Supply

RelicEntry = Literal["start", "each round"]
RelicWorth = Literal["printed", "by order"]
Sharing = Literal["pooled", "card by card"]
TieBreak = Literal["shared", "relics"]
Ritual = Literal["fist", "card"]
Caves = Literal["blockers", "barricades"]


class HazardKind(NamedTuple):
    """A kind of hazard, and its number of cards in the box."""

    kind: str
    copies: int


@dataclass(frozen=True, slots=True)
class Relics:
    """When relics enter the deck, and what they are worth.

    If `worth` is "printed", `points` are the numbers printed on the cards, in ascending order. If
    it is "by order", they are the worth of the first, second, third … relic taken in the whole
    game. `supplied` says whether that worth is laid out in gems from the supply.
    """

    enter: RelicEntry
    worth: RelicWorth
    points: tuple[int, ...]
    supplied: bool

    def card(self, index: int) -> Relic:
        """Return the relic card at an index of the pile, from 0."""
        return Relic(self.points[index] if self.worth == "printed" else None)

    def entered_by(self, round: int) -> int:
        """Return how many relics have entered the deck by the start of a round."""
        return len(self.points) if self.enter == "start" else min(round, len(self.points))


@dataclass(frozen=True)
class Edition:
    """One edition of the game.

    Use `rules.edition_text.read_edition` to create one from text.

    >>> from diamant.editions import edition
    >>> box = edition("iello-2016")
    >>> len(box.treasures), len(box.deck(1)), box.name_of("ram")
    (15, 35, 'battering ram')
    """

    id: str
    name: str
    summary: str
    rounds: int
    least_players: int
    most_players: int
    treasures: tuple[int, ...]
    hazards: tuple[HazardKind, ...]
    gems: tuple[Gem, ...]
    relics: Relics | None = None
    sharing: Sharing = "pooled"
    tie_break: TieBreak = "shared"
    ritual: Ritual = "card"
    caves: Caves = "barricades"
    names: Mapping[str, str] = field(default_factory=dict, hash=False)

    def name_of(self, thing: str) -> str:
        """Return this edition's name for a hazard kind, for "relic", or for another word."""
        return self.names.get(thing, thing)

    def check_players(self, players: int) -> None:
        """Raise an error if the edition doesn't support the number of players."""
        if not is_whole(players, self.least_players, self.most_players):
            raise IllegalStepError(
                "{edition} is for {least} to {most} players, not {players}",
                self.id,
                self.least_players,
                self.most_players,
                repr(players),
            )

    @cached_property
    def supply(self) -> Supply:
        """All gems in the box."""
        return Supply(self.gems)

    @cached_property
    def relics_supplied(self) -> bool:
        """Whether the worth of taken relics is laid out in gems from the box."""
        return self.relics is not None and self.relics.supplied

    @cached_property
    def ample(self) -> tuple[int, ...]:
        """The worth of gems that never needs a stand-in, by number of players from 0."""
        points = self.relics.points if self.relics is not None and self.relics.supplied else ()
        # Each seat has a chest and may carry gems, and the path is one more place.
        return tuple(
            self.supply.ample(2 * players + 1 + len(points)) - sum(points)
            for players in range(self.most_players + 1)
        )

    @cached_property
    def beginnings(self) -> tuple[ExpeditionBegan, ...]:
        """The events that start each round, created once because they are used often."""
        rounds = range(1, self.rounds + 1)
        return tuple(ExpeditionBegan(round, self.relic_entering(round)) for round in rounds)

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """The distinct cards of the box, by their words in the notation."""
        box = self._box.box
        return dict(zip(box.words, box.cards, strict=True))

    def deck(self, round: int, gone: Sequence[Card] = ()) -> Deck:
        """Return the deck at the start of a round, without the cards in `gone`."""
        if not is_whole(round, 1, self.rounds):
            raise IllegalStepError(
                "{id} has rounds 1 to {rounds}, not {round}", self.id, self.rounds, repr(round)
            )
        return self._full_decks[round - 1].without(gone)

    def relic_entering(self, round: int) -> Relic | None:
        """Return the relic that is shuffled into the deck just before a round, if any."""
        relics = self.relics
        if relics is None or relics.enter == "start" or round > len(relics.points):
            return None
        return relics.card(round - 1)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """The hash, computed only once because every lookup of a position needs it."""
        return hash((self.id, self.rounds, self.treasures, self.hazards, self.gems, self.relics))

    @cached_property
    def _full_decks(self) -> tuple[Deck, ...]:
        """Each round's deck, as if no card had left the game."""
        if self.relics is None:
            return (self._box,) * self.rounds
        decks = []
        for round in range(1, self.rounds + 1):
            deck = self._box
            for index in range(self.relics.entered_by(round), len(self.relics.points)):
                deck = deck.draw(self.relics.card(index))
            decks.append(deck)
        return tuple(decks)

    @cached_property
    def _box(self) -> Deck:
        """Every expedition card in the box, in the order that the dealer shuffles."""
        copies: dict[Card, int] = {}
        for value in sorted(self.treasures):
            copies[Treasure(value)] = copies.get(Treasure(value), 0) + 1
        for kind in self.hazards:
            copies[Hazard(kind.kind)] = kind.copies
        if self.relics is not None:
            for index in range(len(self.relics.points)):
                relic = self.relics.card(index)
                copies[relic] = copies.get(relic, 0) + 1
        return Deck.of(copies)
