"""What happened at a table, one entry of its log after the other.

Each event is one class with its wire name, its fields, those of them that everybody is told, and
what it changes: `guests`, `seats`, `tables` and `games` hold them by what they are about, `base`
what they share. A table is the fold of `apply` over its log.
"""

from diamant.rules.frozen import replace
from diamant.rules.game import Game
from diamant.table.events.base import EVENTS, Entry, TableEvent, is_public
from diamant.table.events.games import (
    BetMade,
    BreakBegan,
    CardTurned,
    ChoiceMade,
    ChoiceMissed,
    ChoicesRevealed,
    GameAbandoned,
    GameFinished,
    GameStarted,
    NoncePromised,
    NoncesAwaited,
    NonceShown,
    PlayBegan,
    RematchBegan,
    ShuffleAbandoned,
)
from diamant.table.events.guests import (
    Connected,
    Disconnected,
    Emoted,
    GuestGone,
    GuestJoined,
    HostChanged,
    ScreenSet,
    Unblocked,
)
from diamant.table.events.seats import (
    BotRemoved,
    BotSat,
    SeatDressed,
    SeatHandedBack,
    SeatLeft,
    SeatMoved,
    SeatOffered,
    SeatPromised,
    SeatRenamed,
    SeatTaken,
    SeatTakenOver,
)
from diamant.table.events.tables import (
    ClockMoved,
    CommandRefused,
    NothingChanged,
    Paused,
    Resumed,
    SettingsChanged,
    TableClosed,
    TableCreated,
)
from diamant.table.senders import Answer, CommandId
from diamant.table.values import Guest, Table


def apply(table: Table | None, entry: Entry, game: Game | None = None) -> Table:
    """Return the table after an entry; before the first one there is none.

    An entry that is a step of the game is played by the rules, unless the caller has done so
    already: then `game` is the game after it.
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
    """Count the entry, and keep what its command was answered."""
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
