"""Workers: separate processes that parse data from untrusted clients.

A worker can be killed without harm to the server.

- `jobs`: replays a record, separates luck from skill in it, coaches a player, and so on;
  `qr_codes`: QR codes of URLs
- `__main__`: the worker process, `python -m diamant.server.worker`
- `turns`: which job gets a worker next, and which address pays for it
- `pool`: the server's side: a few workers with one job each, and time limits
"""
