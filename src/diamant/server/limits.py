"""How much one connection, one address and everybody together may ask for."""

import time
from collections.abc import Callable

from diamant.server.settings import ServerSettings

Clock = Callable[[], float]


class Bucket:
    """A token bucket: `rate` tokens a second drip in, up to `burst`.

    >>> now = 0.0
    >>> bucket = Bucket(rate=1, burst=2, now=now)
    >>> [bucket.take(now) for _ in range(3)], bucket.take(now + 1)
    ([True, True, False], True)
    """

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take `cost` tokens if they are there."""
        left = self._drip(now) - cost
        if left < 0:
            return False
        self._left = left
        return True

    def charge(self, now: float, cost: float) -> None:
        """Take what has been spent already, whether it is there or not."""
        self._left = self._drip(now) - cost

    def is_empty(self, now: float) -> bool:
        """Return whether not even one token is there."""
        return self._drip(now) < 1

    def is_full(self, now: float) -> bool:
        """Return whether nothing is missing, so that forgetting this bucket changes nothing."""
        return self._drip(now) >= self._burst

    def _drip(self, now: float) -> float:
        if now > self._at:
            self._left = min(self._burst, self._left + (now - self._at) * self._rate)
            self._at = now
        return self._left


class _Address:
    """What is counted of one address."""

    __slots__ = ("connections", "guesses", "heavy", "messages", "requests", "tables")

    def __init__(self, settings: ServerSettings, now: float) -> None:
        self.connections = 0
        self.messages = Bucket(settings.address_rate, settings.address_burst, now)
        self.requests = Bucket(settings.request_rate, settings.request_burst, now)
        self.heavy = Bucket(settings.heavy_rate, settings.heavy_burst, now)
        self.tables = Bucket(settings.table_rate, settings.table_burst, now)
        self.guesses = Bucket(settings.guess_rate, settings.guess_burst, now)

    def is_forgettable(self, now: float) -> bool:
        if self.connections:
            return False
        buckets = (self.messages, self.requests, self.heavy, self.tables, self.guesses)
        return all(bucket.is_full(now) for bucket in buckets)


class Limits:
    """All limits of one server. Addresses that have been quiet for long are forgotten."""

    def __init__(self, settings: ServerSettings, clock: Clock = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._addresses: dict[str, _Address] = {}
        self.connections = 0
        self.written = WrittenBytes(settings, clock)

    def connection_bucket(self) -> Bucket:
        """Return a new connection's bucket for its messages."""
        settings = self._settings
        return Bucket(settings.message_rate, settings.message_burst, self._clock())

    def connect(self, address: str) -> bool:
        """Count a connection, unless there are too many already."""
        known = self._of(address)
        settings = self._settings
        if (
            known.connections >= settings.connections_per_address
            or self.connections >= settings.most_connections
        ):
            return False
        known.connections += 1
        self.connections += 1
        return True

    def disconnect(self, address: str) -> None:
        """Count a connection no more."""
        self._of(address).connections -= 1
        self.connections -= 1

    def message(self, address: str, bucket: Bucket, cost: float = 1.0) -> bool:
        """Let a message pass, unless its connection or its address has sent too many."""
        now = self._clock()
        return bucket.take(now, cost) and self._of(address).messages.take(now, cost)

    def request(self, address: str) -> bool:
        """Let an HTTP request pass."""
        return self._of(address).requests.take(self._clock())

    def heavy(self, address: str) -> bool:
        """Let a request pass that costs the server a lot."""
        return self._of(address).heavy.take(self._clock())

    def table(self, address: str) -> bool:
        """Let an address make a table."""
        return self._of(address).tables.take(self._clock())

    def may_guess(self, address: str) -> bool:
        """Return whether an address may name a room code or a token."""
        return not self._of(address).guesses.is_empty(self._clock())

    def missed(self, address: str) -> None:
        """Count a room code, a token or a seat's code that was wrong."""
        self._of(address).guesses.take(self._clock())

    def forget_quiet(self) -> None:
        """Forget the addresses of which nothing need be known any more."""
        now = self._clock()
        quiet = [name for name, known in self._addresses.items() if known.is_forgettable(now)]
        for name in quiet:
            del self._addresses[name]
        self.written.forget_quiet()

    def __len__(self) -> int:
        return len(self._addresses)

    def _of(self, address: str) -> _Address:
        known = self._addresses.get(address)
        if known is None:
            known = self._addresses[address] = _Address(self._settings, self._clock())
        return known


class WrittenBytes:
    """Budgets of bytes. They are charged with what has been written, so they may be overdrawn once.

    An address that has spent its budget writes nothing. At a table that has, those who play go on,
    since nobody else may keep them from it; guests without a seat wait, and so do long texts.
    """

    def __init__(self, settings: ServerSettings, clock: Clock) -> None:
        self._clock = clock
        self._address = (settings.written_rate, settings.written_burst)
        self._table = (settings.table_written_rate, settings.table_written_burst)
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def address_may(self, address: str) -> bool:
        """Return whether anything may be written for an address."""
        return self._may("address", address)

    def table_may(self, table: str) -> bool:
        """Return whether more than play itself may be written at a table."""
        return self._may("table", table)

    def charge(self, address: str, table: str, count: int) -> None:
        """Count so many bytes that were written for an address at a table."""
        now = self._clock()
        for known_by, (rate, burst) in (
            (("address", address), self._address),
            (("table", table), self._table),
        ):
            bucket = self._buckets.get(known_by)
            if bucket is None:
                bucket = self._buckets[known_by] = Bucket(rate, burst, now)
            bucket.charge(now, count)

    def forget_quiet(self) -> None:
        """Forget the budgets that are whole again."""
        now = self._clock()
        for known_by in [name for name, bucket in self._buckets.items() if bucket.is_full(now)]:
            del self._buckets[known_by]

    def __len__(self) -> int:
        return len(self._buckets)

    def _may(self, kind: str, name: str) -> bool:
        bucket = self._buckets.get((kind, name))
        return bucket is None or not bucket.is_empty(self._clock())
