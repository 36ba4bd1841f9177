"""Apply a `Hello` to a table, and create the answer to it."""

from msgspec import UNSET

from diamant import __version__
from diamant.protocol import PROTOCOL
from diamant.protocol.incoming import Hello, hash_code, hash_token
from diamant.protocol.outgoing import Welcome
from diamant.server.responses import Client
from diamant.server.tables import persistence
from diamant.server.tables.deciding import MOST_ENTRIES, Transaction
from diamant.server.tables.listeners import Broadcast, Message
from diamant.server.tables.room import Room
from diamant.server.tables.rooms import Rooms
from diamant.server.tables.seat_history import SeatedEntry
from diamant.server.tables.tokens import device, room_code
from diamant.table import Answer, Outcome, Refusal, Table, handle, timers, view_for, viewer_of
from diamant.table.commands import BeScreen, ClaimSeat, Command, Connect, Disconnect, Join
from diamant.table.events import Entry, is_public
from diamant.table.values import MOST_CONNECTIONS


class HelloTransaction(Transaction):
    """The effects of a `Hello` as one transaction.

    `token` is the guest's token. After `decide`, `guest` is the guest's id, and `last_command` is
    the highest command number of the sender so far.
    """

    def __init__(
        self, room: Room, hello: Hello, connection: str, token: str, client: Client
    ) -> None:
        self.room = room
        self.hello = hello
        self.connection = connection
        self.token = token
        self.guest = ""
        self.last_command = 0
        self.unclaimed: Refusal | None = None
        self._client = client

    def decide(self, table: Table, now: int) -> Outcome:
        """Add the guest unless they already joined, and open their connection."""
        series = _Series(table, now)
        hello, token = self.hello, hash_token(self.token)
        self.unclaimed = None
        guest = table.guest_with_token(token)
        if guest is None:
            if hello.token is not None and all(gone.token != token for gone in table.departed):
                # The guest may also have been away so long that the table has forgotten them.
                return series.outcome(Answer(0, table.public_number, Refusal("unknown-guest")))
            code = None if hello.code is None else hash_code(hello.code)
            client = self._client
            join = Join(
                token=token,
                origin=device(table.secret, client.device),
                screen=hello.screen,
                code=code,
                network=device(table.secret, client.network),
                invited=room_code(hello.table) is not None,
            )
            answer = series.take(join)
            if answer.refusal is not None:
                return series.outcome(answer)
            guest = series.table.guest_with_token(token)
            assert guest is not None, "a guest who joined is at the table"
        self.guest = guest.id
        # Connections of the same sender close anyway, since this one replaces them.
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
            assert sender is not None, "a connected guest has a sender"
            self.last_command = sender.last
            if hello.token is not None:
                self._bring_along(series)
        return series.outcome(answer._replace(public_number=series.table.public_number))

    def _bring_along(self, series: "_Series") -> None:
        """Apply the screen and seat code of a `Hello` from a guest who already joined."""
        hello, guest = self.hello, self.guest
        if hello.screen:
            series.take(BeScreen(by=guest, screen=True))
        if hello.code is not None:
            claim = ClaimSeat(by=guest, code=hash_code(hello.code))
            self.unclaimed = series.take(claim).refusal


class _Series:
    """Several commands combined into one outcome."""

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


def welcome(transaction: HelloTransaction, now: int, *, with_view: bool) -> Welcome:
    """Return the answer to a `Hello` that the table accepted."""
    room, hello, guest = transaction.room, transaction.hello, transaction.guest
    table = room.table
    return Welcome(
        protocol=PROTOCOL,
        release=__version__,
        table=table.id,
        code=room.code,
        guest=guest,
        public_number=table.public_number,
        last_command=transaction.last_command,
        now=now,
        token=UNSET if hello.token is not None else transaction.token,
        view=view_for(table, viewer_of(table, guest)).to_json() if with_view else UNSET,
    )


async def missed(
    rooms: Rooms, room: Room, guest: str, *, after: int, since: int, until: int
) -> Message | None:
    """Return the events that a guest missed, among the entries up to `until`.

    `since` is the last public number that the guest knows. `after` is the log number to read from;
    it comes before everything that the guest missed.
    """
    seated: list[SeatedEntry] = []
    while after < until:
        # Read a limited number at a time, so that other clients get their turn.
        wanted = min(persistence.SLICE, until - after)
        stored = await rooms.read(room.table.id, after, wanted)
        after += wanted
        seated += [
            (entry, room.seat_history.holders_at(entry.log_number))
            for entry in map(persistence.read_entry, stored)
            if entry.public_number > since
            or (entry.public_number == since and not is_public(entry.event))
        ]
    return Broadcast(seated).to(guest) if seated else None
