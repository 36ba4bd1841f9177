"""From a database's address to its store."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from diamant.errors import Message
from diamant.extras import library_of, needs
from diamant.store.errors import StoreSetupError, StoreUrlError
from diamant.store.store import Store

EXAMPLES = "use sqlite:///file.db, sqlite:////absolute/file.db or postgresql://user@host/database"
PATIENCE = 10.0


async def open_store(
    url: str, *, patience: float = PATIENCE, pace: float = 0.0, alone: bool = False
) -> Store:
    """Open the store at an address; `sqlite://` alone is a store in memory, for tests.

    `patience` is how many seconds a lost database is waited for. `pace` is the least time from one
    commit to the next: a busy server saves work by some milliseconds of it. A server says `alone`,
    since a SQLite file belongs to one of them; PostgreSQL is for any number.
    """
    try:
        parts = urlsplit(url)
        scheme = parts.scheme
    except ValueError as error:
        raise StoreUrlError("invalid database address: {examples}", EXAMPLES) from error
    # The libraries are imported here because each is needed by one kind of database only, and
    # none by those who just play.
    try:
        if scheme == "sqlite":
            return await _open_sqlite(url, patience, pace, alone=alone)
        if scheme in ("postgresql", "postgres"):
            from diamant.store.postgres import PostgresStore

            return await PostgresStore.open(url, patience=patience, pace=pace)
    except ModuleNotFoundError as error:
        library = library_of(error.name)
        if library is None:
            raise
        raise StoreSetupError(needs(library, Message("this database"))) from error
    # The address may hold a password, so it is not repeated.
    if not scheme:
        raise StoreUrlError("invalid database address: {examples}", EXAMPLES)
    raise StoreUrlError("unknown database type {scheme}: {examples}", repr(scheme), EXAMPLES)


async def _open_sqlite(url: str, patience: float, pace: float, *, alone: bool) -> Store:
    from diamant.store.sqlite import SqliteStore

    rest = url.removeprefix("sqlite:")
    if rest in ("//", "///:memory:"):
        return await SqliteStore.open(None, patience=patience, pace=pace)
    path = unquote(rest.removeprefix("///"))
    if not rest.startswith("///") or not path or "?" in path or "#" in path or "\0" in path:
        raise StoreUrlError("invalid SQLite file address: {examples}", EXAMPLES)
    return await SqliteStore.open(Path(path), patience=patience, pace=pace, alone=alone)
