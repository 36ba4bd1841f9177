"""Periodic tasks: deadlines, notices, dead nodes, idle rooms, retention."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from diamant.errors import DiamantError
from diamant.server.limits import Limits
from diamant.server.metrics import Metrics
from diamant.server.settings import ServerSettings
from diamant.server.tables.finished_games import FinishedGames
from diamant.server.tables.persistence import OPEN_STATES, read_summary
from diamant.server.tables.room import Room
from diamant.server.tables.rooms import Rooms, StoppingError
from diamant.store import Aside, Store
from diamant.store.errors import NoSuchTableError, StoreError
from diamant.table.commands import Tick

DUE_SECONDS = 1.0
DUE_GRACE = 1.0  # Gives the node with the table's room time to fire the deadline itself.
DUE_LEASE = 10.0
DUE_AT_ONCE = 100
BEAT_SECONDS = 5.0
BEAT_LIFE = 15.0
IDLE_SECONDS = 10.0
LAG_SECONDS = 0.5
STALL_SECONDS = 2.0  # After a pause this long, a node rereads the logs of its tables.
POLL_SECONDS = 2.0
POLL_GENTLY_SECONDS = 10.0
PURGE_SECONDS = 3600.0
COMPACT_SECONDS = 23 * 3600.0
DAY = 86_400.0
PAGE = 1000

_log = logging.getLogger(__name__)


class Background:
    """A node's periodic tasks, which run from `start` to `stop`."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        limits: Limits,
        metrics: Metrics,
        settings: ServerSettings,
        finished_games: FinishedGames,
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._limits = limits
        self._metrics = metrics
        self._settings = settings
        self._finished_games = finished_games
        self._tasks: list[asyncio.Task[None]] = []
        self._sweeping: asyncio.Task[None] | None = None
        self._waking: asyncio.Task[None] | None = None
        self._lag_timer: asyncio.TimerHandle | None = None
        self._clock = rooms.clock
        self._has_beaten = False
        self._compacted = time.monotonic()

    async def start(self) -> None:
        """Start all tasks, after announcing this node to the others."""
        if not self._has_beaten:
            await self.beat()
        # SQLite's notices don't reach other processes; PostgreSQL's do.
        sqlite = self._settings.database.startswith("sqlite")
        for job, seconds in (
            (self.beat, BEAT_SECONDS),
            (self._fire_due, DUE_SECONDS),
            (self._rest, IDLE_SECONDS),
            (self._poll, POLL_SECONDS if sqlite else POLL_GENTLY_SECONDS),
            (self._purge, PURGE_SECONDS),
        ):
            self._tasks.append(asyncio.create_task(self._repeat(job, seconds)))
        self._tasks.append(asyncio.create_task(self._listen()))
        self._measure_lag_soon()
        self._sweep_soon()

    async def stop(self) -> None:
        """Stop all tasks, and notify the other nodes."""
        if self._lag_timer is not None:
            self._lag_timer.cancel()
        tasks = [task for task in (*self._tasks, self._sweeping, self._waking) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        try:
            await self._store.forget_node(self._rooms.node)
        except StoreError as error:
            _log.warning("cannot report that this node stops: %s", error.code)

    async def _repeat(self, job: Callable[[], Awaitable[None]], seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await job()
            except StoreError as error:
                self._metrics.store_error(error.code)
            except Exception:
                _log.exception("a background task failed; it continues")

    # Nodes.

    async def beat(self) -> None:
        """Report that this node is alive, and check which other nodes are alive."""
        await self._clock.measure(self._store)
        now = self._clock.now()
        await self._store.beat(self._rooms.node, now + BEAT_LIFE)
        self._has_beaten = True
        living = await self._store.nodes(now) | {self._rooms.node}
        vanished = self._rooms.living - living
        self._rooms.living = living
        if vanished:
            _log.info("%d node(s) are gone; their connections are closed", len(vanished))
            self._sweep_soon()

    def _sweep_soon(self) -> None:
        if self._sweeping is None or self._sweeping.done():
            self._sweeping = asyncio.create_task(self._sweep())

    async def _sweep(self) -> None:
        """Close the connections of dead nodes at all tables, even tables not in memory."""
        after = ""
        try:
            await self._rooms.repair_presence()
            while page := await self._store.tables(OPEN_STATES, after, PAGE):
                after = page[-1].table
                for info in page:
                    summary = read_summary(info.index.summary)
                    if summary is not None and set(summary.nodes) - self._rooms.living:
                        # Opening a room closes dead nodes' connections.
                        await self._open(info.table)
                        await asyncio.sleep(0)
        except StoreError as error:
            _log.warning("cannot clean up after a dead node yet: %s", error.code)
        except Exception:
            _log.exception("cleaning up after a dead node failed")

    # Deadlines and news.

    async def _fire_due(self) -> None:
        """Fire overdue deadlines of tables that no living node has in memory."""
        count = DUE_AT_ONCE
        while count == DUE_AT_ONCE:
            due = await self._store.claim_due(self._clock.now() - DUE_GRACE, DUE_LEASE, DUE_AT_ONCE)
            count = len(due)
            for found in due:
                room = await self._open(found.table)
                if room is not None:
                    room.submit(Tick())

    async def _open(self, table: str) -> Room | None:
        """Return a table's room, or None if the table can't be opened."""
        try:
            return await self._rooms.open(table)
        except (NoSuchTableError, StoppingError):
            return None
        except StoreError:
            raise
        except DiamantError as error:
            _log.error("cannot open a table: %s", error.code)
            return None

    async def _listen(self) -> None:
        async with self._store.subscribe() as notices:
            async for notice in notices:
                if isinstance(notice, Aside):
                    self._rooms.receive_cue(notice)
                else:
                    self._rooms.hear(notice.table, notice.log_number)

    async def _poll(self) -> None:
        """Check the logs of tables in use for changes, since notices may get lost."""
        # Another process, such as `diamant forget`, may have changed the database.
        changed = await self._store.changed_elsewhere()
        if len(self._rooms.living) == 1 and not changed:
            return
        for room in self._rooms:
            if room.connections or changed:
                try:
                    info = await self._store.info(room.table.id)
                except NoSuchTableError:
                    self._rooms.gone(room.table.id)
                else:
                    room.check_log(info.log_number)

    # Housekeeping.

    async def _rest(self) -> None:
        self._limits.forget_quiet()
        self._finished_games.forget_unused()
        await self._rooms.unload_idle(self._settings.idle_seconds)

    async def _purge(self) -> None:
        """Delete tables past their retention time; compact the database at most daily."""
        now, settings = self._clock.now(), self._settings
        count = 0
        for days, states in (
            (settings.keep_finished_days, ("over", "closed")),
            (settings.keep_idle_days, ("lobby", "playing")),
        ):
            if days:
                count += await self._store.purge(now - days * DAY, states)
        if count:
            _log.info("%d table(s) were deleted", count)
            if time.monotonic() - self._compacted > COMPACT_SECONDS:
                self._compacted = time.monotonic()
                await self._store.compact()

    # Lag.

    def _measure_lag_soon(self) -> None:
        # A timer instead of a task: after a pause, it runs before tasks woken by incoming data.
        loop = asyncio.get_running_loop()
        at = loop.time() + LAG_SECONDS
        self._lag_timer = loop.call_at(at, self._measure_lag, at)

    def _measure_lag(self, expected: float) -> None:
        lag = max(0.0, asyncio.get_running_loop().time() - expected)
        self._metrics.lag = lag
        self._measure_lag_soon()
        if lag > STALL_SECONDS:
            self._wake_up(lag)

    def _wake_up(self, seconds: float) -> None:
        """Reread all tables' logs before deciding anything, and send a heartbeat.

        Other nodes may think that this node is dead, and may have closed its connections in the
        logs.
        """
        # After `BEAT_LIFE`, other nodes consider this one dead. A shorter pause only means load.
        level = logging.WARNING if seconds > BEAT_LIFE else logging.INFO
        _log.log(level, "this process stood still for %.1f s; every table is looked up", seconds)
        self._rooms.hear(None, 0)
        if self._waking is None or self._waking.done():
            self._waking = asyncio.create_task(self._send_heartbeats())

    async def _send_heartbeats(self) -> None:
        try:
            await self.beat()
        except StoreError as error:
            self._metrics.store_error(error.code)
