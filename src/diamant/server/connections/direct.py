"""uvicorn's WebSocket protocol without a queue, task or await for each message.

Client messages go straight to the session, and the session's messages straight to the socket. Over
plain ASGI, each direction costs about as much as everything else the server does per message.
"""

from asyncio import AbstractEventLoop, BaseTransport, TimerHandle
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request

from diamant.protocol.close_codes import SILENT, TOO_MUCH
from diamant.server.connections.frames import FrameMeter
from diamant.server.tables.listeners import Message

if TYPE_CHECKING:
    from diamant.server.services import Services

EXTENSION = "diamant.direct"
"""The key of this protocol object in an ASGI scope."""

LINGER_SECONDS = 4.0  # How long a client may take to answer a close.
MESSAGE_SECONDS = 30.0  # Time limit from a message's first byte to its last.
LAST_LOOKS = 64  # How many reads to search for the client's close frame after we sent ours.
SHORTEST, LONGEST = 7, 131  # Bytes of a masked frame with 1 to 125 bytes of payload.
WHOLE_TEXT = 0x81
MOST_EARLY = 16  # Limit for control frames that arrive before the session exists.

Taker = Callable[[bytes], None]
Payer = Callable[[float], bool]

# Connections of each event loop with data to write at the end of the current loop iteration.
_TO_WRITE: WeakKeyDictionary[AbstractEventLoop, list["DirectProtocol"]] = WeakKeyDictionary()


class DirectProtocol(WebSocketsSansIOProtocol):
    """A WebSocket connection; `DirectOutlet` makes it an `Outlet`."""

    taker: Taker | None = None
    pay: Payer | None = None
    early = 0
    last_looks = LAST_LOOKS
    message_timer: TimerHandle | None = None
    most_waiting = 256
    waiting: deque[bytes] | None = None
    parting: tuple[int, str] | None = None
    uncount: Callable[[], None] | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Release this socket's slot; see `newcomers`."""
        if self.uncount is not None:
            self.uncount()
            self.uncount = None
        self._stop_message_timer()
        super().connection_lost(exc)

    def connection_made(self, transport: BaseTransport) -> None:
        """Set up the connection, without debug logs of frames: they contain secrets."""
        super().connection_made(transport)
        self.conn.debug = False
        # A client that sends more is sending too many messages or useless frames.
        self.meter = FrameMeter(2 * int(services_of(self.config.app).settings.message_burst))
        self.out: list[bytes] = []
        self.to_write = _TO_WRITE.setdefault(self.loop, [])

    def data_received(self, data: bytes) -> None:
        """Handle data from the client; after a close, only look for the client's close.

        Every frame is charged before it is handled: messages by their size, other frames like a
        short message.
        """
        meter = self.meter
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if self.close_sent or self.parting is not None:
            self._wait_for_close(data)
            return
        taker = self.taker
        if taker is not None and meter.is_between and not meter.closed and is_short_message(data):
            # Nearly all messages are short and arrive alone. The parser would take twice as long.
            taker(apply_mask(data[6:], data[2:6]))
            return
        most = meter.read(data)
        if meter.unpaid and not self._pay(meter.unpaid):
            return
        super().data_received(data if most == len(data) else data[:most])
        if most < len(data):
            self._too_much()
        elif meter.is_between:
            self._stop_message_timer()
        elif self.message_timer is None:
            self.message_timer = self.loop.call_later(MESSAGE_SECONDS, self._too_slow)

    def handle_connect(self, event: Request) -> None:
        """Start the ASGI application, with this object in its scope."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    async def send(self, message: ASGISendEvent) -> None:
        """Send an ASGI message; treat an HTTP refusal as a normal end of the handshake.

        Otherwise uvicorn would log refusals, and handshakes interrupted by a shutdown, as errors.
        Clients could fill the log with these errors.
        """
        if self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the session, or to the ASGI application before one exists."""
        taker = self.taker
        if taker is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent and self.parting is None:
            taker(data)

    def send_now(self, message: Message) -> bool:
        """Queue a message to be sent as soon as the client reads; see `Outlet.send`.

        An answer and the events it causes are written together, since writing is the most expensive
        step.
        """
        if self.close_sent or self.disconnected or self.parting is not None:
            return True
        waiting = self.waiting
        if waiting is None and self.writable.is_set():
            if not self.out:
                self.to_write.append(self)
                if len(self.to_write) == 1:
                    self.loop.call_soon(_write_all, self.to_write)
            self.out.append(message.frame)
            return True
        if waiting is None:
            waiting = self.waiting = deque()
        if len(waiting) >= self.most_waiting:
            return False
        waiting.append(message.frame)
        return True

    def write_out(self) -> None:
        """Write all messages queued since the last call."""
        out, self.out = self.out, []
        if out and not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(out[0] if len(out) == 1 else b"".join(out))

    def resume_writing(self) -> None:
        """Write waiting messages until the write buffer is full again."""
        super().resume_writing()
        waiting = self.waiting
        while waiting and self.writable.is_set():
            self.transport.write(waiting.popleft())
        if not waiting:
            self.waiting = None
            if self.parting is not None:
                self._close(*self.parting)

    def close_now(self, code: int, reason: str) -> None:
        """Close the connection; see `Outlet.close`."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        if self.waiting is None or len(self.waiting) >= self.most_waiting:
            self.waiting = None
            self._close(code, reason)
        elif self.parting is None:
            self.parting = (code, reason)
            self._linger()

    def keepalive_timeout(self) -> None:
        """Close a connection that doesn't answer pings, with our own close code."""
        self.pong_timer = None
        self.pending_ping_payload = None
        self.waiting = None
        self._close(SILENT, "no pong")

    def handle_parser_exception(self) -> None:
        """End a connection whose frames are invalid or too long, with a close code.

        Data that still arrives is read and discarded for a while: closing a socket with unread data
        resets it, and the close code would be lost.
        """
        closing = self.conn.close_sent
        if self.close_sent or closing is None:
            return
        self.write_out()
        end = {"type": "websocket.disconnect", "code": closing.code, "reason": closing.reason}
        self.queue.put_nowait(end)  # type: ignore[arg-type]
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._linger()

    def _pay(self, frames: int) -> bool:
        """Charge for frames without a message, or end the connection."""
        if self.pay is not None:
            return self.pay(frames)
        self.early += frames
        if self.early > MOST_EARLY:
            self._too_much()
        return self.early <= MOST_EARLY

    def _wait_for_close(self, data: bytes) -> None:
        """Ignore data except the client's close frame, for a limited number of reads."""
        if self.last_looks > 0:
            self.last_looks -= 1
            if self.meter.read(data) < len(data):
                self.last_looks = 0
            if self.meter.closed:
                self.transport.close()

    def _too_much(self) -> None:
        """End the connection of a client that sends too many frames."""
        if not self.handshake_complete:
            self.transport.abort()
            return
        self.waiting = None
        self._close(TOO_MUCH, "too-many-messages")

    def _too_slow(self) -> None:
        """End the connection of a client that doesn't complete its message in time."""
        self.waiting = None
        self._close(SILENT, "slow message")

    def _stop_message_timer(self) -> None:
        if self.message_timer is not None:
            self.message_timer.cancel()
            self.message_timer = None

    def _close(self, code: int, reason: str) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        self.write_out()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self._linger()

    def _linger(self) -> None:
        """Start a timer that drops the connection unless the client closes it first."""
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)


def is_short_message(data: bytes) -> bool:
    """Return whether `data` is exactly one masked frame with a short text message.

    >>> frame = bytes([0x81, 0x80 | 2, 1, 2, 3, 4]) + b"ab"
    >>> [is_short_message(data) for data in (frame, frame[:-1], frame + b"c", b"")]
    [True, False, False, False]
    """
    size = len(data)
    return SHORTEST <= size <= LONGEST and data[0] == WHOLE_TEXT and data[1] == size - 6 + 128


def _write_all(to_write: list[DirectProtocol]) -> None:
    ready = to_write[:]
    to_write.clear()
    for protocol in ready:
        protocol.write_out()


def services_of(app: Any) -> "Services":  # noqa: ANN401 - uvicorn knows applications of many kinds
    """Return the services of an application made by `make_app`."""
    services: Services = app.state.services
    return services


class DirectOutlet:
    """The outlet of a session over a `DirectProtocol`."""

    __slots__ = ("_protocol", "send")

    def __init__(
        self, protocol: DirectProtocol, most_waiting: int, taker: Taker, pay: Payer
    ) -> None:
        protocol.most_waiting = most_waiting
        protocol.taker = taker
        protocol.pay = pay
        self._protocol = protocol
        self.send = protocol.send_now

    def close(self, code: int, reason: str) -> None:
        """Close the connection; see `Outlet.close`."""
        self._protocol.close_now(code, reason)
