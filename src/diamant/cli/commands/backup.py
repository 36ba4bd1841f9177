"""Copy everything in a server's database into a new SQLite file, also while the server runs."""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from diamant.cli.storage import add_database, chosen_database
from diamant.cli.words import t


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    add_database(parser)
    parser.add_argument("file", metavar="FILE", help=t("the copy; it must not exist yet"))


def run(args: Namespace) -> int:
    """Write the copy."""
    asyncio.run(_backup(chosen_database(args.database), Path(args.file)))
    print(t("The copy is in {file}.", file=args.file), file=sys.stderr)
    return 0


async def _backup(database: str, file: Path) -> None:
    from diamant.cli.storage import existing_store

    async with existing_store(database) as store:
        await store.backup(file)
