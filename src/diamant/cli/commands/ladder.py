"""Measure a bot's win share, with error margins, at mixed tables with bots from the panel."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from diamant.cli import runs
from diamant.cli.common import add_json, console, print_json, print_table
from diamant.cli.signals import interrupted_code
from diamant.cli.words import spoken, t

if TYPE_CHECKING:
    from diamant.simulator.ladder import Ladder


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--bot", required=True, metavar="B", help=t("bot to measure"))
    runs.add_table_size(parser)
    runs.add_edition(parser, "schmidt-2005")
    runs.add_games(parser, default=200_000)
    parser.add_argument(
        "--families", default="", metavar="F1,F2,…", help=t("use only these families of the panel")
    )
    parser.add_argument(
        "--alike",
        action="store_true",
        help=t("use tables where all opponents play the same strategy"),
    )
    runs.add_luck_adjusted(parser)
    runs.add_threads(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Measure the bot and print its results."""
    from diamant.errors import BotError
    from diamant.simulator.ladder import ladder

    families = tuple(name.strip() for name in args.families.split(",") if name.strip())
    with runs.running(args.games) as hooks:
        try:
            found = ladder(
                args.edition,
                args.bot,
                args.players,
                args.games,
                families=families,
                alike=args.alike,
                seed=args.seed,
                threads=runs.chosen_threads(args),
                time_limit=args.time_limit,
                luck_adjusted=args.luck_adjusted,
                hooks=hooks,
            )
        except BotError as error:
            return runs.report_failure(error)
    if args.json:
        print_json(found.to_json())
    else:
        _tell(found)
    return interrupted_code() if found.outcome.interrupted else 0


def _tell(found: "Ladder") -> None:
    from rich.markup import escape

    out, outcome, own, words = console(), found.outcome, found.bot, spoken()

    def share(number: float) -> str:
        return words.percent(number, digits=2)

    out.print(
        t(
            "{bot} wins {share} ± {error} (fair share: {fair}), averaging {points} points",
            bot=f"[bold]{escape(own.bot)}[/]",
            share=f"[bold]{share(own.win_share)}[/]",
            error=share(own.win_share_error),
            fair=share(1 / outcome.players),
            points=words.decimal(own.mean, digits=2),
        )
    )
    if own.adjusted is not None and own.adjusted_error is not None:
        out.print(
            t(
                (
                    "without luck (cards and random draws): {share} ± {error}, as precise as "
                    "{factor} times as many games"
                ),
                share=f"[bold]{share(own.adjusted)}[/]",
                error=share(own.adjusted_error),
                factor=words.decimal(own.worth or 1),
            )
        )
    error = f"± {words.percent(0.95)}"
    rows = (
        (
            row.bot.removeprefix("diamant.bots.families:"),
            share(row.win_share),
            share(row.win_share_error),
            words.decimal(row.mean, digits=2),
        )
        for row in outcome.standings
        if row is not own
    )
    print_table(out, (t("opponents"), t("win share"), error, t("mean points")), rows)
    told = t(
        (
            "{edition} with {players} players: {games} games at {tables} panel tables, with "
            "rotated seats, on {decks} shared decks, in {seconds} s"
        ),
        tables=words.whole(outcome.mixes),
        **runs.run_numbers(outcome),
    )
    out.print(told, markup=False, style="dim")
