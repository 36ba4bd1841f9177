"""The game server: HTTP and WebSocket access to tables.

Each group imports only from the groups below it; `connections` and `http` don't import each other:

- `run`: the ASGI application and the process that serves it
- `host`: a ready-made table for `diamant host`, and the addresses for phones
- `connections`: one client's session over one WebSocket, from its `Hello` to its close
- `http`: all HTTP routes, from new tables to the browser's files; access checks
- `services`: the parts of a running server, for all groups above
- `tables`: tables in memory: decide, commit, broadcast and acknowledge commands; all tables of this
  node, and background tasks
- `worker`: a separate process that parses data from untrusted clients
- `responses`, `newcomers`, `networks`, `clock`, `limits`, `metrics`, `settings`, `logs`: used by
  all others
"""
