"""WebSocket close codes: their reasons, and whether and when a client reconnects.

`CLOSE_CODES` is the single source of truth. The server uses it for closing connections, and the
Python client for reconnecting. Tests compare it with the browser's `connection.js`, the JavaScript
bot and docs/protocol.md. `problems` lists the close code of each problem.
"""

from collections.abc import Mapping
from typing import NamedTuple

DONE = 1000
LOST = 1006
INTERNAL = 1011
RESTARTING = 1012
BUSY = 1013
NONSENSE = 4400
FORBIDDEN = 4403
NO_TABLE = 4404
OTHER_PROTOCOL = 4406
SILENT = 4408
TOO_MANY_CONNECTIONS = 4409
REPLACED = 4410
TOO_MUCH = 4429
SLOW = 4430

FIRST_WAIT, LONGEST_WAIT = 0.3, 8.0


class CloseCode(NamedTuple):
    """The reason a connection ended, and whether and when to reconnect.

    After a `final` code, automatic reconnection would be useless or harmful. `wait` is a range of
    seconds for a random delay; None means the usual delay, which grows with each attempt.
    """

    why: str
    final: bool = False
    wait: tuple[float, float] | None = None


CLOSE_CODES: Mapping[int, CloseCode] = {
    DONE: CloseCode("the guest left the table, or the client disconnected", final=True),
    1001: CloseCode("one side is going away, such as a proxy that restarts"),
    1002: CloseCode("invalid WebSocket frame", final=True),
    LOST: CloseCode("the connection broke; only libraries report this code"),
    1007: CloseCode("the close reason was not UTF-8", final=True),
    1009: CloseCode("a message was longer than 64 KiB", final=True),
    INTERNAL: CloseCode(
        "server error; the preceding `Problem` contains a reference to the server's log"
    ),
    RESTARTING: CloseCode("the server is restarting", wait=(0.2, 2.0)),
    BUSY: CloseCode(
        "too many tables or connections, the database is down, or the server is too old",
        wait=(5.0, 15.0),
    ),
    NONSENSE: CloseCode(
        "the first message was not a valid `Hello`, or too many messages were invalid",
        final=True,
    ),
    FORBIDDEN: CloseCode(
        "kicked, blocked, locked, invalid token, or damaged table",
        final=True,
    ),
    NO_TABLE: CloseCode("the table doesn't exist or is closed", final=True),
    OTHER_PROTOCOL: CloseCode("the server uses a different protocol version", final=True),
    SILENT: CloseCode(
        "no `Hello` within 10 seconds, no pong within 20, or an incomplete message after 30"
    ),
    TOO_MANY_CONNECTIONS: CloseCode(
        "the guest opened more than 8 connections, so the oldest was closed", final=True
    ),
    # Not final: a node that resumes after a pause may handle an old Hello and replace the client's
    # newer connection to another node. The client should then reconnect once more.
    REPLACED: CloseCode("the same sender opened another connection", wait=(0.5, 2.0)),
    TOO_MUCH: CloseCode("too many messages, or too many wrong codes", wait=(60.0, 75.0)),
    SLOW: CloseCode("the client read too slowly, and 256 messages were waiting", wait=(0.1, 0.5)),
}

_UNKNOWN = CloseCode("not one of ours")


def is_final(code: int) -> bool:
    """Return whether a client should not reconnect automatically.

    >>> is_final(4404), is_final(1006)
    (True, False)
    """
    return CLOSE_CODES.get(code, _UNKNOWN).final


def wait_seconds(code: int, attempt: int, chance: float) -> float:
    """Return the delay before a reconnection attempt, in seconds.

    `attempt` counts from 0. `chance` is a random number from 0 to 1, which keeps the clients of a
    stopped server from all reconnecting at the same moment.

    >>> wait_seconds(1013, 0, 0.5), wait_seconds(1006, 0, 1.0), wait_seconds(1006, 99, 1.0)
    (10.0, 0.3, 8.0)
    """
    wait = CLOSE_CODES.get(code, _UNKNOWN).wait
    if wait is None:
        longest = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(attempt, 10))
        wait = (longest / 2, longest)
    least, most = wait
    return least + (most - least) * chance
