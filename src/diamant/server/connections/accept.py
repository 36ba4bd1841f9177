"""Accept a WebSocket and create its session.

With uvicorn, `direct` then passes messages to the session.
"""

import asyncio
import contextlib
import logging
from collections import deque

from diamant.protocol.problems import close_code_of, problem, refused
from diamant.server.connections.direct import EXTENSION, DirectOutlet, DirectProtocol
from diamant.server.connections.session import Session
from diamant.server.responses import (
    CLIENT,
    AsgiMessage,
    Client,
    Receive,
    Scope,
    Send,
    refuse_request,
)
from diamant.server.services import Services
from diamant.server.tables.listeners import Message

_log = logging.getLogger(__name__)


class Sockets:
    """The WebSocket side of a server, as an ASGI application."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one client until either side closes the connection."""
        services = self._services
        client: Client = scope[CLIENT]
        if services.stopping:
            await refuse_request(scope, receive, send, refused("stopping"))
            return
        await receive()
        await send({"type": "websocket.accept"})
        if not services.limits.connect(client.address):
            why = problem("crowded-address")
            services.metrics.refusal(why.code, client.address)
            services.newcomers.shut_out("one address, or all together, have too many connections")
            await send({"type": "websocket.send", "text": Message.of(why).data.decode()})
            await send(
                {"type": "websocket.close", "code": close_code_of(why.code), "reason": why.code}
            )
            return
        session = Session(
            name=services.connection_name(),
            client=client,
            rooms=services.rooms,
            limits=services.limits,
            metrics=services.metrics,
            settings=services.settings,
            learn_edition=services.learn_edition,
        )
        services.sessions[session.name] = (client.address, session)
        try:
            direct = scope.get("extensions", {}).get(EXTENSION)
            if isinstance(direct, DirectProtocol):
                most = services.settings.most_waiting
                session.begin(DirectOutlet(direct, most, session.take, session.pay))
                await _listen(session, receive)
            else:
                outlet = AsgiOutlet(send, services.settings.most_waiting)
                session.begin(outlet)
                await _listen(session, receive)
                await outlet.finish()
        finally:
            del services.sessions[session.name]
            session.disconnected()
            services.limits.disconnect(client.address)


async def _listen(session: Session, receive: Receive) -> None:
    """Pass every message to the session until the connection ends."""
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        data = message.get("text")
        session.take(data if data is not None else message.get("bytes") or b"")


class AsgiOutlet:
    """An outlet over plain ASGI, with a task that sends the queued messages."""

    def __init__(self, send: Send, most_waiting: int) -> None:
        self._send = send
        self._most = most_waiting
        self._waiting: deque[AsgiMessage] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def send(self, message: Message) -> bool:
        """Queue a message; see `Outlet.send`."""
        if self._closed:
            return True
        if len(self._waiting) >= self._most:
            return False
        self._put({"type": "websocket.send", "text": message.data.decode()})
        return True

    def close(self, code: int, reason: str) -> None:
        """Queue the close; see `Outlet.close`."""
        if not self._closed:
            self._closed = True
            self._put({"type": "websocket.close", "code": code, "reason": reason})

    async def finish(self) -> None:
        """Wait until all queued messages have been sent."""
        if self._task is not None:
            await self._task

    def _put(self, message: AsgiMessage) -> None:
        self._waiting.append(message)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write())

    async def _write(self) -> None:
        # The receiving side notices when a client is gone.
        with contextlib.suppress(OSError, RuntimeError):
            while self._waiting:
                await self._send(self._waiting.popleft())
