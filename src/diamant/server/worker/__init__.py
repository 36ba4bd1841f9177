"""What strangers send is read by a worker: a process beside the server, which can be killed.

- `jobs`: what a worker can be asked for
- `replays`, `reviews`, `coaching`, `qr_codes`: a record played again; what of it was luck; what a
  player should know before choosing; an address as a picture
- `__main__`: the worker's own side, `python -m diamant.server.worker`
- `pool`: the server's side: few workers, one job each at a time, each within a bound
- `job_error`: the refusal of a job, on its way from the one to the other
"""
