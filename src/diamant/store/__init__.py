"""The durable log of tables, in SQLite or PostgreSQL.

- `store`: all reads and changes that callers can request; `address`: opens a store by its URL
- `sql`: SQL statements in one dialect for both databases; `changes`: the changes to the database
- `writer`: groups changes into one commit, and retries while the database is unreachable
- `sqlite`: running statements on an SQLite file; `sqlite_file`, `sqlite_checkpoints`: the file
- `postgres`: running statements on PostgreSQL; `postgres_connect`: connections, and notices from
  other nodes
- `migrations`: the schema; `notices`: subscriptions; `values`: parameters and results; `errors`
"""

from diamant.store.address import open_store
from diamant.store.notices import Subscription
from diamant.store.store import Store
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
