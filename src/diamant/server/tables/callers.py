"""What may be asked of a room, who asks and who listens, and the messages that they get."""

from abc import ABC, abstractmethod
from typing import Protocol

import msgspec
from msgspec import UnsetType
from websockets.frames import Frame, Opcode

from diamant.protocol.outgoing import Outgoing, TableViewMessage, Welcome
from diamant.table import Answer, Outcome, Table
from diamant.table.commands import Command

_encode = msgspec.json.Encoder().encode


class Message:
    """A message as bytes of JSON, and as a WebSocket frame."""

    __slots__ = ("_frame", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._frame: bytes | None = None

    @classmethod
    def of(cls, said: Outgoing) -> "Message":
        """Encode what the server says; a view is as long whatever its viewer has chosen."""
        data = _encode(said)
        if isinstance(said, TableViewMessage | Welcome) and not isinstance(said.view, UnsetType):
            data += b" " * sum(hand["choice"] is not False for hand in said.view["hands"])
        return cls(data)

    @property
    def frame(self) -> bytes:
        """The frame, which is the same for every client since a server does not mask."""
        frame = self._frame
        if frame is None:
            frame = self._frame = Frame(Opcode.TEXT, self.data).serialize(mask=False)
        return frame


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
