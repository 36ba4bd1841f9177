"""The operator's page, /admin: tables, guests, load, refusals, and two actions.

The page is plain HTML without scripts. It only exists if DIAMANT_ADMIN_TOKEN is set. No number on
it reveals a choice, since the operator may be playing too.
"""

import base64
import hashlib
import hmac
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable
from html import escape
from urllib.parse import parse_qsl

import psutil
from starlette.requests import Request
from starlette.responses import Response

from diamant import __version__
from diamant.server.http.endpoint import client_of, read_body
from diamant.server.networks import BlockedNetworks
from diamant.server.responses import Client, refuse
from diamant.server.services import Services
from diamant.server.settings import SettingError, read_networks
from diamant.server.tables.room import Room
from diamant.server.tables.tokens import room_code
from diamant.store.errors import NoSuchTableError

COOKIE = "diamant-admin"
VISITOR, OPERATOR = "visitor", "operator"
SESSION_SECONDS = 8 * 3600
MOST_BYTES = 4_096
MOST_ROWS = 100
MEMORY_STEP = 10  # MiB; a finer number could reveal a single player's actions.
QUIET_SECONDS = 10.0  # Seconds between two log lines about wrong tokens.

STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem}"
    "table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;text-align:left}"
    "form{display:inline}.notice{padding:.5rem 1rem;border:2px solid #a40}"
)
_STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
HEADERS = {
    "cache-control": "no-store",
    # With the policy no-referrer, browsers send no Origin with a form.
    "referrer-policy": "same-origin",
    "content-security-policy": (
        f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; form-action 'self';"
        " base-uri 'none'; frame-ancestors 'none'"
    ),
}

_log = logging.getLogger(__name__)
_log.setLevel(logging.INFO)  # Log every action, whatever the server's log level.


class Admin:
    """The operator's page on one node."""

    def __init__(self, services: Services) -> None:
        self._services = services
        token = services.settings.admin_token
        self._token = hashlib.sha256(token.encode()).digest() if token else b""
        # The key is expensive to compute, so a visitor's cookie doesn't help to guess the token. It
        # is derived from the token, so a session is valid on every node.
        salt = COOKIE.encode()
        self._key = hashlib.scrypt(token.encode(), salt=salt, n=2**14, r=8, p=1) if token else b""
        self._path = f"{services.settings.base_path}/admin"
        self._began = time.monotonic()
        self._logged_at = -QUIET_SECONDS
        self._wrong = 0

    # Requests.

    async def show(self, request: Request) -> Response:
        """Return the page, or the login form."""
        client = self._client(request)
        if not (client.secure or client.local):
            return self._page(
                "<p>Open this page with https, or on the server's own machine.</p>", 403
            )
        cookie = request.cookies.get(COOKIE, "")
        kind = self._kind_of(cookie)
        if kind == OPERATOR:
            return self._page(await self._overview(cookie))
        return self._login(client, cookie if kind == VISITOR else None)

    async def act(self, request: Request) -> Response:
        """Perform the action of a submitted form."""
        client = self._client(request)
        if not (client.secure or client.local):
            return await self.show(request)
        body = (await read_body(request, MOST_BYTES)).decode("latin-1")
        form = dict(parse_qsl(body))
        cookie = request.cookies.get(COOKIE, "")
        kind = self._kind_of(cookie)
        csrf = form.get("csrf", "").encode()
        if kind is None or not hmac.compare_digest(self._csrf(cookie).encode(), csrf):
            return self._login(client, None, "This form has expired. Try again.")
        if form.get("do") == "login":
            return await self._enter(client, cookie, form.get("token", ""))
        if kind != OPERATOR:
            return self._login(client, cookie, "Sign in first.")
        return await self._do(client, cookie, form)

    def _client(self, request: Request) -> Client:
        """Return the request's client; refuse if this page is disabled."""
        if not self._token:
            raise refuse("bad-address")
        return client_of(request)

    async def _enter(self, client: Client, cookie: str, token: str) -> Response:
        limits = self._services.limits
        if not await limits.guess(client.address):
            raise refuse("too-many-guesses")
        given = hashlib.sha256(token.encode()).digest()
        right = hmac.compare_digest(given, self._token)
        limits.guessed(client.address, right=right)
        if not right:
            self._log_wrong(client)
            return self._login(client, cookie, "This token is wrong.")
        self._log_action(client, "login", "the operator signed in")
        return self._back(client, self._new_cookie(OPERATOR))

    async def _do(self, client: Client, cookie: str, form: dict[str, str]) -> Response:
        action = form.get("do")
        if action == "logout":
            return self._back(client, self._new_cookie(VISITOR))
        try:
            if action in ("find", "close"):
                asked = form.get("table", "")
                table = await self._find(asked)
                if action == "find":
                    room = await self._services.rooms.open(table)
                    return self._page(self._details(room, asked, cookie))
                await self._services.delete_table(table)
                self._log_action(client, "close", "closed table %s", table=name_of(table))
                return self._back(client)
            if action in ("block", "unblock"):
                if self._change_blocks(client, action, form.get("network", "")):
                    return self._back(client)
                problem = "That network contains your own address."
            else:
                problem = "There is no such action."
        except NoSuchTableError:
            problem = "There is no such table."
        except SettingError as error:
            problem = str(error)
        return self._page(await self._overview(cookie, problem), 400)

    async def _find(self, name: str) -> str:
        """Return the id of the table with this room code, or this name on the page."""
        code = room_code(name)
        if code is not None:
            found = await self._services.store.find(code)
            if found is not None:
                return found.table
        for room in self._services.rooms:
            if hmac.compare_digest(
                name_of(room.table.id).encode(), name.encode("latin-1", "replace")
            ):
                return room.table.id
        raise NoSuchTableError(name)

    def _change_blocks(self, client: Client, action: str, text: str) -> bool:
        """Block or unblock networks; return False if one contains the operator's address."""
        networks = read_networks(text, blocked=True)
        if action == "block" and BlockedNetworks(networks).has(client.address):
            return False
        change = self._services.block if action == "block" else self._services.blocked.remove
        for network in networks:
            change(network)
            self._log_action(client, action, f"{action}ed network %s", network=str(network))
        return True

    # Sessions.

    def _sign(self, purpose: str, text: str) -> str:
        return hmac.digest(self._key, f"{purpose}\0{text}".encode(), "sha256").hex()

    def _new_cookie(self, kind: str) -> str:
        value = f"{kind}.{int(time.time()) + SESSION_SECONDS}.{secrets.token_hex(16)}"
        return f"{value}.{self._sign('cookie', value)}"

    def _kind_of(self, cookie: str) -> str | None:
        """Return a cookie's kind, visitor or operator, or None if it is invalid."""
        value, _, mark = cookie.rpartition(".")
        if not hmac.compare_digest(self._sign("cookie", value).encode(), mark.encode()):
            return None
        kind, expires, _ = value.split(".")
        return kind if time.time() < int(expires) else None

    def _csrf(self, cookie: str) -> str:
        return self._sign("csrf", cookie)

    def _with_cookie(self, client: Client, response: Response, cookie: str) -> Response:
        response.set_cookie(
            COOKIE,
            cookie,
            max_age=SESSION_SECONDS,
            path=self._path,
            secure=client.secure,
            httponly=True,
            samesite="strict",
        )
        return response

    # The log.

    def _log_action(self, client: Client, action: str, what: str, **about: str) -> None:
        extra = {"action": action, "client": client.address, **about}
        _log.info(f"admin at {client.address}: {what}", *about.values(), extra=extra)

    def _log_wrong(self, client: Client) -> None:
        """Log wrong tokens, at a limited rate so that clients can't fill the log."""
        self._wrong += 1
        now = time.monotonic()
        if now - self._logged_at >= QUIET_SECONDS:
            self._logged_at = now
            count = f"wrong token ({self._wrong} so far)"
            self._log_action(client, "wrong-token", count)

    # HTML.

    def _page(self, content: str, status: int = 200) -> Response:
        html = (
            "<!doctype html><html lang=en><meta charset=utf-8>"
            "<meta name=viewport content='width=device-width'>"
            f"<title>Diamant: operator</title><style>{STYLE}</style>"
            f"<h1>Diamant: operator</h1>{content}"
        )
        return Response(html, status, HEADERS, media_type="text/html")

    def _back(self, client: Client, cookie: str = "") -> Response:
        response = Response(status_code=303, headers={**HEADERS, "location": self._path})
        return self._with_cookie(client, response, cookie) if cookie else response

    def _login(self, client: Client, cookie: str | None, notice: str = "") -> Response:
        given = cookie or self._new_cookie(VISITOR)
        field = (
            "<label>Token <input name=token type=password autocomplete=current-password></label> "
        )
        form = self._form(given, "login", field, "Sign in")
        page = self._page(_notice(notice) + form, 403 if notice else 200)
        return self._with_cookie(client, page, given)

    def _form(self, cookie: str, action: str, fields: str, button: str) -> str:
        return (
            f'<form method=post action="{escape(self._path)}">'
            f"<input type=hidden name=csrf value={self._csrf(cookie)}>"
            f"<input type=hidden name=do value={action}>{fields}<button>{button}</button></form>"
        )

    def _button(self, cookie: str, action: str, name: str, value: str, button: str) -> str:
        field = f'<input type=hidden name={name} value="{escape(value)}">'
        return self._form(cookie, action, field, button)

    async def _overview(self, cookie: str, notice: str = "") -> str:
        services = self._services
        report = await services.health.check()
        nodes = len(services.rooms.living)
        metrics, rooms = services.metrics, list(services.rooms)

        def block(network: str) -> str:
            return self._button(cookie, "block", "network", network, "Block")

        busiest = sorted(rooms, key=lambda room: (-len(room.connections), room.table.id))
        connected = Counter(address for address, _ in services.sessions.values())
        refused = Counter(metrics.refused_addresses)
        network_field = "<label>Network <input name=network required></label> "
        code_field = "<label>Room code <input name=table required></label> "
        return "".join(
            (
                _notice(notice),
                f"<p>Node {services.rooms.node} ({nodes} running), release {escape(__version__)}."
                " This page shows this node alone. Other nodes have other tables in memory, other"
                " connections and other blocks. Closing a table closes it on every node.</p>",
                self._form(cookie, "logout", "", "Sign out"),
                "<h2>Load</h2>",
                _rows(
                    (),
                    (
                        ("Health", report.problem or "ok"),
                        ("Up for", f"{(time.monotonic() - self._began) / 3600:.1f} h"),
                        ("Event loop late by", f"{metrics.lag:.1f} s"),
                        ("Last commit", f"{report.last_commit_seconds or 0} s ago"),
                        ("Clock ahead by", f"{report.clock_skew_seconds:.1f} s"),
                        ("Memory", f"{_memory()} MiB"),
                        ("Tables in memory", len(rooms)),
                        ("Connections", services.limits.connections),
                        ("Sockets", services.newcomers.sockets),
                        ("Sockets turned away", metrics.shut_out),
                        ("Slow clients dropped", metrics.slow),
                    ),
                ),
                "<h2>Refusals</h2>",
                _rows(("Code", "Count"), Counter(metrics.refusals).most_common(MOST_ROWS)),
                "<h3>Networks refused most often</h3>",
                _rows(("Network", "Refusals", ""), refused.most_common(20), block),
                "<h2>Networks connected</h2>",
                _rows(("Network", "Connections", ""), connected.most_common(MOST_ROWS), block),
                "<h2>Blocked networks</h2><p>A block ends when this node stops. Set"
                " DIAMANT_BLOCKED_NETWORKS on every node to keep it.</p>",
                _rows(
                    (),
                    ((str(network),) for network in services.blocked),
                    lambda network: self._button(cookie, "unblock", "network", network, "Unblock"),
                ),
                self._form(cookie, "block", network_field, "Block"),
                "<h2>Tables</h2>",
                f"<p>At most {MOST_ROWS} tables of this node, busiest first."
                " A room code finds any other.</p>",
                self._form(cookie, "find", code_field, "Find"),
                _rows(
                    ("Table", "Phase", "Players", "Guests", "Connections here", ""),
                    (
                        (
                            name_of(room.table.id),
                            _phase(room),
                            len(room.table.taken_seats()),
                            len(room.table.guests),
                            len(room.connections),
                        )
                        for room in busiest[:MOST_ROWS]
                    ),
                    lambda name: self._button(cookie, "find", "table", name, "Show"),
                ),
            )
        )

    def _details(self, room: Room, asked: str, cookie: str) -> str:
        """Return the page of one table: its guests and networks, but not its game."""
        table, name = room.table, name_of(room.table.id)
        sessions = self._services.sessions
        guests = []
        for guest in table.guests:
            names = [table.seat(at).name for at in table.seats_of(guest.id)]
            networks = {
                sessions[connection][0]
                for connection, listener in room.connections.items()
                if listener.guest == guest.id and connection in sessions
            }
            kind = "screen" if guest.screen else "spectator"
            guests.append(
                (", ".join(sorted(networks)) or "not on this node", ", ".join(names) or kind)
            )
        return "".join(
            (
                f'<p><a href="{escape(self._path)}">Back</a></p><h2>Table {name}</h2>',
                f"<p>Phase: {_phase(room)}. Visibility: {table.settings.visibility}.</p>",
                _rows(("Network", "Guest"), guests),
                "<p>Closing deletes the table, its games and all that is known of its players.</p>",
                self._button(cookie, "close", "table", asked, "Close this table"),
            )
        )


def name_of(table: str) -> str:
    """Return a name for a table that is safe to show on the page and in the log.

    Unlike the table's id, this name gives no access to the table.
    """
    return hashlib.sha256(f"diamant admin\0{table}".encode()).hexdigest()[:12]


def _phase(room: Room) -> str:
    return room.table.phase.value


def _memory() -> int:
    return round(psutil.Process().memory_info().rss / 2**20 / MEMORY_STEP) * MEMORY_STEP


def _notice(text: str) -> str:
    return f"<p class=notice>{escape(text)}</p>" if text else ""


def _rows(
    head: Iterable[str],
    rows: Iterable[tuple[object, ...]],
    button: Callable[[str], str] | None = None,
) -> str:
    """Return an HTML table with an optional form at the end of each row.

    `button` receives the row's first cell and returns the form.
    """
    cells = "".join(f"<th>{word}</th>" for word in head)
    lines = []
    for row in rows:
        last = f"<td>{button(str(row[0]))}</td>" if button is not None else ""
        lines.append("".join(f"<td>{escape(str(cell))}</td>" for cell in row) + last)
    if not lines:
        return "<p>None.</p>"
    return f"<table><tr>{cells}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"
