"""What may be asked of a room, and the two kinds of those around it: callers and listeners."""

from abc import ABC, abstractmethod
from typing import Protocol

from diamant.server.tables.message import Message
from diamant.table import Answer, Outcome, Table
from diamant.table.commands import Command

MOST_ENTRIES = 12
"""After so many of one command, bots that do not stop to think go on a little later."""


class Transaction(ABC):
    """Several commands that are decided as one: all of them are committed, or none is."""

    @abstractmethod
    def decide(self, table: Table, now: int) -> Outcome:
        """Decide it; called again if another node was first."""


Request = Command | Transaction


class Caller(Protocol):
    """Whoever waits for what becomes of a request."""

    def answered(self, request: Request, answer: Answer) -> None:
        """Hear that it is durable, after all listeners have been told what it led to."""
        ...

    def may_write(self, request: Request) -> bool:
        """Tell whether what a request leads to may be written; asked when it leads to anything."""
        ...

    def wrote(self, count: int) -> None:
        """Hear how many bytes it has had written to the database; called before `answered`."""
        ...

    def failed(self, request: Request, code: str, reference: str) -> None:
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


Pending = tuple[Request, Caller | None]
