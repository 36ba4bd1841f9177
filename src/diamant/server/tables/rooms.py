"""All tables in this node's memory, and when they are loaded and unloaded."""

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence

from diamant.errors import DiamantError
from diamant.protocol.incoming import TableSettings, hash_token, to_settings
from diamant.protocol.outgoing import CreatedTable
from diamant.server.clock import Clock
from diamant.server.metrics import Metrics
from diamant.server.tables import persistence
from diamant.server.tables.batching import BOT_SECONDS, Batcher, BotTurns
from diamant.server.tables.listeners import read_cue
from diamant.server.tables.persistence import index_of
from diamant.server.tables.room import Room
from diamant.server.tables.tokens import device, new_room_code, new_secret, new_table, new_token
from diamant.store import Aside, Store, StoredEntry
from diamant.store.errors import NoSuchTableError, TakenError
from diamant.table import Table, open_table
from diamant.table.commands import CreateTable

TRIES = 50  # Attempts to find a free room code.
SOON_MS = 60_000
GRACE_SECONDS = 1.0  # Minimum time that a requested room stays in memory.
SAVED_AT_ONCE = 200
EVERYTHING = 2**62  # A `log_number` higher than any log's.

_log = logging.getLogger(__name__)


class CrowdedError(DiamantError):
    """Raised if too many tables are open, or the server is stopping."""

    code = "busy"


class StoppingError(CrowdedError):
    """Raised if the server is stopping and opens no more tables."""


class Rooms:
    """The rooms of one node. All users of a table share one room."""

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        node: str,
        most: int = 1_000_000,
        pace: float = 0.0,
        clock: Clock | None = None,
    ) -> None:
        self.node = node
        self.clock = clock or Clock()
        self._most = most
        self.living = frozenset([node])
        self._store = store
        self._metrics = metrics
        self._batcher = Batcher(pace)
        self._bot_turns = BotTurns(min(pace, BOT_SECONDS))
        self._rooms: dict[str, Room] = {}
        self._unused: dict[str, None] = {}  # Tables that may have no connections, oldest first.
        self._codes: dict[str, str] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        # The highest log numbers in notices about tables that are being opened.
        self._heard: dict[str, int] = {}
        self._stopping = False

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def is_full(self) -> bool:
        """Return whether no more tables fit in memory, after unloading idle ones."""
        just_now = time.monotonic() - GRACE_SECONDS
        for table in list(self._unused) if self._count() >= self._most else ():
            room = self._rooms.get(table)
            if room is None or room.connections:
                del self._unused[table]
            elif room.used > just_now or self._count() < self._most:
                break
            elif room.idle:
                self.forget(room)
                room.close()
        return self._count() >= self._most

    def _count(self) -> int:
        return len(self._rooms) + len(self._opening)

    def get(self, table: str) -> Room | None:
        """Return a table's room if it is in memory, otherwise None."""
        return self._rooms.get(table)

    async def open(self, table: str, token: str | None = None) -> Room:
        """Return a table's room, loading it if necessary; raises `NoSuchTableError`.

        If memory is full, only the host and guests with a seat, identified by the hash of their
        `token`, get the room. Others get a `CrowdedError`.
        """
        room, crowded = self._rooms.get(table), False
        if room is None:
            crowded = table not in self._opening and self.is_full()
            if crowded and token is None:
                raise CrowdedError("no memory is left for another table")
            opening = self._opening.get(table)
            if opening is None:
                opening = asyncio.create_task(self._open(table))
                self._opening[table] = opening
                opening.add_done_callback(lambda _: self._opened(table))
            # Shielded, so that a caller that gives up doesn't cancel it for the others.
            room = await asyncio.shield(opening)
        self.note_use(room)
        if crowded and not _belongs(room.table, token):
            raise CrowdedError("no memory is left for another table")
        return room

    def note_use(self, room: Room) -> None:
        """Record that a client requested or left a room."""
        room.used = time.monotonic()
        if self._rooms.get(room.table.id) is room:
            self._unused.pop(room.table.id, None)
            self._unused[room.table.id] = None

    def _opened(self, table: str) -> None:
        self._opening.pop(table, None)
        self._heard.pop(table, None)

    async def open_by_code(self, code: str, token: str | None = None) -> Room:
        """Return the room for a room code; see `open`."""
        table = self._codes.get(code)
        if table is None:
            found = await self._store.find(code)
            if found is None:
                raise NoSuchTableError(code)
            table = found.table
        return await self.open(table, token)

    async def make(self, settings: TableSettings, client: str) -> CreatedTable:
        """Create a table; raises `RefusalError` if its settings are invalid.

        `client` identifies the host's device in a block; it is empty for this machine's own user.
        """
        token, secret = new_token(), new_secret()
        command = CreateTable(
            table=new_table(),
            secret=secret,
            token=hash_token(token),
            origin=device(secret, client),
            settings=to_settings(settings),
        )
        outcome = open_table(command, self.clock.now_ms())
        lines, texts = persistence.pack_entries(outcome.entries)
        for _ in range(TRIES):
            code = new_room_code()
            index = index_of(outcome.table, code, outcome.timers)
            try:
                await self._store.create(
                    command.table, lines, now=self.clock.now(), code=code, index=index, texts=texts
                )
            except TakenError:
                continue
            return CreatedTable(table=command.table, code=code, guest="g1", token=token)
        raise TakenError("no room code is free")

    async def read(
        self, table: str, since: int, limit: int | None = None
    ) -> tuple[StoredEntry, ...]:
        """Return a table's entries in stored form."""
        return await self._store.read(table, since, limit)

    async def unload_idle(self, seconds: float) -> None:
        """Unload rooms that were unused for `seconds` and have no timer due soon."""
        now, soon = time.monotonic(), self.clock.now_ms() + SOON_MS
        unused = []
        for room in self:
            if not room.idle:
                room.used = now
            elif now - room.used >= seconds and (room.due is None or room.due > soon):
                self.forget(room)
                room.close()
                unused.append(room)
        await _save(unused)

    def forget(self, room: Room) -> None:
        """Remove a room from memory; it is loaded again when needed."""
        if self._rooms.get(room.table.id) is room:
            del self._rooms[room.table.id]
            self._unused.pop(room.table.id, None)
            self._codes.pop(room.code, None)

    def hear(self, table: str | None, log_number: int) -> None:
        """Handle the store's notice that a table changed, or that notices were lost."""
        if table is None:
            for room in self:
                room.check_log()
            self._heard.update(dict.fromkeys(self._opening, EVERYTHING))
        elif log_number == 0:
            self.gone(table)
            if table in self._opening:
                # The log may have been read before the table was deleted.
                self._heard[table] = EVERYTHING
        elif (found := self._rooms.get(table)) is not None:
            found.check_log(log_number)
        elif table in self._opening:
            # The log may already have been read without the entries of this notice.
            self._heard[table] = max(log_number, self._heard.get(table, 0))

    def receive_cue(self, aside: Aside) -> None:
        """Handle another node's message with the cue of a shared screen."""
        room = self._rooms.get(aside.table)
        cued = read_cue(aside.word)
        if room is not None and cued is not None:
            room.receive_cue(cued)

    def gone(self, table: str) -> None:
        """Close the room of a table that has been deleted."""
        room = self._rooms.get(table)
        if room is not None:
            self.forget(room)
            room.close()

    async def repair_presence(self) -> None:
        """Close the connections of dead nodes at all tables in memory."""
        for room in self:
            await self._repair_presence(room)

    async def _repair_presence(self, room: Room) -> None:
        # An unknown node may be new. It is dead only if the store doesn't know it either.
        unknown = room.nodes - self.living
        if unknown:
            self.living |= await self._store.nodes(self.clock.now())
        room.repair_presence(unknown - self.living)

    async def settle(self, seconds: float = 3.0) -> None:
        """Let pending work finish, save snapshots, and open no more rooms.

        Work that takes longer than `seconds` is abandoned. That is safe: callers got no answer, and
        snapshots are optional.
        """
        self._stopping = True
        try:
            async with asyncio.timeout(seconds):
                await asyncio.gather(*self._opening.values(), return_exceptions=True)
                for room in self:
                    await room.settled()
                await _save(list(self))
        except TimeoutError:
            _log.warning("some work did not finish within %g s", seconds)
        finally:
            for room in self:
                self.forget(room)
                room.close("stopping")

    async def _open(self, table: str) -> Room:
        if self._stopping:
            raise StoppingError("this server is stopping")
        found = await self._store.load([table])
        if not found:
            raise NoSuchTableError(table)
        stored = found[0]
        opened = None
        entries, log_number = stored.entries, 0
        if stored.snapshot is not None:
            opened = persistence.load_snapshot(stored.snapshot.payload)
            if opened is not None and opened[0].log_number == stored.snapshot.log_number:
                log_number = stored.snapshot.log_number
            else:
                opened = None
                entries = await self._store.read(table)
        state, seat_history = await persistence.fold_in_slices(entries, opened)
        room = Room(
            state,
            seat_history,
            stored.info.code or "",
            stored.info.index,
            log_number,
            store=self._store,
            metrics=self._metrics,
            forget=self.forget,
            node=self.node,
            batcher=self._batcher,
            clock=self.clock,
            bot_turns=self._bot_turns,
        )
        self._rooms[table] = room
        if room.code:
            self._codes[room.code] = table
        room.check_log(self._heard.pop(table, 0))
        await self._repair_presence(room)
        return room


def _belongs(table: Table, token: str | None) -> bool:
    guest = None if token is None else table.guest_with_token(token)
    return guest is not None and (guest.id == table.host or bool(table.seats_of(guest.id)))


async def _save(rooms: Sequence[Room]) -> None:
    """Save snapshots of many rooms, several at a time, so that they share commits."""
    for at in range(0, len(rooms), SAVED_AT_ONCE):
        await asyncio.gather(*(room.save() for room in rooms[at : at + SAVED_AT_ONCE]))
