"""Break each finished game's result down into card luck, others' choices, and decisions."""

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from diamant.cli import common, refuse
from diamant.cli.commands.games import NO_GAMES, kept_games
from diamant.cli.storage import add_database
from diamant.cli.words import spoken, t
from diamant.errors import DiamantError, Message

if TYPE_CHECKING:
    from rich.console import Console

    from diamant.analysis.review import Review
    from diamant.analysis.standings import PlayerStanding
    from diamant.locales.words import Words
    from diamant.record import Record


WORST = 3
WHERE = 6  # Columns for expedition and card, as in "  3.4 "; a longer entry takes more.


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help=t(
            "record files (.dia), or - for standard input (default: the saved games from "
            "the most recent day with any)"
        ),
    )
    add_database(parser)
    parser.add_argument(
        "--html", metavar="PAGE", help=t("write an HTML page with charts (- for standard output)")
    )
    common.add_json(parser)


def run(args: Namespace) -> int:
    """Review every game of the files, or the household's last games."""
    from diamant.bots.likely import judged

    if args.html == "-" and args.json:
        raise DiamantError("--html - cannot be combined with --json; give --html a file name")
    common.check_output(args.html)
    games: list[tuple[str, Review, Words]] = []
    refused = _Refused(alone=len(args.files) == 1)
    for name, number, record in _records(args, refused):
        try:
            found = judged(record)
        except DiamantError as error:
            refused.add(
                DiamantError(
                    "{where}: {error}", Message("{file}, game {number}", name, number), error
                )
            )
            continue
        heading = t("{file}, game {number}", file=name, number=number)
        games.append((heading, found, spoken(record.game.edition)))
        if args.json:
            common.print_json(found.to_json())
    if games:
        _show(args, games)
    return refused.code


class _Refused:
    """Collects errors, so a damaged file doesn't stop the review of other files."""

    def __init__(self, *, alone: bool) -> None:
        self.alone = alone
        self.code = 0

    def add(self, error: DiamantError) -> None:
        """Print an error and store its exit code, or raise it if there is only one file."""
        if self.alone:
            raise error
        self.code = refuse(error.message)


def _show(args: Namespace, games: "list[tuple[str, Review, Words]]") -> None:
    if args.html is not None:
        from diamant.analysis.page import page

        if args.html == "-":
            sys.stdout.write(page(games))
            return
        common.write_text(args.html, page(games))
    if not args.json:
        out = common.console()
        for number, (heading, found, words) in enumerate(games):
            if number:
                out.rule()
            _tell(heading, found, words, out)
        if len(games) > 1:
            from diamant.analysis.standings import standings

            out.rule()
            _tell_all(standings([found for _, found, _ in games]), out)
        if args.html is not None:
            told = t("Page written to {file}", file=args.html)
            out.print(told, markup=False, style="dim", soft_wrap=True)


def _records(args: Namespace, refused: _Refused) -> "Iterator[tuple[str, int, Record]]":
    """Yield each game with the name of its file or table, and its number within it."""
    if args.files:
        for file in args.files:
            name = t("standard input") if file == "-" else file
            try:
                games = common.read_games(file)
            except DiamantError as error:
                refused.add(error)
                continue
            for number, record in enumerate(games, start=1):
                yield name, number, record
        return
    kept = kept_games(args.database)
    if not kept:
        raise DiamantError(NO_GAMES)
    seen: Counter[str] = Counter()
    for game in [game for game in kept if game.day == kept[0].day]:
        seen[game.where] += 1
        yield game.where, seen[game.where], game.record


def tell_review(name: str, record: "Record") -> None:
    """Review one game and print the result."""
    from diamant.bots.likely import judged

    _tell(name, judged(record), spoken(record.game.edition), common.console())


def _tell(heading: str, found: "Review", words: "Words", out: "Console") -> None:
    from rich.markup import escape

    from diamant.analysis.page import lost_points, part_names, percent, what, with_error
    from diamant.analysis.review import Mean

    reference = t("Reference model: {name}.", name=found.reference)
    out.print(f"[bold]{escape(heading)}[/] [dim]· {found.edition}. {reference}[/]")
    parts = part_names(words)
    result = (t("At the start"), t("Result"), *parts.values())
    rows = (
        (
            escape(player.name),
            percent(player.start, words),
            percent(player.result, words),
            *(percent(getattr(player, part), words, signed=True) for part in parts),
            with_error(Mean(player.rating.lost, player.rating.error), words),
        )
        for player in found.players
    )
    common.print_table(out, (t("Player"), *result, t("Loss per choice")), rows, gap=2)
    names = [player.name for player in found.players]
    out.print(t("Turning points"), style="dim")
    for moment in found.turning_points:
        changed = t(
            "({share} of the win probability changed hands)", share=percent(moment.change, words)
        )
        told = f"{escape(what(moment, names, words))} {changed}"
        common.print_entry(out, f"  {moment.round}.{moment.step} ", told, WHERE)
    worst = [each for each in sorted(found.choices, key=lambda each: -each.lost) if each.lost]
    if worst:
        out.print(t("Costliest choices"), style="dim")
    for choice in worst[:WORST]:
        told = t(
            (
                "{name}, {choice}: cost {lost} of the win probability, or {points} points "
                "against equal opponents"
            ),
            name=escape(names[choice.seat]),
            choice=(t("Leave") if choice.leave else t("Go on")).lower(),
            lost=percent(choice.lost, words),
            points=lost_points(choice, words),
        )
        common.print_entry(out, f"  {choice.round}.{choice.step} ", told, WHERE)


def _tell_all(found: "list[PlayerStanding]", out: "Console") -> None:
    from rich.markup import escape

    from diamant.analysis.page import figure_heads, figures

    words = spoken()
    out.print(t("All games"), style="bold")
    rows = ((escape(each.name), *figures(each, words)) for each in found)
    common.print_table(out, figure_heads(words), rows)
