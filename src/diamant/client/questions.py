"""Send messages, and repeat them after a reconnection until they are answered."""

import asyncio
import time
from itertools import count
from typing import Any

import msgspec

from diamant.client.connection import Connection
from diamant.client.errors import ClientClosedError, ClientError, ProtocolError, RefusedError
from diamant.protocol import tag_of
from diamant.protocol.close_codes import LOST
from diamant.protocol.incoming import MOST_BYTES
from diamant.protocol.outgoing import AnswerMessage, Problem, TableViewMessage
from diamant.protocol.problems import sentence

WINDOW = 24  # A table stores only 32 answers per sender and refuses to repeat older commands.
BURST = 40  # Servers allow 60 messages at once and then 20 per second; a view counts as six.

_REPLIES: dict[str, Any] = {
    tag_of(kind): kind for kind in (AnswerMessage, TableViewMessage, Problem)
}


class Questions:
    """Messages that wait for answers; callers provide increasing ids.

    `connection` is the current connection, or None. `patience` is the number of seconds to keep
    repeating a message whose outcome the server doesn't know.
    """

    def __init__(self, rate: float | None, patience: float) -> None:
        self.connection: Connection | None = None
        self._rate = rate
        self._patience = patience
        self._next = 0.0
        self._unanswered: set[int] = set()
        self._open: dict[int, tuple[bytes, asyncio.Future[Any]]] = {}
        self._closed = asyncio.Event()
        self._end: ClientError | None = None

    async def ask(self, number: int, text: bytes, cost: int = 1) -> Any:  # noqa: ANN401
        """Send a message, if necessary after reconnecting, and return its answer."""
        if len(text) > MOST_BYTES:
            # The server would close the connection each time this message is sent.
            params = {"most": MOST_BYTES}
            raise RefusedError("too-large", params, sentence("too-large", **params))
        while self._unanswered and number >= min(self._unanswered) + WINDOW:
            self._closed.clear()
            await self._closed.wait()
        self._unanswered.add(number)
        try:
            await self._take_turn(cost)
            return await self._answer(number, text)
        finally:
            self._unanswered.discard(number)
            self._closed.set()

    async def _answer(self, number: int, text: bytes) -> Any:  # noqa: ANN401 - or a view
        until = time.monotonic() + self._patience
        for attempt in count():
            try:
                return await self._ask_once(number, text)
            except RefusedError as error:
                # The command may have been executed. Repeating the same id is harmless.
                if error.reason != "database" or time.monotonic() > until:
                    raise
            await asyncio.sleep(Connection.wait_before(LOST, attempt))
        raise AssertionError("counting never ends")

    async def _ask_once(self, number: int, text: bytes) -> Any:  # noqa: ANN401 - or a view
        if self._end is not None:
            raise self._end
        reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._open[number] = (text, reply)
        try:
            if self.connection is not None:
                await self.connection.send(text)
            return await reply
        finally:
            self._open.pop(number, None)

    async def _take_turn(self, cost: int) -> None:
        """Wait until the server's rate limit allows another message."""
        if self._rate is None:
            return
        now = time.monotonic()
        self._next = max(self._next, now - BURST / self._rate) + cost / self._rate
        if self._next > now:
            await asyncio.sleep(self._next - now)

    async def ask_again(self) -> None:
        """Send all unanswered messages again; the server runs each command only once."""
        for text, _ in list(self._open.values()):
            if self.connection is not None:
                await self.connection.send(text)

    def take(self, message: dict[str, Any]) -> None:
        """Pass an `Answer`, a `View` or a `Problem` to the waiting caller."""
        try:
            said = msgspec.convert(message, _REPLIES[message["type"]])
        except msgspec.ValidationError as error:
            raise ProtocolError(
                "invalid {message} from the server: {error}", message["type"], error
            ) from None
        _, reply = self._open.get(said.id, (b"", None))
        if reply is None or reply.done():
            return
        if isinstance(said, Problem):
            reply.set_exception(RefusedError(said.code, said.params, said.text))
        else:
            reply.set_result(said)

    def end(self, error: ClientError | None) -> None:
        """Raise `error` in all current and later calls of `ask`."""
        self._end = error or ClientClosedError("the server ended the connection")
        for _, reply in self._open.values():
            if not reply.done():
                reply.set_exception(self._end)
