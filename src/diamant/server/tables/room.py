"""A table in memory: decide, commit, broadcast, acknowledge, in that order.

All pending requests go into one append. Nothing that they lead to is seen by anybody before it is
durable: the table here changes only then. Whoever is answered has been told of all that the answer
is about; docs/decisions/0011-broadcast-then-acknowledge.md says why.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Sequence

from diamant.errors import DiamantError
from diamant.protocol.incoming import MOMENTS, Cue
from diamant.protocol.outgoing import Cued
from diamant.server.clock import Clock
from diamant.server.metrics import Metrics
from diamant.server.tables import log_lines, snapshots
from diamant.server.tables.asides import write_cue
from diamant.server.tables.batching import Batcher, BotTurns
from diamant.server.tables.broadcast import Broadcast
from diamant.server.tables.message import Message
from diamant.server.tables.requests import (
    MOST_ENTRIES,
    Caller,
    Listener,
    Pending,
    Request,
    Transaction,
)
from diamant.server.tables.seat_history import (
    Mark,
    SeatedEntry,
    SeatHistory,
    holders_of,
    seated,
)
from diamant.server.tables.table_index import next_index, node_of
from diamant.store import Aside, Index, Store
from diamant.store.errors import ConflictError, NoSuchTableError, StoreError
from diamant.table import Answer, Table, Timer, handle, timers
from diamant.table.commands import Choose, Disconnect, Tick
from diamant.table.events import ChoicesRevealed, Disconnected, Entry, GuestGone
from diamant.table.values import MOST_CONNECTIONS

SNAPSHOT_EVERY = 200
RETRY_SECONDS, MOST_RETRY_SECONDS = 1.0, 30.0
MOST_PENDING = 1_000
MOST_TOGETHER = 60
"""So many requests, or entries, are decided in one go; a table in play seldom has ten."""

_log = logging.getLogger(__name__)


class Room:
    """One table, its connections here, and the commands that wait for the next commit."""

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
        self.connections: dict[str, Listener] = {}
        self.used = time.monotonic()
        self._index = index
        self._snapshot = snapshot
        self._store = store
        self._metrics = metrics
        self._forget = forget
        self._node = node
        self._batcher = batcher
        self._clock = clock
        self._bot_turns = bot_turns
        self._woken = False
        self._pending: list[Pending] = []
        self._committing = 0  # The `log_number` that the log will have after the append under way.
        self._conflict = False  # Whether another node was first.
        self._behind = False  # Whether the log may hold entries that are not here yet.
        self._whispers: set[asyncio.Task[None]] = set()  # A task that nobody knows may be dropped.
        self._cued = (0, 0)  # The event and the moment of it that a shared screen showed last.
        self._closed = False
        self._retry = RETRY_SECONDS
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0
        self._bots_hurry = False  # Whether the next to act are bots that do not stop to think.
        self._schedule(timers(table))

    # What others ask of it.

    def submit(self, request: Request, caller: Caller | None = None) -> None:
        """Let something be decided; the caller hears of it."""
        if self._closed or len(self._pending) >= MOST_PENDING:
            if caller is not None:
                caller.failed(request, "no-such-table" if self._closed else "busy", "")
            return
        self._pending.append((request, caller))
        self._wake()

    def look(self, log_number: int | None = None) -> None:
        """Look into the log, unless all up to entry `log_number` is known here."""
        if log_number is None or log_number > max(self.table.log_number, self._committing):
            self._behind = True
            self._wake()

    def cue(self, cue: Cue, screen: Listener) -> bool:
        """Tell the others what a shared screen shows; return whether it is one.

        Each moment of each event is told once, and none after a later one: so two screens do no
        harm, and a screen that talks a lot is told on no more than one that does not.
        """
        guest = self.table.find_guest(screen.guest)
        if guest is None or not guest.screen:
            return False
        cued = Cued(guest=guest.id, public_number=cue.public_number, moment=cue.moment)
        known = cue.public_number <= self.table.public_number
        if known and self.pass_on(cued, screen) and self.nodes - {self._node}:
            whisper = asyncio.create_task(self._whisper(cued))
            self._whispers.add(whisper)
            whisper.add_done_callback(self._whispers.discard)
        return True

    def pass_on(self, cued: Cued, screen: Listener | None = None) -> bool:
        """Tell everybody here but the screen itself, if it is news; return whether it is."""
        shown = (cued.public_number, MOMENTS.index(cued.moment))
        if shown <= self._cued:
            return False
        self._cued = shown
        message = Message.of(cued)
        for listener in list(self.connections.values()):
            if listener is not screen:
                listener.tell(message)
        return True

    async def _whisper(self, cued: Cued) -> None:
        # Only the timing of a scene hangs on it: what is lost costs a moment.
        with contextlib.suppress(StoreError):
            await self._store.whisper(Aside(self.table.id, write_cue(cued)))

    @property
    def idle(self) -> bool:
        """Whether nobody is here, and nothing is under way."""
        return not (self.connections or self._pending or self._woken or self._task is not None)

    @property
    def due(self) -> int | None:
        """When the first timer is due, in milliseconds."""
        return self._timer_at if self._timer is not None else None

    @property
    def nodes(self) -> frozenset[str]:
        """The nodes that have connections at this table, by its log."""
        return frozenset(
            node_of(opened.name) for guest in self.table.guests for opened in guest.connections
        )

    def mend_presence(self, dead: frozenset[str]) -> None:
        """Close those connections in the log that dead nodes had, or this one has no more."""
        self._disconnect(lambda name: node_of(name) in dead)
        self._mend_own()

    def close(self, code: str = "no-such-table") -> None:
        """End every connection and every wait; the table itself is not touched."""
        self._closed = True
        self._cancel_timer()
        self._fail(self._pending, code)
        self._pending = []
        for listener in list(self.connections.values()):
            listener.end(code)
        self.connections.clear()

    async def settled(self) -> None:
        """Wait until nothing is under way."""
        self._start()
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])

    async def save(self) -> None:
        """Keep a snapshot, if there is anything new."""
        table = self.table
        if table.log_number > self._snapshot:
            try:
                await self._store.save_snapshot(
                    table.id, table.log_number, snapshots.save(table, self.seat_history)
                )
                self._snapshot = table.log_number
            except StoreError as error:
                # A snapshot only saves time.
                _log.warning("no snapshot of a table was kept: %s", error.code)

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
            self._task = None
        except NoSuchTableError:
            self._task = None
            self._forget(self)
            self.close()
        except Exception as error:  # Whatever happens, nobody waits for ever.
            self._task = None
            self._trouble(error)
        if self.table.log_number - self._snapshot >= SNAPSHOT_EVERY and not self._closed:
            await self.save()

    async def _decide(self, batch: list[Pending]) -> None:
        before, now = self.table, self._clock.now_ms()
        table, timers_after = before, None
        entries: list[SeatedEntry] = []
        answers: list[tuple[Caller, Request, Answer]] = []
        marks: list[Mark] = []
        causes: list[Caller | None] = []  # Who has caused each entry.
        for place, (request, caller) in enumerate(batch):
            if len(entries) >= MOST_TOGETHER or place >= MOST_TOGETHER:
                # Other tables have their turn before the rest.
                batch, self._pending = batch[:place], batch[place:] + self._pending
                break
            try:
                if isinstance(request, Transaction):
                    outcome = request.decide(table, now)
                else:
                    outcome = handle(table, request, now, MOST_ENTRIES)
            except Exception:
                self._internal(request, caller)
                continue
            if outcome.entries:
                # A command that was done before leads to nothing more, and gets its answer.
                if caller is not None and not caller.may_write(request):
                    self._metrics.refused += 1
                    caller.failed(request, "too-much-written", "")
                    continue
                new, passed = seated(table, outcome)
                entries += new
                marks += passed
                causes += [caller] * len(outcome.entries)
                table, timers_after = outcome.table, outcome.timers
            if caller is not None:
                answers.append((caller, request, outcome.answer))
        if entries:
            try:
                sizes = await self._append(before, table, entries, timers_after or ())
            except ConflictError:
                # Another node was first. Its entries come first, and all is decided anew.
                self._behind = self._conflict = True
                self._pending = batch + self._pending
                return
            except BaseException:
                self._pending = batch + self._pending
                raise
            self.table = table
            for mark in marks:
                self.seat_history.note(*mark)
            self._schedule(timers_after or ())
            self._broadcast(entries)
            for cause, size in zip(causes, sizes, strict=True):
                if cause is not None:
                    cause.wrote(size)
        elif self._timer is None:
            self._schedule(timers(table))
        for caller, request, answer in answers:
            # Choices are counted when they are shown, or a figure would tell a change of mind.
            if isinstance(request, Choose):
                pass
            elif answer.refusal is None:
                self._metrics.accepted += 1
            else:
                self._metrics.refused += 1
            caller.answered(request, answer)
        if entries:
            self._let_go(entry for entry, _ in entries)

    async def _append(
        self, before: Table, table: Table, seen: Sequence[SeatedEntry], due: tuple[Timer, ...]
    ) -> list[int]:
        """Commit entries, and return how many bytes each takes."""
        entries = [entry for entry, _ in seen]
        lines, texts = log_lines.pack(entries)
        index = next_index(self._index, table, self.code, due, entries)
        began = time.perf_counter()
        self._committing = table.log_number
        await self._store.append(
            table.id,
            before.log_number,
            lines,
            now=self._clock.now(),
            index=None if index == self._index else index,
            texts=texts,
        )
        self._index = index
        if table.public_number > before.public_number:
            self._metrics.commit(time.perf_counter() - began)
            self._metrics.reveals += sum(isinstance(e.event, ChoicesRevealed) for e in entries)
        sizes = list(map(len, lines))
        for at, text in texts.items():
            # The text that the table has already is not written again.
            if text.decode() != before.settings.edition_text:
                sizes[at] += len(text)
        return sizes

    async def _catch_up(self) -> None:
        """Take over what is in the log and not here."""
        events = await self._store.read(self.table.id, self.table.log_number)
        self._behind = False
        self._retry = RETRY_SECONDS
        if not events:
            self._mend_own()
            return
        entries: list[SeatedEntry] = []
        table = self.table
        for entry in map(log_lines.read, events):
            after, _ = log_lines.go_on(table, self.seat_history, [entry])
            assert after is not None, "a table stays one"
            table = after
            entries.append((entry, holders_of(table)))
        if self._conflict and table.public_number > self.table.public_number:
            self._metrics.conflicts += 1
        self._conflict = False
        self.table = table
        self._index = None  # It is the other node's, so the next append writes it anew.
        self._schedule(timers(table))
        self._broadcast(entries)
        self._let_go(entry for entry, _ in entries)
        self._mend_own()

    # What follows.

    def _broadcast(self, entries: Sequence[SeatedEntry]) -> None:
        if not self.connections:
            return
        broadcast = Broadcast(entries)
        if broadcast.is_public:
            self._metrics.sent += len(self.connections)
        told: dict[str, Message | None] = {}
        for listener in list(self.connections.values()):
            guest = listener.guest
            if guest not in told:
                told[guest] = broadcast.to(guest)
            message = told[guest]
            if message is not None:
                listener.tell(message)

    def _let_go(self, entries: Iterable[Entry]) -> None:
        """End the connections of those who are not at the table any more."""
        for entry in entries:
            event = entry.event
            if isinstance(event, GuestGone):
                for listener in list(self.connections.values()):
                    if listener.guest == event.guest:
                        self.connections.pop(listener.name, None)
                        listener.end(_ENDS.get(event.why, "gone"))
            elif isinstance(event, Disconnected):
                gone = self.connections.pop(event.connection, None)
                if gone is None:
                    continue
                if event.why == "oldest":
                    gone.end("oldest-connection", most=MOST_CONNECTIONS)
                elif event.why == "replaced":
                    gone.end("replaced")
                else:
                    # Others took this node for dead; the guest can come back at once.
                    gone.end("stopping")

    def _schedule(self, due: tuple[Timer, ...]) -> None:
        if not due or self._closed:
            self._cancel_timer()
            return
        at = due[0].at
        self._bots_hurry = due[0].kind == "bot" and not self.table.settings.thinking
        if self._timer is not None:
            # A timer that fires too early costs less than one that is set at every command.
            if self._timer_at <= at:
                return
            self._timer.cancel()
        self._timer_at = at
        delay = max(0.0, at / 1000 - self._clock.now()) + 0.001
        self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._bots_hurry:
            self._bot_turns.soon(self._tick)
        else:
            self._tick()

    def _tick(self) -> None:
        self.submit(Tick())

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # When something goes wrong.

    def _mend_own(self) -> None:
        """Close those connections of this node in the log that it does not have (any more)."""
        own, here = self._node, self.connections
        self._disconnect(lambda name: node_of(name) == own and name not in here)

    def _disconnect(self, dead: Callable[[str], bool]) -> None:
        for guest in self.table.guests:
            for opened in guest.connections:
                if dead(opened.name):
                    self.submit(Disconnect(guest=guest.id, connection=opened.name))

    def _trouble(self, error: Exception) -> None:
        """Tell those who wait, and look into the log again soon: it alone knows what was kept."""
        batch, self._pending = self._pending, []
        if isinstance(error, StoreError):
            self._metrics.store_error(error.code)
            self._fail(batch, "database")
        else:
            reference = secrets.token_hex(4)
            code = error.code if isinstance(error, DiamantError) else "bug"
            _log.error("%s: a table is in trouble: %s", reference, code, exc_info=error)
            self._fail(batch, "internal", reference)
        self._behind = True
        self._committing = 0
        self._cancel_timer()
        self._timer_at = int((self._clock.now() + self._retry) * 1000)
        self._timer = asyncio.get_running_loop().call_later(self._retry, self._ring)
        self._retry = min(self._retry * 2, MOST_RETRY_SECONDS)

    def _internal(self, request: Request, caller: Caller | None) -> None:
        reference = secrets.token_hex(4)
        _log.exception("%s: a %s cannot be decided", reference, type(request).__name__)
        self._metrics.failed += 1
        if caller is not None:
            caller.failed(request, "internal", reference)

    def _fail(self, batch: Sequence[Pending], code: str, reference: str = "") -> None:
        for request, caller in batch:
            self._metrics.failed += 1
            if caller is not None:
                caller.failed(request, code, reference)


_ENDS = {why: why for why in ("left", "kicked", "blocked", "no-spectators")}
