"""A conversation with one client over one WebSocket.

- `accept`: connects an ASGI WebSocket to a session, and sends its messages over plain ASGI
- `session`: the conversation, from its `Hello` to its end
- `hello`: the effect of a `Hello` on a table, and the answer to it
- `direct`: the same without uvicorn's queues, as used by `diamant serve`
- `frames`: counts the frames of a WebSocket before they are handled
- `plain`: HTTP with limits, from the first byte to a WebSocket or the last answer
"""
