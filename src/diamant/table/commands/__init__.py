"""Everything that a guest can ask of a table, and what the server tells it.

Each command is one class with its wire name, its fields and how it is decided: `guests`, `seats`,
`hosting` and `games` hold them by what they are about, `base` what they share.
"""

from diamant.table.commands.base import COMMANDS, Command, GuestCommand
from diamant.table.commands.games import Bet, Choose, PromiseNonce, SendEmote, ShowNonce
from diamant.table.commands.guests import (
    BeScreen,
    Connect,
    CreateTable,
    Disconnect,
    Join,
    LeaveTable,
    Tick,
)
from diamant.table.commands.hosting import (
    ChangeSettings,
    CloseTable,
    EndBreak,
    EndGame,
    FillWithBots,
    HandOver,
    Kick,
    LetBotPlay,
    Pause,
    Rematch,
    RemoveBot,
    Resume,
    SetVisibility,
    Start,
    Unblock,
)
from diamant.table.commands.seats import (
    ClaimSeat,
    Dress,
    LeaveSeat,
    OfferSeat,
    Rename,
    TakeBack,
    TakeSeat,
)
