"""The client: one guest at one table, with automatic reconnection."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from diamant.bots import Bot
from diamant.bots.bot import Decide
from diamant.client.connection import Connection, EventData, Inbox, LostError
from diamant.client.errors import (
    ClientClosedError,
    ClientError,
    ProtocolError,
    RefusedError,
    TurnedAwayError,
    UnreachableError,
)
from diamant.client.http import HttpClient
from diamant.client.notes_file import NotesFile
from diamant.client.questions import Questions
from diamant.client.remote_bot import TIME_LIMIT, RemoteBot
from diamant.errors import FairnessError
from diamant.fairness import Verdict, check
from diamant.protocol import PROTOCOL
from diamant.protocol.close_codes import DONE, LOST, TOO_MUCH, is_final
from diamant.protocol.incoming import COMMAND_MESSAGES, Hello, Look, encode_command
from diamant.protocol.outgoing import (
    AnswerMessage,
    CreatedTable,
    Refused,
    TableViewMessage,
    Welcome,
)
from diamant.record import read_records
from diamant.witness import Notes

_log = logging.getLogger(__name__)

LOOK_COST = 6


class AsyncClient:
    """A guest at a table.

    Pass the URLs of all nodes of a server to try them in turn. `patience` is the number of seconds
    to keep trying after the connection is lost; `reconnections` counts successful reconnections.
    `rate` limits the average number of messages sent per second, or is None for no limit. A server
    closes connections that send more than 20 per second.

    `view` is the last view requested. Iterate over the client to receive events. Only one reader at
    a time is allowed, and `play` counts as one.

    `notes` contains what the client saw of the table's shuffles; `verify` compares the notes with
    the record of a finished game. Pass a folder as `witnesses` to keep notes between runs.
    """

    def __init__(
        self,
        *urls: str,
        client: str = "python",
        patience: float = 120.0,
        rate: float | None = 15.0,
        witnesses: Path | None = None,
    ) -> None:
        if not urls:
            raise ClientError("a client needs the address of a server")
        self._nodes = [HttpClient(url) for url in urls]
        self._node = 0
        self._client = client
        self._patience = patience
        self.table = self.guest = ""
        self.code = ""
        self.token: str | None = None
        self.view: dict[str, Any] | None = None
        self.clock_ahead = 0
        self.reconnections = 0
        self.notes = Notes()
        self._witnesses = witnesses
        self._notes_file: NotesFile | None = None
        self._screen = False
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._end: ClientError | None = None
        self._done = False
        self._questions = Questions(rate, patience)
        self._inbox = Inbox()
        # A token may outlive this process, so each process needs its own sender name.
        self.sender = secrets.token_hex(4)
        self._last_id = 0

    @property
    def public_number(self) -> int:
        """The `public_number` of the last event received."""
        return self._inbox.public_number

    @property
    def gaps(self) -> int:
        """How many times the client has noticed missing events."""
        return self._inbox.gaps

    @property
    def http(self) -> HttpClient:
        """The HTTP client for the node in use."""
        return self._nodes[self._node]

    async def create_table(self, **settings: Any) -> CreatedTable:  # noqa: ANN401 - JSON
        """Create a table; join with the returned token to become its host."""
        return await self.http.create_table(**settings)

    async def join(
        self,
        table: str,
        token: str | None = None,
        *,
        since: int | None = None,
        screen: bool = False,
        code: str | None = None,
    ) -> Welcome:
        """Join a table by id or room code; pass a token to return as the same guest."""
        if self._task is not None:
            raise ClientClosedError("this client is already at a table")
        self.table, self.token, self._screen = table, token, screen
        hello = self._hello(since=since, code=code)
        lost = LostError(LOST)
        for _ in self._nodes:
            try:
                connection, welcome = await Connection.open(self.http.address.websocket, hello)
                break
            except LostError as error:
                if is_final(error.close):
                    raise _turned_away(error) from None
                lost = error
                self._next_node()
        else:
            if lost.problem is not None:
                raise _turned_away(lost)
            raise UnreachableError(
                "cannot reach the server at {address}: {error}", self.http.address.http, lost
            )
        self._inbox.public_number = since or 0
        self._welcomed(connection, welcome)
        self._task = asyncio.create_task(self._live(connection))
        return welcome

    async def send(self, command: str, **fields: Any) -> AnswerMessage:  # noqa: ANN401 - JSON
        """Send a command and wait for its answer; raise `RefusedError` if it is refused.

        docs/table.md lists all commands.
        """
        if command not in COMMAND_MESSAGES:
            raise ClientError.unknown("unknown command {name} ({hint})", command, COMMAND_MESSAGES)
        # A retry after a refusal gets a new id, or it would get the same answer.
        number = fields.pop("id", None) or self._next_id()
        try:
            message = msgspec.convert({**fields, "id": number}, COMMAND_MESSAGES[command])
        except msgspec.ValidationError as error:
            raise ClientError("{command}: {error}", command, error) from None
        answer: AnswerMessage = await self._ask(number, encode_command(message))
        if isinstance(answer.refusal, Refused):
            refusal = answer.refusal
            raise RefusedError(refusal.code, refusal.params, refusal.text)
        return answer

    async def look(self) -> dict[str, Any]:
        """Request and return everything that this guest may know about the table."""
        number = self._next_id()
        look = msgspec.json.encode(Look(id=number))
        seen: TableViewMessage = await self._ask(number, look, LOOK_COST)
        self.view = seen.view
        return seen.view

    async def next_event(self, *names: str) -> EventData:
        """Return the next event or, given `names`, the next event with such a name."""
        async for event in self:
            if not names or event["event"] in names:
                return event
        raise ClientClosedError("the table's events have ended")

    def waiting_events(self) -> list[EventData]:
        """Return all received events that haven't been read yet, without waiting."""
        return self._inbox.take_all()

    async def play(
        self,
        bot: "str | Bot | Decide",
        *,
        name: str | None = None,
        games: int = 1,
        start: bool = False,
        time_limit: float = TIME_LIMIT,
        tell: Callable[[str], None] | None = None,
    ) -> dict[str, Any]:
        """Play this guest's seats with a bot for `games` games; return the last view.

        With a `name`, take a seat first if the guest has none. With `start`, start the game as the
        host. If the bot doesn't answer within `time_limit` seconds, another bot chooses until the
        game is over. `tell` then receives a warning; by default, the warning is logged.
        """
        player = RemoteBot(
            self, bot, name=name, start=start, time_limit=time_limit, tell=tell or _log.warning
        )
        return await player.play(games)

    async def verify(self) -> Verdict:
        """Check the last finished game against this client's notes on its shuffle."""
        seen = self.notes.finished
        records = list(read_records(await self.http.records(self.table)))
        if not records:
            raise FairnessError("the server has no record of a finished game")
        named = [record for record in records if record.tag("Shuffle") == str(seen)]
        record = (named or records)[-1]
        return check(record, self.notes.find(record, seen), missing=True)

    async def close(self) -> None:
        """Disconnect; the guest keeps their seats and can return with the token."""
        self._finish(ClientClosedError("the client was closed"))
        try:
            if self._task is not None:
                self._task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await self._task
        finally:
            if self._connection is not None:
                await self._connection.close()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __aiter__(self) -> AsyncIterator[EventData]:
        return self

    async def __anext__(self) -> EventData:
        event = await self._inbox.take()
        if event is not None:
            return event
        if isinstance(self._end, ClientClosedError | None):
            raise StopAsyncIteration
        raise self._end

    def _next_id(self) -> int:
        self._last_id += 1
        return self._last_id

    async def _ask(self, number: int, text: bytes, cost: int = 1) -> Any:  # noqa: ANN401
        if self._task is None:
            raise ClientClosedError("this client is not at a table")
        return await self._questions.ask(number, text, cost)

    def _hello(self, *, since: int | None, code: str | None = None) -> bytes:
        hello = Hello(
            protocol=PROTOCOL,
            table=self.table,
            token=self.token,
            since=since,
            screen=self._screen,
            code=code,
            client=self._client,
            sender=self.sender,
        )
        told = msgspec.to_builtins(hello)
        # Leave out fields without a value.
        return msgspec.json.encode({name: word for name, word in told.items() if word is not None})

    def _welcomed(self, connection: Connection, welcome: Welcome) -> None:
        self._connection = self._questions.connection = connection
        self.table, self.code, self.guest = welcome.table, welcome.code, welcome.guest
        if isinstance(welcome.token, str):
            self.token = welcome.token
        self._last_id = max(self._last_id, welcome.last_command)
        self.clock_ahead = welcome.now - int(time.time() * 1000)
        if self._witnesses is not None and self._notes_file is None:
            self._notes_file = NotesFile(self._witnesses, self.table)
            self.notes = self._notes_file.load()
        if isinstance(welcome.view, dict):
            self._note(welcome.view)
            self.view, self._inbox.public_number = welcome.view, welcome.public_number

    async def _live(self, connection: Connection) -> None:
        """Receive messages and reconnect, until the connection ends for good."""
        try:
            while True:
                lost = await self._listen(connection)
                self._connection = self._questions.connection = None
                await connection.close()
                if lost.close == DONE:
                    return self._finish(None)
                if is_final(lost.close):
                    return self._finish(_turned_away(lost))
                connection = await self._come_back(lost)
                await self._questions.ask_again()
        except ClientError as error:
            self._finish(error)
        finally:
            # Even after a bug, no caller may wait forever.
            self._finish(ClientError("the client stopped because of an internal error"))

    async def _listen(self, connection: Connection) -> LostError:
        """Receive messages until the connection breaks; return the reason."""
        try:
            async for message in connection:
                kind = message.get("type")
                if kind == "Events":
                    self._note(events=message["events"])
                    self._inbox.add(message["events"])
                elif kind in ("Answer", "View") or (kind == "Problem" and "id" in message):
                    self._note(message.get("view"))
                    self._questions.take(message)
        except LostError as error:
            return error
        except (KeyError, TypeError) as error:
            raise ProtocolError("invalid events from the server: {error}", repr(error)) from None
        return LostError(LOST)

    def _note(self, view: dict[str, Any] | None = None, events: Iterable[EventData] = ()) -> None:
        """Update the notes on shuffles from a view or events, and save them."""
        if view is not None:
            self.notes.see(view)
        for event in events:
            self.notes.hear(event)
        if self._notes_file is not None and self.notes.changed:
            self._notes_file.save(self.notes)

    async def _come_back(self, lost: LostError) -> Connection:
        """Reconnect to the first node that answers, with random delays between attempts."""
        until = time.monotonic() + self._patience
        for attempt in count():
            # Try another node at once, except after too many messages: all nodes have that limit.
            if attempt or len(self._nodes) == 1 or lost.close == TOO_MUCH:
                await asyncio.sleep(Connection.wait_before(lost.close, attempt))
            self._next_node()
            try:
                hello = self._hello(since=self.public_number)
                connection, welcome = await Connection.open(self.http.address.websocket, hello)
            except LostError as error:
                if is_final(error.close):
                    raise _turned_away(error) from None
                if time.monotonic() > until:
                    raise UnreachableError(
                        "lost the connection to the server: {error}", error
                    ) from None
                lost = error
                continue
            self.reconnections += 1
            self._welcomed(connection, welcome)
            if isinstance(welcome.view, dict):
                self._inbox.skip(welcome.public_number, welcome.view)
            return connection
        raise AssertionError("counting never ends")

    def _next_node(self) -> None:
        self._node = (self._node + 1) % len(self._nodes)

    def _finish(self, error: ClientError | None) -> None:
        if self._done:
            return
        self._done, self._end = True, error
        self._questions.end(error)
        self._inbox.end()


def _turned_away(lost: LostError) -> TurnedAwayError:
    reason = None if lost.problem is None else lost.problem.code
    return TurnedAwayError(lost.close, reason, str(lost))
