"""Statements in one dialect of SQL, for both databases.

All SQL of the store is written for PostgreSQL; `for_sqlite` translates the little that differs. A
function that needs several statements is a generator of `Steps`: it yields each `Statement` and
receives its rows. So the same function runs in a thread on SQLite and on the event loop with
PostgreSQL.
"""

import re
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Rows: TypeAlias = Sequence[Any]
"""The rows of a result, each a sequence of columns; their types are the schema's."""


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL with the values of `$1`, `$2` and so on, or `many` rows of values to run it with."""

    sql: str
    values: Sequence[Any]
    many: bool = False


Steps: TypeAlias = Generator[Statement, Rows, T]
"""Yields statements, receives the rows of each, and returns a T."""


def one(sql: str, *values: object) -> Statement:
    """Return a statement that runs once; a list is passed as an array of texts."""
    return Statement(sql, values)


def many(sql: str, rows: Iterable[tuple[object, ...]]) -> Statement:
    """Return a statement that runs once for each row of values, and has no result."""
    return Statement(sql, list(rows), many=True)


def steps(statement: Statement) -> Steps[Rows]:
    """Return the rows of a single statement."""
    return (yield statement)


@lru_cache
def for_sqlite(sql: str) -> str:
    """Translate a statement for SQLite, which takes an array of texts as JSON.

    SQLite has no row locks to skip: a transaction that writes has the whole file.

    >>> for_sqlite("SELECT key FROM tables WHERE state = ANY($1::text[]) FOR UPDATE SKIP LOCKED")
    'SELECT key FROM tables WHERE state IN (SELECT value FROM json_each(?1))'
    """
    sql = re.sub(r"::text\[\]| FOR UPDATE SKIP LOCKED", "", sql)
    sql = re.sub(r"= ANY\(\$(\d)\)", r"IN (SELECT value FROM json_each(?\1))", sql)
    return re.sub(r"\$(\d)", r"?\1", sql)
