"""A message on its way out: encoded once, for however many it goes to."""

import msgspec
from websockets.frames import Frame, Opcode

from diamant.protocol.outgoing import Outgoing

_encode = msgspec.json.Encoder().encode


class Message:
    """A message as bytes of JSON, and as a WebSocket frame."""

    __slots__ = ("_frame", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._frame: bytes | None = None

    @classmethod
    def of(cls, said: Outgoing) -> "Message":
        """Encode what the server says."""
        return cls(_encode(said))

    @property
    def frame(self) -> bytes:
        """The frame, which is the same for every client since a server does not mask."""
        frame = self._frame
        if frame is None:
            frame = self._frame = Frame(Opcode.TEXT, self.data).serialize(mask=False)
        return frame
