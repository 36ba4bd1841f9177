"""The durable log of tables, in SQLite or PostgreSQL."""

from diamant.store.address import open_store
from diamant.store.notices import Subscription
from diamant.store.protocol import Store
from diamant.store.values import (
    Aside,
    Due,
    Index,
    Notice,
    Snapshot,
    StoredEntry,
    StoredTable,
    TableInfo,
    Texts,
)

__all__ = [
    "Aside",
    "Due",
    "Index",
    "Notice",
    "Snapshot",
    "Store",
    "StoredEntry",
    "StoredTable",
    "Subscription",
    "TableInfo",
    "Texts",
    "open_store",
]
