"""Sessions of clients over WebSockets.

- `accept`: connects an ASGI WebSocket to a session, and sends its messages over plain ASGI
- `session`: a client's session, from its `Hello` to its end
- `hello`: the effect of a `Hello` on a table, and the answer to it
- `direct`: an alternative to `accept` without uvicorn's queues, used by `diamant serve`
- `frames`: counts a WebSocket's frames before they are handled
- `plain`: limits for HTTP connections, until they close or become WebSockets
"""
