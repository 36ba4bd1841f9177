"""What happened at a table, one entry of its log after the other.

Each event is one class with its wire name, its fields, those of them that everybody is told, and
what it changes: `guests`, `seats`, `tables`, `games`, `choices` and `clock` hold them by what they
are about, `base` what they share.
"""

from diamant.table.events.base import EVENTS, Entry, TableEvent, is_public
from diamant.table.events.choices import BetMade, ChoiceMade, ChoiceMissed, ChoicesRevealed
from diamant.table.events.clock import ClockMoved, Paused, Resumed
from diamant.table.events.games import (
    BreakBegan,
    CardTurned,
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
    CommandRefused,
    NothingChanged,
    SettingsChanged,
    TableClosed,
    TableCreated,
)

__all__ = [
    "EVENTS",
    "BetMade",
    "BotRemoved",
    "BotSat",
    "BreakBegan",
    "CardTurned",
    "ChoiceMade",
    "ChoiceMissed",
    "ChoicesRevealed",
    "ClockMoved",
    "CommandRefused",
    "Connected",
    "Disconnected",
    "Emoted",
    "Entry",
    "GameAbandoned",
    "GameFinished",
    "GameStarted",
    "GuestGone",
    "GuestJoined",
    "HostChanged",
    "NoncePromised",
    "NonceShown",
    "NoncesAwaited",
    "NothingChanged",
    "Paused",
    "PlayBegan",
    "RematchBegan",
    "Resumed",
    "ScreenSet",
    "SeatDressed",
    "SeatHandedBack",
    "SeatLeft",
    "SeatMoved",
    "SeatOffered",
    "SeatPromised",
    "SeatRenamed",
    "SeatTaken",
    "SeatTakenOver",
    "SettingsChanged",
    "ShuffleAbandoned",
    "TableClosed",
    "TableCreated",
    "TableEvent",
    "Unblocked",
    "is_public",
]
