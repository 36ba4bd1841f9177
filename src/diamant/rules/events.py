"""The events of a game's steps, in the order in which people see them.

Each event has a `wire_name`, which logs and messages use: never change one.
"""

from typing import Optional

from diamant.rules.cards import Card, Relic
from diamant.rules.frozen import frozen


@frozen
class TakenRelic:
    """A relic that a player has taken, with the worth that it had at that moment."""

    card: Relic
    worth: int


@frozen
class ExpeditionBegan:
    """All players enter a cave.

    If `relic` is not None, it was shuffled into the deck just before.
    """

    wire_name = "ExpeditionBegan"
    round: int
    relic: Relic | None


@frozen
class CardTurned:
    """A card was laid at the end of the path."""

    wire_name = "CardTurned"
    card: Card


@frozen
class TreasureShared:
    """Each of `seats` got `share` gems to carry; `remainder` gems stay on the card."""

    wire_name = "TreasureShared"
    seats: tuple[int, ...]
    share: int
    remainder: int


@frozen
class Bust:
    """The second hazard of a `kind`: each of `seats` fled and lost `lost` gems."""

    wire_name = "Bust"
    kind: str
    seats: tuple[int, ...]
    lost: int


@frozen
class ChoicesRevealed:
    """All choices were revealed at once: who stays and who leaves."""

    wire_name = "ChoicesRevealed"
    stayers: tuple[int, ...]
    leavers: tuple[int, ...]


@frozen
class RelicsTaken:
    """The only player who left at this moment took every relic on the path."""

    wire_name = "RelicsTaken"
    seat: int
    relics: tuple[TakenRelic, ...]


@frozen
class Banked:
    """A leaver put the gems they carried and their share of the path into the chest."""

    wire_name = "Banked"
    seat: int
    carried: int
    share: int


@frozen
class StandInsNeeded:
    """The supply ran short: from now on, stand-ins worth `worth` points are in use."""

    wire_name = "StandInsNeeded"
    worth: int


@frozen
class ExpeditionEnded:
    """The expedition ended; the cards in `removed` leave the game for good."""

    wire_name = "ExpeditionEnded"
    round: int
    bust: bool
    removed: tuple[Card, ...]


@frozen
class GameEnded:
    """The last expedition is over."""

    wire_name = "GameEnded"
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


Past = tuple[Optional["Past"], tuple[GameEvent, ...]]
"""The history before a step, if any, and the events of that step.

A step adds one link instead of copying everything before it, so its cost doesn't depend on the
length of the game."""


def events_of(past: Past | None) -> tuple[GameEvent, ...]:
    """Return all events from the beginning, oldest first.

    >>> from diamant.rules.events import StandInsNeeded
    >>> events_of(((None, (StandInsNeeded(1),)), (StandInsNeeded(2), StandInsNeeded(3))))
    (StandInsNeeded(worth=1), StandInsNeeded(worth=2), StandInsNeeded(worth=3))
    """
    steps = []
    while past is not None:
        past, events = past
        steps.append(events)
    return tuple([event for events in reversed(steps) for event in events])
