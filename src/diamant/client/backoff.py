"""How long to wait before coming back, by the close code, as docs/protocol.md asks for."""

import random
from collections.abc import Mapping

# Coming back would not help, or would do harm.
FOR_GOOD = frozenset({1000, 1007, 1009, 4400, 4403, 4404, 4406, 4409})

WAITS: Mapping[int, tuple[float, float]] = {1012: (0.2, 2.0), 1013: (5.0, 15.0), 4429: (60.0, 75.0)}
SHORTEST, LONGEST = 0.1, 15.0


def wait_before(close: int, attempt: int) -> float:
    """Return the seconds to wait before an attempt, counted from 0, with chance in it.

    A thousand clients that lost the same server must not come back at the same moment.
    """
    if attempt == 0 and close in WAITS:
        return random.uniform(*WAITS[close])  # noqa: S311 - no secret
    most = min(LONGEST, SHORTEST * 2 ** (attempt + 1))
    return random.uniform(SHORTEST, most)  # noqa: S311 - no secret
