"""Measure a bot at mixed tables of the public panel: its share of wins, with errors."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from diamant.cli.common import add_json, console, print_json
from diamant.cli.simulation import (
    COMPILING,
    add_edition,
    add_games,
    add_luck_adjusted,
    add_threads,
    bots_speak_aside,
    progress,
    report_failure,
)

if TYPE_CHECKING:
    from diamant.simulator.ladder import Ladder


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--bot", required=True, metavar="B", help="the bot that is measured")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="seats at a table (4)")
    add_edition(parser, "schmidt-2005")
    add_games(parser, default=200_000)
    parser.add_argument(
        "--families", default="", metavar="F1,F2,…", help="only these families of the panel"
    )
    parser.add_argument(
        "--alike", action="store_true", help="tables at which all others are the same strategy"
    )
    add_luck_adjusted(parser)
    add_threads(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Climb."""
    from diamant.errors import BotError
    from diamant.simulator import Hooks
    from diamant.simulator.ladder import ladder
    from diamant.simulator.run import cores

    families = tuple(name.strip() for name in args.families.split(",") if name.strip())
    with progress(args.games) as (advance, say), bots_speak_aside():
        try:
            found = ladder(
                args.edition,
                args.bot,
                args.players,
                args.games,
                families=families,
                alike=args.alike,
                seed=args.seed,
                threads=cores() if args.threads is None else args.threads,
                time_limit=args.time_limit,
                luck_adjusted=args.luck_adjusted,
                hooks=Hooks(advance, lambda: say(COMPILING)),
            )
        except BotError as error:
            return report_failure(error, lambda partial: None)
    if args.json:
        print_json(found.to_json())
    else:
        _tell(found)
    return 130 if found.outcome.interrupted else 0


def _tell(found: "Ladder") -> None:
    from rich.table import Table

    out, outcome, own = console(), found.outcome, found.bot
    out.print(
        f"[bold]{own.bot}[/] wins [bold]{own.win_share:.2%}[/] ± {own.win_share_error:.2%}"
        f" (fair: {1 / outcome.players:.2%}) with {own.mean:.2f} points on average"
    )
    if own.adjusted is not None:
        out.print(
            f"without the luck of cards and draws: [bold]{own.adjusted:.2%}[/] ±"
            f" {own.adjusted_error:.2%}, as sure as by {own.worth or 1:.1f} times as many games"
        )
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("at its tables")
    for heading in ("win share", "± 95 %", "mean points"):
        table.add_column(heading, justify="right")
    for row in outcome.standings:
        name = row.bot.removeprefix("diamant.bots.families:")
        if row is not own:
            table.add_row(
                name, f"{row.win_share:.2%}", f"{row.win_share_error:.2%}", f"{row.mean:.2f}"
            )
    out.print(table)
    out.print(
        f"[dim]{outcome.edition}, {outcome.players} players: {outcome.games:,} games at"
        f" {outcome.mixes:,} tables of the panel, seats rotated, on {outcome.decks:,} common decks"
        f" in {outcome.seconds:.1f} s[/]"
    )
