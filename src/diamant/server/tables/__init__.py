"""Tables in memory, between those who play at them and the store.

- `room`: one table: what is asked of it is decided, committed, told and answered, in that order
- `rooms`: all tables that are in memory here, and how they come and go
- `deciding`: what may be asked of a room, by whom, and what a request leads to
- `batching`: when rooms begin, and what wakes one whose table has something due
- `listeners`: the connections of a room, what each is told, encoded once for all, and the cues of
  shared screens
- `seat_history`: who held which seat when, for those who come back
- `persistence`: what the store has of a table: log lines, a snapshot, an entry in the index
- `background`: deadlines, dead nodes, idle rooms, retention
- `finished_games`: records of games that are over; `daily_caves`: the daily cave
- `tokens`: words that must not be guessed, and codes that people read to each other
"""
