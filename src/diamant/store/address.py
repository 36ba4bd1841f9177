"""Open a store by its database URL."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from diamant.errors import Message
from diamant.extras import library_of, needs
from diamant.store.errors import StoreSetupError, StoreUrlError
from diamant.store.store import Store

EXAMPLES = "use sqlite:///file.db, sqlite:////absolute/file.db, or postgresql://user@host/database"
PATIENCE = 10.0


async def open_store(
    url: str, *, patience: float = PATIENCE, pace: float = 0.0, alone: bool = False
) -> Store:
    """Open the store at a URL; `sqlite://` opens an in-memory store for tests.

    `patience` is the number of seconds to wait for an unreachable database. `pace` is the minimum
    number of seconds between two commits; a few milliseconds save work on a busy server. Servers
    pass `alone=True`, because only one server can use an SQLite file. PostgreSQL allows any number.
    """
    try:
        parts = urlsplit(url)
        scheme = parts.scheme
    except ValueError as error:
        raise StoreUrlError("invalid database address: {examples}", EXAMPLES) from error
    # The libraries are imported here because each kind of database needs only one, and
    # single-player games need neither.
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
    # The URL may contain a password, so the message doesn't repeat it.
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
