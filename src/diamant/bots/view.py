"""What a bot sees when it has to decide."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import Any

from diamant.errors import IllegalStepError
from diamant.rules.cards import Hazard, Treasure
from diamant.rules.events import ChoicesRevealed, ExpeditionBegan, GameEvent
from diamant.rules.game import Game, Phase
from diamant.rules.seats import SEAT_LETTERS, check_seat
from diamant.view import View, check_game


class BotView:
    """Everything a seat may know, computed only as far as the bot looks.

    It has every attribute of the seat's `View`, with the same value, and the sums that many bots
    need. The simulator compiles bots that read only single numbers (docs/write-a-bot.md). A bot
    that searches gets a `Game` to play on from `game()`.

    >>> game = Game.start("iello-2016", players=3).turn("11").game
    >>> view = BotView.of(game, seat=0)
    >>> view.carried, view.path, view.inside
    (3, 2, 3)
    """

    def __init__(self, game: Game, seat: int, rng: Callable[[], random.Random]) -> None:
        self._game = game
        self._cave = game.expedition
        self._make_rng = rng
        self.seat = seat
        self.carried = game.expedition.carried
        self.path = sum(game.expedition.gems)

    @classmethod
    def of(cls, game: Game, seat: int, seed: int | None = None) -> "BotView":
        """Return what a bot on this seat would be asked with now, to try one out."""
        check_game(game)
        check_seat(seat, game.players)
        if seat not in game.expedition.in_cave or game.phase is not Phase.DECIDE:
            raise IllegalStepError("seat {seat} has nothing to decide now", seat)
        return cls(game, seat, lambda: random.Random(seed))  # noqa: S311 - a game

    def __repr__(self) -> str:
        cave, seat = self._cave, SEAT_LETTERS[self.seat]
        return (
            f"<BotView of seat {seat}, round {cave.round}, card {self.card},"
            f" carried {self.carried}, path {self.path}>"
        )

    @cached_property
    def full(self) -> View:
        """The whole view of this seat."""
        return View.of(self._game, self.seat)

    @property
    def round(self) -> int:
        """The number of this round, from 1."""
        return self._cave.round

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any attribute of a view
        if name not in _VIEW_FIELDS:
            raise AttributeError(f"a view has no {name!r}", name=name, obj=self)
        return getattr(self.full, name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_VIEW_FIELDS})

    def game(self, chests: Sequence[int] | None = None) -> Game:
        """Return the game as this seat knows it, to play on from here in a search.

        Where chests are closed, `chests` gives everyone's assumed points in seat order, relics
        included. Without it the others' chests count as empty. The seat's own chest is always the
        real one, and open chests cannot be assumed.

        >>> game = Game.start("schmidt-2005", 3, closed=True).turn("17").game.decide([0]).game
        >>> view = BotView.of(game.turn("4").game, seat=1)
        >>> view.chests, view.game(chests=[7, 0, 0]).scores, view.game().scores
        ((None, 0, None), (7, 0, 0), (0, 0, 0))
        """
        game = self._game
        if not game.closed:
            if chests is not None:
                raise IllegalStepError("chests can only be assumed where they are closed")
            return game
        worths = [sum(relic.worth for relic in taken) for taken in game.relics]
        assumed = tuple(worths if chests is None else chests)
        if len(assumed) != game.players:
            raise IllegalStepError(
                "expected points for {seats} seats, got {n}", game.players, len(assumed)
            )
        gems = [points - worth for points, worth in zip(assumed, worths, strict=True)]
        gems[self.seat] = game.chests[self.seat]
        if min(gems) < 0:
            raise IllegalStepError("a chest cannot be worth less than the relics beside it")
        return game.with_chests(tuple(gems), tuple(self.history))

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return self._game.edition.rounds

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._game.players

    @property
    def in_cave(self) -> tuple[int, ...]:
        """The seats inside, the decider's own among them."""
        return self._cave.in_cave

    @property
    def card(self) -> str:
        """The card just turned."""
        return str(self._cave.path[-1])

    @property
    def hazards(self) -> tuple[str, ...]:
        """The hazard kinds seen once this round."""
        return self._cave.hazards

    @property
    def relics(self) -> tuple[int, ...]:
        """The worth of each relic on the path, if its taker left alone now."""
        return self.full.relics if self._cave.relics else ()

    @property
    def treasures_left(self) -> tuple[int, ...]:
        """The treasure values still in the deck, sorted."""
        return self.full.treasures_left

    @property
    def hazards_left(self) -> Mapping[str, int]:
        """Each hazard kind and its copies still in the deck."""
        return self.full.hazards_left

    @property
    def relics_left(self) -> int:
        """How many relics are still in the deck."""
        return self.full.relics_left

    @property
    def deck_size(self) -> int:
        """How many cards are still in the deck."""
        return self._cave.deck.size

    @property
    def chest(self) -> int:
        """The decider's own points so far."""
        return self._game.scores[self.seat]

    @property
    def chests(self) -> tuple[int | None, ...]:
        """Everybody's points in seat order, None where a chest is closed."""
        return self.full.chests

    @property
    def history(self) -> Sequence[GameEvent]:
        """The public events of the game so far, oldest first."""
        return self.full.history

    @cached_property
    def rng(self) -> random.Random:
        """A random source of the bot's own: the same seed gives the same game."""
        return self._make_rng()

    # Sums that many bots want, each a single number.

    @property
    def step(self) -> int:
        """How many cards have been turned this round."""
        return len(self._cave.path)

    @property
    def inside(self) -> int:
        """How many explorers are in the cave."""
        return len(self._cave.in_cave)

    @property
    def left_before(self) -> int:
        """How many left at the moment before the card just turned; 0 after a first card."""
        past = self._game.past
        while past is not None:
            past, events = past
            for event in reversed(events):
                if isinstance(event, ChoicesRevealed):
                    return len(event.leavers)
                if isinstance(event, ExpeditionBegan):
                    return 0
        return 0

    @property
    def hazards_met(self) -> int:
        """How many hazard kinds have been seen this round."""
        return sum(isinstance(card, Hazard) for card in self._cave.path)

    @property
    def bust_cards(self) -> int:
        """How many cards of the deck would be a bust if they came next."""
        deck = self._cave.deck
        return sum(deck[card] for card in self._cave.path if isinstance(card, Hazard))

    @property
    def bust_chance(self) -> float:
        """The chance that the next card is a bust."""
        return self.bust_cards / self.deck_size

    @property
    def riches(self) -> int:
        """The sum of all treasures of the edition."""
        return sum(self._game.edition.treasures)

    @property
    def relics_lying(self) -> int:
        """How many relics lie on the path."""
        return len(self._cave.relics)

    @property
    def relics_worth(self) -> int:
        """What one who left alone now would get in relics."""
        return sum(self.relics)

    @property
    def lead(self) -> int:
        """Own points less the best other's; 0 where no other chest can be seen."""
        others = [points for seat, points in enumerate(self.chests) if seat != self.seat]
        known = [points for points in others if points is not None]
        return self.chest - max(known) if known else 0

    def next_share(self, players: int) -> float:
        """Return the gems that each of `players` may expect from the next card."""
        if players not in range(1, 9):
            raise ValueError("the players who share a card number from 1 to 8")
        shares = sum(
            copies * (card.value // players)
            for card, copies in self._cave.deck.items()
            if isinstance(card, Treasure)
        )
        return shares / self.deck_size


_VIEW_FIELDS = frozenset(field.name for field in fields(View))
