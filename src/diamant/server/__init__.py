"""The game server: HTTP and WebSocket around tables.

Each group imports only from those below it, and `connections` and `http` not from each other:

- `run`: the ASGI application and the process that serves it
- `host`: a table for tonight, and the addresses where phones reach this machine
- `connections`: one conversation over one WebSocket, from its `Hello` to its close
- `http`: every address, from making a table to the browser's files; who may come in
- `services`: what a running server is made of, for all of the above
- `tables`: a table in memory: decided, committed, told, answered; all tables of this node, and what
  is done for them in the background
- `worker`: a process beside the server, which reads what strangers send
- `responses`, `newcomers`, `networks`, `clock`, `limits`, `metrics`, `settings`, `logs`: what all
  others use
"""
