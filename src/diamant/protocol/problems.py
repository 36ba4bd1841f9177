"""What is refused before a table is asked, and what each refusal means to a client.

What a table refuses stands in `diamant.table.refusals`. A code is a message's id in every
language's catalogue. No sentence repeats what was sent, since that may have been a secret.
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
    """What a problem means to a client: a sentence, an HTTP status, a WebSocket's close code.

    One that never answers a request has no status, and one that never ends a connection, or keeps
    one from being opened, has no close code. `close_codes` tells when to come back.
    """

    text: str
    status: int | None = None
    close: int | None = None


PROBLEMS: Mapping[str, Meaning] = {
    "bad-address": Meaning("There is nothing at this address.", 404),
    "bad-body": Meaning("The body of this request cannot be taken: {reason}.", 400),
    "bad-method": Meaning("This address does not take {method}; it takes {allowed}.", 405),
    "bad-qr": Meaning(
        "A QR code is made of a web address of at most {most} characters (?text=http…).", 400
    ),
    "blocked-network": Meaning(
        "This server's operator has blocked your network.", 403, close_codes.FORBIDDEN
    ),
    "busy": Meaning("The server is full right now; try again later.", 503, close_codes.BUSY),
    "claim-used": Meaning(
        "This link has been used already, or has expired. The browser that opened it first has the"
        " seat; end diamant host with Ctrl-C and start it again for a new link.",
        404,
    ),
    "clock": Meaning(
        "The clock of this machine differs from the database's by more than it may.", 503
    ),
    "crowded-address": Meaning(
        "Too many connections are open from your address.", close=close_codes.BUSY
    ),
    "daily-choice": Meaning("This choice is not the one that the daily cave waits for.", 409),
    "daily-full": Meaning(
        "So many have gone into the cave today that nobody else can; come back tomorrow.", 503
    ),
    "daily-network-full": Meaning(
        "Too many people from your network have gone into the cave today; come back tomorrow.", 429
    ),
    "daily-over": Meaning("This day is over, and with it its cave; there is a new one today.", 409),
    "database": Meaning(
        "The database cannot be reached just now; nothing was lost, so try again soon.",
        503,
        close_codes.BUSY,
    ),
    "foreign-host": Meaning(
        "This server does not go by that name; its operator can allow it (--allow-host).",
        403,
        close_codes.FORBIDDEN,
    ),
    "foreign-origin": Meaning(
        "A page from elsewhere may not use this server (--allow-origin).",
        403,
        close_codes.FORBIDDEN,
    ),
    "gone": Meaning("You are not at this table any more.", close=close_codes.FORBIDDEN),
    "hello-first": Meaning("The first message must be a Hello.", close=close_codes.NONSENSE),
    "hello-late": Meaning("No Hello came within {seconds} s.", close=close_codes.SILENT),
    "internal": Meaning(
        "The server made a mistake; its log has the details under {reference}.",
        500,
        close_codes.INTERNAL,
    ),
    "kicked": Meaning("The host has sent you away from this table.", close=close_codes.FORBIDDEN),
    "later-log": Meaning(
        "A newer server has played on at this table; this one has to be updated first.",
        503,
        close_codes.BUSY,
    ),
    "left": Meaning("You have left this table.", close=close_codes.DONE),
    "malformed": Meaning("This message cannot be taken: {reason}.", close=close_codes.NONSENSE),
    "needs-token": Meaning("This needs the header Authorization: Bearer TOKEN.", 401),
    "no-docs": Meaning(
        "The documentation is not built here: in a clone of the project, make docs builds it.", 404
    ),
    "no-such-record": Meaning("There is no such finished game at this table.", 404),
    "no-such-table": Meaning("There is no such table, or not any more.", 404, close_codes.NO_TABLE),
    "not-a-screen": Meaning("Only a shared screen of the table can say what it shows."),
    "not-host-token": Meaning("Only the host of the table can do this.", 403),
    "oldest-connection": Meaning(
        "You have opened more than {most} connections, so the oldest was closed.",
        close=close_codes.TOO_MANY_CONNECTIONS,
    ),
    "protocol": Meaning(
        "This server speaks version {ours} of the protocol, not {yours}.",
        close=close_codes.OTHER_PROTOCOL,
    ),
    "record": Meaning("The record cannot be read: {where}: {reason}.", 400),
    "replaced": Meaning(
        "A newer connection of the same sender has taken the place of this one.",
        close=close_codes.REPLACED,
    ),
    "slow-client": Meaning(
        "You read too slowly: {most} messages were waiting.", close=close_codes.SLOW
    ),
    "stopping": Meaning(
        "The server is being restarted; come back in a moment.", 503, close_codes.RESTARTING
    ),
    "table-log": Meaning(
        "This table cannot be opened: its log is damaged. Tell whoever runs the server.",
        500,
        close_codes.FORBIDDEN,
    ),
    "too-costly": Meaning("This takes the server too long to read; make it shorter.", 400),
    "too-large": Meaning("That is longer than {most} bytes.", 413),
    "too-many-cards": Meaning("The record holds more than {most} cards.", 400),
    "too-many-games": Meaning("The record holds more than {most} games.", 400),
    "too-many-guesses": Meaning(
        "Too many wrong codes came from your address; wait a minute.", 429, close_codes.TOO_MUCH
    ),
    "too-many-messages": Meaning("Too many messages at once.", close=close_codes.TOO_MUCH),
    "too-many-nonsense": Meaning("Too many messages made no sense.", close=close_codes.NONSENSE),
    "too-many-requests": Meaning(
        "Too many requests came from your address; wait a little.", 429, close_codes.TOO_MUCH
    ),
    "too-many-tables": Meaning("Too many tables were made from your address; wait a while.", 429),
    "too-much-written": Meaning(
        "More was written for your address or at this table than may be kept; wait a little."
    ),
    "unexpected-hello": Meaning("There is only one Hello in a connection."),
    "wrong-token": Meaning("Nobody at this table has this token.", 403, close_codes.FORBIDDEN),
}


def meaning_of(code: str) -> Meaning:
    """Return what a problem means, or a table's refusal: that keeps a guest out with 4403."""
    found = PROBLEMS.get(code)
    return found or Meaning(TABLE_MESSAGES[code], 400, close_codes.FORBIDDEN)


def status_of(code: str) -> int:
    """Return the HTTP status of a refused request."""
    status = meaning_of(code).status
    assert status is not None, f"{code} never answers a request"
    return status


def close_code_of(code: str) -> int:
    """Return the close code of the connection that a problem ends."""
    close = meaning_of(code).close
    assert close is not None, f"{code} never ends a connection"
    return close


def retry_after(status: int) -> int | None:
    """Return the seconds after which a request with this status may be made again, if any.

    >>> retry_after(429), retry_after(503), retry_after(404)
    (60, 5, None)
    """
    code = {429: close_codes.TOO_MUCH, 503: close_codes.BUSY}.get(status)
    wait = None if code is None else CLOSE_CODES[code].wait
    return None if wait is None else round(wait[0])


def sentence(code: str, **params: str | int) -> str:
    """Return the English sentence of a problem, or of a refusal that ends a connection.

    >>> sentence("hello-late", seconds=10)
    'No Hello came within 10 s.'
    """
    return fill_sentence(meaning_of(code).text, params)


def refused(code: str, **params: str | int) -> Refused:
    """Return the body of an HTTP refusal."""
    return Refused(code, params_to_json(params), sentence(code, **params))


def problem(code: str, about: int | UnsetType = UNSET, /, **params: str | int) -> Problem:
    """Return a problem; `about` is the id of the message that it is about."""
    return Problem(code, params_to_json(params), sentence(code, **params), about)


def of_refusal(refusal: Refusal) -> Refused:
    """Return a table's refusal as it is sent."""
    return Refused(refusal.code, params_to_json(refusal.params), str(refusal))
