"""Copy pages from SQLite's write-ahead log into the database in the background."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw

from diamant.store.errors import LockedError, StoreError
from diamant.store.sqlite_file import open_checkpointer, plainly

CHECKPOINT_PAGES = 4000
# If the log has this many times `pages` pages, each checkpoint tries to restart it. Under load, the
# writer itself would rarely find a moment without readers to do so.
INSISTENT = 4
# The writer may wait for a checkpoint of at most this many pages, which takes only a moment.
FEW_PAGES = 100
TRIES = 20
PAUSE_SECONDS = 0.01

_log = logging.getLogger(__name__)


class Checkpoints:
    """Runs checkpoints on a separate connection and thread.

    Checkpoints don't wait for readers. A long read, such as a backup, makes the log longer but
    slows nothing down: the pages that it needs are copied after it ends.
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
        """Start a checkpoint if the log, which has `pages` pages, has grown enough."""
        if pages < self._seen:
            self._seen = 0  # The writer has restarted the log.
        if self._task is not None and not self._task.done():
            return
        if self._to_empty:
            self._task = asyncio.create_task(self.empty(tries=1))
        elif pages - self._seen >= self._pages:
            self._seen = pages
            self._task = asyncio.create_task(self._copy())

    async def empty(self, tries: int = TRIES) -> None:
        """Empty the log, or try again after the next commit if readers prevent it."""
        while tries:
            self._to_empty = not await self._checkpoint(apsw.SQLITE_CHECKPOINT_TRUNCATE)
            tries -= 1
            if not self._to_empty:
                return
            if tries:
                await asyncio.sleep(PAUSE_SECONDS)

    async def close(self) -> None:
        """Finish the current checkpoint and close the connection."""
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
        """Copy pages as far as `mode` and readers allow; return whether all were copied."""

        def passive(connection: apsw.Connection) -> tuple[int, int]:
            # A passive checkpoint doesn't block the writer.
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
                        return False  # A reader needs the remaining pages; don't wait for it.
                self._connection.wal_checkpoint(mode=mode)
                return True

        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, checkpoint)
        except LockedError:
            return False  # The database was busy; the next commit tries again.
        except StoreError as error:
            # All acknowledged data is safe in the log, and a later commit tries again.
            _log.warning("checkpoint failed: %s", error)
            return False
