"""List the games saved by `play` and `host`, or open one.

A number alone prints that game's record, to save or replay: diamant games 2 | diamant replay -
"""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from diamant.cli import refuse
from diamant.cli.common import add_json, console, print_json, print_table, read_games, write_text
from diamant.cli.storage import add_database, chosen_database, file_of, household_folder
from diamant.cli.words import spoken, t
from diamant.errors import DiamantError, Message

if TYPE_CHECKING:
    from diamant.record import Record


NO_GAMES = Message("no saved games yet: games from 'diamant play' and 'diamant host' appear here")


TABLE = "table "  # Prefix of a room code, for programs.


class KeptGame(NamedTuple):
    """A saved game and its location: a file, or the room code of a table."""

    where: str
    record: "Record"

    @property
    def told_where(self) -> str:
        """The location for display; the folder of a file is printed separately."""
        if self.where.startswith(TABLE):
            return t("Table {code}", code=self.where.removeprefix(TABLE))
        return Path(self.where).name

    @property
    def day(self) -> str:
        """The date of the game."""
        return " ".join(self.record.tags.get("Date", ()))


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    add_database(parser)
    parser.add_argument(
        "number", nargs="?", type=int, metavar="NUMBER", help=t("print this game's record")
    )
    does = parser.add_mutually_exclusive_group()
    does.add_argument(
        "--watch", action="store_true", help=t("watch the game in the full-screen display")
    )
    does.add_argument("--replay", action="store_true", help=t("print the game card by card"))
    does.add_argument(
        "--review", action="store_true", help=t("separate luck from skill in the game")
    )
    does.add_argument("--export", metavar="FILE", help=t("write the game's record to a file"))
    add_json(parser)


def run(args: Namespace) -> int:
    """List the games, latest first, or open or export one of them."""
    games = kept_games(args.database)
    if args.number is not None:
        if not games:
            raise DiamantError(NO_GAMES)
        if not 1 <= args.number <= len(games):
            raise DiamantError(
                "game {number} does not exist (the last one is {last})", args.number, len(games)
            )
        return _open(games[args.number - 1], args)
    for option in ("watch", "replay", "review", "export"):
        if getattr(args, option):
            raise DiamantError(
                "{option} requires a game number (see 'diamant games')", f"--{option}"
            )
    if args.json:
        print_json([_told(number, game) for number, game in enumerate(games, start=1)])
        return 0
    if games:
        _print(games)
    else:
        none = t("No saved games yet. Games from 'diamant play' and 'diamant host' appear here.")
        console().print(none, markup=False)
    _print_unfinished()
    return 0


def _open(game: KeptGame, args: Namespace) -> int:
    """Show one game, or write its record."""
    from diamant.record import write_record

    if args.watch:
        from diamant.cli.commands.watch import show_games

        return show_games([game.record], plain=False)
    if args.replay:
        from diamant.cli.commands.replay import tell

        tell(game.record, console())
        return 0
    if args.review:
        from diamant.cli.commands.review import tell_review

        tell_review(game.where, game.record)
        return 0
    text = write_record(game.record)
    if args.export is None:
        sys.stdout.write(text)
        return 0
    write_text(args.export, text)
    print(t("Game saved to {file}.", file=args.export), file=sys.stderr)
    return 0


def kept_games(database: str | None) -> list[KeptGame]:
    """Return all games of the household, or of a folder and a database, latest first."""
    folder = household_folder() / "games"
    print(t("using {place}", place=str(folder)), file=sys.stderr)
    games = [*_played(folder), *_hosted(database)]
    return sorted(games, key=lambda game: game.day, reverse=True)


def _played(folder: Path) -> list[KeptGame]:
    """Return the games saved by `play`, latest first."""
    kept = []
    # File names begin with the start time of the game.
    for file in sorted(folder.glob("*.dia"), reverse=True) if folder.is_dir() else ():
        try:
            kept += [KeptGame(str(file), record) for record in read_games(str(file))]
        except DiamantError as error:
            refuse(error.message)  # A damaged file doesn't hide the others.
    return kept


def _hosted(database: str | None) -> list[KeptGame]:
    """Return the finished games of the tables in a database, if it exists."""
    url = chosen_database(database)
    file = file_of(url)
    if database is None and file is not None and not file.exists():
        return []
    return asyncio.run(_at_tables(url))


async def _at_tables(url: str) -> list[KeptGame]:
    from diamant.cli.storage import existing_store
    from diamant.server.tables import persistence
    from diamant.table import records_of

    kept, after = [], ""
    async with existing_store(url) as store:
        while page := await store.tables(after=after):
            for info in page:
                entries = [persistence.read_entry(event) for event in await store.read(info.table)]
                where = f"{TABLE}{info.code or info.table}"
                games = list(records_of(entries))
                kept += [KeptGame(where, record) for record in reversed(games)]
            after = page[-1].table
    return kept


def _told(number: int, game: KeptGame) -> dict[str, object]:
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


def _print(games: list[KeptGame]) -> None:
    from rich.markup import escape

    rows = []
    for number, game in enumerate(games, start=1):
        played = game.record.game
        order = sorted(range(played.players), key=lambda seat: (-played.scores[seat], seat))
        points = ", ".join(f"{game.record.players[seat]} {played.scores[seat]}" for seat in order)
        cells = (played.edition.id, points, game.told_where)
        rows.append((str(number), game.day, *map(escape, cells)))
    out, headings = console(), ("", t("date"), t("Edition"), t("points"), t("Where"))
    print_table(out, headings, rows, left=len(headings))
    told = t(
        "Use 'diamant games NUMBER' to print a record, or add --watch, --replay, "
        "--review, or --export FILE."
    )
    out.print(told, style="dim", markup=False)


def _print_unfinished() -> None:
    """Print which unfinished game can be resumed."""
    from diamant.terminal.saved import last_saved, unfinished_games

    waiting = unfinished_games(household_folder())
    if waiting:
        saved, _ = last_saved(household_folder())
        told = t(
            "Unfinished game from {day} with {names}: use 'diamant play --continue' to resume.",
            day=saved.begun[:10],
            names=spoken().listed(saved.names),
        )
        console().print(told, style="dim", markup=False)
