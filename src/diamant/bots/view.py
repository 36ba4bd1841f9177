"""The view that a bot gets for each decision."""

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
    """Everything that a seat may know, computed on access.

    It has every attribute of the seat's `View`, with the same value, and derived numbers that many
    bots need. The simulator compiles bots that read only scalars (docs/write-a-bot.md). A
    bot that searches can call `game()` for a `Game` to continue from.

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
        """Return a seat's view of a game at this moment, for trying out a bot."""
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
        """The complete `View` of this seat."""
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
        """Return the game as this seat knows it, so a search can continue from here.

        If chests are closed, `chests` has everyone's assumed points in seat order, relics included.
        Without it, the others' chests count as empty. The seat's own chest always has its real
        value. For open chests, `chests` is not allowed.

        >>> game = Game.start("schmidt-2005", 3, closed=True).turn("17").game.decide([0]).game
        >>> view = BotView.of(game.turn("4").game, seat=1)
        >>> view.chests, view.game(chests=[7, 0, 0]).scores, view.game().scores
        ((None, 0, None), (7, 0, 0), (0, 0, 0))
        """
        game = self._game
        if not game.closed:
            if chests is not None:
                raise IllegalStepError("chests can only be assumed if they are closed")
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
        """The number of rounds."""
        return self._game.edition.rounds

    @property
    def players(self) -> int:
        """The number of players."""
        return self._game.players

    @property
    def in_cave(self) -> tuple[int, ...]:
        """The seats inside, including your own."""
        return self._cave.in_cave

    @property
    def card(self) -> str:
        """The card that was just turned."""
        return str(self._cave.path[-1])

    @property
    def hazards(self) -> tuple[str, ...]:
        """The hazard kinds seen once this round."""
        return self._cave.hazards

    @property
    def relics(self) -> tuple[int, ...]:
        """The worth of each relic on the path to a player who leaves alone now."""
        return self.full.relics if self._cave.relics else ()

    @property
    def treasures_left(self) -> tuple[int, ...]:
        """The treasure values still in the deck, sorted."""
        return self.full.treasures_left

    @property
    def hazards_left(self) -> Mapping[str, int]:
        """Each hazard kind with its number of copies still in the deck."""
        return self.full.hazards_left

    @property
    def relics_left(self) -> int:
        """The number of relics still in the deck."""
        return self.full.relics_left

    @property
    def deck_size(self) -> int:
        """The number of cards still in the deck."""
        return self._cave.deck.size

    @property
    def chest(self) -> int:
        """Your own points so far."""
        return self._game.scores[self.seat]

    @property
    def chests(self) -> tuple[int | None, ...]:
        """Everyone's points in seat order, None where a chest is closed."""
        return self.full.chests

    @property
    def history(self) -> Sequence[GameEvent]:
        """The public events of the game so far, oldest first."""
        return self.full.history

    @cached_property
    def rng(self) -> random.Random:
        """The bot's random number generator; the same seed gives the same game."""
        return self._make_rng()

    # Derived numbers that many bots need.

    @property
    def step(self) -> int:
        """The number of cards turned this round."""
        return len(self._cave.path)

    @property
    def inside(self) -> int:
        """The number of explorers in the cave."""
        return len(self._cave.in_cave)

    @property
    def left_before(self) -> int:
        """The number of players who left just before this card; 0 for a first card."""
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
        """The number of hazard kinds seen this round."""
        return sum(isinstance(card, Hazard) for card in self._cave.path)

    @property
    def bust_cards(self) -> int:
        """The number of cards in the deck that would be a bust."""
        deck = self._cave.deck
        return sum(deck[card] for card in self._cave.path if isinstance(card, Hazard))

    @property
    def bust_chance(self) -> float:
        """The chance that the next card is a bust."""
        return self.bust_cards / self.deck_size

    @property
    def riches(self) -> int:
        """The sum of all treasures in the edition."""
        return sum(self._game.edition.treasures)

    @property
    def relics_lying(self) -> int:
        """The number of relics on the path."""
        return len(self._cave.relics)

    @property
    def relics_worth(self) -> int:
        """The worth of the relics on the path to a player who leaves alone now."""
        return sum(self.relics)

    @property
    def lead(self) -> int:
        """Your points minus the best opponent's; 0 if no other chest is visible."""
        others = [points for seat, points in enumerate(self.chests) if seat != self.seat]
        known = [points for points in others if points is not None]
        return self.chest - max(known) if known else 0

    def next_share(self, players: int) -> float:
        """Return the expected gems from the next card for each of `players` players."""
        if players not in range(1, 9):
            raise ValueError("the players who share a card number from 1 to 8")
        shares = sum(
            copies * (card.value // players)
            for card, copies in self._cave.deck.items()
            if isinstance(card, Treasure)
        )
        return shares / self.deck_size


_VIEW_FIELDS = frozenset(field.name for field in fields(View))
