"""A table while a command is being decided: every event is applied immediately."""

from diamant.rules.frozen import replace
from diamant.rules.game import Game
from diamant.table.events import (
    CardTurned,
    ChoicesRevealed,
    CommandRefused,
    Entry,
    TableCreated,
    TableEvent,
    is_public,
)
from diamant.table.refusals import RefusalError
from diamant.table.senders import Answer, CommandId
from diamant.table.values import Guest, Seat, Table, TablePhase


class Draft:
    """Collects the entries that a command produces; `table` is the state after them."""

    def __init__(self, table: Table, now: int) -> None:
        self.table = table
        self.now = now
        self.by: str | None = None
        self.command: CommandId | None = None
        self.entries: list[Entry] = []

    def add(self, event: TableEvent, game: Game | None = None) -> None:
        """Add an event and apply it; `game` may be the game after a game step."""
        table = self.table
        public_number = table.public_number + is_public(event)
        entry = Entry(table.log_number + 1, public_number, self.now, self.by, self.command, event)
        self.table = apply(table, entry, game)
        self.entries.append(entry)

    # Shared by many decisions.

    def game(self) -> Game:
        """Return the current game."""
        assert self.table.game is not None, "there is no game yet"
        return self.table.game

    def check_host(self) -> None:
        """Refuse unless the command comes from the host."""
        if self.by != self.table.host:
            raise RefusalError("not-host")

    def check_phase(self, *phases: TablePhase) -> None:
        """Refuse unless the table is in one of these phases."""
        if self.table.phase not in phases:
            raise RefusalError("not-now", phase=self.table.phase.value)

    def own_seat(self, at: int) -> Seat:
        """Return a seat; refuse if the command's guest doesn't hold it."""
        seat = self.table.seat(at)
        if seat.guest != self.by:
            raise RefusalError("not-your-seat", seat=self.table.letter(at))
        return seat

    def person_seat(self, at: int) -> Seat:
        """Return a seat; refuse if no guest holds it."""
        seat = self.table.seat(at)
        if seat.guest is None:
            raise RefusalError("not-a-person", seat=self.table.letter(at))
        return seat


def apply(table: Table | None, entry: Entry, game: Game | None = None) -> Table:
    """Return the table after an entry; `table` is None before the first one.

    For a game step, the caller may pass the resulting `game`. Otherwise the rules compute it.
    """
    event = entry.event
    if table is None:
        assert isinstance(event, TableCreated), "a log begins with TableCreated"
        table = event.apply(None, entry)
    elif isinstance(event, CardTurned | ChoicesRevealed):
        table = event.apply(table, entry, game)
    else:
        assert game is None, "only a step leads to another game"
        table = event.apply(table, entry)
    return _counted(table, entry)


def _counted(table: Table, entry: Entry) -> Table:
    """Update the table's counters and store the answer to the entry's command."""
    guests, command = table.guests, entry.command
    if command is not None:
        guests = tuple(
            [
                _answered(guest, command, entry) if guest.id == entry.by else guest
                for guest in guests
            ]
        )
    return replace(
        table,
        log_number=entry.log_number,
        public_number=entry.public_number,
        latest=entry.at,
        guests=guests,
    )


def _answered(guest: Guest, command: CommandId, entry: Entry) -> Guest:
    refusal = entry.event.refusal if isinstance(entry.event, CommandRefused) else None
    answer = Answer(command.number, entry.public_number, refusal)
    senders = tuple(
        [
            sender.with_answer(answer) if sender.name == command.sender else sender
            for sender in guest.senders
        ]
    )
    last_command = max(guest.last_command, command.number)
    return replace(guest, senders=senders, last_command=last_command)
