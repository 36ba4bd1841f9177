"""With which close code a WebSocket ends; docs/protocol.md tells what a client does then."""

from collections.abc import Mapping

CLOSE_CODES: Mapping[str, int] = {
    "left": 1000,
    "internal": 1011,
    "stopping": 1012,
    "busy": 1013,
    "crowded-address": 1013,
    "database": 1013,
    "hello-first": 4400,
    "too-many-nonsense": 4400,
    "no-such-table": 4404,
    "protocol": 4406,
    "hello-late": 4408,
    "oldest-connection": 4409,
    "too-many-guesses": 4429,
    "too-many-messages": 4429,
    "slow-client": 4430,
}
FORBIDDEN = 4403
"""What keeps a guest out or sends him away, for whatever reason."""


def close_code(problem: str) -> int:
    """Return the close code that follows a problem."""
    return CLOSE_CODES.get(problem, FORBIDDEN)
