"""Limits per connection, per address, and for the whole server."""

import asyncio
import time
from collections.abc import Callable, Iterator

from diamant.protocol.incoming import ChangeSettings, CommandMessage, Cue
from diamant.server.networks import networks_of
from diamant.server.settings import ServerSettings
from diamant.table import Table, commands
from diamant.table.commands import GuestCommand

Monotonic = Callable[[], float]


class Bucket:
    """A token bucket that gains `rate` tokens per second, up to `burst`.

    Tokens are also taken from the `wider` bucket, which several buckets may share.

    >>> now = 0.0
    >>> bucket = Bucket(rate=1, burst=2, now=now)
    >>> [bucket.take(now) for _ in range(3)], bucket.take(now + 1)
    ([True, True, False], True)
    """

    __slots__ = ("_at", "_burst", "_left", "_rate", "_wider")

    def __init__(
        self, rate: float, burst: float, now: float, wider: "Bucket | None" = None
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = now
        self._wider = wider

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take `cost` tokens if they are available, and return whether they were."""
        left = self._drip(now) - cost
        if left < 0 or not (self._wider is None or self._wider.take(now, cost)):
            return False
        self._left = left
        return True

    def is_empty(self, now: float) -> bool:
        """Return whether less than one token is left."""
        return self._drip(now) < 1 or (self._wider is not None and self._wider.is_empty(now))

    def settle(self, now: float, cost: float) -> None:
        """Take `cost` tokens even if too few are left, or return them if it is negative."""
        self._left = min(self._burst, self._drip(now) - cost)
        if self._wider is not None:
            self._wider.settle(now, cost)

    def is_full(self, now: float) -> bool:
        """Return whether the bucket is full; a full bucket can be dropped."""
        return self._drip(now) >= self._burst

    def _drip(self, now: float) -> float:
        if now > self._at:
            self._left = min(self._burst, self._left + (now - self._at) * self._rate)
            self._at = now
        return self._left


class _Address:
    """The counters of an address or of a wider network."""

    __slots__ = (
        "connections",
        "guesses",
        "guessing",
        "messages",
        "requests",
        "share",
        "tables",
        "waiting",
        "wider",
        "work",
    )

    def __init__(
        self, settings: ServerSettings, now: float, share: int, wider: "_Address | None"
    ) -> None:
        def bucket(kind: str, around: Bucket | None) -> Bucket:
            rate, burst = (getattr(settings, f"{kind}_{bound}") for bound in ("rate", "burst"))
            return Bucket(share * rate, share * burst, now, around)

        self.share = share
        self.wider = wider
        self.connections = 0
        self.messages: Bucket = bucket("address", None if wider is None else wider.messages)
        self.requests: Bucket = bucket("request", None if wider is None else wider.requests)
        self.work: Bucket = bucket("work", None if wider is None else wider.work)
        self.tables: Bucket = bucket("table", None if wider is None else wider.tables)
        self.guesses: Bucket = bucket("guess", None if wider is None else wider.guesses)
        self.guessing = 0  # Guesses that have been charged but not settled yet.
        self.waiting: list[asyncio.Future[None]] = []

    def is_forgettable(self, now: float) -> bool:
        if self.connections or self.guessing:
            return False
        buckets = (self.messages, self.requests, self.work, self.tables, self.guesses)
        return all(bucket.is_full(now) for bucket in buckets)


class Limits:
    """All limits of one server; it forgets addresses without recent activity."""

    def __init__(self, settings: ServerSettings, clock: Monotonic = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._addresses: dict[str, _Address] = {}
        self.connections = 0
        self.written = WrittenBytes(settings, clock)

    def connection_bucket(self) -> Bucket:
        """Return a bucket for the messages of a new connection."""
        settings = self._settings
        return Bucket(settings.message_rate, settings.message_burst, self._clock())

    def connect(self, address: str) -> bool:
        """Count a connection; return False if there are too many."""
        known = [*self._around(address)]
        settings = self._settings
        if self.connections >= settings.most_connections or any(
            each.connections >= each.share * settings.connections_per_address for each in known
        ):
            return False
        for each in known:
            each.connections += 1
        self.connections += 1
        return True

    def disconnect(self, address: str) -> None:
        """Release a connection slot."""
        for each in self._around(address):
            each.connections -= 1
        self.connections -= 1

    def message(self, address: str, bucket: Bucket, cost: float = 1.0) -> bool:
        """Charge for a message; return False if its connection or address sent too many."""
        now = self._clock()
        return bucket.take(now, cost) and self._of(address).messages.take(now, cost)

    def fan_out(self, address: str, cost: float) -> bool:
        """Charge for sending to many clients; return False if the budget is spent."""
        return not cost or self._of(address).messages.take(self._clock(), cost)

    def owe(self, address: str, cost: float) -> None:
        """Charge an address for a cost that was unknown in advance or unavoidable."""
        self._of(address).messages.settle(self._clock(), cost)

    def request(self, address: str, cost: float = 1.0) -> bool:
        """Charge for an HTTP request; return False if the budget is spent."""
        return self._of(address).requests.take(self._clock(), cost)

    def work(self, address: str, seconds: float) -> bool:
        """Charge for a worker's expected time; return False if the budget is spent."""
        return self._of(address).work.take(self._clock(), seconds)

    def worked(self, address: str, seconds: float) -> None:
        """Charge for a job's time beyond the estimate; negative `seconds` are a refund."""
        self._of(address).work.settle(self._clock(), seconds)

    def table(self, address: str) -> bool:
        """Charge for creating a table; return False if the budget is spent."""
        return self._of(address).tables.take(self._clock())

    async def guess(self, address: str) -> bool:
        """Charge for a guess before looking it up; return False if the budget is spent.

        A guess is a room code or a token. Call `guessed` afterwards. If unsettled guesses use up
        the budget, this method waits for them: many clients may return together after a restart,
        and right guesses are refunded.
        """
        while not self.guess_now(address):
            known = self._of(address)
            if not known.guessing:
                return False
            settled = asyncio.get_running_loop().create_future()
            known.waiting.append(settled)
            await settled
        return True

    def guess_now(self, address: str) -> bool:
        """Charge for a guess like `guess`, but return False instead of waiting."""
        known = self._of(address)
        paid = known.guesses.take(self._clock())
        known.guessing += paid
        return paid

    def guessed(self, address: str, *, right: bool) -> None:
        """Settle a guess; refund it if it was right or revealed nothing."""
        known = self._of(address)
        known.guessing -= 1
        if right:
            known.guesses.settle(self._clock(), -1)
        waiting, known.waiting = known.waiting, []
        for settled in waiting:
            if not settled.done():
                settled.set_result(None)

    def forget_quiet(self) -> None:
        """Drop addresses whose counters no longer matter."""
        now = self._clock()
        kept: set[int] = set()
        # Addresses come after their wider networks, which stay as long as one of their addresses.
        for name, known in reversed(list(self._addresses.items())):
            if known.is_forgettable(now) and id(known) not in kept:
                del self._addresses[name]
            elif known.wider is not None:
                kept.add(id(known.wider))
        self.written.forget_quiet()

    def __len__(self) -> int:
        return len(self._addresses)

    def _of(self, address: str) -> _Address:
        known = self._addresses.get(address)
        if known is None:
            for name, share in reversed(networks_of(address)):
                known = self._addresses.setdefault(
                    name, _Address(self._settings, self._clock(), share, known)
                )
            assert known is not None, "an address is one of its networks"
        return known

    def _around(self, address: str) -> Iterator[_Address]:
        """Yield an address and the networks around it."""
        known: _Address | None = self._of(address)
        while known is not None:
            yield known
            known = known.wider


class WrittenBytes:
    """Budgets for the bytes that clients write to the database.

    Budgets are charged after writing, so they can be overdrawn once. An address that has used up
    its budget can't write anything. At a table that has used up its budget, players can continue,
    so that no one can stop their game. Guests without a seat and long texts have to wait.
    """

    def __init__(self, settings: ServerSettings, clock: Monotonic) -> None:
        self._clock = clock
        self._address = (settings.written_rate, settings.written_burst)
        self._table = (settings.table_written_rate, settings.table_written_burst)
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def address_may(self, address: str) -> bool:
        """Return whether an address has any budget left for writing."""
        return all(self._may("address", name) for name, _ in networks_of(address))

    def table_may(self, table: str) -> bool:
        """Return whether a table's budget allows writes that its game doesn't need."""
        return self._may("table", table)

    def charge(self, address: str, table: str, count: int) -> None:
        """Charge an address and a table for written bytes."""
        now = self._clock()
        budgets = [
            (("address", name), self._address, share) for name, share in networks_of(address)
        ]
        for known_by, (rate, burst), share in (*budgets, (("table", table), self._table, 1)):
            bucket = self._buckets.get(known_by)
            if bucket is None:
                bucket = self._buckets[known_by] = Bucket(share * rate, share * burst, now)
            bucket.settle(now, count)

    def forget_quiet(self) -> None:
        """Drop budgets that are full again."""
        now = self._clock()
        for known_by in [name for name, bucket in self._buckets.items() if bucket.is_full(now)]:
            del self._buckets[known_by]

    def __len__(self) -> int:
        return len(self._buckets)

    def _may(self, kind: str, name: str) -> bool:
        bucket = self._buckets.get((kind, name))
        return bucket is None or not bucket.is_empty(self._clock())


BYTES = 2_048
LISTENERS = 16
VIEW_COST, TURNS_OF_VIEW = 5.0, 20.0
ENTRIES = 50.0
OPENING_COST = 10.0
"""The cost of opening a WebSocket, and of loading a table into memory."""
LIST_COST = 4.0
"""The additional cost of listing tables."""

DAILY_COST = 3.0
"""The cost of a request for the daily cave, which replays an attempt."""


def cost_of_bytes(count: int) -> float:
    """Return the cost of a message of `count` bytes.

    >>> cost_of_bytes(120), cost_of_bytes(65_536)
    (1.0, 33.0)
    """
    return 1.0 + count // BYTES


def cost_of_telling(listeners: int, count: int = 0) -> float:
    """Return the additional cost of sending `count` bytes to `listeners` connections.

    >>> cost_of_telling(8), cost_of_telling(200), cost_of_telling(200, 30_000)
    (0.0, 12.0, 180.0)
    """
    return listeners // LISTENERS * cost_of_bytes(count)


def cost_of_view(turns: int) -> float:
    """Return the cost of a full view, which includes every turn of the game so far."""
    return VIEW_COST + turns / TURNS_OF_VIEW


def cost_of_entries(count: int) -> float:
    """Return the cost of reading `count` log entries."""
    return count / ENTRIES


class Allowance:
    """The limits for one connection."""

    __slots__ = ("_address", "_bucket", "_limits")

    def __init__(self, limits: Limits, address: str) -> None:
        self._limits = limits
        self._address = address
        self._bucket = limits.connection_bucket()

    def message(self, cost: float) -> bool:
        """Charge for a message, or for its response; return whether it is allowed."""
        return self._limits.message(self._address, self._bucket, cost)

    def broadcast(self, listeners: int, message: CommandMessage | Cue) -> bool:
        """Charge for sending a message's results to all; return whether it is allowed."""
        text = message.settings.edition_text if isinstance(message, ChangeSettings) else None
        return self._limits.fan_out(self._address, cost_of_telling(listeners, len(text or "")))

    def view(self) -> bool:
        """Charge the minimum for a view; `owe` charges the rest once its length is known."""
        return self._limits.fan_out(self._address, VIEW_COST)

    def enter(self, listeners: int) -> bool:
        """Charge in advance for announcing a guest's arrival and departure to listeners."""
        return self._limits.fan_out(self._address, 2 * cost_of_telling(listeners))

    def owe(self, cost: float) -> None:
        """Charge for a cost that was unknown in advance; see `Limits.owe`."""
        self._limits.owe(self._address, cost)

    async def guess(self) -> bool:
        """Charge for a room code or token; see `Limits.guess`."""
        return await self._limits.guess(self._address)

    def guess_now(self) -> bool:
        """Charge for a guess without waiting; see `Limits.guess_now`."""
        return self._limits.guess_now(self._address)

    def guessed(self, *, right: bool) -> None:
        """Settle a guess; see `Limits.guessed`."""
        self._limits.guessed(self._address, right=right)

    def may_write(self, table: Table, guest: str, request: object) -> bool:
        """Return whether a guest's command may add data to the database."""
        if not isinstance(request, GuestCommand):
            return True
        written = self._limits.written
        if not written.address_may(self._address):
            return False
        if written.table_may(table.id):
            return True
        # Players can continue even if other guests have used up the table's budget.
        plays = guest == table.host or bool(table.seats_of(guest))
        new_text = isinstance(request, commands.ChangeSettings) and (
            request.settings.edition_text not in (None, table.settings.edition_text)
        )
        return plays and not new_text

    def wrote(self, table: Table, count: int) -> None:
        """Charge for the bytes written at a table."""
        self._limits.written.charge(self._address, table.id, count)
