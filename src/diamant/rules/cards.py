"""The cards of the cave."""

from diamant.rules.frozen import frozen


@frozen
class Treasure:
    """A chamber with `value` rubies to share out.

    >>> str(Treasure(11))
    '11'
    """

    value: int

    def __str__(self) -> str:
        return str(self.value)

    # Cards are looked up at every step, so each hashes by what it bears and no more.
    def __hash__(self) -> int:
        return hash(self.value)


@frozen
class Hazard:
    """A danger: the first of its kind warns, the second ends the expedition.

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
    """A relic, with its printed `number`, or None where all relics of the edition are identical.

    >>> str(Relic()), str(Relic(7))
    ('relic', 'relic7')
    """

    number: int | None = None

    def __str__(self) -> str:
        return "relic" if self.number is None else f"relic{self.number}"

    def __hash__(self) -> int:
        return hash(self.number)


Card = Treasure | Hazard | Relic
"""`str(card)` is the card's word in the record notation."""
