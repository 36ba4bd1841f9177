"""The base classes of all commands, from guests and from the server.

Commands contain no randomness: the caller passes hashed tokens and codes. Secret fields are
excluded from `repr`, so they can't end up in server logs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, TypeVar, dataclass_transform

from diamant.table.draft import Draft
from diamant.table.senders import Sent


class Command:
    """A request that a table carries out or refuses."""

    __slots__ = ()

    def decide(self, draft: Draft) -> None:
        """Add the resulting events to the draft, or raise `RefusalError`."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestCommand(Command):
    """The fields that every guest command has.

    `by` is the guest, whom the server has identified by their token. `sent` identifies the command
    so that it runs only once; commands that the server issues for a guest don't need it.
    `wire_name` is the command's name in messages and never changes, even if the class is renamed.
    """

    wire_name: ClassVar[str]
    by: str
    sent: Sent | None = None


_kinds: dict[str, type[GuestCommand]] = {}
COMMANDS: Mapping[str, type[GuestCommand]] = MappingProxyType(_kinds)
"""All guest commands by wire name."""

Kind = TypeVar("Kind", bound=GuestCommand)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def guest_command(wire_name: str) -> Callable[[type[Kind]], type[Kind]]:
    """Return a decorator that registers a guest command under its wire name.

    The command's message in `protocol.incoming` has the same fields.
    """

    def register(kind: type[Kind]) -> type[Kind]:
        assert wire_name not in _kinds, f"two commands are called {wire_name}"
        assert "decide" in vars(kind), f"{wire_name} has no rule for its decision"
        kind.wire_name = wire_name
        _kinds[wire_name] = made = dataclass(frozen=True, slots=True, kw_only=True)(kind)
        return made

    return register
