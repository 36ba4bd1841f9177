"""Reading what a request brings, or refusing it."""

from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from diamant.protocol.convert import reason_of
from diamant.protocol.whole_numbers import decode
from diamant.server.refusing import refuse

T = TypeVar("T")


async def read_body(request: Request, most: int) -> bytes:
    """Return a request's body, unless it is too long."""
    data = bytearray()
    try:
        async for part in request.stream():
            data += part
            if len(data) > most:
                raise refuse("too-large", most=most)
    except ClientDisconnect:
        raise refuse("bad-body", reason="it did not arrive") from None
    return bytes(data)


async def read_json(request: Request, kind: type[T], most: int) -> T:
    """Return a request's body as a typed value; an empty one counts as an empty object."""
    data = await read_body(request, most)
    try:
        decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(kind)
        return decode(decoder, data or b"{}")
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise refuse("bad-body", reason=reason_of(error)) from None
