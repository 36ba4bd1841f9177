"""The durable log of tables, in SQLite or PostgreSQL."""

from diamant.store.address import open_store
from diamant.store.notices import Subscription
from diamant.store.protocol import Store
from diamant.store.values import Due, Event, Index, Notice, Snapshot, Stored, TableInfo

__all__ = [
    "Due",
    "Event",
    "Index",
    "Notice",
    "Snapshot",
    "Store",
    "Stored",
    "Subscription",
    "TableInfo",
    "open_store",
]
