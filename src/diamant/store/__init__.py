"""The durable log of tables, in SQLite or PostgreSQL.

- `protocol`: what every store can do; `address`: which one an address means
- `base`: what both databases share; `requests`, `values`: what goes in and comes out
- `writer`: gathers what is to be written into one commit; `patience`: tries again
- `sqlite`, `sqlite_changes`, `sqlite_queries`: the one database: committing, writing, reading;
  `sqlite_file`, `sqlite_lock`, `sqlite_checkpoints`: its file
- `postgres`, `postgres_changes`, `postgres_queries`: the other; `postgres_connect`,
  `postgres_listen`: its connections
- `queries`: the form of all reading; `migrations`: older databases made like new ones
- `notices`: telling who follows a table; `backup`: a whole copy or none; `errors`: all refusals
"""

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
