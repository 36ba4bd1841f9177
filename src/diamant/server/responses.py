"""HTTP responses that say something: typed JSON, and refusals with a code."""

from collections.abc import Mapping

import msgspec
from starlette.responses import Response

from diamant.protocol.outgoing import Refused
from diamant.protocol.problems import close_code_of, retry_after, status_of
from diamant.server.asgi import Receive, Scope, Send


def json_response(
    data: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return JSON."""
    return json_bytes_response(msgspec.json.encode(data), status, headers)


def json_bytes_response(
    data: bytes, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return JSON that has been written already."""
    return Response(
        data,
        status,
        {"cache-control": "no-store", **(headers or {})},
        media_type="application/json",
    )


def refusal_response(why: Refused) -> Response:
    """Return a refusal, with the headers that its status asks for."""
    status, headers = status_of(why.code), {}
    seconds = retry_after(status)
    if seconds is not None:
        headers["retry-after"] = str(seconds)
    if why.code == "bad-method":
        headers["allow"] = str(why.params["allowed"])
    if why.code == "needs-token":
        headers["www-authenticate"] = "Bearer"
    return json_response(why, status, headers)


async def refuse_request(scope: Scope, receive: Receive, send: Send, why: Refused) -> None:
    """Answer a request, or a WebSocket's first one, with a refusal."""
    denial = "websocket.http.response"
    if scope["type"] == "websocket" and denial not in scope.get("extensions", {}):
        # Before it is accepted, an ASGI server makes a plain 403 of it, whatever the code.
        await send({"type": "websocket.close", "code": close_code_of(why.code)})
    else:
        await refusal_response(why)(scope, receive, send)
