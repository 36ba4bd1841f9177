"""The events of a game so far, shared by every later moment of it."""

from typing import Optional

from diamant.rules.events import GameEvent

Past = tuple[Optional["Past"], tuple[GameEvent, ...]]
"""What had happened before a step, if anything, and the events of that step.

A step adds one link instead of copying everything before it, so it costs the same however long the
game has been going on.
"""


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
