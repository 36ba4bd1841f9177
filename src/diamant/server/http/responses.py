"""HTTP responses: typed JSON, and refusals with a code; and reading what a request brings."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from diamant.protocol.convert import reason_of
from diamant.protocol.outgoing import Refused
from diamant.protocol.problems import refused

T = TypeVar("T")

STATUS: Mapping[str, int] = {
    "bad-address": 404,
    "bad-method": 405,
    "busy": 503,
    "claim-used": 404,
    "database": 503,
    "internal": 500,
    "needs-token": 401,
    "no-such-record": 404,
    "no-such-table": 404,
    "not-host-token": 403,
    "stopping": 503,
    "too-large": 413,
    "too-many-guesses": 429,
    "too-many-requests": 429,
    "too-many-tables": 429,
    "wrong-token": 403,
}


class RefusedError(Exception):
    """A request that is refused."""

    def __init__(self, why: Refused) -> None:
        super().__init__(why.code)
        self.why = why


def refuse(code: str, **params: str | int) -> RefusedError:
    """Return a refusal to be raised."""
    return RefusedError(refused(code, **params))


def json_response(
    data: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return JSON."""
    return Response(
        msgspec.json.encode(data),
        status,
        {"cache-control": "no-store", **(headers or {})},
        media_type="application/json",
    )


def refusal_response(why: Refused) -> Response:
    """Return a refusal."""
    headers = {"retry-after": "60"} if STATUS.get(why.code) == 429 else {}
    if why.code == "bad-method":
        headers["allow"] = str(why.params["allowed"])
    if why.code == "needs-token":
        headers["www-authenticate"] = "Bearer"
    return json_response(why, STATUS.get(why.code, 400), headers)


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
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise refuse("bad-body", reason=reason_of(error)) from None
