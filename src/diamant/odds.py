"""Exact probabilities of the next cards, computed from public information.

Probabilities are fractions. All functions accept a view, or a game as a spectator sees it.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Protocol

from diamant.errors import IllegalStepError, kind_of
from diamant.rules.game import Game
from diamant.rules.seats import SEAT_LETTERS, is_whole
from diamant.view import View


class Position(Protocol):
    """The attributes that are needed to compute odds; every `View` has them."""

    @property
    def hazards(self) -> tuple[str, ...]:
        """The kinds of hazards that have appeared in this round."""

    @property
    def deck(self) -> Mapping[str, int]:
        """The number of remaining copies of each card, by the card's word."""

    @property
    def deck_size(self) -> int:
        """The number of cards left in the deck."""

    @property
    def treasures_left(self) -> tuple[int, ...]:
        """The values of the remaining treasure cards."""

    @property
    def hazards_left(self) -> Mapping[str, int]:
        """The number of remaining copies of each kind of hazard."""


def _seen(position: Position | Game) -> Position:
    if isinstance(position, Game):
        if position.is_over:
            raise IllegalStepError("the game is over, so there is no next card")
        return View.of(position)
    if not hasattr(position, "hazards_left"):
        raise IllegalStepError("chances need a View or a Game, not {value}", kind_of(position))
    return position


def _shared(position: Position | Game, players: int) -> Position:
    """Return the position, or raise an error if `players` can't share its next card."""
    if not is_whole(players, 1, len(SEAT_LETTERS)):
        raise IllegalStepError(
            "the number of players who share a card must be from 1 to {most}, not {players}",
            len(SEAT_LETTERS),
            repr(players),
        )
    return _seen(position)


def card_chances(position: Position | Game) -> dict[str, Fraction]:
    """Return each card's probability of being turned next.

    >>> from diamant import Game, View
    >>> seen = View.of(Game.start("iello-2016", 3).turn("snake").game)
    >>> card_chances(seen)["snake"], card_chances(seen)["relic"]
    (Fraction(1, 17), Fraction(5, 34))
    """
    position = _seen(position)
    size = position.deck_size
    return {word: Fraction(copies, size) for word, copies in position.deck.items()}


def bust_chance(position: Position | Game) -> Fraction:
    """Return the probability that the next card is the second hazard of its kind.

    >>> from diamant import Game
    >>> bust_chance(Game.start("schmidt-2005", 3).turn("snake").game)
    Fraction(2, 29)
    """
    position = _seen(position)
    fatal = sum(position.hazards_left[kind] for kind in position.hazards)
    return Fraction(fatal, position.deck_size)


def survival_chance(position: Position | Game, cards: int) -> Fraction:
    """Return the probability that none of the next `cards` cards is a bust.

    All sets of `cards` cards are equally likely. A safe set contains no hazard of a kind already
    seen, and at most one hazard of each other kind. The number of safe sets is a coefficient of the
    product of (1 + x) for each harmless card and (1 + copies·x) for each kind not yet seen.

    >>> from diamant import Game, View
    >>> survival_chance(View.of(Game.start("schmidt-2005", 3)), cards=2)
    Fraction(28, 29)
    """
    position = _seen(position)
    if not is_whole(cards, 0, position.deck_size):
        raise IllegalStepError(
            "cannot turn {cards} cards from a deck of {deck_size}",
            repr(cards),
            position.deck_size,
        )
    calm = position.deck_size - sum(position.hazards_left.values())
    hands = [comb(calm, count) for count in range(cards + 1)]
    for kind, copies in position.hazards_left.items():
        if kind not in position.hazards:
            for count in range(cards, 0, -1):
                hands[count] += copies * hands[count - 1]
    return Fraction(hands[cards], comb(position.deck_size, cards))


def expected_share(position: Position | Game, players: int) -> Fraction:
    """Return the expected gems from the next card for each of `players` in the cave.

    >>> from diamant import Game, View
    >>> expected_share(View.of(Game.start("schmidt-2005", 3)), players=4)
    Fraction(4, 5)
    """
    position = _shared(position, players)
    shares = sum(value // players for value in position.treasures_left)
    return Fraction(shares, position.deck_size)


def expected_remainder(position: Position | Game, players: int) -> Fraction:
    """Return the expected gems left on the next card when `players` share it.

    >>> from diamant import Game, View
    >>> expected_remainder(View.of(Game.start("schmidt-2005", 3)), players=4)
    Fraction(14, 15)
    """
    position = _shared(position, players)
    remainders = sum(value % players for value in position.treasures_left)
    return Fraction(remainders, position.deck_size)


def expected_gain(position: Position | Game, players: int, carried: int) -> Fraction:
    """Return the expected share of the next card minus the loss of `carried` gems.

    >>> from diamant import Game, View
    >>> seen = View.of(Game.start("schmidt-2005", 3).turn("snake").game)
    >>> expected_gain(seen, players=3, carried=10), expected_gain(seen, players=3, carried=20)
    (Fraction(15, 29), Fraction(-5, 29))
    """
    if not hasattr(carried, "__float__"):
        raise IllegalStepError("the gems carried must be a number, not {carried}", repr(carried))
    return expected_share(position, players) - bust_chance(position) * carried
