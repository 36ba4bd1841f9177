"""A route of the server: a handler per method, and refusals for all errors."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from diamant.protocol.incoming import decode, reason_of
from diamant.protocol.outgoing import Refused
from diamant.protocol.problems import of_refusal, refused
from diamant.server.limits import Limits
from diamant.server.metrics import Metrics
from diamant.server.responses import (
    CLIENT,
    Client,
    RequestRefusedError,
    json_response,
    refusal_response,
    refuse,
)
from diamant.server.tables.rooms import CrowdedError
from diamant.store.errors import NoSuchTableError, StoreError, TakenError
from diamant.table import LogError, RefusalError

T = TypeVar("T")

_log = logging.getLogger(__name__)


def client_of(request: Request) -> Client:
    """Return the client of a request."""
    client: Client = request.scope[CLIENT]
    return client


def token_of(request: Request) -> str:
    """Return the bearer token of a request; refuse a request without one."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise refuse("needs-token")
    return token.strip()


def pay(limits: Limits, request: Request, cost: float) -> None:
    """Charge a request to its address; refuse it if the budget is spent."""
    if not limits.request(client_of(request).address, cost):
        raise refuse("too-many-requests")


async def read_body(request: Request, most: int) -> bytes:
    """Return a request's body; refuse one that is too long."""
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
    """Parse a request's body as `kind`; an empty body counts as an empty object."""
    data = await read_body(request, most)
    try:
        decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(kind)
        return decode(decoder, data or b"{}")
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise refuse("bad-body", reason=reason_of(error)) from None


Handler = Callable[[Request], Awaitable[Response]]


class Endpoint:
    """A route: a handler per method, and refusals for all errors.

    This is a class because Starlette limits the methods of a route whose endpoint is a function.
    """

    def __init__(self, handlers: Mapping[str, Handler], metrics: Metrics) -> None:
        self._handlers = handlers
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to a request."""
        request = Request(scope, receive, send)
        answer = await self._respond(request)
        if isinstance(answer, Refused):
            self._metrics.refusal(answer.code, client_of(request).address)
            answer = refusal_response(answer)
        await answer(scope, receive, send)

    async def _respond(self, request: Request) -> Response | Refused:
        handler = self._handlers.get("GET" if request.method == "HEAD" else request.method)
        try:
            if handler is None:
                allowed = ", ".join(self._handlers)
                raise refuse("bad-method", method=request.method[:20], allowed=allowed)
            return await handler(request)
        except RequestRefusedError as error:
            return error.why
        except RefusalError as error:
            return of_refusal(error.refusal)
        except NoSuchTableError:
            return refused("no-such-table")
        except (TakenError, CrowdedError):
            return refused("busy")
        except LogError as error:
            _log.error("cannot open a table: %s", error)
            return refused(error.code)
        except (StoreError, TimeoutError) as error:
            code = error.code if isinstance(error, StoreError) else "store-slow"
            self._metrics.store_error(code)
            return refused("database")


async def on_http_error(request: Request, error: Exception) -> Response:
    """Return the response to an error that Starlette itself raised."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    return json_response(refused("bad-address"), status)
