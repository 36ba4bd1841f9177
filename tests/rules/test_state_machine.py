"""Check invariants at every moment of games with random editions, cards and choices.

The machine keeps its own books from the events alone, and compares them with the game.
"""

from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from diamant.errors import IllegalStepError
from diamant.rules.cards import Relic, Treasure
from diamant.rules.edition import Edition, Relics
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
from diamant.rules.game import Game, Phase
from tests.strategies import built_in_editions, editions


def box_of(edition: Edition) -> Counter[str]:
    """Count every card in the box by its word, without using the edition's deck."""
    box = Counter(map(str, edition.treasures))
    box.update(dict(edition.hazards))
    if edition.relics is not None:
        box.update(relic_words(edition.relics))
    return box


def relic_words(relics: Relics) -> list[str]:
    printed = relics.worth == "printed"
    return [f"relic{point}" if printed else "relic" for point in relics.points]


def stand_ins(holdings: list[int], edition: Edition) -> int:
    """Compute the stand-ins by laying out gems pile by pile, the most valuable first."""
    for gem in sorted(edition.gems, key=lambda gem: -gem.worth):
        left = gem.count
        for place, holding in enumerate(holdings):
            laid = min(left, holding // gem.worth)
            left -= laid
            holdings[place] -= laid * gem.worth
    return sum(holdings)


class Books:
    """Track from the events who holds which gems, and where the cards are."""

    def __init__(self, players: int) -> None:
        self.carried: Counter[int] = Counter()
        self.inside: set[int] = set()
        self.chests = [0] * players
        self.relics: list[list[int]] = [[] for _ in range(players)]
        self.taken: list[TakenRelic] = []
        self.path = 0
        self.found = self.lost = 0
        self.hazards: Counter[str] = Counter()
        self.relics_lying: Counter[str] = Counter()
        self.gone: Counter[str] = Counter()
        self.gone_before: Counter[str] = Counter()
        self.rounds_begun = self.rounds_ended = 0
        self.announced = 0
        self.result: GameEnded | None = None

    def write(self, event: GameEvent) -> None:
        match event:
            case ExpeditionBegan():
                self.rounds_begun += 1
                self.gone_before = self.gone.copy()
                self.inside = set(range(len(self.chests)))
                self.carried = Counter(dict.fromkeys(self.inside, 0))
            case CardTurned(card):
                if isinstance(card, Treasure):
                    self.found += card.value
                elif isinstance(card, Relic):
                    self.relics_lying[str(card)] += 1
                else:
                    self.hazards[str(card)] += 1
            case TreasureShared(seats, share, remainder):
                assert set(seats) == self.inside
                self.carried.update(dict.fromkeys(seats, share))
                self.path += remainder
            case Bust(kind, seats, lost):
                assert self.hazards[kind] == 2
                assert set(seats) == self.inside
                assert all(self.carried[seat] == lost for seat in seats)
                self.lost += lost * len(seats)
                self.inside.clear()
            case ChoicesRevealed(stayers, leavers):
                assert self.inside == {*stayers, *leavers}
                assert not {*stayers} & {*leavers}
                self.inside = set(stayers)
            case RelicsTaken(seat, relics):
                self.taken += relics
                for relic in relics:
                    self.relics[seat].append(relic.worth)
                    self.relics_lying[str(relic.card)] -= 1
                    self.gone[str(relic.card)] += 1
            case Banked(seat, carried, share):
                assert self.carried.pop(seat) == carried
                self.path -= share
                self.chests[seat] += carried + share
            case StandInsNeeded(worth):
                assert worth > self.announced
                self.announced = worth
            case ExpeditionEnded(round, bust, removed):
                assert round == self.rounds_begun
                assert not self.inside
                busted = Counter(kind for kind, copies in self.hazards.items() if copies == 2)
                assert busted.total() == bust
                assert Counter(map(str, removed)) == busted + self.relics_lying
                self.rounds_ended += 1
                self.lost += self.path
                self.path = 0
                self.gone.update(map(str, removed))
                self.hazards.clear()
                self.relics_lying.clear()
            case GameEnded():
                self.result = event


class AnyGame(RuleBasedStateMachine):
    @initialize(edition=editions() | built_in_editions(), data=st.data(), closed=st.booleans())
    def begin(self, edition: Edition, data: st.DataObject, closed: bool) -> None:
        players = data.draw(st.integers(edition.least_players, edition.most_players))
        self.game = Game.start(edition, players, closed=closed)
        self.books = Books(players)
        self.follow(self.game.history)

    def follow(self, events: tuple[GameEvent, ...]) -> None:
        for event in events:
            self.books.write(event)
        self.books.announced = self.game.stand_ins

    def phase(self) -> Phase:
        return self.game.phase

    @precondition(lambda self: self.phase() is Phase.TURN)
    @rule(data=st.data())
    def turn(self, data: st.DataObject) -> None:
        cave = self.game.expedition
        assert cave.deck.size > 0, "the deck ran out"
        card = data.draw(st.sampled_from(list(cave.deck)))
        before = self.game
        self.game, events = before.turn(card)
        assert self.game.history == before.history + events
        self.follow(events)

    @precondition(lambda self: self.phase() is Phase.DECIDE)
    @rule(data=st.data())
    def decide(self, data: st.DataObject) -> None:
        inside = self.game.expedition.in_cave
        # Most players usually stay, or no cave would ever be deep.
        leavers = data.draw(st.just(set()) | st.sets(st.sampled_from(inside)))
        before = self.game
        self.game, events = before.decide(leavers)
        lying = len(before.expedition.relics)
        taken = sum(len(event.relics) for event in events if isinstance(event, RelicsTaken))
        assert taken == (lying if len(leavers) == 1 else 0)
        self.follow(events)

    @precondition(lambda self: self.phase() is Phase.TURN)
    @rule()
    def go_on_for_ever(self) -> None:
        """Turn harmless cards while there are any: a bust must come before the deck runs out."""
        game, round = self.game, self.game.expedition.round
        while game.phase is not Phase.OVER and game.expedition.round == round:
            cave = game.expedition
            cards = [card for card, _ in cave.deck.items()]
            assert cards, "the deck ran out"
            game = game.turn(min(cards, key=lambda card: str(card) in cave.hazards)).game
            if game.phase is Phase.DECIDE:
                game = game.decide([]).game

    @precondition(lambda self: self.phase() is Phase.OVER)
    @rule()
    def do_anything_after_the_end(self) -> None:
        with pytest.raises(IllegalStepError, match="the game is over"):
            self.game.turn(self.game.expedition.path[0])
        with pytest.raises(IllegalStepError, match="the game is over"):
            self.game.decide([])

    @invariant()
    def gems_are_conserved(self) -> None:
        books, game = self.books, self.game
        cave = game.expedition
        held = sum(game.chests) + sum(cave.gems) + cave.carried * len(cave.in_cave)
        assert books.found == held + books.lost
        assert books.chests == list(game.chests)
        assert books.path == sum(cave.gems)

    @invariant()
    def no_card_is_duplicated_or_lost(self) -> None:
        game, books = self.game, self.books
        cave, relics = game.expedition, game.edition.relics
        deck, path = Counter(map(str, cave.deck)), Counter(map(str, cave.path))
        waiting: Counter[str] = Counter()
        if relics is not None and relics.enter == "each round":
            # Printed relics ascend, so the relics that have not entered are the end of the list.
            waiting.update(relic_words(relics)[cave.round :])
        assert deck + path + books.gone_before + waiting == box_of(game.edition)
        assert deck.total() == cave.deck.size
        gone = books.gone if game.phase is Phase.OVER else books.gone_before
        assert Counter(map(str, game.gone)) == gone
        assert Counter(map(str, cave.relics)) == +books.relics_lying

    @invariant()
    def everyone_inside_carries_the_same(self) -> None:
        cave, books = self.game.expedition, self.books
        assert set(cave.in_cave) == books.inside
        assert all(books.carried[seat] == cave.carried for seat in cave.in_cave)

    @invariant()
    def each_card_of_the_path_knows_what_lies_on_it(self) -> None:
        cave = self.game.expedition
        assert len(cave.gems) == len(cave.path)
        for card, gems in zip(cave.path, cave.gems, strict=True):
            assert gems == 0 or isinstance(card, Treasure)

    @invariant()
    def scores_are_chests_plus_relics(self) -> None:
        books = self.books
        scores = tuple(map(sum, zip(books.chests, map(sum, books.relics), strict=True)))
        assert self.game.scores == scores
        if books.result is not None:
            assert books.result == GameEnded(scores, self.game.winners)
            assert {scores[seat] for seat in self.game.winners} == {max(scores)}

    @invariant()
    def relics_are_worth_their_number_or_their_turn(self) -> None:
        taken, relics = self.books.taken, self.game.edition.relics
        worths = [relic.worth for relic in taken]
        if relics is not None and relics.worth == "by order":
            assert worths == list(relics.points[: len(taken)])
        else:
            assert worths == [relic.card.number for relic in taken]

    @invariant()
    def stand_ins_fill_exactly_what_is_missing(self) -> None:
        game, books = self.game, self.books
        holdings = [*books.chests, books.path, *(books.carried[seat] for seat in books.inside)]
        if game.edition.relics is not None and game.edition.relics.supplied:
            holdings += [worth for relics in books.relics for worth in relics]
        assert game.stand_ins == stand_ins(holdings, game.edition)

    @invariant()
    def the_game_ends_after_its_last_expedition(self) -> None:
        game, books = self.game, self.books
        over = game.phase is Phase.OVER
        assert books.rounds_begun == game.expedition.round <= game.edition.rounds
        assert books.rounds_ended == books.rounds_begun - (not over)
        assert over == (books.rounds_ended == game.edition.rounds) == (books.result is not None)


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(stateful_step_count=60)
