"""Sockets between guests and nodes that delay, split, stall, break or silently die.

Each direction of a wire delivers its bytes in order, as TCP does, or stops for good. There is no
order between wires: a message sent later on another wire may arrive earlier.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from tests.world.loop import Loop, Timeline

HIGH_WATER, LOW_WATER = 6 * 1024, 2 * 1024  # Less than real sockets, to be reached more often.


class _Way:
    """One direction of a wire."""

    def __init__(self, timeline: Timeline, deliver: Callable[[bytes | None], None]) -> None:
        self._timeline = timeline
        self._deliver = deliver
        self._under_way: deque = deque()
        self.stalled_until = 0.0
        self.dead = False

    def send(self, data: bytes | None) -> None:
        """Send bytes; None closes this direction."""
        chance = self._timeline.chance
        if data is not None and len(data) > 1 and chance.random() < 0.05:
            cut = chance.randrange(1, len(data))
            self._send(data[:cut])
            data = data[cut:]
        self._send(data)

    def _send(self, data: bytes | None) -> None:
        chance = self._timeline.chance
        late = 0.2 if chance.random() < 0.03 else 0.004
        self._under_way.append((self._timeline.now + chance.uniform(0.0002, late), data))
        if len(self._under_way) == 1:
            self._timeline.at(self._under_way[0][0], self.pump)

    def pump(self) -> None:
        """Deliver the data that is due, in the order it was sent."""
        while self._under_way:
            when = max(self._under_way[0][0], self.stalled_until)
            if when > self._timeline.now:
                self._timeline.at(when, self.pump)
                return
            _, data = self._under_way.popleft()
            if not self.dead:
                self._deliver(data)


class Wire:
    """One TCP connection; `peer` gets the calls `connected`, `received` and `ended`."""

    def __init__(self, timeline: Timeline, peer, address: str) -> None:
        self.timeline = timeline
        self.peer = peer
        self.address = address
        self.transport: _Transport | None = None
        self._up = _Way(timeline, self._at_node)
        self._down = _Way(timeline, self._at_guest)

    def connect(self, loop: Loop | None) -> None:
        """Connect to a node, if it listens."""
        self.timeline.after(self.timeline.chance.uniform(0.0005, 0.01), self._knock, loop)

    def _knock(self, loop: Loop | None) -> None:
        if loop is None or not loop.alive or loop.accept is None:
            self.peer.ended(self)
            return
        self.transport = _Transport(loop, self)
        loop.call_soon_threadsafe(self.transport.begin, loop.accept)
        self.peer.connected(self)

    # The guest's end.

    def send(self, data: bytes) -> None:
        self._up.send(data)

    def hang_up(self) -> None:
        """Close from the guest's side, and ignore everything the node still sends."""
        self._down.dead = True
        self._up.send(None)

    # Trouble.

    def cut(self) -> None:
        """Break the connection; part of the data in flight still arrives on each side."""
        for way, tell in ((self._up, self._reset_node), (self._down, self._reset_guest)):
            seconds = self.timeline.chance.choice([0.0, 0.001, 0.01, 0.5])
            self.timeline.after(seconds, self._end, way, tell)

    def vanish(self) -> None:
        """Lose all further data in one direction or both, without telling either side."""
        ways = self.timeline.chance.choice([(self._up,), (self._down,), (self._up, self._down)])
        for way in ways:
            way.dead = True

    def stall(self, seconds: float) -> None:
        """Hold all data back for some seconds."""
        for way in (self._up, self._down):
            way.stalled_until = self.timeline.now + seconds

    def repair(self) -> bool:
        """End a stall; return whether both directions still work."""
        for way in (self._up, self._down):
            way.stalled_until = 0.0
            way.pump()
        return not (self._up.dead or self._down.dead)

    def node_died(self) -> None:
        """Reset the guest's side, as the machine of a dead process does."""
        self._up.dead = True
        seconds = self.timeline.chance.uniform(0, 0.05)
        self.timeline.after(seconds, self._end, self._down, self._reset_guest)

    def _end(self, way: _Way, tell: Callable[[], None]) -> None:
        if not way.dead:
            way.dead = True
            tell()

    def _reset_node(self) -> None:
        if self.transport is not None:
            self.transport.loop.call_soon_threadsafe(self.transport.lost, ConnectionResetError())

    def _reset_guest(self) -> None:
        self.peer.ended(self)

    # What arrives.

    def _at_node(self, data: bytes | None) -> None:
        if self.transport is not None:
            self.transport.loop.call_soon_threadsafe(self.transport.take, data)

    def _at_guest(self, data: bytes | None) -> None:
        if data is None:
            self._down.dead = True
            self.peer.ended(self)
            return
        if self.transport is not None:
            self.transport.loop.call_soon_threadsafe(self.transport.was_sent, len(data))
        self.peer.received(self, data)

    def down(self, data: bytes | None) -> None:
        """Send from the node to the guest."""
        self._down.send(data)


class _Transport(asyncio.Transport):
    """The node's end of a wire; it behaves like asyncio's socket transport."""

    def __init__(self, loop: Loop, wire: Wire) -> None:
        super().__init__()
        self.loop = loop
        self._wire = wire
        self._protocol = None
        self._closing = False
        self._lost = False
        self._reading = True
        self._unread: list[bytes | None] = []
        self._unsent = 0
        self._paused = False

    def begin(self, factory) -> None:
        self._protocol = factory()
        self._protocol.connection_made(self)

    def take(self, data: bytes | None) -> None:
        """Pass data to the protocol, or keep it while reading is paused."""
        if self._lost or (self._closing and data is not None):
            return
        if not self._reading:
            self._unread.append(data)
        elif data is not None:
            self._protocol.data_received(data)
        elif not self._protocol.eof_received():
            self.close()

    def lost(self, error: Exception | None) -> None:
        if not self._lost:
            self._lost = self._closing = True
            self._protocol.connection_lost(error)

    def was_sent(self, count: int) -> None:
        self._unsent -= count
        if self._paused and self._unsent <= LOW_WATER and not self._lost:
            self._paused = False
            self._protocol.resume_writing()

    # What protocols ask of a transport.

    def get_extra_info(self, name, default=None):
        known = {"peername": (self._wire.address, 40_000), "sockname": ("10.9.9.9", 8000)}
        return known.get(name, default)

    def set_protocol(self, protocol) -> None:
        self._protocol = protocol

    def get_protocol(self):
        return self._protocol

    def is_closing(self) -> bool:
        return self._closing

    def is_reading(self) -> bool:
        return self._reading

    def pause_reading(self) -> None:
        self._reading = False

    def resume_reading(self) -> None:
        self._reading = True
        while self._unread and self._reading:
            self.take(self._unread.pop(0))

    def get_write_buffer_size(self) -> int:
        return self._unsent

    def set_write_buffer_limits(self, high=None, low=None) -> None:
        pass

    def write(self, data) -> None:
        if self._closing or not data:
            return
        self._unsent += len(data)
        self._wire.down(bytes(data))
        if self._unsent > HIGH_WATER and not self._paused:
            self._paused = True
            self._protocol.pause_writing()

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            self._wire.down(None)
            self.loop.call_soon(self.lost, None)

    def abort(self) -> None:
        if not self._lost:
            self._closing = True
            self._wire.cut()
            self.loop.call_soon(self.lost, None)
