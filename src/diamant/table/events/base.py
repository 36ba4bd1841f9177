"""The base class of all table events, and the log entries that contain them.

`@table_event` makes a class an event: it sets its wire name and which fields are public. The
event's `apply` changes the table. It makes no decisions, because the event has already happened.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, TypeVar, dataclass_transform

from diamant.table.senders import CommandId
from diamant.table.values import Table


class TableEvent:
    """Something that happened at a table.

    `wire_name` is the event's name in logs and messages; it never changes, even if the class is
    renamed. `told` lists the fields that everyone at the table may see; if `told` is None, no one
    sees the event. `view.event_for` adds only the facts, and the choice for the player who made it.
    `public_if` names the field that says whether this particular event is public. Without
    `public_if`, an event is public if `told` isn't None.
    """

    __slots__ = ()

    wire_name: ClassVar[str]
    told: ClassVar[tuple[str, ...] | None]
    public_if: ClassVar[str | None]

    def apply(self, table: Table, entry: "Entry") -> Table:
        """Return the table after this event, which `entry` contains."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log: an event, its time, and the command that caused it.

    `log_number` counts all entries and stays on the server, since a gap would reveal a secret
    action. `public_number` counts the public entries.
    """

    log_number: int
    public_number: int
    at: int
    by: str | None
    command: CommandId | None
    event: TableEvent


_kinds: dict[str, type[TableEvent]] = {}
EVENTS: Mapping[str, type[TableEvent]] = MappingProxyType(_kinds)
"""All events by wire name."""

Kind = TypeVar("Kind", bound=TableEvent)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def table_event(
    wire_name: str, *, told: tuple[str, ...] | None, public_if: str | None = None
) -> Callable[[type[Kind]], type[Kind]]:
    """Return a decorator that registers a table event under its wire name."""

    def register(kind: type[Kind]) -> type[Kind]:
        assert wire_name not in _kinds, f"two events are called {wire_name}"
        assert "apply" in vars(kind), f"{wire_name} has no rule for its change"
        kind.wire_name, kind.told, kind.public_if = wire_name, told, public_if
        _kinds[wire_name] = made = dataclass(frozen=True, slots=True)(kind)
        return made

    return register


def is_public(event: TableEvent) -> bool:
    """Return whether everyone at the table is notified of an event."""
    if event.public_if is not None:
        return bool(getattr(event, event.public_if))
    return event.told is not None
