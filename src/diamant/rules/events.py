"""The facts that a step of the game brings about, in the order in which people see them."""

from dataclasses import dataclass

from diamant.rules.cards import Card, Relic


@dataclass(frozen=True, slots=True)
class TakenRelic:
    """A relic in somebody's hands, with the worth that was fixed when it was taken."""

    card: Relic
    worth: int


@dataclass(frozen=True, slots=True)
class ExpeditionBegan:
    """Everybody enters a cave; `relic` was shuffled into the deck just before, if not None."""

    round: int
    relic: Relic | None


@dataclass(frozen=True, slots=True)
class CardTurned:
    """A card was laid at the end of the path."""

    card: Card


@dataclass(frozen=True, slots=True)
class TreasureShared:
    """Each of `seats` got `share` gems to carry; `remainder` gems stay on the card."""

    seats: tuple[int, ...]
    share: int
    remainder: int


@dataclass(frozen=True, slots=True)
class Bust:
    """The second hazard of a `kind`: each of `seats` fled and lost the `lost` gems it carried."""

    kind: str
    seats: tuple[int, ...]
    lost: int


@dataclass(frozen=True, slots=True)
class ChoicesRevealed:
    """All choices were shown at once: who goes on and who leaves."""

    stayers: tuple[int, ...]
    leavers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RelicsTaken:
    """The only one who left at this moment took every relic on the path."""

    seat: int
    relics: tuple[TakenRelic, ...]


@dataclass(frozen=True, slots=True)
class Banked:
    """A leaver put what he carried and his share of the path into the chest."""

    seat: int
    carried: int
    share: int


@dataclass(frozen=True, slots=True)
class StandInsNeeded:
    """The supply ran short: from now on stand-ins worth `worth` points are in use."""

    worth: int


@dataclass(frozen=True, slots=True)
class ExpeditionEnded:
    """Nobody is inside any more; `removed` cards leave the game for good."""

    round: int
    bust: bool
    removed: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The last expedition is over."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


GameEvent = (
    ExpeditionBegan
    | CardTurned
    | TreasureShared
    | Bust
    | ChoicesRevealed
    | RelicsTaken
    | Banked
    | StandInsNeeded
    | ExpeditionEnded
    | GameEnded
)
