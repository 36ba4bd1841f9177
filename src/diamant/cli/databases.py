"""What the commands share that look into a server's database."""

import os
from argparse import ArgumentParser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from diamant.errors import DiamantError

if TYPE_CHECKING:
    from diamant.store import Store, TableInfo

USUAL = "sqlite:///diamant.db"


def add_database(parser: ArgumentParser) -> None:
    """Add the option that names a server's database."""
    parser.add_argument(
        "--database",
        metavar="URL",
        default=os.environ.get("DIAMANT_DATABASE", USUAL),
        help="sqlite:///file.db (diamant.db here) or postgresql://user@host/database",
    )


@asynccontextmanager
async def existing_store(url: str) -> "AsyncIterator[Store]":
    """Open a database that is there already: only a server makes a new one."""
    from diamant.store import open_store

    file = unquote(url.removeprefix("sqlite:///"))
    if file != url and not Path(file).exists():
        raise DiamantError(f"there is no database {file}")
    store = await open_store(url)
    try:
        yield store
    finally:
        await store.close()


async def find_table(store: "Store", name: str) -> "TableInfo":
    """Return the table with an id or a room code."""
    from diamant.server.tables.tokens import room_code

    code = room_code(name)
    found = None if code is None else await store.find(code)
    return await store.info(name) if found is None else found
