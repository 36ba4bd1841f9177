"""uvicorn's HTTP protocol with limits on sockets, sizes and times.

A client that sends slowly, sends too much or doesn't read loses its socket. Refusals here never
reach an application and aren't logged individually, because clients could fill the log.
"""

from asyncio import TimerHandle, Transport
from collections.abc import Callable
from http import HTTPStatus
from typing import cast

import httptools
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from diamant.server.connections.direct import DirectProtocol, services_of

MOST_PIPELINED = 16  # Requests that may wait for the answer to an earlier one.
MOST_PARTS = 2_048  # Per request body: the parser reports a part for each read or chunk.
HEADER_EXTRA = 4  # Bytes of a header line in addition to its name and value.


class _BoundError(Exception):
    """Raised if a request exceeds a limit; httptools wraps it in its own error."""


class PlainProtocol(HttpToolsProtocol):
    """An HTTP connection, until it closes or becomes a WebSocket.

    Only one timer runs at a time: for the headers, for the body, or for a client that doesn't read.
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
        """Set up the connection, or drop it if too many sockets are open."""
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
        """Release this socket's slot, and cancel its open requests."""
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
        """Parse received data; refuse data that exceeds a limit."""
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
        # The parser buffers an unfinished line, so count it here; `on_header` counts complete ones.
        if head and self.in_head and not self.ended:
            self.head_bytes += len(data)
            if self.head_bytes > self.bounds.most_header_bytes:
                self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_url(self, url: bytes) -> None:
        """Add a part of the URL."""
        super().on_url(url)
        if len(self.url) > self.bounds.most_header_bytes:
            self._bound(HTTPStatus.REQUEST_URI_TOO_LONG)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header unless there are too many."""
        super().on_header(name, value)
        self.line_bytes += len(name) + len(value) + HEADER_EXTRA
        bounds = self.bounds
        if len(self.headers) > bounds.most_headers or self.line_bytes > bounds.most_header_bytes:
            self._bound(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """Start a request."""
        super().on_message_begin()
        self.line_bytes = self.body_parts = 0

    def on_headers_complete(self) -> None:
        """Start to process the request; its body has a separate time limit."""
        if len(self.pipeline) >= MOST_PIPELINED:
            self._bound(HTTPStatus.TOO_MANY_REQUESTS)
        self.in_head = False
        self.head_bytes = 0
        self.wait(self.bounds.body_seconds)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Add a part of the body unless there are too many."""
        self.body_parts += 1
        if self.body_parts > MOST_PARTS:
            self._bound(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Stop the timer until the next request."""
        super().on_message_complete()
        self.in_head = self.ended = True
        self.stop_waiting()

    def on_response_complete(self) -> None:
        """Prepare for the next request; set a time limit if the body is incomplete."""
        super().on_response_complete()
        if not self.in_head:
            self.wait(self.bounds.header_seconds)

    def pause_writing(self) -> None:
        """Start a timer for a client that doesn't read."""
        super().pause_writing()
        self.wait(self.bounds.body_seconds)

    def resume_writing(self) -> None:
        """Continue writing, and stop the timer."""
        super().resume_writing()
        self.stop_waiting()

    def handle_websocket_upgrade(self) -> None:
        """Pass the socket to the WebSocket protocol, or refuse if an answer is pending.

        A pending answer to an earlier request would be written between the frames.
        """
        if self.unanswered is not None or self.pipeline:
            self.refuse(HTTPStatus.BAD_REQUEST)
            return
        self.stop_waiting()
        uncount, self.uncount = self.uncount, None
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, DirectProtocol), "WebSockets use another protocol class"
        protocol.uncount = uncount

    def wait(self, seconds: float) -> None:
        """Start a timer that closes the socket after `seconds`."""
        self.stop_waiting()
        self.timer = self.loop.call_later(seconds, self.too_late)

    def stop_waiting(self) -> None:
        """Cancel the timer."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def too_late(self) -> None:
        """Close the socket, with a response only if a request's header is incomplete."""
        self.timer = None
        if self.in_head and self.head_bytes:
            self.refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.transport.abort()

    def refuse(self, status: HTTPStatus) -> None:
        """Send an error response, and close the socket."""
        self.stop_waiting()
        if not self.transport.is_closing():
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\n"
            self.transport.write(f"{head}content-length: 0\r\n\r\n".encode())
            self.transport.close()

    @property
    def unanswered(self) -> RequestResponseCycle | None:
        """The request being answered, or None; `cycle` may be a later, waiting request."""
        done = self.answering is None or self.answering.response_complete
        return None if done else self.answering

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    def _bound(self, status: HTTPStatus) -> None:
        self.status = status
        raise _BoundError

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing if a client asks for another protocol: it gets an HTTP response."""
