"""The way out to one client: never waited for, and never longer than a bound."""

import asyncio
import contextlib
from collections import deque
from typing import Protocol

from diamant.server.responses import AsgiMessage, Send
from diamant.server.tables.callers import Message


class Outlet(Protocol):
    """Where a session puts what it says.

    `send` returns whether there was room. Nothing is sent after `close`.
    """

    def send(self, message: Message) -> bool:
        """Send a message, now or as soon as the client reads on."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Close the connection after what was sent."""
        ...


class AsgiOutlet:
    """An outlet over plain ASGI: a task writes while there is something to write."""

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
        """Queue the end; see `Outlet.close`."""
        if not self._closed:
            self._closed = True
            self._put({"type": "websocket.close", "code": code, "reason": reason})

    async def finish(self) -> None:
        """Wait until everything has been handed on."""
        if self._task is not None:
            await self._task

    def _put(self, message: AsgiMessage) -> None:
        self._waiting.append(message)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write())

    async def _write(self) -> None:
        # A client that is gone is noticed where its messages are received.
        with contextlib.suppress(OSError, RuntimeError):
            while self._waiting:
                await self._send(self._waiting.popleft())
