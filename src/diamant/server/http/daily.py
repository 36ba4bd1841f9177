"""The daily cave over HTTP: `api/daily`. Each device sends a key in a header."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from diamant import daily
from diamant.server.http.endpoint import Handler, client_of, pay, read_json, token_of
from diamant.server.limits import DAILY_COST
from diamant.server.responses import json_response, refuse
from diamant.server.services import Services
from diamant.server.tables.daily_caves import AttemptSoFar

MOST_BYTES = 1_000


class DailyChoice(msgspec.Struct, forbid_unknown_fields=True):
    """A choice: the day, the number of earlier choices, and whether to leave."""

    day: str
    number: int
    leave: bool


class DailyApi:
    """The HTTP handlers of the daily cave."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def handlers(self) -> dict[str, dict[str, Handler]]:
        """Return the handlers of each path, by method."""
        return {
            "/api/daily": {"GET": self.show},
            "/api/daily/attempt": {"GET": self.attempt, "POST": self.begin},
            "/api/daily/choice": {"POST": self.choose},
            "/api/daily/player": {"DELETE": self.forget},
        }

    async def show(self, request: Request) -> Response:
        """Return the current day, the published commitments, and the revealed seeds."""
        pay(self._services.limits, request, DAILY_COST)
        caves = self._services.daily
        return json_response(
            {
                "day": caves.today().isoformat(),
                "ends": caves.ends_at(),
                "edition": daily.EDITION,
                "company": list(daily.COMPANY),
                "promised": await caves.promised(),
                "proved": await caves.proved(),
            }
        )

    async def attempt(self, request: Request) -> Response:
        """Return today's attempt for the request's key, or null."""
        pay(self._services.limits, request, DAILY_COST)
        found = await self._services.daily.attempt(token_of(request))
        return json_response(None if found is None else _as_json(found))

    async def begin(self, request: Request) -> Response:
        """Start or continue today's cave."""
        pay(self._services.limits, request, DAILY_COST)
        caves, key, client = self._services.daily, token_of(request), client_of(request)
        found = await caves.attempt(key)
        if found is None:
            # An attempt occupies a database row for a long time, as a table does, so starting one
            # costs as much.
            if not self._services.limits.table(client.address):
                raise refuse("too-many-tables")
            found = await caves.begin(key, client.network)
        return json_response(_as_json(found))

    async def choose(self, request: Request) -> Response:
        """Make a choice, and return the attempt."""
        pay(self._services.limits, request, DAILY_COST)
        key = token_of(request)
        body = await read_json(request, DailyChoice, MOST_BYTES)
        found = await self._services.daily.choose(key, body.day, body.number, leave=body.leave)
        return json_response(_as_json(found))

    async def forget(self, request: Request) -> Response:
        """Delete everything about a key."""
        pay(self._services.limits, request, DAILY_COST)
        await self._services.daily.forget(token_of(request))
        return Response(status_code=204)


def _as_json(standing: AttemptSoFar) -> dict[str, Any]:
    attempt = standing.attempt
    return {
        "day": standing.day,
        "choices": attempt.choices,
        "happened": [happening.to_json() for happening in attempt.happened],
        "over": attempt.over,
        "points": attempt.points,
        "results": sorted(standing.points.items()),
        "streak": standing.streak,
    }
