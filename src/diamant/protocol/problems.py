"""What is refused before a table is asked: a stable code, its parameters, an English sentence.

What a table refuses stands in `diamant.table.refusals`. A code is a message's id in every
language's catalogue; `MESSAGES` is the English one. No sentence repeats what was sent, since that
may have been a secret.
"""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from diamant.protocol.outgoing import Problem, Refused
from diamant.table.refusals import MESSAGES as TABLE_MESSAGES
from diamant.table.refusals import Refusal

MESSAGES: Mapping[str, str] = {
    "bad-address": "There is nothing at this address.",
    "bad-body": "The body of this request cannot be taken: {reason}.",
    "bad-method": "This address does not take {method}; it takes {allowed}.",
    "bad-qr": "A QR code is made of a web address of at most {most} characters (?text=http…).",
    "busy": "The server has as many tables as it can hold; try again later.",
    "claim-used": "This link has been used already, or has expired.",
    "crowded-address": "Too many connections are open from your address.",
    "database": "The database cannot be reached just now; nothing was lost, so try again soon.",
    "foreign-host": "This server does not go by that name; its keeper can allow it (--allow-host).",
    "foreign-origin": "A page from elsewhere may not use this server (--allow-origin).",
    "gone": "You are not at this table any more.",
    "hello-first": "The first message must be a Hello.",
    "hello-late": "No Hello came within {seconds} s.",
    "internal": "The server made a mistake; its log has the details under {reference}.",
    "kicked": "The host has sent you away from this table.",
    "left": "You have left this table.",
    "malformed": "This message cannot be taken: {reason}.",
    "needs-token": "This needs the header Authorization: Bearer TOKEN.",
    "no-such-record": "There is no such finished game at this table.",
    "no-such-table": "There is no such table, or not any more.",
    "not-host-token": "Only the host of the table can do this.",
    "oldest-connection": "You have opened more than {most} connections, so the oldest was closed.",
    "protocol": "This server speaks version {ours} of the protocol, not {yours}.",
    "record": "The record cannot be read: {where}: {reason}.",
    "slow-client": "You read too slowly: {most} messages were waiting.",
    "stopping": "The server is being restarted; come back in a moment.",
    "too-large": "That is longer than {most} bytes.",
    "too-many-games": "The record holds more than {most} games.",
    "too-many-guesses": "Too many wrong codes came from your address; wait a minute.",
    "too-many-messages": "Too many messages at once.",
    "too-many-nonsense": "Too many messages made no sense.",
    "too-many-requests": "Too many requests came from your address; wait a little.",
    "too-many-tables": "Too many tables were made from your address; wait a while.",
    "unexpected-hello": "There is only one Hello in a connection.",
    "wrong-token": "Nobody at this table has this token.",
}


def sentence(code: str, **params: str | int) -> str:
    """Return the English sentence of a problem, or of a refusal that ends a connection.

    >>> sentence("hello-late", seconds=10)
    'No Hello came within 10 s.'
    """
    text = MESSAGES.get(code) or TABLE_MESSAGES[code]
    return text.format(**params)


def refused(code: str, **params: str | int) -> Refused:
    """Return the body of an HTTP refusal."""
    return Refused(code, params, sentence(code, **params))


def problem(code: str, about: str | UnsetType = UNSET, /, **params: str | int) -> Problem:
    """Return a problem; `about` is the id of the message that it is about."""
    return Problem(code, params, sentence(code, **params), about)


def of_refusal(refusal: Refusal) -> Refused:
    """Return a table's refusal as it is sent."""
    return Refused(refusal.code, dict(refusal.params), str(refusal))
