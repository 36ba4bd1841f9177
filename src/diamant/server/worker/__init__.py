"""What strangers send is read by a worker: a process beside the server, which can be killed.

- `jobs`: what a worker can be asked for: a record played again, what of it was luck, what a player
  should know before choosing; `qr_codes`: an address as a picture
- `__main__`: the worker's own side, `python -m diamant.server.worker`
- `turns`: who has a worker next, and who pays for it
- `pool`: the server's side: few workers, one job each at a time, each within a bound
"""
