"""Export the record of a table's last game, or of all its games with --all.

The record of a game in progress contains neither its seed nor pending choices.
"""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from diamant.cli.common import write_text
from diamant.cli.storage import add_database, chosen_database
from diamant.cli.words import t

if TYPE_CHECKING:
    from diamant.record import Record


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    add_database(parser)
    parser.add_argument("table", metavar="TABLE", help=t("a table's ID or room code"))
    parser.add_argument("--all", action="store_true", help=t("export all of the table's games"))
    parser.add_argument(
        "-o", "--output", metavar="FILE", help=t("write to FILE instead of standard output")
    )


def run(args: Namespace) -> int:
    """Write the records."""
    from diamant.record import write_records

    records = asyncio.run(_records(chosen_database(args.database), args.table))
    text = write_records(records if args.all else records[-1:])
    if args.output is None:
        sys.stdout.write(text)
    else:
        write_text(args.output, text)
        print(t("Game saved to {file}.", file=args.output), file=sys.stderr)
    return 0


async def _records(database: str, name: str) -> "list[Record]":
    from diamant.cli.storage import existing_store, find_table
    from diamant.errors import DiamantError
    from diamant.rules.game import Phase
    from diamant.server.tables import persistence
    from diamant.table import record_of, records_of

    async with existing_store(database) as store:
        info = await find_table(store, name)
        entries = [persistence.read_entry(event) for event in await store.read(info.table)]
    records = list(records_of(entries))
    table, _ = persistence.fold_log(entries)
    if table.game is not None and table.game.phase is not Phase.OVER:
        records.append(record_of(table))
    if not records:
        raise DiamantError("no game has started yet at table {table}", name)
    return records
