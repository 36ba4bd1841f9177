"""Everything that a `Hello` means for a table, decided in one go."""

from diamant.protocol.convert import hash_code, hash_token
from diamant.protocol.incoming import Hello
from diamant.server.tables.requests import MOST_ENTRIES, Transaction
from diamant.server.tables.room import Room
from diamant.server.tables.tokens import device
from diamant.table import Answer, Outcome, Refusal, Table, handle, timers
from diamant.table.commands import BeScreen, ClaimSeat, Command, Connect, Disconnect, Join
from diamant.table.events import Entry
from diamant.table.values import MOST_CONNECTIONS


class HelloTransaction(Transaction):
    """A `Hello`; `guest` is who says it, as it turned out, and `token` what they are known by.

    `last_command` is the highest number that the table has taken of its sender.
    """

    def __init__(self, room: Room, hello: Hello, connection: str, token: str, client: str) -> None:
        self.room = room
        self.hello = hello
        self.connection = connection
        self.token = token
        self.guest = ""
        self.last_command = 0
        self.unclaimed: Refusal | None = None
        self._client = client

    def decide(self, table: Table, now: int) -> Outcome:
        """Let a guest join, unless they are here already, and open their connection."""
        series = _Series(table, now)
        hello, token = self.hello, hash_token(self.token)
        self.unclaimed = None
        guest = table.guest_with_token(token)
        if guest is None:
            if hello.token is not None and all(gone.token != token for gone in table.departed):
                # They may also have been away for so long that nobody remembers them.
                return series.outcome(Answer(0, table.public_number, Refusal("unknown-guest")))
            code = None if hello.code is None else hash_code(hello.code)
            origin = device(table.secret, self._client)
            join = Join(token=token, origin=origin, screen=hello.screen, code=code)
            answer = series.take(join)
            if answer.refusal is not None:
                return series.outcome(answer)
            guest = series.table.guest_with_token(token)
            assert guest is not None, "whoever has joined is here"
        self.guest = guest.id
        # Those of the same sender go anyway, since this one takes their place.
        others = [
            opened
            for opened in guest.connections
            if not hello.sender or opened.sender != hello.sender
        ]
        if len(others) >= MOST_CONNECTIONS:
            series.take(Disconnect(guest=guest.id, connection=others[0].name, why="oldest"))
        answer = series.take(
            Connect(guest=guest.id, connection=self.connection, sender=hello.sender)
        )
        if answer.refusal is None:
            sender = series.table.guest(guest.id).sender_by(self.connection)
            assert sender is not None, "whoever has connected speaks"
            self.last_command = sender.last
            if hello.token is not None:
                self._bring_along(series)
        return series.outcome(answer._replace(public_number=series.table.public_number))

    def _bring_along(self, series: "_Series") -> None:
        """Do for a guest who is here already what a new one does by joining."""
        hello, guest = self.hello, self.guest
        if hello.screen:
            series.take(BeScreen(by=guest, screen=True))
        if hello.code is not None:
            claim = ClaimSeat(by=guest, code=hash_code(hello.code))
            self.unclaimed = series.take(claim).refusal


class _Series:
    """Commands one after the other, as one outcome."""

    def __init__(self, table: Table, now: int) -> None:
        self.table = table
        self._now = now
        self._entries: list[Entry] = []

    def take(self, command: Command) -> Answer:
        outcome = handle(self.table, command, self._now, MOST_ENTRIES)
        self.table = outcome.table
        self._entries += outcome.entries
        return outcome.answer

    def outcome(self, answer: Answer) -> Outcome:
        return Outcome(self.table, tuple(self._entries), timers(self.table), answer)
