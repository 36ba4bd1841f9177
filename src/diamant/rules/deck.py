"""The deck as a multiset of cards, and the box that its cards come from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, repeat

from diamant.errors import IllegalStepError, UnknownNameError
from diamant.rules.cards import Card, Hazard, Relic, Treasure
from diamant.rules.events import CardTurned
from diamant.rules.frozen import frozen, made_by, quick
from diamant.rules.seats import is_whole

MOST_COPIES = 255  # One byte each.


class Box:
    """The distinct cards of a box: treasures, then hazards, then relics.

    All decks of a box share one `Box`, so a deck is only a row of numbers. `places` maps a card or
    its word to its index in that row.
    """

    __slots__ = (
        "by_identity",
        "cards",
        "hazards",
        "kinds",
        "places",
        "relics",
        "treasures",
        "turned",
        "units",
        "values",
        "words",
    )

    def __init__(self, cards: Iterable[Card]) -> None:
        by_sort: dict[type, list[Card]] = {Treasure: [], Hazard: [], Relic: []}
        for card in cards:
            by_sort[type(card)].append(card)
        self.cards = tuple(chain.from_iterable(by_sort.values()))
        self.words = tuple(map(str, self.cards))
        self.places: Mapping[Card | str, int] = {
            name: place
            for place, names in enumerate(zip(self.cards, self.words, strict=True))
            for name in names
        }
        # Most lookups end here: comparing identities is faster than hashing a card.
        self.by_identity = {id(card): place for place, card in enumerate(self.cards)}
        self.units = tuple(1 << 8 * place for place in range(len(self.cards)))
        self.turned = tuple(map(CardTurned, self.cards))  # Needed at every turn, so created once.
        self.values = tuple(card.value for card in self.cards if isinstance(card, Treasure))
        self.kinds = tuple(card.kind for card in self.cards if isinstance(card, Hazard))
        first, last = len(self.values), len(self.values) + len(self.kinds)
        self.treasures, self.hazards = slice(first), slice(first, last)
        self.relics = slice(last, None)

    def __reduce__(self) -> tuple[type["Box"], tuple[tuple[Card, ...]]]:
        return Box, (self.cards,)  # Identities are valid only in this process.


@made_by("Deck.of(copies) or edition.deck(round)")
@frozen
class Deck:
    """The number of copies of each card still to come, without their order.

    Only the dealer knows the order, so no object that contains a game can leak it. A deck is a
    collection of single cards: two equal cards are counted and iterated twice. Methods take a card
    or its word.

    >>> deck = Deck.of({Treasure(5): 2, Hazard("snake"): 1})
    >>> len(deck), deck["snake"], [str(card) for card in deck]
    (3, 1, ['5', '5', 'snake'])
    >>> "5" in deck.draw("5"), "snake" in deck.draw("snake")
    (True, False)
    """

    box: Box
    packed: int  # The copies of each card of the box, one byte each, the first card lowest.
    size: int

    @classmethod
    def of(cls, copies: Mapping[Card, int]) -> "Deck":
        """Return a deck with the given number of copies of each card."""
        if not hasattr(copies, "items") or not all(map(_is_counted, copies.items())):
            raise IllegalStepError(
                "a deck must map each card to 0 to {most} copies, such as {example}, not {copies}",
                MOST_COPIES,
                "{Treasure(5): 2}",
                repr(copies),
            )
        box = Box(copies)
        packed = int.from_bytes([copies[card] for card in box.cards], "little")
        return Deck(box, packed, sum(copies.values()))

    @property
    def copies(self) -> bytes:
        """The remaining copies of each card of the box, in the box's order."""
        return self.packed.to_bytes(len(self.box.cards), "little")

    def place_of(self, card: Card | str) -> int | None:
        """Return a card's index in the box if the deck still contains it, else None."""
        box = self.box
        place = box.by_identity.get(id(card))
        if place is None:
            place = box.places.get(card)
            if place is None:
                return None
        return place if self.packed >> 8 * place & 255 else None

    def draw(self, card: Card | str) -> "Deck":
        """Return the deck without one copy of a card that it contains."""
        place = self.place_of(card)
        if place is None:
            raise IllegalStepError("the deck has no {card} left", card)
        return _deck(self.box, self.packed - self.box.units[place], self.size - 1)

    def without(self, cards: Sequence[Card]) -> "Deck":
        """Return the deck without these cards; a card listed twice is removed twice."""
        box, packed = self.box, self.packed
        for card in cards:
            place = box.places.get(card)
            if place is None or not packed >> 8 * place & 255:
                raise IllegalStepError("the deck has no {card} left", card)
            packed -= box.units[place]
        return _deck(box, packed, self.size - len(cards))

    def __getitem__(self, card: Card | str) -> int:
        place = self.box.places.get(card)
        if place is not None:
            return self.packed >> 8 * place & 255
        if not isinstance(card, str | Treasure | Hazard | Relic):
            raise UnknownNameError("expected a card or its word, got {card}", repr(card))
        return 0

    def __contains__(self, card: object) -> bool:
        return self[card] > 0  # type: ignore[index]

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Card]:
        return chain.from_iterable(map(repeat, self.box.cards, self.copies))

    def items(self) -> Iterator[tuple[Card, int]]:
        """Yield each distinct card with its number of copies, in the edition's order."""
        copies = self.copies
        return compress(zip(self.box.cards, copies, strict=True), copies)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deck):
            return NotImplemented
        if self.box is other.box:
            return self.packed == other.packed
        return dict(self.items()) == dict(other.items())

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"Deck({ {str(card): copies for card, copies in self.items()} })"


def _is_counted(item: tuple[object, object]) -> bool:
    card, copies = item
    return isinstance(card, Treasure | Hazard | Relic) and is_whole(copies, 0, MOST_COPIES)


_deck = quick(Deck)
