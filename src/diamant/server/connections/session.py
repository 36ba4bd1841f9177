"""A session with one client over one WebSocket, from its `Hello` to its end."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from msgspec import UNSET, UnsetType

from diamant.editions import own
from diamant.protocol import PROTOCOL, incoming
from diamant.protocol.outgoing import AnswerMessage, Problem, TableViewMessage
from diamant.protocol.problems import close_code_of, of_refusal, problem
from diamant.server.connections.hello import HelloTransaction, missed, welcome
from diamant.server.limits import (
    VIEW_COST,
    Allowance,
    Limits,
    cost_of_bytes,
    cost_of_entries,
    cost_of_view,
)
from diamant.server.metrics import Metrics
from diamant.server.responses import Client, RequestRefusedError, log_fault
from diamant.server.settings import ServerSettings
from diamant.server.tables.deciding import Request
from diamant.server.tables.listeners import Message
from diamant.server.tables.room import Room
from diamant.server.tables.rooms import CrowdedError, Rooms
from diamant.server.tables.tokens import new_token, room_code, seat_code
from diamant.store.errors import NoSuchTableError, StoreError
from diamant.table import Answer, LogError, commands, view_for, viewer_of
from diamant.table.commands import Disconnect, GuestCommand

# The table no longer accepts commands of this connection. Nothing was done, and no answer is sent:
# the connection's close code will tell the client whether to retry on another one.
_NOT_HERE = frozenset({"connection-closed", "unknown-guest"})
MOST_EARLY = 32  # Messages that may arrive before the Welcome is sent, or while an edition is read.

LearnEdition = Callable[[str, str], Awaitable[None]]
"""A function that has an edition's text parsed, and charges an address for the work."""

_log = logging.getLogger(__name__)


class Outlet(Protocol):
    """The destination of a session's messages.

    `send` returns False if too many messages are waiting. Nothing is sent after `close`.
    """

    def send(self, message: Message) -> bool:
        """Send a message, immediately or as soon as the client reads."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Close the connection after the messages sent so far."""
        ...


class Session:
    """A session with a client. `take` handles each message and never blocks."""

    def __init__(
        self,
        *,
        name: str,
        client: Client,
        rooms: Rooms,
        limits: Limits,
        metrics: Metrics,
        settings: ServerSettings,
        learn_edition: LearnEdition,
    ) -> None:
        self.name = name
        self.guest = ""
        self.outlet: Outlet
        self._client = client
        self._rooms = rooms
        self._allowance = Allowance(limits, client.address)
        self._metrics = metrics
        self._settings = settings
        self._learn_edition = learn_edition
        self._learning = False
        self._room: Room | None = None
        self._task: asyncio.Task[None] | None = None
        self._hello: asyncio.TimerHandle | None = None
        self._sender = ""
        self._early: list[incoming.Incoming] = []
        self._held: list[Message] | None = None
        self._nonsense = 0
        self._over = False

    def begin(self, outlet: Outlet) -> None:
        """Start the session and the time limit for its `Hello`."""
        self.outlet = outlet
        loop = asyncio.get_running_loop()
        self._hello = loop.call_later(self._settings.hello_seconds, self._hello_late)

    def take(self, data: bytes | str) -> None:
        """Handle a message from the client."""
        if self._over:
            return
        try:
            self._take(data)
        except Exception:
            self.end("internal", reference=log_fault(_log, "a message cannot be taken"))

    def disconnected(self) -> None:
        """End the session after its connection closed, and notify the table."""
        self._stop_waiting()
        self._over = True
        room = self._room
        if room is not None:
            self._room = None
            if room.connections.pop(self.name, None) is not None:
                room.submit(Disconnect(guest=self.guest, connection=self.name))
            self._rooms.note_use(room)

    def tell(self, message: Message) -> None:
        """Send a message after all earlier ones."""
        if self._held is not None:
            self._held.append(message)
            if len(self._held) > self._settings.most_waiting:
                self._too_slow()
        elif not self._over and not self.outlet.send(message):
            self._too_slow()

    def end(self, code: str, **params: str | int) -> None:
        """Close the connection with a reason."""
        if self._over:
            return
        self._held = None
        self._over = True
        self._stop_waiting()
        self._metrics.refusal(code, self._client.address)
        said = problem(code, **params)
        if code != "slow-client":
            self.outlet.send(Message.of(said))
        self.outlet.close(close_code_of(code), code)

    # Called by a room.

    def answered(self, request: Request, answer: Answer) -> None:
        """Send the answer to a command or to the Hello."""
        if isinstance(request, HelloTransaction):
            self._welcome(request, answer)
            return
        if isinstance(request, commands.ClaimSeat):
            right = answer.refusal is None or answer.refusal.code != "wrong-code"
            self._allowance.guessed(right=right)
        if self._over or (answer.refusal is not None and answer.refusal.code in _NOT_HERE):
            return
        code: str | UnsetType = UNSET
        if isinstance(request, commands.OfferSeat) and answer.refusal is None:
            assert self._room is not None, "only guests at a table send commands"
            code = seat_code(self._room.table, request.by, self._sender, answer.command)
        self.tell(
            Message.of(
                AnswerMessage(
                    id=answer.command,
                    public_number=answer.public_number,
                    refusal=UNSET if answer.refusal is None else of_refusal(answer.refusal),
                    code=code,
                )
            )
        )

    def may_write(self, request: Request) -> bool:
        """Return whether the client's budget lets a request add data to the database."""
        room = self._room
        return room is None or self._allowance.may_write(room.table, self.guest, request)

    def wrote(self, count: int) -> None:
        """Charge the client and the table for written bytes."""
        if self._room is not None:
            self._allowance.wrote(self._room.table, count)

    def failed(self, request: Request, code: str, reference: str) -> None:
        """Report that a request failed or that its outcome is unknown."""
        params = {"reference": reference} if code == "internal" else {}
        if isinstance(request, HelloTransaction | commands.ClaimSeat):
            self._allowance.guessed(right=True)  # The guess revealed nothing.
        if isinstance(request, HelloTransaction):
            self.end(code, **params)
        elif isinstance(request, GuestCommand) and request.sent is not None and not self._over:
            if code == "internal":
                self._metrics.refusal(code, self._client.address)
            self.tell(Message.of(problem(code, request.sent.id, **params)))

    # Messages.

    def _take(self, data: bytes | str) -> None:
        if not self.pay(cost_of_bytes(len(data))):
            return
        try:
            message = incoming.read_message(data)
        except incoming.MalformedError as error:
            self._reject_malformed(error, data)
            return
        if self.guest and not self._learning:
            self._obey(message)
        elif self._task is not None:
            self._early.append(message)
            if len(self._early) > MOST_EARLY:
                self.end("too-many-messages")
        elif isinstance(message, incoming.Hello):
            self._stop_waiting()
            self._task = asyncio.create_task(self._enter(message))
        else:
            self.end("hello-first")

    def _obey(self, message: incoming.Incoming) -> None:
        room = self._room
        if room is None:
            return
        if isinstance(message, incoming.Look):
            if not self.pay(cost_of_view(room.table.turn)):
                return
            view = view_for(room.table, viewer_of(room.table, self.guest))
            self.tell(Message.of(TableViewMessage(message.id, view.to_json())))
        elif isinstance(message, incoming.Hello):
            self.tell(Message.of(problem("unexpected-hello")))
        elif not self._allowance.broadcast(len(room.connections), message):
            self.end("too-many-messages")
        elif isinstance(message, incoming.Cue):
            if not room.cue(message, self):
                self.tell(Message.of(problem("not-a-screen")))
        else:
            self._command(room, message)

    def _command(self, room: Room, message: incoming.CommandMessage) -> None:
        if isinstance(message, incoming.ChangeSettings):
            text = message.settings.edition_text
            if text is not None and not own.is_known(text):
                self._learning = True
                self._task = asyncio.create_task(self._learn(room, message, text))
                return
        elif isinstance(message, incoming.ClaimSeat) and not self._allowance.guess_now():
            self.end("too-many-guesses")
            return
        self._submit(room, message)

    async def _learn(self, room: Room, message: incoming.CommandMessage, text: str) -> None:
        """Have a worker parse an edition's text before submitting the command."""
        try:
            await self._learn_edition(self._client.address, text)
        except RequestRefusedError as error:
            if error.why.code == "too-many-requests":
                self.end("too-many-messages")
            else:
                why = error.why
                self.tell(Message.of(Problem(why.code, why.params, why.text, message.id)))
        except Exception:
            reference = log_fault(_log, "an edition cannot be read")
            self.tell(Message.of(problem("internal", message.id, reference=reference)))
        else:
            self._submit(room, message)
        self._learning = False
        self._take_early()

    def _submit(self, room: Room, message: incoming.CommandMessage) -> None:
        code = ""
        if isinstance(message, incoming.OfferSeat):
            code = seat_code(room.table, self.guest, self._sender, message.id)
        room.submit(incoming.to_command(message, self.guest, self.name, code), self)

    def _reject_malformed(self, error: incoming.MalformedError, data: bytes | str) -> None:
        if not self.guest and self._task is None:
            yours = incoming.protocol_of(data)
            if yours is not None and yours != PROTOCOL:
                self.end("protocol", yours=yours, ours=PROTOCOL)
            elif incoming.is_hello(data):
                self.end("malformed", reason=str(error))
            else:
                self.end("hello-first")
            return
        self.tell(Message.of(problem("malformed", error.about, reason=str(error))))
        self._nonsense += 1
        if self._nonsense > self._settings.most_nonsense:
            self.end("too-many-nonsense")

    # Joining.

    async def _enter(self, hello: incoming.Hello) -> None:
        if hello.protocol != PROTOCOL:
            self.end("protocol", yours=hello.protocol, ours=PROTOCOL)
            return
        if not self._allowance.view():
            self.end("too-many-messages")
            return
        if not await self._allowance.guess():
            self.end("too-many-guesses")
            return
        wrong = submitted = False
        try:
            room = await self._find(hello)
        except NoSuchTableError:
            wrong = True
            self.end("no-such-table")
        except CrowdedError:
            self.end("busy")
        except StoreError as error:
            self._metrics.store_error(error.code)
            self.end("database")
        except LogError as error:
            _log.error("cannot open a table: %s", error)
            self.end(error.code)
        except Exception:
            self.end("internal", reference=log_fault(_log, "a table cannot be opened"))
        else:
            if not self._allowance.enter(len(room.connections)):
                self.end("too-many-messages")
            if not self._over:
                token = hello.token or new_token()
                self._room = room
                submitted = True
                room.submit(HelloTransaction(room, hello, self.name, token, self._client), self)
        finally:
            if not submitted:  # Otherwise the guess is settled when the table answers.
                self._allowance.guessed(right=not wrong)

    async def _find(self, hello: incoming.Hello) -> Room:
        code, token = room_code(hello.table), hello.token and incoming.hash_token(hello.token)
        if code is None:
            return await self._rooms.open(hello.table, token)
        return await self._rooms.open_by_code(code, token)

    def _welcome(self, transaction: HelloTransaction, answer: Answer) -> None:
        """Welcome a client that the table admitted; called right after the commit."""
        room, refusal = transaction.room, answer.refusal
        wrong = refusal is not None and refusal.code in ("unknown-guest", "wrong-code")
        self._allowance.guessed(right=not wrong and transaction.unclaimed is None)
        if refusal is not None:
            code = "wrong-token" if refusal.code == "unknown-guest" else refusal.code
            self._room = None
            self.end(code, **refusal.params)
            return
        if self._over:
            # The client disconnected while the table was admitting it.
            room.submit(Disconnect(guest=transaction.guest, connection=self.name))
            return
        self.guest, self._sender = transaction.guest, transaction.hello.sender
        table, hello = room.table, transaction.hello
        since = None
        if hello.since is not None:
            since = room.seat_history.before(hello.since, table.public_number)
        if since is None:
            self._allowance.owe(cost_of_view(table.turn) - VIEW_COST)
        else:
            self._allowance.owe(cost_of_entries(table.log_number - since))
        room.connections[self.name] = self
        now = self._rooms.clock.now_ms()
        self.tell(Message.of(welcome(transaction, now, with_view=since is None)))
        if transaction.unclaimed is not None:
            refused = of_refusal(transaction.unclaimed)
            self.tell(Message.of(Problem(refused.code, refused.params, refused.text)))
        if since is not None and hello.since is not None:
            self._held = []
            self._task = asyncio.create_task(
                self._catch_up(room, since, hello.since, table.log_number)
            )
        self._take_early()

    def _take_early(self) -> None:
        while self._early and not self._learning and not self._over:
            self._obey(self._early.pop(0))

    async def _catch_up(self, room: Room, after: int, since: int, until: int) -> None:
        """Send missed events, then the messages that were held back meanwhile."""
        try:
            first = await missed(
                self._rooms, room, self.guest, after=after, since=since, until=until
            )
        except StoreError as error:
            self._metrics.store_error(error.code)
            self.end("database")
            return
        except Exception:
            self.end("internal", reference=log_fault(_log, "a log cannot be told"))
            return
        held, self._held = self._held, None
        for message in ([] if first is None else [first]) + (held or []):
            self.tell(message)

    def pay(self, cost: float) -> bool:
        """Charge the client `cost`; end the connection if the budget is spent."""
        paid = self._allowance.message(cost)
        if not paid:
            self.end("too-many-messages")
        return paid

    # The end.

    def _stop_waiting(self) -> None:
        if self._hello is not None:
            self._hello.cancel()
            self._hello = None

    def _hello_late(self) -> None:
        self.end("hello-late", seconds=int(self._settings.hello_seconds))

    def _too_slow(self) -> None:
        self._metrics.slow += 1
        self.end("slow-client", most=self._settings.most_waiting)
