"""The durable log of tables, in SQLite or PostgreSQL.

- `store`: every read and every change a caller can ask for; `address`: opening one by its URL
- `sql`: statements in one dialect for both databases; `changes`: those that go through the writer
- `writer`: gathers changes into one commit, and tries again while the database is away
- `sqlite`: how statements reach a SQLite file; `sqlite_file`, `sqlite_checkpoints`: the file itself
- `postgres`: how they reach PostgreSQL; `postgres_connect`: connections, and notices from others
- `migrations`: the schema; `notices`: subscriptions; `values`: what goes in and comes out; `errors`
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
