"""A WebSocket connection to a server, from its `Hello` to its close."""

import asyncio
import random
from collections import deque
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.http11 import Response

from diamant.client.errors import ProtocolError
from diamant.protocol.close_codes import LOST, NONSENSE, wait_seconds
from diamant.protocol.outgoing import Problem, Refused, Welcome
from diamant.protocol.problems import PROBLEMS

OPEN_SECONDS = 10.0
MOST_BYTES = 8 * 1024 * 1024

_T = TypeVar("_T")


class LostError(Exception):
    """Raised if a connection fails or ends, with its close code and `Problem`."""

    def __init__(self, close: int, problem: Problem | None = None, why: str = "") -> None:
        text = problem.text if problem is not None else why
        super().__init__(text or f"the connection was closed with code {close}")
        self.close = close
        self.problem = problem


class Connection:
    """An open connection after its `Welcome`; iterate to receive messages."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    @staticmethod
    def wait_before(close: int, attempt: int) -> float:
        """Return the delay in seconds before reconnection attempt `attempt` (from 0)."""
        return wait_seconds(close, attempt, random.random())  # noqa: S311 - no secret

    @classmethod
    async def open(cls, url: str, hello: bytes) -> tuple["Connection", Welcome]:
        """Connect, send the `Hello`, and wait for the `Welcome`, or raise `LostError`."""
        try:
            socket = await connect(
                url,
                compression=None,
                open_timeout=OPEN_SECONDS,
                close_timeout=2,
                max_size=MOST_BYTES,
                max_queue=1024,
            )
        except InvalidStatus as error:
            raise _http_refusal(error.response) from None
        except (OSError, TimeoutError, InvalidHandshake, InvalidURI) as error:
            raise LostError(LOST, why=str(error) or type(error).__name__) from None
        connection = cls(socket)
        try:
            await connection.send(hello)
            async for message in connection:
                if message.get("type") == "Welcome":
                    return connection, _read(message, Welcome)
            raise LostError(LOST)
        except BaseException:
            # The caller hasn't received this connection, so it can't close it.
            await connection.close()
            raise

    async def send(self, text: bytes) -> None:
        """Send a message; ignore a broken connection, which the reader will notice."""
        try:
            await self._socket.send(text, text=True)
        except ConnectionClosed:
            return

    async def close(self) -> None:
        """Close the connection; drop it if the closing handshake fails or is canceled."""
        try:
            await self._socket.close()
        finally:
            self._socket.transport.abort()

    async def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        problem = None
        while True:
            try:
                text = await self._socket.recv(decode=False)
            except ConnectionClosed as error:
                close = LOST if error.rcvd is None else error.rcvd.code
                raise LostError(close, problem) from None
            try:
                message = msgspec.json.decode(text)
            except msgspec.DecodeError:
                raise ProtocolError("expected JSON from the server") from None
            if not isinstance(message, dict):
                raise ProtocolError("expected a JSON object from the server")
            if message.get("type") == "Problem" and "id" not in message:
                problem = _read(message, Problem)
            yield message


def _http_refusal(response: Response) -> LostError:
    """Return the error for an HTTP response to a WebSocket request."""
    try:
        refused = msgspec.json.decode(response.body or b"", type=Refused)
        close = PROBLEMS[refused.code].close
    except (msgspec.DecodeError, KeyError):
        # Another program answered, for example a proxy. After these status codes, retrying doesn't
        # help.
        close = NONSENSE if response.status_code in (400, 403, 404, 421) else LOST
        return LostError(close, why=f"the server answers {response.status_code}")
    return LostError(close or LOST, Problem(refused.code, refused.params, refused.text))


def _read(message: dict[str, Any], kind: type[_T]) -> _T:
    try:
        return msgspec.convert(message, kind)
    except msgspec.ValidationError as error:
        raise ProtocolError(
            "invalid {message} from the server: {error}", kind.__name__, error
        ) from None


MOST_WAITING = 20_000

EventData = dict[str, Any]
"""A table's event as received: its name (`event`), `public_number`, time (`at`) and fields."""


class Inbox:
    """A queue of events in order.

    `public_number` is the last event's. `gaps` counts how many times events were missing.
    """

    def __init__(self) -> None:
        self.public_number = 0
        self.gaps = 0
        self._events: deque[EventData] = deque()
        self._news = asyncio.Event()
        self._ended = False

    def add(self, events: list[EventData]) -> None:
        """Add events; raise `LostError` if one is missing, so that the client reconnects."""
        for event in events:
            if event["public_number"] > self.public_number + 1:
                self.gaps += 1
                raise LostError(LOST, why="events are missing")
            self.public_number = max(self.public_number, event["public_number"])
            self._events.append(event)
        if len(self._events) > MOST_WAITING:
            self._events.clear()
            self.skip(self.public_number, None)
        self._news.set()

    def skip(self, public_number: int, view: dict[str, Any] | None) -> None:
        """Add a `Skipped` event: events are missing, and `view` is current, if known."""
        self.public_number = public_number
        self._events.append(
            {"event": "Skipped", "public_number": public_number, "at": 0, "view": view}
        )
        self._news.set()

    def end(self) -> None:
        """End the queue: `take` returns None once all events have been read."""
        self._ended = True
        self._news.set()

    async def take(self) -> EventData | None:
        """Wait for the next event and return it, or None if the queue has ended."""
        while not self._events:
            if self._ended:
                return None
            self._news.clear()
            await self._news.wait()
        return self._events.popleft()

    def take_all(self) -> list[EventData]:
        """Return all events received so far, without waiting."""
        taken = list(self._events)
        self._events.clear()
        return taken
