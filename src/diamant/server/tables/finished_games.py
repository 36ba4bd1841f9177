"""A cache of finished games' records that only reads new entries of each log."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable

from diamant.record import write_record
from diamant.server.tables import persistence
from diamant.store import Store
from diamant.table import Table, follow, record_of
from diamant.table.events import GameFinished

MOST_BYTES = 16 * 1024 * 1024
KEPT_SECONDS = 600.0

Pay = Callable[[int], None]
"""A callback that charges for reading a number of entries, and raises an error to refuse."""


class _ReadLog:
    """A table's state and records as of the last log entry that was read."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.records: list[str] = []
        self.size = 0
        self.used = time.monotonic()


class FinishedGames:
    """The records of finished games at recently requested tables."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: OrderedDict[str, _ReadLog] = OrderedDict()
        # Read one log at a time, so that the event loop has time for other work.
        self._reading = asyncio.Lock()

    async def records(self, table: str, pay: Pay) -> list[str]:
        """Return the records of a table's finished games as text."""
        async with self._reading:
            kept = self._tables.setdefault(table, _ReadLog())
            self._tables.move_to_end(table)
            try:
                while await self._read_on(table, kept, pay):
                    pass
            except BaseException:
                # Keep what was read so far, unless that is nothing.
                if kept.table is None:
                    self._tables.pop(table, None)
                raise
            kept.used = time.monotonic()
            self._make_room()
            return kept.records

    def forget(self, table: str) -> None:
        """Drop a deleted table's records."""
        self._tables.pop(table, None)

    def forget_unused(self) -> None:
        """Drop the records of tables without recent requests."""
        old = time.monotonic() - KEPT_SECONDS
        for table in [table for table, kept in self._tables.items() if kept.used < old]:
            del self._tables[table]

    async def _read_on(self, table: str, kept: _ReadLog, pay: Pay) -> bool:
        """Read some entries, and return whether there may be more."""
        pay(persistence.SLICE)
        since = 0 if kept.table is None else kept.table.log_number
        stored = await self._store.read(table, since, persistence.SLICE)
        for entry, after in follow(map(persistence.read_entry, stored), kept.table):
            kept.table = after
            if isinstance(entry.event, GameFinished):
                record = write_record(record_of(after))
                kept.records.append(record)
                kept.size += len(record)
        return len(stored) == persistence.SLICE

    def _make_room(self) -> None:
        while len(self._tables) > 1 and sum(k.size for k in self._tables.values()) > MOST_BYTES:
            self._tables.popitem(last=False)
