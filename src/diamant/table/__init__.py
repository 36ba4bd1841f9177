"""A hosted game without any I/O, clock or randomness.

`handle(table, command, now)` gives an `Outcome`: the table, the entries of its log to commit, its
timers, and the answer. A table is the fold of its log; `view_for` and `event_for` are the only way
out. docs/table.md lists every command, event, refusal and timer.

- `commands`: what can be asked, each with its decision; `handling`: how any of them is decided
- `events`: what happened, each with what it changes; `draft`: a table while a command is decided
- `log`: the log as JSON, and the table that it leads to
- `values`, `settings`, `refusals`: what a table is, can be set to, and says no with
- `senders`: why a command is done once
- `play`, `shuffle`, `presence`: what happens by itself; `deadlines`: when
- `view`: what a viewer sees; `records`: the games' records, and the game for the coach
- `names`: names and looks of seats; `bot_player`: what a bot chooses, and when
"""

from diamant.table.deadlines import Timer, timers
from diamant.table.handling import Outcome, handle, open_table
from diamant.table.log import (
    LogError,
    entry_from_json,
    entry_to_json,
    fold,
    follow,
    read_entry,
    write_entry,
)
from diamant.table.records import record_of, records_of
from diamant.table.refusals import Refusal, RefusalError
from diamant.table.senders import Answer, Sent
from diamant.table.settings import Settings, settings_from_json
from diamant.table.values import Table, TablePhase
from diamant.table.view import SPECTATOR, TableView, Viewer, event_for, view_for, viewer_of

__all__ = [
    "SPECTATOR",
    "Answer",
    "LogError",
    "Outcome",
    "Refusal",
    "RefusalError",
    "Sent",
    "Settings",
    "Table",
    "TablePhase",
    "TableView",
    "Timer",
    "Viewer",
    "entry_from_json",
    "entry_to_json",
    "event_for",
    "fold",
    "follow",
    "handle",
    "open_table",
    "read_entry",
    "record_of",
    "records_of",
    "settings_from_json",
    "timers",
    "view_for",
    "viewer_of",
    "write_entry",
]
