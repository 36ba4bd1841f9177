"""All HTTP routes: tables, records, reviews, lists, files, health, metrics."""

import functools
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from diamant import __version__
from diamant.locales.catalogue import LANGUAGES
from diamant.protocol import PROTOCOL
from diamant.protocol.incoming import MOST_BYTES, ClaimBody, NewTable, hash_token
from diamant.protocol.openapi import openapi, schema
from diamant.protocol.outgoing import TableList, TableSummary
from diamant.protocol.problems import of_refusal, status_of
from diamant.record import write_record
from diamant.server.http import catalogue
from diamant.server.http.admin import Admin
from diamant.server.http.bundle import PAGE
from diamant.server.http.daily import DailyApi
from diamant.server.http.endpoint import (
    Endpoint,
    Handler,
    client_of,
    pay,
    read_body,
    read_json,
    token_of,
)
from diamant.server.http.web_files import DOCS, Files, WebFiles, file_response
from diamant.server.limits import LIST_COST, OPENING_COST, cost_of_entries
from diamant.server.responses import RequestRefusedError, json_bytes_response, json_response, refuse
from diamant.server.services import Services
from diamant.server.tables.persistence import OPEN_STATES, read_summary
from diamant.server.tables.tokens import room_code
from diamant.server.worker.jobs import MOST_CHARACTERS, CoachQuestion
from diamant.store import TableInfo
from diamant.store.errors import NoSuchTableError
from diamant.table.records import coached_game
from diamant.table.refusals import RefusalError
from diamant.table.values import Guest, Table

MOST_LISTED = 200
MOST_RECORDS = 500  # Per answer.
MOST_PICTURES = 256
MOST_RECORD_BYTES = 4 * MOST_BYTES
TEXT = "text/plain; charset=utf-8"
HTML = "text/html; charset=utf-8"

_log = logging.getLogger(__name__)


class _WrongGuessError(Exception):
    """Raised for a wrong room code, token or claim; `problem` is the response's code."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


class Api:
    """The HTTP handlers of a server."""

    def __init__(self, services: Services, web: WebFiles) -> None:
        self._services = services
        self._web = web
        self._docs = Files(DOCS)
        self._daily = DailyApi(services)
        self._admin = Admin(services)
        self._pictures: dict[str, bytes] = {}

    def routes(self) -> list[Route]:
        """Return all HTTP routes."""
        table = "/api/tables/{table}"
        return [
            self._route("/api/tables", POST=self.make_table, GET=self.list_tables),
            self._route(table, GET=self.show_table, DELETE=self.delete_table),
            self._route(f"{table}/records", GET=self.records),
            self._route(f"{table}/records/{{number}}", GET=self.record),
            self._route(f"{table}/coach", GET=self.coach),
            self._route("/api/replay", POST=self.replay),
            self._route("/api/review", POST=self.review),
            self._route("/api/claims", POST=self.claim),
            self._route("/api/editions", GET=self.editions),
            self._route("/api/bots", GET=self.bots),
            self._route("/api/addresses", GET=self.addresses),
            self._route("/api/qr.svg", GET=self.qr),
            *(self._route(path, **takes) for path, takes in self._daily.handlers().items()),
            self._route("/api/health", GET=self.health),
            self._route("/api/schema.json", GET=self.schema),
            self._route("/api/openapi.json", GET=self.openapi),
            self._route("/metrics", GET=self.metrics),
            self._route("/admin", GET=self._admin.show, POST=self._admin.act),
            self._route("/locales/{name}", GET=self.locale),
            self._route("/docs", GET=self.redirect_home),
            self._route("/docs/{name:path}", GET=self.docs),
            self._route("/{name:path}", GET=self.web_file),
        ]

    # Tables.

    async def make_table(self, request: Request) -> Response:
        """Create a table; its creator is the host."""
        services, client = self._services, client_of(request)
        if services.stopping:
            raise refuse("stopping")
        body = await read_json(request, NewTable, MOST_BYTES)
        if services.rooms.is_full():
            raise refuse("busy")
        await services.learn_edition(client.address, body.settings.edition_text)
        if not services.limits.table(client.address):
            raise refuse("too-many-tables")
        made = await services.rooms.make(body.settings, client.device)
        return json_response(made, 201)

    async def list_tables(self, request: Request) -> Response:
        """List the public tables."""
        pay(self._services.limits, request, LIST_COST)
        found = await self._services.store.public_tables(OPEN_STATES, MOST_LISTED)
        return json_response(
            TableList([shown for shown in map(_summary, found) if shown is not None])
        )

    async def show_table(self, request: Request) -> Response:
        """Show a table, by its id or room code."""
        shown = _summary(await self._find(request, by_code=True))
        if shown is None:
            raise refuse("no-such-table")
        return json_response(shown)

    async def delete_table(self, request: Request) -> Response:
        """Delete a table for its owner; refuse anyone else."""
        table, _ = await self._at_table(request, "not-host-token", Table.may_close)
        await self._services.delete_table(table.id)
        return Response(status_code=204)

    async def records(self, request: Request) -> Response:
        """Return a table's records of finished games as text, from a given number on."""
        since = _number(request.query_params.get("from", "1"))
        found = await self._records(request)
        return Response("\n".join(found[since - 1 :][:MOST_RECORDS]), media_type=TEXT)

    async def record(self, request: Request) -> Response:
        """Return the record of one finished game as text."""
        found = await self._records(request)
        number = _number(request.path_params["number"])
        if number > len(found):
            raise refuse("no-such-record")
        return Response(found[number - 1], media_type=TEXT)

    async def coach(self, request: Request) -> Response:
        """Return the coach's advice for a guest's own seat, to that guest only."""
        asked = request.query_params
        table, guest = await self._at_table(request, "wrong-token")
        try:
            seat, turn = _count(asked.get("seat", "")), _count(asked.get("turn", ""))
            record = coached_game(table, guest.id, seat, turn)
        except RefusalError as error:
            raise RequestRefusedError(of_refusal(error.refusal)) from None
        language = asked.get("language", "")
        question = CoachQuestion(
            write_record(record), seat, language if language in LANGUAGES else "en"
        )
        return await self._work(request, "coach", msgspec.json.encode(question))

    async def _records(self, request: Request) -> list[str]:
        services, info = self._services, await self._find(request, by_code=False)
        return await services.finished_games.records(
            info.table, lambda entries: pay(services.limits, request, cost_of_entries(entries))
        )

    async def _find(self, request: Request, *, by_code: bool) -> TableInfo:
        """Return information about the table in the request's path; charge wrong guesses."""
        store, name = self._services.store, request.path_params["table"]
        code = room_code(name) if by_code else None
        async with self._guess(request):
            try:
                found = await store.info(name) if code is None else await store.find(code)
            except NoSuchTableError:
                found = None
            if found is None:
                raise _WrongGuessError("no-such-table")
            return found

    async def _at_table(
        self, request: Request, problem: str, may: Callable[[Table, str], bool] | None = None
    ) -> tuple[Table, Guest]:
        """Return a table and the guest whose token was sent.

        Refuses with `problem` if the token is wrong, or if `may` returns False for the guest.
        """
        token = hash_token(token_of(request))
        info = await self._find(request, by_code=False)
        if self._services.rooms.get(info.table) is None:
            pay(self._services.limits, request, OPENING_COST)
        async with self._guess(request):
            room = await self._services.rooms.open(info.table, token)
            if room.table.log_number < info.log_number:
                # Another node was first, for example by admitting this guest.
                room.check_log(info.log_number)
                await room.settled()
            table = room.table
            if table.log_number < info.log_number:
                raise refuse("database")
            guest = table.guest_with_token(token)
            if guest is None or not (may is None or may(table, guest.id)):
                raise _WrongGuessError(problem)
            return table, guest

    @asynccontextmanager
    async def _guess(self, request: Request) -> AsyncIterator[None]:
        """Charge for a guess inside the `with` block, and refund it if it was right."""
        limits, address = self._services.limits, client_of(request).address
        if not await limits.guess(address):
            raise refuse("too-many-guesses")
        right = True
        try:
            yield
        except _WrongGuessError as error:
            right = False
            raise refuse(error.problem) from None
        finally:
            limits.guessed(address, right=right)

    # Other addresses.

    async def replay(self, request: Request) -> Response:
        """Return the steps of every game in a record file."""
        return await self._work(request, "replay", await read_body(request, MOST_RECORD_BYTES))

    async def review(self, request: Request) -> Response:
        """Return a review that separates luck from skill in a finished game."""
        return await self._work(request, "review", await read_body(request, MOST_BYTES))

    async def claim(self, request: Request) -> Response:
        """Return the table and token for the one-time word of `diamant host`."""
        body = await read_json(request, ClaimBody, MOST_BYTES)
        async with self._guess(request):
            made = self._services.take_claim(body.claim)
            if made is None:
                raise _WrongGuessError("claim-used")
        return json_response(made)

    async def editions(self, request: Request) -> Response:
        """Return all built-in editions."""
        return json_response({"editions": catalogue.editions()})

    async def bots(self, request: Request) -> Response:
        """Return all bots, and the bots of each strength."""
        return json_response(catalogue.bots())

    async def addresses(self, request: Request) -> Response:
        """Return the addresses for phones that `diamant host` found, if any."""
        return json_response({"addresses": self._services.addresses})

    async def qr(self, request: Request) -> Response:
        """Return the QR code of a URL as SVG."""
        text = request.query_params.get("text", "")
        # URLs contain only ASCII; other text takes up to four times as long.
        address = text.startswith(("http://", "https://")) and text.isascii()
        if not address or len(text) > MOST_CHARACTERS:
            raise refuse("bad-qr", most=MOST_CHARACTERS)
        picture = self._pictures.get(text)
        if picture is None:
            picture = await self._services.work(client_of(request).address, "qr", text.encode())
            self._pictures[text] = picture
            if len(self._pictures) > MOST_PICTURES:
                del self._pictures[next(iter(self._pictures))]
        return Response(picture, media_type="image/svg+xml")

    async def health(self, request: Request) -> Response:
        """Return the server's health, with an error status if it is unhealthy."""
        services = self._services
        if services.stopping:
            raise refuse("stopping")
        report = await services.health.check()
        ages = {
            "last_commit_seconds": report.last_commit_seconds,
            "clock_skew_seconds": report.clock_skew_seconds,
        }
        if report.problem is not None:
            raise refuse(report.problem, **{k: str(v) for k, v in ages.items()})
        said = {"status": "ok", "release": __version__, "protocol": PROTOCOL, **ages}
        return json_response(said)

    async def metrics(self, request: Request) -> Response:
        """Return the server's metrics if the settings allow this client to see them."""
        client, wanted = client_of(request), self._services.settings.metrics
        if wanted == "off" or (wanted == "local" and not client.local):
            raise refuse("bad-address")
        kind = "text/plain; version=0.0.4; charset=utf-8"
        return Response(self._services.metrics.text(), headers={"content-type": kind})

    async def schema(self, request: Request) -> Response:
        """Return the JSON schema of every message."""
        return json_bytes_response(_schema())

    async def openapi(self, request: Request) -> Response:
        """Return the OpenAPI document of the HTTP API."""
        return json_bytes_response(_openapi())

    async def locale(self, request: Request) -> Response:
        """Return a part of a language's catalog."""
        name, dot, kind = request.path_params["name"].rpartition(".")
        found = catalogue.locale(name) if dot and kind == "json" else None
        if found is None:
            raise refuse("bad-address")
        return file_response(request, found)

    async def web_file(self, request: Request) -> Response:
        """Return a file of the browser client."""
        name = request.path_params["name"] or PAGE
        found = self._web.find(name)
        if found is None:
            raise refuse("bad-address")
        answer = file_response(request, found)
        words = catalogue.likely_words(request.headers.get("accept-language", ""))
        if name == PAGE and words is not None:
            # The page's script requests this catalog first, so preload it.
            answer.headers["link"] = f"<{words}>; rel=preload; as=fetch; crossorigin"
        return answer

    async def docs(self, request: Request) -> Response:
        """Return a page of the documentation, or explain how to build it."""
        found = self._docs.find(request.path_params["name"] or PAGE)
        if found is not None:
            return file_response(request, found)
        accepted = request.headers.get("accept-language", "")
        headers = {"content-type": TEXT, "vary": "accept-language", "cache-control": "no-cache"}
        if self._docs.find(PAGE) is not None:
            # People who follow an old link see a page with a link back.
            page = catalogue.lost_page(f"{self._services.settings.base_path}/", accepted)
            return Response(page, status_of("bad-address"), headers | {"content-type": HTML})
        text = catalogue.say_problem("no-docs", accepted)
        return Response(f"{text}\n", status_of("no-docs"), headers)

    async def redirect_home(self, request: Request) -> Response:
        """Redirect an address without its trailing slash."""
        return Response(status_code=308, headers={"location": f"{request.url.path}/"})

    # Shared by all.

    async def _work(self, request: Request, job: str, data: bytes) -> Response:
        answer = await self._services.work(client_of(request).address, job, data)
        return json_bytes_response(answer)

    def _route(self, path: str, **handlers: Handler) -> Route:
        return Route(path, Endpoint(handlers, self._services.metrics), name=path)


@functools.cache
def _schema() -> bytes:
    return msgspec.json.encode(schema())


@functools.cache
def _openapi() -> bytes:
    return msgspec.json.encode(openapi(__version__))


def _count(text: str) -> int:
    """Parse a short non-negative integer; return -1 for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _number(text: str) -> int:
    """Parse the number of a finished game, counted from 1."""
    number = _count(text)
    if number < 1:
        raise refuse("no-such-record")
    return number


def _summary(info: TableInfo) -> TableSummary | None:
    summary = read_summary(info.index.summary)
    if summary is None:
        return None
    return TableSummary(**{name: getattr(summary, name) for name in TableSummary.__struct_fields__})
