"""The server as a whole.

- `app`: the ASGI application, put together from all other groups
- `run`: the process, from its settings to its last word
- `host`: a table for tonight, made and told of when the process is ready
- `addresses`: under which addresses phones can reach this machine
"""
