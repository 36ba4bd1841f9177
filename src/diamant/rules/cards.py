"""The cards of the cave, and the deck as a multiset of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Treasure:
    """A chamber with `value` rubies to share out."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Hazard:
    """A danger: the first of its kind warns, the second ends the expedition."""

    kind: str

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True)
class Relic:
    """A relic, with its printed `number`, or None where all relics of the edition are identical."""

    number: int | None = None

    def __str__(self) -> str:
        return "relic" if self.number is None else f"relic{self.number}"


Card = Treasure | Hazard | Relic
"""`str(card)` is the card's word in the record notation."""


class Deck:
    """How many of each card are still to come, never in which order.

    The order lives in the dealer alone, so nothing that holds a game can leak it.

    >>> deck = Deck({Treasure(5): 2, Hazard("snake"): 3})
    >>> deck.size, deck.draw(Treasure(5))[Treasure(5)]
    (5, 1)
    """

    __slots__ = ("_copies", "size")

    def __init__(self, copies: Mapping[Card, int]) -> None:
        self._copies = dict(copies)
        self.size = sum(self._copies.values())

    def draw(self, card: Card) -> "Deck":
        """Return the deck without one copy of a card that it holds."""
        copies = self._copies.copy()
        assert copies[card] > 0, f"the deck holds no {card}"
        copies[card] -= 1
        rest = object.__new__(Deck)
        rest._copies = copies
        rest.size = self.size - 1
        return rest

    def __getitem__(self, card: Card) -> int:
        return self._copies.get(card, 0)

    def items(self) -> Iterator[tuple[Card, int]]:
        """Each different card that is left with its number of copies, in the edition's order."""
        return ((card, copies) for card, copies in self._copies.items() if copies)

    def cards(self) -> Iterator[Card]:
        """Every single card that is left, in the edition's order."""
        return (card for card, copies in self._copies.items() for _ in range(copies))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deck) and dict(self.items()) == dict(other.items())

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"Deck({dict(self.items())!r})"
