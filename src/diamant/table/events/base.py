"""What every event of a table is, and the log that they stand in.

`@table_event` makes a class an event: it names it on the wire and says what is told of it. How it
changes a table is the event's own `apply`, where nothing is decided and nothing refused: an event
has happened.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, TypeVar, dataclass_transform

from diamant.table.senders import CommandId
from diamant.table.values import Table


class TableEvent:
    """Something that happened at a table.

    `wire_name` is what logs and messages call it: it never changes, whatever the class is called.
    `told` are the fields that everybody at the table may be told; nothing else leaves the house but
    what `view.event_for` adds: the facts, and to whoever made a choice, that choice. None means
    that nobody is told anything. `public_if` is the field that says whether this very event is for
    everybody; without one, it is if anything is told.
    """

    __slots__ = ()

    wire_name: ClassVar[str]
    told: ClassVar[tuple[str, ...] | None]
    public_if: ClassVar[str | None]

    def apply(self, table: Table, entry: "Entry") -> Table:
        """Return the table after this event, which stands in `entry`."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log: an event, when it happened, and the command that caused it.

    `log_number` counts all entries and never leaves the house, since a gap would tell that somebody
    did something secret; `public_number` counts those that everybody is told of.
    """

    log_number: int
    public_number: int
    at: int
    by: str | None
    command: CommandId | None
    event: TableEvent


_kinds: dict[str, type[TableEvent]] = {}
EVENTS: Mapping[str, type[TableEvent]] = MappingProxyType(_kinds)
"""Every event by its wire name."""

Kind = TypeVar("Kind", bound=TableEvent)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def table_event(
    wire_name: str, *, told: tuple[str, ...] | None, public_if: str | None = None
) -> Callable[[type[Kind]], type[Kind]]:
    """Make a class an event of tables."""

    def register(kind: type[Kind]) -> type[Kind]:
        assert wire_name not in _kinds, f"two events are called {wire_name}"
        assert "apply" in vars(kind), f"{wire_name} does not say what it changes"
        kind.wire_name, kind.told, kind.public_if = wire_name, told, public_if
        _kinds[wire_name] = made = dataclass(frozen=True, slots=True)(kind)
        return made

    return register


def is_public(event: TableEvent) -> bool:
    """Return whether everybody at the table is told of an event, however little of it."""
    if event.public_if is not None:
        return bool(getattr(event, event.public_if))
    return event.told is not None
