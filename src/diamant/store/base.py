"""What the stores share: checking what they are given, all reading, and one writer.

The databases differ in their `Queries` and in how a batch is committed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from diamant.store.errors import NoSuchTableError, StoreClosedError
from diamant.store.notices import Hub, Subscription
from diamant.store.patience import Patience
from diamant.store.queries import C, Found, Queries
from diamant.store.requests import (
    Append,
    Beat,
    Claim,
    Committed,
    Create,
    Delete,
    ForgetNode,
    ForgetPlayer,
    KeepSeeds,
    Purge,
    PurgeAttempts,
    Request,
    Restore,
    SaveAttempt,
    SaveSnapshot,
)
from diamant.store.values import (
    NO_TEXTS,
    Aside,
    DailyAttempt,
    Due,
    Index,
    Snapshot,
    StoredEntry,
    StoredTable,
    TableInfo,
    Texts,
    is_name,
)
from diamant.store.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")

# So few tables are forgotten in one transaction that others do not wait long for theirs.
PURGE_AT_ONCE = 100


def checked_name(table: str) -> str:
    """Return a table's name, or refuse one that no table can have."""
    if not is_name(table):
        raise NoSuchTableError(table)
    return table


class DatabaseStore(ABC, Generic[C]):
    """A store over a database with connections of type `C`."""

    def __init__(self, queries: Queries[C], patience: float, pace: float) -> None:
        self._queries = queries
        self._closed = False
        self._hub = Hub()
        self._reading = Patience(patience)
        self._writer = Writer(self._commit, self._rest, self._hub, Patience(patience), pace)

    @abstractmethod
    async def _answer(
        self, query: Callable[Concatenate[C, P], Found[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return what a query finds, on a connection that only reads."""

    @abstractmethod
    async def _commit(self, batch: Sequence[Request[Any]]) -> Committed:
        """Write a batch in one durable transaction."""

    @abstractmethod
    async def _rest(self, committed: Committed) -> None:
        """Do what is due after a commit, when its callers have their answers."""

    @abstractmethod
    async def _scrub(self) -> None:
        """Remove what a deletion has left in the database's files."""

    # What can be read.

    async def _ask(
        self, query: Callable[Concatenate[C, P], Found[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if self._closed:
            raise StoreClosedError("the store has been closed")
        return await self._reading.run(lambda: self._answer(query, *args, **kwargs))

    async def read(
        self, table: str, since: int = 0, limit: int | None = None
    ) -> tuple[StoredEntry, ...]:
        """Return entries; see `Store.read`."""
        return await self._ask(self._queries.entries, checked_name(table), since, limit)

    async def info(self, table: str) -> TableInfo:
        """Return what is known of a table; see `Store.info`."""
        return await self._ask(self._queries.info, checked_name(table))

    async def find(self, code: str) -> TableInfo | None:
        """Return the table with a room code; see `Store.find`."""
        return await self._ask(self._queries.find, code) if is_name(code) else None

    async def public_tables(self, states: Collection[str], limit: int) -> tuple[TableInfo, ...]:
        """Return public tables; see `Store.public_tables`."""
        return await self._ask(self._queries.public_tables, states, limit)

    async def tables(
        self, states: Collection[str] | None = None, after: str = "", limit: int = 1000
    ) -> tuple[TableInfo, ...]:
        """Return a page of tables; see `Store.tables`."""
        return await self._ask(self._queries.tables, states, after, limit)

    async def load(self, tables: Collection[str]) -> tuple[StoredTable, ...]:
        """Return tables with snapshots and entries; see `Store.load`."""
        return await self._ask(self._queries.load, list(filter(is_name, tables)))

    async def latest_snapshot(self, table: str) -> Snapshot | None:
        """Return a table's snapshot; see `Store.latest_snapshot`."""
        return await self._ask(self._queries.snapshot, checked_name(table))

    async def nodes(self, now: float) -> frozenset[str]:
        """Return the nodes that live; see `Store.nodes`."""
        return await self._ask(self._queries.nodes, now)

    async def daily_seeds(self, since: str, until: str) -> Mapping[str, bytes]:
        """Return seeds; see `Store.daily_seeds`."""
        return await self._ask(self._queries.daily_seeds, since, until)

    async def daily_attempt(self, day: str, player: str) -> DailyAttempt | None:
        """Return an attempt; see `Store.daily_attempt`."""
        return await self._ask(self._queries.daily_attempt, day, player)

    async def daily_begun(self, day: str) -> int:
        """Count attempts; see `Store.daily_begun`."""
        return await self._ask(self._queries.daily_begun, day)

    async def daily_points(self, day: str) -> Mapping[int, int]:
        """Return how many came to how much; see `Store.daily_points`."""
        return await self._ask(self._queries.daily_points, day)

    async def daily_days(self, player: str) -> tuple[str, ...]:
        """Return finished days; see `Store.daily_days`."""
        return await self._ask(self._queries.daily_days, player)

    # What changes the database.

    async def keep_seeds(self, seeds: Mapping[str, bytes]) -> None:
        """Keep seeds; see `Store.keep_seeds`."""
        await self._writer.submit(KeepSeeds(seeds))

    async def save_attempt(
        self, day: str, player: str, before: str | None, attempt: DailyAttempt
    ) -> bool:
        """Go on with an attempt; see `Store.save_attempt`."""
        return await self._writer.submit(SaveAttempt(day, player, before, attempt))

    async def forget_player(self, player: str) -> int:
        """Forget a player; see `Store.forget_player`."""
        count = await self._writer.submit(ForgetPlayer(player))
        if count:
            await self._scrub()
        return count

    async def purge_attempts(self, before: str, unfinished_before: str) -> int:
        """Forget old attempts; see `Store.purge_attempts`."""
        return await self._writer.submit(PurgeAttempts(before, unfinished_before))

    async def create(
        self,
        table: str,
        entries: Sequence[bytes],
        *,
        now: float,
        code: str | None = None,
        texts: Texts = NO_TEXTS,
        index: Index = Index(),  # noqa: B008 - It is frozen.
    ) -> int:
        """Begin a table's log; see `Store.create`."""
        assert is_name(table), table
        assert code is None or is_name(code), code
        assert is_name(index.state), index
        assert entries, "a table begins with an entry"
        return await self._writer.submit(Create(table, code, tuple(entries), index, now, texts))

    async def append(
        self,
        table: str,
        expected: int,
        entries: Sequence[bytes],
        *,
        now: float,
        index: Index | None = None,
        texts: Texts = NO_TEXTS,
    ) -> int:
        """Go on with a table's log; see `Store.append`."""
        assert entries, "nothing to append"
        assert index is None or is_name(index.state), index
        request = Append(checked_name(table), expected, tuple(entries), index, now, texts)
        return await self._writer.submit(request)

    async def save_snapshot(self, table: str, log_number: int, payload: bytes) -> None:
        """Keep a snapshot; see `Store.save_snapshot`."""
        await self._writer.submit(SaveSnapshot(checked_name(table), Snapshot(log_number, payload)))

    async def claim_due(self, now: float, lease: float, limit: int = 100) -> tuple[Due, ...]:
        """Lease overdue tables; see `Store.claim_due`."""
        # Usually nothing is due, and asking costs no transaction.
        if not await self._ask(self._queries.any_due, now):
            return ()
        return await self._writer.submit(Claim(now, now + lease, limit))

    async def beat(self, node: str, until: float) -> None:
        """Note that a node lives; see `Store.beat`."""
        assert is_name(node), node
        await self._writer.submit(Beat(node, until))

    async def forget_node(self, node: str) -> None:
        """Note that a node lives no longer; see `Store.forget_node`."""
        assert is_name(node), node
        await self._writer.submit(ForgetNode(node))

    async def delete(self, table: str) -> bool:
        """Forget a table; see `Store.delete`."""
        gone = is_name(table) and await self._writer.submit(Delete(table))
        if gone:
            await self._scrub()
        return gone

    async def purge(self, older_than: float, states: Collection[str] | None = None) -> int:
        """Forget old tables; see `Store.purge`."""
        request = Purge(older_than, None if states is None else tuple(states), PURGE_AT_ONCE)
        total = 0
        while count := await self._writer.submit(request):
            total += count
        if total:
            await self._scrub()
        return total

    async def restore(self, stored: StoredTable) -> None:
        """Take over a table; see `Store.restore`."""
        assert [entry.log_number for entry in stored.entries] == list(
            range(1, stored.info.log_number + 1)
        )
        await self._writer.submit(Restore(stored))

    async def database_time(self) -> float | None:
        """Return the database's clock; see `Store.database_time`."""
        return await self._ask(self._queries.database_time)

    @property
    def commit_age(self) -> float | None:
        """How long ago the last commit was; see `Store.commit_age`."""
        return self._writer.commit_age

    @property
    def refusing(self) -> bool:
        """Whether the last commit failed; see `Store.refusing`."""
        return self._writer.refusing

    async def whisper(self, aside: Aside) -> None:
        """Tell other nodes; see `Store.whisper`."""

    def subscribe(self) -> Subscription:
        """Begin to listen; see `Store.subscribe`."""
        return self._hub.subscribe()
