"""uvicorn's HTTP protocol with bounds: how many sockets, how much, and how long.

Whoever sends slowly, sends too much or reads nothing holds a socket and a little memory, and loses
them. What is refused here is refused before any application has heard of it, and is not logged one
by one: anybody could fill the log.
"""

from asyncio import TimerHandle, Transport
from collections.abc import Callable
from http import HTTPStatus
from typing import cast

import httptools
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from diamant.server.connections.direct import DirectProtocol, services_of

MOST_PIPELINED = 16  # Requests that may wait for the answer to the one before.
MOST_PARTS = 2_048  # Of a body: what is read at once, or a chunk.
HEADER_EXTRA = 4  # Bytes of a header line beside its name and value.


class _BoundError(Exception):
    """A request goes beyond a bound; httptools wraps it in an error of its own."""


class PlainProtocol(HttpToolsProtocol):
    """A socket until it ends, or becomes a WebSocket.

    One timer runs at a time: for the headers, for the body, or for a client that does not read.
    """

    uncount: Callable[[], None] | None = None
    timer: TimerHandle | None = None
    in_head = True
    ended = False
    head_bytes = 0
    body_parts = 0
    answering: RequestResponseCycle | None = None
    status = HTTPStatus.BAD_REQUEST

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin, unless there are too many sockets."""
        super().connection_made(transport)
        services = services_of(self.config.app)
        self.bounds = services.settings
        self.timeout_keep_alive = cast("int", self.bounds.keep_alive_seconds)
        self.uncount = services.newcomers.let_in(self.client[0] if self.client else "")
        if self.uncount is None:
            transport.abort()
        else:
            self.wait(self.bounds.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count this socket no more; what was asked on it needs no answer."""
        self.stop_waiting()
        self.pipeline.clear()
        unanswered = self.unanswered
        if unanswered is not None:
            unanswered.disconnected = True
            unanswered.message_event.set()
        if self.uncount is not None:
            self.uncount()
            self.uncount = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, within bounds."""
        if self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        if self.in_head and self.timer is None:
            self.wait(self.bounds.header_seconds)
        head = self.in_head
        self.ended = False
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
                return
        except httptools.HttpParserError:
            self.refuse(self.status)
            return
        # A line that does not end is nowhere but in the parser; those that have are counted above.
        if head and self.in_head and not self.ended:
            self.head_bytes += len(data)
            if self.head_bytes > self.bounds.most_header_bytes:
                self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_url(self, url: bytes) -> None:
        """Take a part of the address."""
        super().on_url(url)
        if len(self.url) > self.bounds.most_header_bytes:
            self._bound(HTTPStatus.REQUEST_URI_TOO_LONG)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header, if there are not too many."""
        super().on_header(name, value)
        self.line_bytes += len(name) + len(value) + HEADER_EXTRA
        bounds = self.bounds
        if len(self.headers) > bounds.most_headers or self.line_bytes > bounds.most_header_bytes:
            self._bound(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self.line_bytes = self.body_parts = 0

    def on_headers_complete(self) -> None:
        """Answer the request; its body has a time of its own."""
        if len(self.pipeline) >= MOST_PIPELINED:
            self._bound(HTTPStatus.TOO_MANY_REQUESTS)
        self.in_head = False
        self.head_bytes = 0
        self.wait(self.bounds.body_seconds)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a part of the body, if there are not too many."""
        self.body_parts += 1
        if self.body_parts > MOST_PARTS:
            self._bound(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Wait for the next request."""
        super().on_message_complete()
        self.in_head = self.ended = True
        self.stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of a body that nobody needs any more."""
        super().on_response_complete()
        if not self.in_head:
            self.wait(self.bounds.header_seconds)

    def pause_writing(self) -> None:
        """Wait for a client that does not read."""
        super().pause_writing()
        self.wait(self.bounds.body_seconds)

    def resume_writing(self) -> None:
        """Write on."""
        super().resume_writing()
        self.stop_waiting()

    def handle_websocket_upgrade(self) -> None:
        """Give the socket to the WebSocket's protocol, which has bounds of its own.

        An answer that is still to come would be written among the frames.
        """
        if self.unanswered is not None or self.pipeline:
            self.refuse(HTTPStatus.BAD_REQUEST)
            return
        self.stop_waiting()
        uncount, self.uncount = self.uncount, None
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, DirectProtocol), "WebSockets have a protocol of their own"
        protocol.uncount = uncount

    def wait(self, seconds: float) -> None:
        """Let the socket go if nothing comes of it in time."""
        self.stop_waiting()
        self.timer = self.loop.call_later(seconds, self.too_late)

    def stop_waiting(self) -> None:
        """Have as much time as one likes."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def too_late(self) -> None:
        """Let the socket go; one that has said nothing yet, or reads nothing, hears no reason."""
        self.timer = None
        if self.in_head and self.head_bytes:
            self.refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.transport.abort()

    def refuse(self, status: HTTPStatus) -> None:
        """Answer in plain HTTP, and let the socket go."""
        self.stop_waiting()
        if not self.transport.is_closing():
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\n"
            self.transport.write(f"{head}content-length: 0\r\n\r\n".encode())
            self.transport.close()

    @property
    def unanswered(self) -> RequestResponseCycle | None:
        """The request whose answer is under way; `cycle` is the last one of those that wait."""
        done = self.answering is None or self.answering.response_complete
        return None if done else self.answering

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    def _bound(self, status: HTTPStatus) -> None:
        self.status = status
        raise _BoundError

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing: whoever asks for another protocol is answered in this one."""
