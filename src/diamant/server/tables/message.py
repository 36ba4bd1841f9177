"""A message on its way out: encoded once, for however many it goes to."""

import msgspec
from msgspec import UnsetType
from websockets.frames import Frame, Opcode

from diamant.protocol.outgoing import Outgoing, TableViewMessage, Welcome

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
