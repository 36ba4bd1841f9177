"""All commands that a guest or the server can send to a table.

Each command is a class with its wire name, its fields and its decision. `guests`, `seats`,
`hosting` and `games` group the commands by topic; `base` contains what they share.
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
