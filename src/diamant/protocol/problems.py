"""Errors that don't come from a table, and what they mean for a client.

`diamant.table.refusals` lists a table's refusals. Each code is a message id in every language's
catalog. No sentence repeats the client's data, which may contain a secret.
"""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from diamant.errors import fill_sentence, params_to_json
from diamant.protocol import close_codes
from diamant.protocol.close_codes import CLOSE_CODES
from diamant.protocol.outgoing import Problem, Refused
from diamant.table.refusals import MESSAGES as TABLE_MESSAGES
from diamant.table.refusals import Refusal


class Meaning(NamedTuple):
    """What a problem means for a client: a sentence, an HTTP status, a close code.

    A problem that never occurs in HTTP responses has no status. A problem that never ends or
    prevents a connection has no close code. `close_codes` says when to reconnect.
    """

    text: str
    status: int | None = None
    close: int | None = None


PROBLEMS: Mapping[str, Meaning] = {
    "bad-address": Meaning("There's nothing at this address.", 404),
    "bad-body": Meaning("Invalid request body: {reason}.", 400),
    "bad-method": Meaning("This address doesn't accept {method}; use {allowed}.", 405),
    "bad-qr": Meaning(
        "A QR code needs a web address of at most {most} characters (?text=http…).", 400
    ),
    "blocked-network": Meaning(
        "This server's operator has blocked your network.", 403, close_codes.FORBIDDEN
    ),
    "busy": Meaning("The server is full right now. Try again later.", 503, close_codes.BUSY),
    "claim-used": Meaning(
        (
            "This link has expired or has already been used. The browser that opened it first "
            "has the seat. For a new link, stop diamant host with Ctrl-C and start it again."
        ),
        404,
    ),
    "clock": Meaning("The server's clock differs too much from the database's clock.", 503),
    "crowded-address": Meaning(
        "Too many connections are open from your address.", close=close_codes.BUSY
    ),
    "daily-choice": Meaning("The daily cave isn't waiting for this choice. Reload the page.", 409),
    "daily-full": Meaning("The daily cave is full for today. Come back tomorrow.", 503),
    "daily-network-full": Meaning(
        "Too many people from your network have played the daily cave today. Come back tomorrow.",
        429,
    ),
    "daily-over": Meaning("That day's cave has closed. There's a new cave today.", 409),
    "database": Meaning(
        "The server can't reach its database right now. Nothing was lost; try again soon.",
        503,
        close_codes.BUSY,
    ),
    "foreign-host": Meaning(
        (
            "This server doesn't accept that host name; its operator can allow the name with "
            "--allow-host."
        ),
        403,
        close_codes.FORBIDDEN,
    ),
    "foreign-origin": Meaning(
        "Pages from other sites can't use this server (see --allow-origin).",
        403,
        close_codes.FORBIDDEN,
    ),
    "gone": Meaning("You're no longer at this table.", close=close_codes.FORBIDDEN),
    "hello-first": Meaning("The first message must be a Hello.", close=close_codes.NONSENSE),
    "hello-late": Meaning("No Hello arrived within {seconds} s.", close=close_codes.SILENT),
    "internal": Meaning(
        "Something went wrong on the server. The server log has the details under {reference}.",
        500,
        close_codes.INTERNAL,
    ),
    "kicked": Meaning("The host removed you from this table.", close=close_codes.FORBIDDEN),
    "later-log": Meaning(
        (
            "This table last ran on a newer version of the server, so it can't be opened here "
            "until this server is updated."
        ),
        503,
        close_codes.BUSY,
    ),
    "left": Meaning("You've left this table.", close=close_codes.DONE),
    "malformed": Meaning("Invalid message: {reason}.", close=close_codes.NONSENSE),
    "needs-token": Meaning("This request needs the header Authorization: Bearer TOKEN.", 401),
    "no-docs": Meaning(
        "The documentation isn't built here. Run make docs in a clone of the project.", 404
    ),
    "no-such-record": Meaning("There's no finished game with this number at this table.", 404),
    "no-such-table": Meaning(
        "This table doesn't exist or is no longer open.", 404, close_codes.NO_TABLE
    ),
    "not-a-screen": Meaning("Only a shared screen of this table can report what it's showing."),
    "not-host-token": Meaning("Only the table's host can do this.", 403),
    "oldest-connection": Meaning(
        "You opened more than {most} connections, so the oldest was closed.",
        close=close_codes.TOO_MANY_CONNECTIONS,
    ),
    "protocol": Meaning(
        "This server uses protocol version {ours}, not {yours}.",
        close=close_codes.OTHER_PROTOCOL,
    ),
    "record": Meaning("Can't read the saved game ({where}): {reason}.", 400),
    "replaced": Meaning(
        "A newer connection from the same sender has replaced this one.",
        close=close_codes.REPLACED,
    ),
    "slow-client": Meaning(
        "Your connection is too slow: {most} messages were waiting.", close=close_codes.SLOW
    ),
    "stopping": Meaning(
        "The server is restarting. Come back in a moment.", 503, close_codes.RESTARTING
    ),
    "table-log": Meaning(
        (
            "This table can't be opened because its log is damaged. Please tell the server's "
            "operator."
        ),
        500,
        close_codes.FORBIDDEN,
    ),
    "too-costly": Meaning("This text takes the server too long to read. Make it shorter.", 400),
    "too-large": Meaning("Too long: at most {most} bytes are allowed.", 413),
    "too-many-cards": Meaning("The saved game contains more than {most} cards.", 400),
    "too-many-games": Meaning("The file contains more than {most} games.", 400),
    "too-many-guesses": Meaning(
        "Too many wrong codes from your address. Wait a minute and try again.",
        429,
        close_codes.TOO_MUCH,
    ),
    "too-many-messages": Meaning("Too many messages at once.", close=close_codes.TOO_MUCH),
    "too-many-nonsense": Meaning("Too many invalid messages.", close=close_codes.NONSENSE),
    "too-many-requests": Meaning(
        "Too many requests from your address. Wait a moment and try again.",
        429,
        close_codes.TOO_MUCH,
    ),
    "too-many-tables": Meaning(
        "Too many tables were opened from your address. Try again later.", 429
    ),
    "too-much-written": Meaning(
        "Too much data was saved from your address or at this table. Wait a moment and try again."
    ),
    "unexpected-hello": Meaning("Only one Hello is allowed per connection."),
    "wrong-token": Meaning(
        "This token doesn't belong to anyone at this table.", 403, close_codes.FORBIDDEN
    ),
}


def meaning_of(code: str) -> Meaning:
    """Return the meaning of a problem, or of a table's refusal (close code 4403)."""
    found = PROBLEMS.get(code)
    return found or Meaning(TABLE_MESSAGES[code], 400, close_codes.FORBIDDEN)


def status_of(code: str) -> int:
    """Return the HTTP status of a refused request."""
    status = meaning_of(code).status
    assert status is not None, f"{code} never answers a request"
    return status


def close_code_of(code: str) -> int:
    """Return the WebSocket close code of a problem."""
    close = meaning_of(code).close
    assert close is not None, f"{code} never ends a connection"
    return close


def retry_after(status: int) -> int | None:
    """Return the seconds before a request with this status may be retried, or None.

    >>> retry_after(429), retry_after(503), retry_after(404)
    (60, 5, None)
    """
    code = {429: close_codes.TOO_MUCH, 503: close_codes.BUSY}.get(status)
    wait = None if code is None else CLOSE_CODES[code].wait
    return None if wait is None else round(wait[0])


def sentence(code: str, **params: str | int) -> str:
    """Return the English sentence for the code of a problem or refusal.

    >>> sentence("hello-late", seconds=10)
    'No Hello arrived within 10 s.'
    """
    return fill_sentence(meaning_of(code).text, params)


def refused(code: str, **params: str | int) -> Refused:
    """Return the body of a refused HTTP request."""
    return Refused(code, params_to_json(params), sentence(code, **params))


def problem(code: str, about: int | UnsetType = UNSET, /, **params: str | int) -> Problem:
    """Return a problem; `about` is the id of the message that caused it."""
    return Problem(code, params_to_json(params), sentence(code, **params), about)


def of_refusal(refusal: Refusal) -> Refused:
    """Return a table's refusal in the form that the server sends."""
    return Refused(refusal.code, params_to_json(refusal.params), str(refusal))
