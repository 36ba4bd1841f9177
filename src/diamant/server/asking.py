"""The words between a room and those who ask something of it, or listen to it."""

from abc import ABC, abstractmethod
from typing import Protocol

from diamant.server.message import Message
from diamant.table import Answer, Outcome, Table
from diamant.table.commands import Command


class Wish(ABC):
    """Something to be decided that is more than one command."""

    @abstractmethod
    def decide(self, table: Table, now: int) -> Outcome:
        """Decide it; called again if another node was first."""


class Caller(Protocol):
    """Whoever waits for what becomes of a command."""

    def answered(self, asked: "Asked", answer: Answer) -> None:
        """Hear that it is durable, after all others have been told what it led to."""
        ...

    def failed(self, asked: "Asked", code: str, reference: str) -> None:
        """Hear that nothing can be said of it: it may be asked again."""
        ...


class Listener(Protocol):
    """A connection that is told what happens at the table."""

    name: str
    guest: str

    def tell(self, message: Message) -> None:
        """Send a message, when what came before has been sent."""
        ...

    def end(self, code: str, **params: str | int) -> None:
        """Close the connection, saying why."""
        ...


Asked = Command | Wish
Pending = tuple[Asked, Caller | None]
