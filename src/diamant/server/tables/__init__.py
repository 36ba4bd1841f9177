"""Tables in memory, between those who play at them and the store.

- `room`: one table: what is asked of it is decided, committed, told and answered, in that order
- `rooms`: all tables that are in memory here, and how they come and go
- `callers`: what may be asked of a room, and by whom; what is sent, encoded once for all
- `deciding`: what a request leads to
- `batching`: when rooms begin, and what wakes one whose table has something due
- `listeners`: the connections of a room, and what each is told; `cues`: what shared screens say to
  them
- `seat_history`: who held which seat when, for those who come back
- `log_lines`, `snapshots`, `table_index`: what the store has of a table
- `background`: deadlines, dead nodes, idle rooms, retention
- `finished_games`: records of games that are over; `daily_caves`: the daily cave
- `tokens`: words that must not be guessed, and codes that people read to each other
"""
