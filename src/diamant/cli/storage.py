"""Locate games and tables: a household's folder, and a server's database."""

import os
import re
import sys
from argparse import ArgumentParser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from diamant.cli.words import t
from diamant.errors import DiamantError

if TYPE_CHECKING:
    from diamant.store import Store, TableInfo


def household_folder() -> Path:
    """Return the household's folder, and create it if necessary.

    Its location follows the conventions of the operating system.
    """
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    folder = folder / "diamant"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DiamantError("cannot save games in {folder}: {error}", folder, error) from None
    return folder


def household_database() -> str:
    """Return the address of the database with a household's tables."""
    try:
        file = household_folder() / "tables.db"
    except DiamantError as error:
        raise DiamantError(
            "{reason}; choose a file with --database sqlite:///file.db", error
        ) from None
    return f"sqlite:///{quote(str(file.absolute()))}"


HERE = "diamant.db"  # The default database of `diamant serve`.
USUAL = f"sqlite:///{HERE}"


def add_database(parser: ArgumentParser) -> None:
    """Add the option that names a server's database."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help=t(
            "sqlite:///file.db or postgresql://user@host/database (default: diamant.db in "
            "the current folder if it exists, otherwise the database of 'diamant host')"
        ),
    )


def chosen_database(named: str | None) -> str:
    """Return the named database, or the default one after printing its name."""
    if named is not None:
        return named
    url = os.environ.get("DIAMANT_DATABASE")
    if url is None:
        url = USUAL if Path(HERE).exists() else household_database()
        print(t("using {place}", place=told_place(url)), file=sys.stderr)
    return url


def told_place(url: str) -> str:
    """Return a database's location for display, without its password."""
    file = file_of(url)
    return re.sub(r"//[^@/]*@", "//", url) if file is None else str(file)


def file_of(url: str) -> Path | None:
    """Return the file of an SQLite database."""
    file = url.removeprefix("sqlite:///")
    return None if file == url else Path(unquote(file))


@asynccontextmanager
async def existing_store(url: str) -> "AsyncIterator[Store]":
    """Open an existing database; only a server creates a new one."""
    from diamant.store import open_store

    file = file_of(url)
    if file is not None and not file.exists():
        raise DiamantError("database {file} does not exist", file)
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
