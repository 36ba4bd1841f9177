"""What happened at a table, one entry of its log after the other.

Each event is one class with its wire name, its fields, those of them that everybody is told, and
what it changes: `guests`, `seats`, `tables` and `games` hold them by what they are about, `base`
what they share. A table is the fold of `apply` over its log.
"""

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
