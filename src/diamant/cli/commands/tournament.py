"""Rank bots by playing every combination, with rotated seats and shared decks."""

import sys
from argparse import ArgumentParser, Namespace
from math import isnan
from typing import TYPE_CHECKING

from diamant.cli import runs
from diamant.cli.common import add_json, check_output, console, print_json, print_table, write_text
from diamant.cli.signals import interrupted_code
from diamant.cli.words import spoken, t
from diamant.errors import DiamantError

if TYPE_CHECKING:
    from diamant.simulator.standings import Tournament


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--bots", required=True, metavar="B1,B2,…", help=t("the bots in the tournament")
    )
    runs.add_table_size(parser)
    runs.add_edition(parser)
    runs.add_games(parser, default=1_000_000)
    runs.add_threads(parser)
    parser.add_argument("--csv", metavar="FILE", help=t("write the standings as CSV"))
    parser.add_argument(
        "--plot", metavar="FILE", help=t("plot the standings (.png, .svg, or .pdf)")
    )
    runs.add_luck_adjusted(parser)
    runs.add_cluster(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Play the tournament and print the standings."""
    from diamant.errors import BotError

    if args.plot is not None:
        from diamant.simulator.plots import check_plot_file

        check_plot_file(args.plot)
    for file in (args.csv, args.plot):
        check_output(file)
    try:
        outcome = _hold(args)
    except BotError as error:
        from diamant.simulator.standings import Tournament

        if isinstance(error.result, Tournament) and error.result.games:
            _tell(error.result, args)
        return runs.report_failure(error)
    _tell(outcome, args)
    return interrupted_code() if outcome.interrupted else 0


def _hold(args: Namespace) -> "Tournament":
    from diamant.simulator.tournament import tournament

    options = {"seed": args.seed, "time_limit": args.time_limit}
    with runs.running(args.games) as hooks:
        if args.cluster is not None:
            if args.luck_adjusted:
                raise DiamantError("--luck-adjusted cannot be combined with --cluster")
            from diamant.simulator.cluster import tournament_on_cluster

            return tournament_on_cluster(
                args.cluster,
                args.edition,
                args.bots,
                args.players,
                args.games,
                hooks=hooks,
                **options,
            )
        return tournament(
            args.edition,
            args.bots,
            args.players,
            args.games,
            luck_adjusted=args.luck_adjusted,
            threads=runs.chosen_threads(args),
            hooks=hooks,
            **options,
        )


def _tell(outcome: "Tournament", args: Namespace) -> None:
    words = spoken()
    if outcome.interrupted:
        runs.tell_interrupted(outcome.games)
    if outcome.mixes < outcome.all_mixes:
        told = t(
            "played a seeded sample of {played} out of {all} combinations",
            all=words.whole(outcome.all_mixes),
            played=words.whole(outcome.mixes),
        )
        print(told, file=sys.stderr)
    # Print the outcome first, so a file that can't be written doesn't lose it.
    if args.json:
        print_json(outcome.to_json())
    elif outcome.standings:
        _print(outcome, args)
    if args.csv is not None and outcome.standings:
        from io import StringIO

        lines = StringIO(newline="")
        outcome.write_csv(lines)
        write_text(args.csv, lines.getvalue())
    if args.plot is not None and outcome.standings:
        from diamant.simulator.plots import plot_tournament

        plot_tournament(outcome, args.plot, words)


def _print(outcome: "Tournament", args: Namespace) -> None:
    words, adjusted = spoken(), args.luck_adjusted
    error = f"± {words.percent(0.95)}"
    without = (t("luck-adjusted"), error) if adjusted else ()
    shares, points = (t("win share"), error, *without), (t("mean points"), error)
    rows = (
        (
            row.bot,
            _share(row.win_share),
            _share(row.win_share_error),
            *(_share(part) for part in (row.adjusted, row.adjusted_error) if adjusted),
            _number(row.mean, 2),
            _number(row.mean_error, 2),
            _number(row.rating, 0),
        )
        for row in outcome.standings
    )
    out = console()
    print_table(out, (t("bot"), *shares, *points, t("rating")), rows)
    told = t(
        (
            "{edition}, players: {players}; {games} games of {mixes} combinations on {decks} "
            "shared decks in {seconds} s"
        ),
        mixes=words.whole(outcome.mixes),
        **runs.run_numbers(outcome),
    )
    out.print(told, markup=False, style="dim")
    if not all(isnan(row.rating) for row in outcome.standings):
        told = t(
            "The rating counts every place, not just first place: a bot that rarely comes "
            "last can be rated higher than a bot that wins more often."
        )
        out.print(told, style="dim")


def _share(number: float | None) -> str:
    return "-" if number is None or isnan(number) else spoken().percent(number, digits=2)


def _number(number: float, digits: int) -> str:
    return "-" if isnan(number) else spoken().decimal(number, digits=digits)
