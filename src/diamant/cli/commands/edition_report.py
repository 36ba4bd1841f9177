"""Show game designers how an edition plays: expeditions, busts, gems, relics, exits, and scores."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from diamant.cli import runs
from diamant.cli.common import add_json, check_output, console, print_json, print_table, write_text
from diamant.cli.signals import interrupted_code
from diamant.cli.words import spoken, t

if TYPE_CHECKING:
    from diamant.simulator.reports.findings import EditionReport


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "edition",
        nargs="+",
        metavar="ID",
        help=t("an ID or a TOML file; give several to compare them"),
    )
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help=t("number of players (default: every allowed number)"),
    )
    parser.add_argument(
        "--bots",
        metavar="B1,B2,…",
        help=t("bots that take turns filling the seats (default: a mix of all bots)"),
    )
    runs.add_games(parser, default=100_000)
    runs.add_threads(parser)
    parser.add_argument(
        "--quick",
        action="store_true",
        help=t("skip the slowest parts: leaders, the gem supply, luck, and the best rule"),
    )
    parser.add_argument(
        "--html", metavar="FILE", help=t("write the report as an HTML page with charts")
    )
    parser.add_argument("--plot", metavar="FILE", help=t("draw the report (.png, .svg, or .pdf)"))
    add_json(parser)


def run(args: Namespace) -> int:
    """Play the games, and print the report on the edition."""
    from diamant.editions import find_edition
    from diamant.errors import BotError, DiamantError
    from diamant.simulator import Hooks
    from diamant.simulator.edition_report import BRIEF, WHOLE, edition_report, player_counts
    from diamant.simulator.plots import check_plot_file
    from diamant.simulator.reports.findings import EditionReport

    editions = [find_edition(name) for name in args.edition]
    counts = [player_counts(edition, args.players) for edition in editions]
    for file in (args.plot, args.html):
        check_output(file)
    if args.plot is not None:
        if len(editions) > 1:
            raise DiamantError("--plot draws only one edition; use --html to compare several")
        check_plot_file(args.plot)
    reports: list[EditionReport] = []
    code = 0
    total = args.games * sum(map(len, counts))
    try:
        with runs.progress(total) as (advance, say), runs.bots_speak_aside():
            for edition, asked in zip(editions, counts, strict=True):
                done = args.games * sum(len(report.counts) for report in reports)
                report = edition_report(
                    edition,
                    players=asked,
                    bots=args.bots,
                    games=args.games,
                    seed=args.seed,
                    threads=runs.chosen_threads(args),
                    time_limit=args.time_limit,
                    extent=BRIEF if args.quick else WHOLE,
                    hooks=Hooks(partial(_advance, advance, done), partial(say, runs.COMPILING)),
                )
                reports.append(report)
                if report.interrupted:
                    code = interrupted_code()
                    break
    except BotError as error:
        if isinstance(error.result, EditionReport):
            _tell([*reports, error.result], args)
        return runs.report_failure(error)
    _tell(reports, args)
    return code


def _advance(advance: Callable[[int], None], before: int, games: int) -> None:
    advance(before + games)


def _tell(reports: "list[EditionReport]", args: Namespace) -> None:
    if args.json:
        for report in reports:
            print_json(report.to_json())
    elif any(report.interrupted for report in reports):
        runs.tell_interrupted(sum(count.games for report in reports for count in report.counts))
    reports = [report for report in reports if report.counts]
    if not reports:
        return
    # Print the report first, so a file that can't be written doesn't lose it.
    if not args.json:
        _print(reports)
    if args.plot is not None:
        from diamant.simulator.plots import plot_report

        plot_report(reports[0], args.plot, spoken())
        _say(t("Plot written to {file}", file=args.plot), args)
    if args.html is not None:
        from diamant.simulator.reports.page import report_page

        write_text(args.html, report_page(reports, spoken()))
        _say(t("Page written to {file}", file=args.html), args)


def _say(told: str, args: Namespace) -> None:
    if not args.json:
        console().print(told, markup=False, style="dim", soft_wrap=True)


def _print(reports: "list[EditionReport]") -> None:
    from rich.markup import escape

    from diamant.simulator.reports.facts import best_rules, chapters, letters, notes, side_by_side

    out, words = console(), spoken()
    counts = side_by_side(reports)
    rows: list[list[str]] = []
    for heading, facts in chapters(reports, words).items():
        rows += [[], [f"[bold cyan]{heading}[/]"]]
        rows += [[f"  {name}", *(fact(count) for _, count in counts)] for name, fact in facts]
    sizes = (f"{count.players}{letter}" for letter, count in counts)
    print_table(out, (t("players"), *sizes), rows[1:])
    for report, letter in zip(reports, letters(reports), strict=True):
        out.print()
        for players, rule, wins in best_rules(report, words):
            told = t(
                "with {players} players, {rule} wins {share}",
                players=f"{players}{letter}",
                rule=f"[bold]{escape(rule)}[/]",
                share=wins,
            )
            out.print(f"  {told}")
        out.print(f"[dim]{escape(_who_played(report, letter))}[/]")
        out.print(f"[dim]{escape(', '.join(report.bots))}[/]")
    out.print(f"[dim]{escape('; '.join(notes(reports, words)))}[/]")


def _who_played(report: "EditionReport", letter: str) -> str:
    games = spoken().whole(max(count.games for count in report.counts))
    who = f"{letter}: {report.edition}" if letter else report.edition
    if len(report.counts) == 1:
        return t("{edition}: {games} games played by", edition=who, games=games)
    return t(
        "{edition}: {games} games for each number of players, played by", edition=who, games=games
    )
