"""Trying again while a database is away, for a bounded time."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from diamant.store.errors import StoreError

T = TypeVar("T")

FIRST_PAUSE = 0.02
LONGEST_PAUSE = 1.0


class Patience:
    """Repeats an operation that fails for a passing reason, up to `bound` seconds.

    Once the bound was reached, later operations get a single try each, until one succeeds: while
    the database is away, everybody is refused at once instead of after a long wait.
    """

    def __init__(self, bound: float) -> None:
        self.bound = bound
        self._away = False

    async def run(self, operation: Callable[[], Awaitable[T]]) -> T:
        """Return the operation's result, or raise its last refusal."""
        clock = asyncio.get_running_loop().time
        end = clock() + (0 if self._away else self.bound)
        pause = FIRST_PAUSE
        while True:
            try:
                result = await operation()
            except StoreError as error:
                if not error.transient:
                    raise
                if clock() + pause > end:
                    self._away = True
                    raise
            else:
                self._away = False
                return result
            # The jitter keeps many nodes from knocking at the same moment.
            await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311
            pause = min(pause * 2, LONGEST_PAUSE)
