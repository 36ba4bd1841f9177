"""Count a WebSocket's frames before the parser handles them.

A single read can contain 40,000 pings. Parsing them, with a pong and a task for each, would block
everyone else for a second. Counting costs almost nothing and stops at the limit.
"""

MOST_FRAGMENTS = 64  # Per message.

CLOSE = 8
_FIRST_CONTROL = 8
_HEAD, _MASK, _SHORT, _LONG = 2, 4, 126, 127


class FrameMeter:
    """Tracks a client's frames by their headers, with a limit on frames per read.

    >>> meter = FrameMeter(128)
    >>> ping = bytes([0x89, 0x80, 0, 0, 0, 0])
    >>> meter.read(ping * 3 + ping[:4]), meter.unpaid
    (22, 3)
    >>> meter.read(ping[4:] + ping * 200), meter.unpaid
    (764, 129)
    """

    __slots__ = ("_head", "_most", "_payload", "closed", "fragments", "unpaid")

    def __init__(self, most: int) -> None:
        self._most = most
        self.fragments = 0
        """The number of frames so far in an incomplete message."""
        self.unpaid = 0
        """The number of frames in the last `read` that aren't charged as part of a message."""
        self.closed = False
        """Whether the client has sent a close frame."""
        self._head = b""
        self._payload = 0

    @property
    def is_between(self) -> bool:
        """Whether the last byte read was the end of a message."""
        return not (self.fragments or self._head or self._payload)

    def read(self, data: bytes) -> int:
        """Count the frames in `data`; return the number of bytes within the limit."""
        before = len(self._head)
        data = self._head + data
        size, at, frames = len(data), self._payload, 0
        self._head, self.unpaid = b"", 0
        while at < size:
            length, payload = _measure(data, at)
            if not length or at + length > size:
                self._head = data[at:]
                at = size
                break
            frames += 1
            if data[at] & 15 >= _FIRST_CONTROL:
                self.unpaid += 1
                self.closed |= data[at] & 15 == CLOSE
            elif data[at] & 128:
                self.fragments = 0
            else:
                self.unpaid += 1
                self.fragments += 1
            if frames > self._most or self.fragments > MOST_FRAGMENTS:
                return at - before
            at += length + payload
        self._payload = at - size
        return size - before


def _measure(data: bytes, at: int) -> tuple[int, int]:
    """Return the header and payload lengths of a frame, or zeros if it is too short."""
    if len(data) < at + _HEAD:
        return 0, 0
    masked, payload = divmod(data[at + 1], 128)
    more = {_SHORT: 2, _LONG: 8}.get(payload, 0)
    if more:
        payload = int.from_bytes(data[at + _HEAD : at + _HEAD + more])
    return _HEAD + more + _MASK * masked, payload
