"""A hosted game as a pure state machine, without I/O, clock or randomness.

`handle(table, command, now)` returns an `Outcome`: the table, the log entries to commit, the
table's timers, and the answer. A table is the fold of its log. A client sees only what `view_for`
and `event_for` return. docs/table.md lists every command, event, refusal and timer.

- `commands`: every command and how it is decided; `handling`: the steps that all commands share
- `events`: every event and what it changes; `draft`: a table while a command is being decided
- `log`: the log as JSON, and the table that results from it
- `values`, `settings`, `refusals`: a table's state, options and error messages
- `senders`: ensures that each command runs only once
- `play`, `shuffle`, `presence`: automatic events; `deadlines`: their times
- `view`: what a viewer sees; `records`: game records, and the game for the coach
- `names`: names and looks of seats; `bot_player`: the bots' choices and thinking times
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
