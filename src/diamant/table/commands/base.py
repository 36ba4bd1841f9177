"""What every command is: a guest asks something of a table, or the server tells it something.

Nothing here is random: tokens and codes come hashed from the caller. What is secret does not stand
in a `repr`, so that no log line can hold it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, TypeVar, dataclass_transform

from diamant.table.draft import Draft
from diamant.table.senders import Sent


class Command:
    """Something to be decided at a table."""

    __slots__ = ()

    def decide(self, draft: Draft) -> None:
        """Add to the draft whatever this leads to; raises `RefusalError` if it cannot be."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestCommand(Command):
    """What every command of a guest carries.

    The server has recognized the guest `by` a token. `sent` says how the command came, so that it
    is done once; the server needs none for what it does for a guest by itself. The `wire_name` is
    that of the command's message; it never changes, whatever the class is called.
    """

    wire_name: ClassVar[str]
    by: str
    sent: Sent | None = None


_kinds: dict[str, type[GuestCommand]] = {}
COMMANDS: Mapping[str, type[GuestCommand]] = MappingProxyType(_kinds)
"""Every command of a guest by its wire name."""

Kind = TypeVar("Kind", bound=GuestCommand)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def guest_command(wire_name: str) -> Callable[[type[Kind]], type[Kind]]:
    """Make a class a command of guests; its message has the same fields (`protocol.incoming`)."""

    def register(kind: type[Kind]) -> type[Kind]:
        assert wire_name not in _kinds, f"two commands are called {wire_name}"
        assert "decide" in vars(kind), f"{wire_name} does not say how it is decided"
        kind.wire_name = wire_name
        _kinds[wire_name] = made = dataclass(frozen=True, slots=True, kw_only=True)(kind)
        return made

    return register
