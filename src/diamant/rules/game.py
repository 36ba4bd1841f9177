"""The course of a game: turn a card, decide, and so on through every expedition.

A `Game` is a frozen value. `turn` and `decide` return a `Step`: the new game and the events that
led there. Which card is turned is an argument, since chance lives in the dealer.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from diamant.errors import IllegalStepError, UnknownNameError, did_you_mean
from diamant.rules import relics as relic_rules
from diamant.rules import scoring
from diamant.rules.cards import Card, Deck, Hazard, Relic, Treasure
from diamant.rules.edition import Edition
from diamant.rules.events import (
    Banked,
    Bust,
    CardTurned,
    ChoicesRevealed,
    ExpeditionBegan,
    ExpeditionEnded,
    GameEnded,
    GameEvent,
    RelicsTaken,
    StandInsNeeded,
    TakenRelic,
    TreasureShared,
)
from diamant.rules.sharing import share_path, share_treasure
from diamant.rules.supply import stand_ins_worth


class Phase(Enum):
    """What the game waits for."""

    TURN = "turn"
    DECIDE = "decide"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Expedition:
    """One cave: the cards turned so far, what lies on them, and who is still inside.

    `gems` are those lying on each card of `path`; `relics` are those still lying there. Everybody
    in the cave has been there since the first card, so all of them have `carried` the same.
    """

    round: int
    deck: Deck
    in_cave: tuple[int, ...]
    path: tuple[Card, ...] = ()
    gems: tuple[int, ...] = ()
    relics: tuple[Relic, ...] = ()
    carried: int = 0

    @property
    def hazards(self) -> tuple[str, ...]:
        """The kinds of hazard on the path, in the order they were met."""
        return tuple(card.kind for card in self.path if isinstance(card, Hazard))


@dataclass(frozen=True, slots=True)
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
    closed: bool  # Whether chests are closed: the rules do not care, but every view does.
    phase: Phase
    expedition: Expedition
    chests: tuple[int, ...]  # Gems in each seat's chest; relics lie beside it.
    relics: tuple[tuple[TakenRelic, ...], ...]  # Taken by each seat.
    gone: tuple[Card, ...]  # What no later deck holds: busted hazards and all relics turned.
    stand_ins: int
    history: tuple[GameEvent, ...]

    @classmethod
    def start(cls, edition: Edition, players: int, *, closed: bool = False) -> "Game":
        """Begin a game: everybody stands in the first cave, and no card is turned yet."""
        if not edition.least_players <= players <= edition.most_players:
            raise IllegalStepError(
                f"{edition.id} is for {edition.least_players} to {edition.most_players} players,"
                f" not {players}"
            )
        return cls(
            edition=edition,
            players=players,
            closed=closed,
            phase=Phase.TURN,
            expedition=Expedition(1, edition.deck(1), tuple(range(players))),
            chests=(0,) * players,
            relics=((),) * players,
            gone=(),
            stand_ins=0,
            history=(ExpeditionBegan(1, edition.relic_entering(1)),),
        )

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points so far: the gems in the chest plus the worth of relics taken."""
        return scoring.points(self.chests, self.relics)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the victory; nobody while the game goes on."""
        return self._winners(self.scores, self.relics) if self.phase is Phase.OVER else ()

    def _winners(
        self, scores: tuple[int, ...], relics: tuple[tuple[TakenRelic, ...], ...]
    ) -> tuple[int, ...]:
        counts = [len(taken) for taken in relics]
        return scoring.winners(scores, counts, self.edition.tie_break)

    def turn(self, card: Card | str) -> "Step":
        """Turn a card, named by itself or by its word, and lay it at the end of the path."""
        if self.phase is not Phase.TURN:
            raise IllegalStepError(f"no card can be turned now: {self._waiting()}")
        if isinstance(card, str):
            card = self._card_named(card)
        cave = self.expedition
        if not cave.deck[card]:
            raise IllegalStepError(f"the deck of round {cave.round} holds no {card} any more")
        events: list[GameEvent] = [CardTurned(card)]
        if isinstance(card, Hazard) and card in cave.path:
            return self._bust(card, events)

        carried, rest, lying = cave.carried, 0, cave.relics
        if isinstance(card, Treasure):
            share, rest = share_treasure(card.value, len(cave.in_cave))
            carried += share
            events.append(TreasureShared(cave.in_cave, share, rest))
        elif isinstance(card, Relic):
            lying = (*lying, card)
        cave = Expedition(
            cave.round,
            cave.deck.draw(card),
            cave.in_cave,
            (*cave.path, card),
            (*cave.gems, rest),
            lying,
            carried,
        )
        return self._step(Phase.DECIDE, cave, self.chests, self.relics, self.gone, events)

    def decide(self, leavers: Iterable[int]) -> "Step":
        """Reveal everybody's choice: these seats leave, all others in the cave go on."""
        if self.phase is not Phase.DECIDE:
            raise IllegalStepError(f"nobody can decide now: {self._waiting()}")
        cave = self.expedition
        leaving = tuple(sorted(leavers))
        if leaving:
            self._check_leavers(leaving)
        stayers = tuple(seat for seat in cave.in_cave if seat not in leaving)
        events: list[GameEvent] = [ChoicesRevealed(stayers, leaving)]
        if not leaving:
            return self._step(Phase.TURN, cave, self.chests, self.relics, self.gone, events)

        share, gems = share_path(cave.path, cave.gems, len(leaving), self.edition.sharing)
        chests, relics, lying = list(self.chests), self.relics, cave.relics
        if lying:
            relics, lying = self._take_relics(leaving, events)
        for seat in leaving:
            chests[seat] += cave.carried + share
            events.append(Banked(seat, cave.carried, share))
        cave = Expedition(cave.round, cave.deck, stayers, cave.path, gems, lying, cave.carried)
        if stayers:
            return self._step(Phase.TURN, cave, tuple(chests), relics, self.gone, events)
        return self._end_expedition(cave, tuple(chests), relics, None, events)

    def _take_relics(
        self, leavers: tuple[int, ...], events: list[GameEvent]
    ) -> tuple[tuple[tuple[TakenRelic, ...], ...], tuple[Relic, ...]]:
        """Return each seat's relics and those still lying on the path, after a reveal."""
        lying, schedule = self.expedition.relics, self.edition.relics
        assert schedule is not None, "a relic lies on the path of an edition without relics"
        before = sum(map(len, self.relics))
        taken = relic_rules.lone_leaver_takes(leavers, lying, before, schedule)
        if not taken:
            return self.relics, lying
        (taker,) = leavers
        events.append(RelicsTaken(taker, taken))
        return (*self.relics[:taker], self.relics[taker] + taken, *self.relics[taker + 1 :]), ()

    def _bust(self, card: Hazard, events: list[GameEvent]) -> "Step":
        cave = self.expedition
        events.append(Bust(card.kind, cave.in_cave, cave.carried))
        path = (*cave.path, card)
        cave = Expedition(cave.round, cave.deck.draw(card), (), path, relics=cave.relics)
        return self._end_expedition(cave, self.chests, self.relics, card, events)

    def _end_expedition(
        self,
        cave: Expedition,
        chests: tuple[int, ...],
        relics: tuple[tuple[TakenRelic, ...], ...],
        bust: Hazard | None,
        events: list[GameEvent],
    ) -> "Step":
        """Clear the path, take cards out of the game, and begin the next expedition if any.

        Gems left on the path go back to the supply, untaken relics leave the game, and after a
        bust so does one of the two identical hazards.
        """
        removed: tuple[Card, ...] = cave.relics if bust is None else (*cave.relics, bust)
        events.append(ExpeditionEnded(cave.round, bust is not None, removed))
        turned = relic_rules.relics_on(cave.path)
        gone = (*self.gone, *turned) if bust is None else (*self.gone, *turned, bust)
        if cave.round < self.edition.rounds:
            following = cave.round + 1
            events.append(ExpeditionBegan(following, self.edition.relic_entering(following)))
            deck = self.edition.deck(following, gone)
            cave = Expedition(following, deck, tuple(range(self.players)))
            return self._step(Phase.TURN, cave, chests, relics, gone, events)

        cave = Expedition(cave.round, cave.deck, (), cave.path, (0,) * len(cave.path))
        return self._step(Phase.OVER, cave, chests, relics, gone, events)

    def _step(
        self,
        phase: Phase,
        cave: Expedition,
        chests: tuple[int, ...],
        relics: tuple[tuple[TakenRelic, ...], ...],
        gone: tuple[Card, ...],
        events: list[GameEvent],
    ) -> "Step":
        """Return the game that these changes lead to, with the supply looked after."""
        stand_ins = self.stand_ins
        if len(events) > 1:  # A lone event, a harmless card or all going on, moves no gems.
            schedule = self.edition.relics
            holdings = [*chests, sum(cave.gems), *[cave.carried] * len(cave.in_cave)]
            if schedule is not None and schedule.supplied:
                holdings += [relic.worth for taken in relics for relic in taken]
            stand_ins = stand_ins_worth(holdings, self.edition.gems)
            if stand_ins > self.stand_ins:
                events.append(StandInsNeeded(stand_ins))
        if phase is Phase.OVER:
            scores = scoring.points(chests, relics)
            events.append(GameEnded(scores, self._winners(scores, relics)))
        facts = tuple(events)
        game = Game(
            self.edition,
            self.players,
            self.closed,
            phase,
            cave,
            chests,
            relics,
            gone,
            stand_ins,
            self.history + facts,
        )
        return Step(game, facts)

    def _waiting(self) -> str:
        """Say what the game waits for instead of what was tried."""
        if self.phase is Phase.OVER:
            return "the game is over"
        if self.phase is Phase.TURN:
            return "the next card has to be turned first"
        return "those in the cave have to decide first"

    def _card_named(self, word: str) -> Card:
        card = self.edition.cards.get(word)
        if card is None:
            hint = did_you_mean(word, self.edition.cards)
            raise UnknownNameError(f"{self.edition.id} has no card {word!r}; {hint}")
        return card

    def _check_leavers(self, leavers: tuple[int, ...]) -> None:
        inside = self.expedition.in_cave
        for seat in leavers:
            if seat not in inside:
                raise IllegalStepError(f"seat {seat} cannot leave: it is not in the cave")
        if len(set(leavers)) < len(leavers):
            raise IllegalStepError(f"a seat can leave only once, but the leavers are {leavers}")


class Step(NamedTuple):
    """A step's result: the new game, and what happened on the way to it."""

    game: Game
    events: tuple[GameEvent, ...]
