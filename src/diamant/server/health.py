"""Whether this server can do its work: that is, whether anything can be written."""

import asyncio
from dataclasses import dataclass

from diamant.server.clock import Clock
from diamant.server.metrics import Metrics
from diamant.store import Store
from diamant.store.errors import StoreError

# A commit so recent proves that one can be made; otherwise a small one is made to see.
RECENT_SECONDS = 3.0
PROOF_SECONDS = 2.0
# More than the seconds between two heartbeats: what is told of commits does not depend on choices,
# or at a quiet hour anybody could read here that somebody has changed their mind.
TOLD_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Report:
    """How a server is; `problem` is a problem's code, or None if all is well."""

    problem: str | None
    last_commit_seconds: int | None
    """How long ago the last commit was, in steps of `TOLD_SECONDS`, or None before the first."""
    clock_skew_seconds: float


class Health:
    """Looks after a server, at most once every `RECENT_SECONDS` by a write of its own."""

    def __init__(
        self, store: Store, node: str, clock: Clock, metrics: Metrics, most_skew: float
    ) -> None:
        self._store = store
        self._node = node
        self._clock = clock
        self._metrics = metrics
        self._most_skew = most_skew
        self._proof: asyncio.Task[None] | None = None

    async def check(self) -> Report:
        """Tell how the server is, within `PROOF_SECONDS`."""
        problem = None
        if abs(self._clock.skew) > self._most_skew:
            problem = "clock"
        age = self._store.commit_age
        if age is None or age > RECENT_SECONDS or self._store.refusing:
            try:
                await self._prove()
            except StoreError as error:
                problem = "database"
                self._metrics.store_error(error.code)
            except TimeoutError:
                problem = "database"
                self._metrics.store_error("store-slow")
        return Report(problem, self.last_commit_seconds, round(self._clock.skew, 3))

    @property
    def last_commit_seconds(self) -> int | None:
        """How long ago the last commit was, in steps of `TOLD_SECONDS`."""
        age = self._store.commit_age
        return None if age is None else int(age // TOLD_SECONDS * TOLD_SECONDS)

    async def _prove(self) -> None:
        """Write something small; whoever asks meanwhile waits for the same."""
        if self._proof is None or self._proof.done():
            # That this node lives is true until the next second at least, and noted anyway.
            self._proof = asyncio.create_task(
                self._store.beat(self._node, self._clock.now() + RECENT_SECONDS)
            )
            # Those who gave up waiting do not ask how it ended.
            self._proof.add_done_callback(lambda task: task.cancelled() or task.exception())
        async with asyncio.timeout(PROOF_SECONDS):
            await asyncio.shield(self._proof)
