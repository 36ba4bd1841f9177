"""A table in memory: decide, commit, broadcast, acknowledge, in that order.

All pending requests are committed in one append. The table changes only when the append is durable,
so no one sees results before that. Callers receive all events that a request caused before they
receive its answer; docs/decisions/0011-broadcast-then-acknowledge.md explains why.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence

from diamant.errors import DiamantError
from diamant.protocol.incoming import Cue
from diamant.protocol.outgoing import Cued
from diamant.server.clock import Clock
from diamant.server.metrics import Metrics
from diamant.server.responses import log_fault
from diamant.server.tables import persistence
from diamant.server.tables.batching import Alarm, Batcher, BotTurns
from diamant.server.tables.deciding import Caller, Decisions, Pending, Request
from diamant.server.tables.listeners import Cues, Listener, Listeners
from diamant.server.tables.persistence import next_index, node_of
from diamant.server.tables.seat_history import SeatedEntry, SeatHistory, holders_of
from diamant.store import Index, Store
from diamant.store.errors import ConflictError, NoSuchTableError, StoreError
from diamant.table import Table, Timer, timers
from diamant.table.commands import Disconnect, Tick
from diamant.table.events import ChoicesRevealed

SNAPSHOT_EVERY = 200
# How often a table in use writes its index, so that it isn't purged as unused.
INDEX_SECONDS = 3600.0
RETRY_SECONDS, MOST_RETRY_SECONDS = 1.0, 30.0
MOST_PENDING = 1_000

_log = logging.getLogger(__name__)


class Room:
    """A table in memory, its connections on this node, and its pending requests."""

    def __init__(
        self,
        table: Table,
        seat_history: SeatHistory,
        code: str,
        index: Index | None,
        snapshot: int,
        *,
        store: Store,
        metrics: Metrics,
        forget: Callable[["Room"], None],
        node: str,
        batcher: Batcher,
        clock: Clock,
        bot_turns: BotTurns,
    ) -> None:
        self.table = table
        self.seat_history = seat_history
        self.code = code
        self.connections = Listeners()
        self.used = time.monotonic()
        self._index = index
        self._indexed = 0.0
        self._snapshot = snapshot
        self._store = store
        self._metrics = metrics
        self._forget = forget
        self._node = node
        self._batcher = batcher
        self._clock = clock
        self._alarm = Alarm(clock, bot_turns, self._tick)
        self._cues = Cues(self.connections, store)
        self._woken = False
        self._pending: list[Pending] = []
        self._committing = 0  # The log number after the current append, or 0.
        self._conflict = False  # Whether another node was first.
        self._behind = False  # Whether the log may have entries that are missing here.
        self._closed = False
        self._why_closed = ""
        self._retry = RETRY_SECONDS
        self._task: asyncio.Task[None] | None = None
        self._schedule(timers(table))

    # Called by others.

    def submit(self, request: Request, caller: Caller | None = None) -> None:
        """Queue a request; notify its caller of the result later."""
        if self._closed or len(self._pending) >= MOST_PENDING:
            if caller is not None:
                caller.failed(request, "no-such-table" if self._closed else "busy", "")
            return
        self._pending.append((request, caller))
        self._wake()

    def check_log(self, log_number: int | None = None) -> None:
        """Read new entries of the log, unless all up to `log_number` are known already."""
        if log_number is None or log_number > max(self.table.log_number, self._committing):
            self._behind = True
            self._wake()

    def cue(self, cue: Cue, screen: Listener) -> bool:
        """Forward a shared screen's cue; return whether its sender is a shared screen."""
        guest = self.table.find_guest(screen.guest)
        if guest is None or not guest.screen:
            return False
        cued = Cued(guest=guest.id, public_number=cue.public_number, moment=cue.moment)
        known = cue.public_number <= self.table.public_number
        if known and self._cues.pass_on(cued, screen) and self.nodes - {self._node}:
            self._cues.whisper(self.table.id, cued)
        return True

    def receive_cue(self, cued: Cued) -> None:
        """Forward a cue from another node to all listeners on this node."""
        self._cues.pass_on(cued)

    @property
    def idle(self) -> bool:
        """Whether there are no connections and no pending work."""
        return not (self.connections or self._pending or self._woken or self._task is not None)

    @property
    def due(self) -> int | None:
        """The time of the first timer, in milliseconds, or None."""
        return self._alarm.due

    @property
    def nodes(self) -> frozenset[str]:
        """The nodes with connections to this table, according to its log."""
        return frozenset(
            node_of(opened.name) for guest in self.table.guests for opened in guest.connections
        )

    def repair_presence(self, dead: frozenset[str]) -> None:
        """Record at the table that connections of dead nodes and lost ones are closed."""
        self._disconnect(lambda name: node_of(name) in dead)
        self._close_lost_connections()

    def close(self, code: str = "no-such-table") -> None:
        """Close all connections and cancel all timers; the stored table stays."""
        self._closed, self._why_closed = True, code
        self._alarm.cancel()
        self._fail_pending()
        self.connections.end(code)

    async def settled(self) -> None:
        """Wait until no work is pending."""
        self._start()
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])

    async def save(self) -> None:
        """Save a snapshot if there are new entries."""
        table = self.table
        if table.log_number > self._snapshot:
            try:
                await self._store.save_snapshot(
                    table.id, table.log_number, persistence.save_snapshot(table, self.seat_history)
                )
                self._snapshot = table.log_number
            except StoreError as error:
                # A snapshot only saves time.
                _log.warning("cannot save a table's snapshot: %s", error.code)

    # The one task that changes the table.

    def _wake(self) -> None:
        if self._task is None and not self._woken and not self._closed:
            self._woken = True
            self._batcher.soon(self._start)

    def _start(self) -> None:
        if self._woken:
            self._woken = False
            if self._task is None and not self._closed:
                self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            while not self._closed and (self._pending or self._behind):
                if self._behind:
                    await self._catch_up()
                batch, self._pending = self._pending, []
                if batch:
                    await self._decide(batch)
                if self._pending:
                    # New requests don't start earlier because work was in progress.
                    await self._batcher.turn()
            self._task = None
            if self._closed:
                self._fail_pending()
        except NoSuchTableError:
            self._task = None
            self._forget(self)
            self.close()
        except Exception as error:  # No caller may wait forever, whatever happens.
            self._task = None
            self._handle_error(error)
        if self.table.log_number - self._snapshot >= SNAPSHOT_EVERY and not self._closed:
            await self.save()

    async def _decide(self, batch: list[Pending]) -> None:
        before = self.table
        decisions = Decisions(before, self._clock.now_ms(), self._metrics)
        taken = decisions.take(batch)
        batch, self._pending = batch[:taken], batch[taken:] + self._pending
        entries = decisions.entries
        if not entries and decisions.unproven:
            # Without an append, nothing proves that this table is up to date: another node may
            # have admitted the guest. Read the log and decide again.
            for transaction in decisions.unproven:
                transaction.rechecked = True
            self._behind = True
            self._pending = batch + self._pending
            return
        if not entries:
            if self._alarm.due is None:
                self._schedule(timers(before))
            decisions.answer()
            return
        try:
            sizes = await self._append(before, decisions)
        except ConflictError:
            # Another node was first. Read its entries, then decide everything again.
            self._behind = self._conflict = True
            self._pending = batch + self._pending
            return
        except BaseException:
            self._pending = batch + self._pending
            raise
        if self._closed:
            # The table was deleted during the append. A guest admitted now would never leave.
            self._fail(batch, self._why_closed)
            return
        self.table = decisions.table
        for mark in decisions.marks:
            self.seat_history.note(*mark)
        self._schedule(decisions.timers)
        self.connections.broadcast(entries, self._metrics)
        decisions.charge(sizes)
        decisions.answer()
        self.connections.let_go(entry for entry, _ in entries)

    async def _append(self, before: Table, decisions: Decisions) -> list[int]:
        """Commit the entries of decisions, and return the size of each in bytes."""
        table = decisions.table
        entries = [entry for entry, _ in decisions.entries]
        lines, texts = persistence.pack_entries(entries)
        index = next_index(self._index, table, self.code, decisions.timers, entries)
        now = self._clock.now()
        if index != self._index or abs(now - self._indexed) > INDEX_SECONDS:
            self._index, self._indexed, written = None, now, index
        else:
            written = None
        began = time.perf_counter()
        self._committing = table.log_number
        try:
            await self._store.append(
                table.id, before.log_number, lines, now=now, index=written, texts=texts
            )
        finally:
            # After a conflict, other nodes write entries with these numbers.
            self._committing = 0
        self._index = index
        if table.public_number > before.public_number:
            self._metrics.commit(time.perf_counter() - began)
            self._metrics.reveals += sum(isinstance(e.event, ChoicesRevealed) for e in entries)
        sizes = list(map(len, lines))
        for at, text in texts.items():
            # Don't charge for a text that the table already has.
            if text.decode() != before.settings.edition_text:
                sizes[at] += len(text)
        return sizes

    async def _catch_up(self) -> None:
        """Read and apply new entries of the log."""
        self._behind = False  # A notice that arrives during the read may be of a later entry.
        stored = await self._store.read(self.table.id, self.table.log_number)
        self._retry = RETRY_SECONDS
        if not stored:
            self._close_lost_connections()
            return
        entries: list[SeatedEntry] = []
        table = self.table
        for entry in map(persistence.read_entry, stored):
            after, _ = persistence.go_on(table, self.seat_history, [entry])
            assert after is not None, "a log entry never removes its table"
            table = after
            entries.append((entry, holders_of(table)))
        if self._conflict and table.public_number > self.table.public_number:
            self._metrics.conflicts += 1
        self._conflict = False
        self.table = table
        self._index = None  # It is the other node's, so the next append writes a new one.
        self._schedule(timers(table))
        self.connections.broadcast(entries, self._metrics)
        self.connections.let_go(entry for entry, _ in entries)
        self._close_lost_connections()

    def _schedule(self, due: tuple[Timer, ...]) -> None:
        if not self._closed:
            self._alarm.set(due, thinking=self.table.settings.thinking)

    def _tick(self) -> None:
        self.submit(Tick())

    # Recovery.

    def _close_lost_connections(self) -> None:
        """Record at the table that lost connections of this node are closed."""
        own, here = self._node, self.connections
        self._disconnect(lambda name: node_of(name) == own and name not in here)

    def _disconnect(self, dead: Callable[[str], bool]) -> None:
        for guest in self.table.guests:
            for opened in guest.connections:
                if dead(opened.name):
                    self.submit(Disconnect(guest=guest.id, connection=opened.name))

    def _handle_error(self, error: Exception) -> None:
        """Report an error to the callers, and soon read the log to find what was saved."""
        batch, self._pending = self._pending, []
        if isinstance(error, StoreError):
            self._metrics.store_error(error.code)
            self._fail(batch, "database")
        else:
            code = error.code if isinstance(error, DiamantError) else "bug"
            reference = log_fault(_log, "a table is in trouble: %s", code)
            self._fail(batch, "internal", reference)
        self._behind = True
        self._alarm.set_in(self._retry)
        self._retry = min(self._retry * 2, MOST_RETRY_SECONDS)

    def _fail_pending(self) -> None:
        batch, self._pending = self._pending, []
        self._fail(batch, self._why_closed)

    def _fail(self, batch: Sequence[Pending], code: str, reference: str = "") -> None:
        for request, caller in batch:
            self._metrics.failed += 1
            if caller is not None:
                caller.failed(request, code, reference)
