"""Moving pages from SQLite's write-ahead log into its database, where no choice waits for it."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw

from diamant.store.errors import LockedError, StoreError
from diamant.store.sqlite_file import open_checkpointer, plainly

CHECKPOINT_PAGES = 4000
# From so many times as many pages on, the log is begun anew as soon as nobody reads in it, since
# under load the writer would hardly find such a moment by itself.
INSISTENT = 4
# So few pages are copied in a moment, and only for that long the writer may have to wait.
FEW_PAGES = 100
TRIES = 20
PAUSE_SECONDS = 0.01

_log = logging.getLogger(__name__)


class Checkpoints:
    """Checkpoints by a connection and a thread of their own, which wait for nobody.

    A reader who stays, such as a long backup, makes the log longer and nothing slower: what they
    still need is copied when they have gone.
    """

    def __init__(self, path: Path, vfs: str | None, synchronous: str, pages: int) -> None:
        self._name = str(path)
        self._pages = pages
        self._thread = ThreadPoolExecutor(1, "store checkpoints")
        self._opening = (path, vfs, synchronous)
        self._connection: apsw.Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._seen = 0
        self._to_empty = False

    def after_commit(self, pages: int) -> None:
        """Begin a checkpoint if the log, which holds so many pages now, has grown enough."""
        if pages < self._seen:
            self._seen = 0  # The writer has begun the log anew.
        if self._task is not None and not self._task.done():
            return
        if self._to_empty:
            self._task = asyncio.create_task(self.empty(tries=1))
        elif pages - self._seen >= self._pages:
            self._seen = pages
            self._task = asyncio.create_task(self._copy())

    async def empty(self, tries: int = TRIES) -> None:
        """Leave nothing in the log; if a reader is in the way, the next commit tries again."""
        while tries:
            self._to_empty = not await self._checkpoint(apsw.SQLITE_CHECKPOINT_TRUNCATE)
            tries -= 1
            if not self._to_empty:
                return
            if tries:
                await asyncio.sleep(PAUSE_SECONDS)

    async def close(self) -> None:
        """End what is under way, and let go of the database."""
        if self._task is not None:
            await self._task
        await asyncio.to_thread(self._thread.shutdown)
        if self._connection is not None:
            self._connection.close()

    async def _copy(self) -> None:
        await self._checkpoint(
            apsw.SQLITE_CHECKPOINT_RESTART
            if self._seen >= INSISTENT * self._pages
            else apsw.SQLITE_CHECKPOINT_PASSIVE
        )

    async def _checkpoint(self, mode: int) -> bool:
        """Copy what can be copied; tell whether the log is as the mode wants it."""

        def passive(connection: apsw.Connection) -> tuple[int, int]:
            # This does not keep the writer from writing.
            return connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)

        def checkpoint() -> bool:
            with plainly(self._name):
                if self._connection is None:
                    self._connection = open_checkpointer(*self._opening)
                size, copied = passive(self._connection)
                if mode == apsw.SQLITE_CHECKPOINT_PASSIVE:
                    return size == copied
                while size - copied > FEW_PAGES:
                    before = copied
                    size, copied = passive(self._connection)
                    if copied <= before:
                        return False  # A reader needs what is left; nobody is to wait for them.
                self._connection.wal_checkpoint(mode=mode)
                return True

        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, checkpoint)
        except LockedError:
            return False  # Somebody was busy; the next commit tries again.
        except StoreError as error:
            # Whatever was acknowledged is safe in the log, and the next commit tries again.
            _log.warning("checkpoint failed: %s", error)
            return False
