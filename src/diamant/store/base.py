"""What the stores share: checking what they are given, and one writer with group commit."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Any

from diamant.store.errors import NoSuchTableError
from diamant.store.notices import Hub, Subscription
from diamant.store.patience import Patience
from diamant.store.requests import (
    Append,
    Beat,
    Claim,
    Committed,
    Create,
    Delete,
    ForgetNode,
    Purge,
    Request,
    Restore,
    SaveSnapshot,
)
from diamant.store.values import Due, Index, Snapshot, Stored, is_name
from diamant.store.writer import Writer

# So few tables are forgotten in one transaction that others do not wait long for theirs.
PURGE_AT_ONCE = 100


def known(table: str) -> str:
    """Return a table's name, or refuse one that no table can have."""
    if not is_name(table):
        raise NoSuchTableError(table)
    return table


class WritingStore(ABC):
    """The half of a store that changes things; the databases differ in `_commit`."""

    def __init__(self, patience: float, pace: float) -> None:
        self._hub = Hub()
        self._reading = Patience(patience)
        self._writer = Writer(self._commit, self._rest, self._hub, Patience(patience), pace)

    @abstractmethod
    async def _commit(self, batch: Sequence[Request[Any]]) -> Committed:
        """Write a batch in one durable transaction."""

    @abstractmethod
    async def _rest(self, committed: Committed) -> None:
        """Do what is due after a commit, when its callers have their answers."""

    @abstractmethod
    async def _scrub(self) -> None:
        """Remove what a deletion has left in the database's files."""

    @abstractmethod
    async def _any_due(self, now: float) -> bool:
        """Tell whether there is anything to claim, without writing."""

    async def create(
        self,
        table: str,
        events: Sequence[bytes],
        *,
        now: float,
        code: str | None = None,
        index: Index = Index(),  # noqa: B008 - It is frozen.
    ) -> int:
        """Begin a table's log; see `Store.create`."""
        assert is_name(table), table
        assert code is None or is_name(code), code
        assert is_name(index.state), index
        assert events, "a table begins with an event"
        return await self._writer.submit(Create(table, code, tuple(events), index, now))

    async def append(
        self,
        table: str,
        expected: int,
        events: Sequence[bytes],
        *,
        now: float,
        index: Index | None = None,
    ) -> int:
        """Go on with a table's log; see `Store.append`."""
        assert events, "nothing to append"
        assert index is None or is_name(index.state), index
        request = Append(known(table), expected, tuple(events), index, now)
        return await self._writer.submit(request)

    async def save_snapshot(self, table: str, number: int, payload: bytes) -> None:
        """Keep a snapshot; see `Store.save_snapshot`."""
        await self._writer.submit(SaveSnapshot(known(table), Snapshot(number, payload)))

    async def claim_due(self, now: float, lease: float, limit: int = 100) -> tuple[Due, ...]:
        """Lease overdue tables; see `Store.claim_due`."""
        # Usually nothing is due, and asking costs no transaction.
        if not await self._any_due(now):
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

    async def restore(self, stored: Stored) -> None:
        """Take over a table; see `Store.restore`."""
        assert [event.number for event in stored.events] == list(range(1, stored.info.number + 1))
        await self._writer.submit(Restore(stored))

    def subscribe(self) -> Subscription:
        """Begin to listen; see `Store.subscribe`."""
        return self._hub.subscribe()
