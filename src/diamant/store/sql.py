"""SQL statements in one dialect for both databases.

The store's SQL is written for PostgreSQL; `for_sqlite` translates the few differences. A
function that needs several statements is a generator of `Steps`: it yields each `Statement` and
receives its rows. The same function can therefore run in a thread on SQLite and on the event loop
with PostgreSQL.
"""

import re
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Rows: TypeAlias = Sequence[Any]
"""The rows of a result. Each row is a sequence of columns with the schema's types."""


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL with values for `$1`, `$2` and so on.

    If `many` is true, `values` contains rows, and the statement runs once for each row.
    """

    sql: str
    values: Sequence[Any]
    many: bool = False


Steps: TypeAlias = Generator[Statement, Rows, T]
"""A generator that yields statements, receives the rows of each one, and returns a `T`."""


def one(sql: str, *values: object) -> Statement:
    """Return a statement that runs once; a list is passed as an array of texts."""
    return Statement(sql, values)


def many(sql: str, rows: Iterable[tuple[object, ...]]) -> Statement:
    """Return a statement that runs once for each row of values, without a result."""
    return Statement(sql, list(rows), many=True)


def steps(statement: Statement) -> Steps[Rows]:
    """Run a single statement, and return its rows."""
    return (yield statement)


@lru_cache
def for_sqlite(sql: str) -> str:
    """Translate a statement for SQLite, where an array of texts is passed as JSON.

    `FOR UPDATE SKIP LOCKED` is removed, since SQLite locks the whole file instead of rows.

    >>> for_sqlite("SELECT key FROM tables WHERE state = ANY($1::text[]) FOR UPDATE SKIP LOCKED")
    'SELECT key FROM tables WHERE state IN (SELECT value FROM json_each(?1))'
    """
    sql = re.sub(r"::text\[\]| FOR UPDATE SKIP LOCKED", "", sql)
    sql = re.sub(r"= ANY\(\$(\d)\)", r"IN (SELECT value FROM json_each(?\1))", sql)
    return re.sub(r"\$(\d)", r"?\1", sql)
