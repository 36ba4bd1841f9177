"""Tell a designer how an edition plays: expeditions, busts, gems, relics, leavers and scores."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from diamant.cli.common import add_json, console, print_json, print_table
from diamant.cli.simulation import (
    COMPILING,
    add_games,
    bots_speak_aside,
    check_output,
    progress,
    report_failure,
)

if TYPE_CHECKING:
    from diamant.simulator.report import EditionReport, PlayersReport

    Fact = Callable[[PlayersReport], str]


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("edition", metavar="ID", help="an id or a TOML file")
    parser.add_argument(
        "--players", type=int, metavar="N", help="default: every number that the edition allows"
    )
    parser.add_argument(
        "--bots",
        metavar="B1,B2,…",
        help="who plays; as many of them as there are players, in turn (a mix of all bots)",
    )
    add_games(parser, default=100_000)
    parser.add_argument("--plot", metavar="FILE", help="draw the report (.png, .svg or .pdf)")
    add_json(parser)


def run(args: Namespace) -> int:
    """Report on an edition."""
    from diamant.editions import find_edition
    from diamant.errors import BotError
    from diamant.simulator import Hooks
    from diamant.simulator.edition_report import edition_report, player_counts
    from diamant.simulator.plots import check_plot_file
    from diamant.simulator.report import EditionReport

    edition = find_edition(args.edition)
    counts = player_counts(edition, args.players)
    if args.plot is not None:
        check_plot_file(args.plot)
        check_output(args.plot)
    try:
        with progress(args.games * len(counts)) as (advance, say), bots_speak_aside():
            report = edition_report(
                edition,
                players=counts,
                bots=args.bots,
                games=args.games,
                seed=args.seed,
                time_limit=args.time_limit,
                hooks=Hooks(advance, lambda: say(COMPILING)),
            )
    except BotError as error:
        if isinstance(error.result, EditionReport):
            _tell(error.result, args)
        return report_failure(error, lambda partial: None)
    _tell(report, args)
    return 130 if report.interrupted else 0


def _tell(report: "EditionReport", args: Namespace) -> None:
    if args.plot is not None and report.counts:
        from diamant.simulator.plots import plot_report

        plot_report(report, args.plot)
    if args.json:
        print_json(report.to_json())
        return
    if report.interrupted:
        games = sum(count.games for count in report.counts)
        print(f"interrupted after {games:,} games; this is the result so far", file=sys.stderr)
    if not report.counts:
        return
    from rich.markup import escape
    from rich.table import Table

    out = console()
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("players", no_wrap=True)
    for count in report.counts:
        table.add_column(str(count.players), justify="right")
    for number, (heading, facts) in enumerate(_chapters(report)):
        if number:
            table.add_row()
        table.add_row(f"[bold cyan]{heading}[/]")
        for name, fact in facts:
            table.add_row(f"  {name}", *map(fact, report.counts))
    print_table(out, table)
    games = max(count.games for count in report.counts)
    each = " with each number of players" if len(report.counts) > 1 else ""
    out.print(f"\n[dim]{report.edition}: {games:,} games{each}, played by[/]")
    out.print(f"[dim]{escape(', '.join(report.bots))}[/]")
    if args.plot is not None:
        out.print(f"[dim]the plot is in {escape(args.plot)}[/]")


def _chapters(report: "EditionReport") -> "Iterator[tuple[str, list[tuple[str, Fact]]]]":
    """Give the facts in the order of a game: its cards, its busts, its gems, who left, who won."""
    rounds = range(len(report.counts[0].bust_rates))
    yield (
        "cards in an expedition",
        [
            ("mean", lambda of: f"{of.mean_length:.2f}"),
            ("eight in ten have", lambda of: f"{of.length_at(0.1)}-{of.length_at(0.9)}"),
            *((f"expedition {n + 1}", _mean_length(n)) for n in rounds),
        ],
    )
    yield (
        "expeditions that bust",
        [
            ("all", lambda of: f"{of.bust_rate:.1%}"),
            *((f"expedition {n + 1}", _bust_rate(n)) for n in rounds),
        ],
    )
    yield "players caught by a bust", [("all", lambda of: f"{of.caught_rate:.1%}")]
    yield (
        "gems turned up",
        [
            ("per card", lambda of: f"{of.gems_per_card:.2f}"),
            ("per expedition", lambda of: f"{of.gems_per_expedition:.1f}"),
        ],
    )
    yield (
        "where they went",
        [
            ("banked from hand", _gem_share("gems_banked_from_hand")),
            ("banked from the path", _gem_share("gems_banked_from_path")),
            ("lost in busts", _gem_share("gems_lost_in_busts")),
            ("left on the path", _gem_share("gems_left_on_path")),
        ],
    )
    if any(count.relics_turned for count in report.counts):
        yield (
            "relics in a game",
            [
                ("turned up", lambda of: f"{of.relics_turned:.2f}"),
                ("taken", lambda of: f"{of.relics_taken:.2f}"),
            ],
        )
    most = max(count.players for count in report.counts)
    yield (
        "players who leave at once",
        [(str(many) if many > 1 else "1 (alone)", _leavers(many)) for many in range(1, most + 1)],
    )
    yield (
        "points",
        [
            ("mean", lambda of: f"{of.mean_score:.1f}"),
            ("winner", lambda of: f"{of.mean_winner:.1f}"),
            ("last", lambda of: f"{of.mean_last:.1f}"),
        ],
    )


def _mean_length(expedition: int) -> "Fact":
    return lambda of: f"{of.mean_lengths[expedition]:.2f}"


def _bust_rate(expedition: int) -> "Fact":
    return lambda of: f"{of.bust_rates[expedition]:.1%}"


def _gem_share(flow: str) -> "Fact":
    return lambda of: f"{of.gem_shares[flow]:.1%}"


def _leavers(many: int) -> "Fact":
    return lambda of: f"{of.leavers[many - 1]:.1%}" if many <= of.players else ""
