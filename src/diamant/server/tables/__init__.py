"""Tables in memory, between their players and the store.

- `room`: one table: decides, commits, broadcasts and acknowledges requests, in that order
- `rooms`: all tables in this node's memory, and when they are loaded and unloaded
- `deciding`: requests to a room, their callers, and their results
- `batching`: when rooms start working, and timers of their tables
- `listeners`: a room's connections and their messages, encoded once for all; cues of shared screens
- `seat_history`: who had which seat when, for guests who reconnect
- `persistence`: the stored forms of a table: log lines, a snapshot, an index entry
- `background`: deadlines, dead nodes, idle rooms, retention
- `finished_games`: records of finished games; `daily_caves`: the daily cave
- `tokens`: random ids and tokens, and codes that people read to each other
"""
