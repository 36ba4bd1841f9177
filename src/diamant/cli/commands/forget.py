"""Delete a table and all data about its players from a server's database."""

import asyncio
import sys
from argparse import ArgumentParser, Namespace

from diamant.cli.storage import add_database, chosen_database
from diamant.cli.words import t


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    add_database(parser)
    parser.add_argument("table", metavar="TABLE", help=t("a table's ID or room code"))


def run(args: Namespace) -> int:
    """Delete the table."""
    asyncio.run(_forget(chosen_database(args.database), args.table))
    print(t("Table {table} has been deleted.", table=args.table), file=sys.stderr)
    return 0


async def _forget(database: str, name: str) -> None:
    from diamant.cli.storage import existing_store, find_table

    async with existing_store(database) as store:
        info = await find_table(store, name)
        await store.delete(info.table)
