"""A Python client: connect to a server, join a table, and let a bot play.

>>> from diamant.client import AsyncClient
>>> async def evening(address):
...     async with AsyncClient(address) as client:
...         made = await client.create_table(clock="off")
...         await client.join(made.table, made.token)
...         await client.send("FillWithBots", players=3)
...         return await client.play("threshold:gems=8", name="Robo", start=True)

If you only need HTTP, use `HttpClient`. docs/protocol.md describes the protocol.
"""

from diamant.extras import explained

with explained("diamant.client"):
    from diamant.client.async_client import AsyncClient
    from diamant.client.errors import (
        ClientClosedError,
        ClientError,
        ProtocolError,
        RefusedError,
        TurnedAwayError,
        UnreachableError,
    )
    from diamant.client.http import Address, HttpClient
    from diamant.client.remote_bot import game_of

__all__ = [
    "Address",
    "AsyncClient",
    "ClientClosedError",
    "ClientError",
    "HttpClient",
    "ProtocolError",
    "RefusedError",
    "TurnedAwayError",
    "UnreachableError",
    "game_of",
]
