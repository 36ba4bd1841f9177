"""Everything that can happen at a table, as entries of its log.

Each event is a class with its wire name, its fields, the fields that everyone may see, and the
change it makes. `guests`, `seats`, `tables` and `games` group the events by topic; `base` contains
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
