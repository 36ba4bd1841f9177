"""The cards of an expedition."""

from diamant.rules.frozen import frozen


@frozen
class Treasure:
    """A treasure card with `value` rubies to share.

    >>> str(Treasure(11))
    '11'
    """

    value: int

    def __str__(self) -> str:
        return str(self.value)

    # Cards are looked up at every step, so the hash uses only the card's own value.
    def __hash__(self) -> int:
        return hash(self.value)


@frozen
class Hazard:
    """A hazard: the first of its kind is a warning, the second ends the expedition.

    >>> str(Hazard("snake"))
    'snake'
    """

    kind: str

    def __str__(self) -> str:
        return self.kind

    def __hash__(self) -> int:
        return hash(self.kind)


@frozen
class Relic:
    """A relic with its printed `number`, or None if all relics are identical.

    >>> str(Relic()), str(Relic(7))
    ('relic', 'relic7')
    """

    number: int | None = None

    def __str__(self) -> str:
        return "relic" if self.number is None else f"relic{self.number}"

    def __hash__(self) -> int:
        return hash(self.number)


Card = Treasure | Hazard | Relic
"""A card; `str(card)` is its word in the record notation."""
