"""The game server: HTTP and WebSocket around tables.

- `settings`, `limits`, `metrics`: how it behaves
- `room`: a table in memory: accept, commit, acknowledge, broadcast; `rooms`: all of them here;
  `batching`: when they begin
- `broadcast`: what each viewer is told; `seat_history`: what they were told before they lost their
  connection
- `session`: one conversation; `outlet`: its way out, bounded; `direct`: the quick way
- `background`: deadlines, dead nodes, retention
- `gate`: hosts, origins, proxies, headers; `web_files`; `api_*`: HTTP
- `app`: the whole as an ASGI application; `run`: the whole as a process
"""
