"""One conversation with one client over one WebSocket.

- `accept`: from an ASGI WebSocket to a session, and the way back out over plain ASGI
- `session`: the conversation, from its `Hello` to its end
- `hello`: everything that a `Hello` means for a table, and what is sent in answer to it
- `direct`: the same past uvicorn's queues, which is what `diamant serve` uses
- `frames`: counting the frames of a WebSocket before they are handled
- `plain`: HTTP within bounds, from the first byte to a WebSocket or the last answer
"""
