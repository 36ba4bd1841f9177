"""Coming in: everything that a `Hello` means for a table, decided in one go."""

from diamant.protocol.convert import hash_code, hash_token
from diamant.protocol.incoming import Hello
from diamant.server.asking import Wish
from diamant.server.room import Room
from diamant.server.tokens import device
from diamant.table import Answer, Outcome, Refusal, Table, handle, timers
from diamant.table.commands import BeScreen, ClaimSeat, Command, Connect, Disconnect, Join
from diamant.table.events import Entry
from diamant.table.values import MOST_CONNECTIONS


class Entering(Wish):
    """A `Hello`; `guest` is who it turned out to be, `token` what he is known by from now on."""

    def __init__(self, room: Room, hello: Hello, connection: str, token: str, client: str) -> None:
        self.room = room
        self.hello = hello
        self.connection = connection
        self.token = token
        self.guest = ""
        self.unclaimed: Refusal | None = None
        self._client = client

    def decide(self, table: Table, now: int) -> Outcome:
        """Let a guest join, unless he is known, and open his connection."""
        steps = _Steps(table, now)
        hello, token = self.hello, hash_token(self.token)
        self.unclaimed = None
        known = table.guest_with_token(token)
        if known is None:
            if hello.token is not None and all(gone.token != token for gone in table.departed):
                # He may also have been away for so long that nobody remembers him.
                return steps.outcome(Answer(None, table.seen, Refusal("unknown-guest")))
            code = None if hello.code is None else hash_code(hello.code)
            origin = device(table.secret, self._client)
            join = Join(token=token, origin=origin, screen=hello.screen, code=code)
            answer = steps.take(join)
            if answer.refusal is not None:
                return steps.outcome(answer)
            known = steps.table.guest_with_token(token)
            assert known is not None, "whoever has joined is here"
        self.guest = known.id
        if len(known.connections) >= MOST_CONNECTIONS:
            steps.take(Disconnect(guest=known.id, connection=known.connections[0]))
        answer = steps.take(Connect(guest=known.id, connection=self.connection))
        if answer.refusal is None and hello.token is not None:
            self._bring_along(steps)
        return steps.outcome(answer._replace(number=steps.table.seen))

    def _bring_along(self, steps: "_Steps") -> None:
        """Do for a guest who is known what a new one does by joining."""
        hello, guest = self.hello, self.guest
        if hello.screen:
            steps.take(BeScreen(id=f"screen {self.connection}", by=guest, screen=True))
        if hello.code is not None:
            claim = ClaimSeat(id=f"claim {self.connection}", by=guest, code=hash_code(hello.code))
            self.unclaimed = steps.take(claim).refusal


class _Steps:
    """Commands one after the other, as one outcome."""

    def __init__(self, table: Table, now: int) -> None:
        self.table = table
        self._now = now
        self._entries: list[Entry] = []

    def take(self, command: Command) -> Answer:
        outcome = handle(self.table, command, self._now)
        self.table = outcome.table
        self._entries += outcome.entries
        return outcome.answer

    def outcome(self, answer: Answer) -> Outcome:
        return Outcome(self.table, tuple(self._entries), timers(self.table), answer)
