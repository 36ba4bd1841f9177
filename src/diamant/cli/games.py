"""List a household's games: those of `play`, and those at the tables of `host`; or print one.

A number prints that game's record, to be kept or told: diamant games 2 | diamant replay -
"""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from diamant.cli.common import add_json, console, print_json, print_table, read_games
from diamant.cli.databases import add_database, chosen_database
from diamant.cli.household import household_folder
from diamant.errors import DiamantError

if TYPE_CHECKING:
    from diamant.record import Record


NO_GAMES = "no games are kept yet: 'diamant play' and 'diamant host' keep theirs"


class Kept(NamedTuple):
    """A game and where it is kept: a file, or a table's room code."""

    where: str
    record: "Record"

    @property
    def day(self) -> str:
        """When it was played."""
        return " ".join(self.record.tags.get("Date", ()))


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    add_database(parser)
    parser.add_argument(
        "number", nargs="?", type=int, metavar="NUMBER", help="print this game's record"
    )
    add_json(parser)


def run(args: Namespace) -> int:
    """List the games, the latest first."""
    from diamant.record import write_record

    games = kept_games(args.database)
    if args.number is not None:
        if not 1 <= args.number <= len(games):
            raise DiamantError(f"there is no game {args.number}: {len(games)} are kept")
        sys.stdout.write(write_record(games[args.number - 1].record))
        return 0
    if args.json:
        print_json([_told(number, game) for number, game in enumerate(games, start=1)])
    elif not games:
        print(NO_GAMES)
    else:
        _print(games)
    return 0


def kept_games(database: str | None) -> list[Kept]:
    """Return all games of the household, or of the folder and a database, the latest first."""
    games = [*_played(household_folder() / "games"), *_hosted(database)]
    return sorted(games, key=lambda game: game.day, reverse=True)


def _played(folder: Path) -> list[Kept]:
    """Return the games of `play`."""
    kept = []
    for file in folder.glob("*.dia") if folder.is_dir() else ():
        try:
            kept += [Kept(str(file), record) for record in read_games(str(file))]
        except DiamantError as error:
            print(f"diamant: {error}", file=sys.stderr)  # One that is damaged hides no others.
    return kept


def _hosted(database: str | None) -> list[Kept]:
    """Return the finished games of the tables in a database, if there is one."""
    from diamant.cli.databases import sqlite_file

    url = chosen_database(database)
    file = sqlite_file(url)
    if database is None and file is not None and not file.exists():
        return []
    return asyncio.run(_at_tables(url))


async def _at_tables(url: str) -> list[Kept]:
    from diamant.cli.databases import existing_store
    from diamant.server.tables import log_lines
    from diamant.table import records_of

    kept, after = [], ""
    async with existing_store(url) as store:
        while page := await store.tables(after=after):
            for info in page:
                entries = [log_lines.read(event) for event in await store.read(info.table)]
                where = f"table {info.code or info.table}"
                kept += [Kept(where, record) for record in records_of(entries)]
            after = page[-1].table
    return kept


def _told(number: int, game: Kept) -> dict[str, object]:
    played = game.record.game
    return {
        "number": number,
        "where": game.where,
        "date": game.day,
        "edition": played.edition.id,
        "players": list(game.record.players),
        "scores": list(played.scores),
        "winners": list(played.winners),
    }


def _print(games: list[Kept]) -> None:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    for heading in ("", "day", "edition", "points", "where"):
        table.add_column(heading)
    for number, game in enumerate(games, start=1):
        played = game.record.game
        order = sorted(range(played.players), key=lambda seat: (-played.scores[seat], seat))
        points = ", ".join(f"{game.record.players[seat]} {played.scores[seat]}" for seat in order)
        table.add_row(
            str(number), game.day, escape(played.edition.id), escape(points), escape(game.where)
        )
    out = console()
    print_table(out, table)
    told = "'diamant games NUMBER' prints a record; replay, review and verify read it as -"
    out.print(told, style="dim", markup=False)
