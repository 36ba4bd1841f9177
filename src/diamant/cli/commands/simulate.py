"""Simulate many games with one lineup of bots and print each seat's results."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

from diamant.cli import runs
from diamant.cli.common import add_json, check_output, console, print_json, print_table
from diamant.cli.signals import interrupted_code
from diamant.cli.words import spoken, t
from diamant.rules.seats import SEAT_LETTERS

if TYPE_CHECKING:
    from diamant.simulator import Result


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    runs.add_edition(parser)
    parser.add_argument(
        "--bots", required=True, metavar="B1,B2,…", help=t("one bot for each seat, in order")
    )
    runs.add_games(parser, default=100_000)
    parser.add_argument(
        "--records", metavar="FILE", help=t("write a record of every game (- for standard output)")
    )
    parser.add_argument("--plot", metavar="FILE", help=t("plot the results (.png, .svg, or .pdf)"))
    runs.add_threads(parser)
    runs.add_cluster(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Simulate the games and print the results."""
    from diamant.errors import BotError, DiamantError

    if args.cluster is not None and args.records is not None:
        raise DiamantError("--records cannot be combined with --cluster")
    if args.records == "-" and args.json:
        raise DiamantError("--records - cannot be combined with --json; give --records a file name")
    if args.plot is not None:
        from diamant.simulator.plots import check_plot_file

        check_plot_file(args.plot)
    for file in (args.records, args.plot):
        check_output(file)
    records = _Records(args.records) if args.records is not None else None
    try:
        result = _simulate(args, records)
    except BotError as error:
        from diamant.simulator import Result

        if isinstance(error.result, Result) and error.result.games:
            _tell(error.result, args)
        return runs.report_failure(error)
    finally:
        if records is not None:
            records.close()
    _tell(result, args)
    if records is not None and records.error is not None:
        raise DiamantError("cannot write {file}: {error}", args.records, records.error)
    return interrupted_code() if result.interrupted else 0


class _Records:
    """A record file; if a write fails, the run ends and keeps its result so far."""

    def __init__(self, file: str) -> None:
        self._file = Path(file)
        self._standard = sys.stdout if file == "-" else None
        self._output: TextIO | None = None  # Opened late, to keep an old file until a game is over.
        self.error: OSError | None = None

    def write(self, text: str) -> None:
        try:
            if self._output is None:
                self._output = self._open()
            self._output.write(text)
        except OSError as error:
            self.error = error
            raise KeyboardInterrupt from None  # No key was pressed, but this ends a run properly.

    def _open(self) -> TextIO:
        # Bots' own output goes elsewhere meanwhile; this is the real standard output.
        return self._standard or self._file.open("w", encoding="utf-8")

    def close(self) -> None:
        try:
            if self._output is not None and self._output is not self._standard:
                self._output.close()
        except OSError as error:
            self.error = error


def _simulate(args: Namespace, records: "_Records | None") -> "Result":
    from diamant.bots import as_bots
    from diamant.simulator import simulate

    with runs.bots_speak_aside():
        bots = as_bots(args.bots)
    options: dict[str, Any] = {
        "seed": args.seed,
        "detail": args.plot is not None,
        "time_limit": args.time_limit,
    }
    with runs.running(args.games) as hooks:
        if args.cluster is not None:
            from diamant.simulator.cluster import simulate_on_cluster

            return simulate_on_cluster(
                args.cluster, args.edition, bots, args.games, hooks=hooks, **options
            )
        return simulate(
            args.edition,
            bots,
            args.games,
            threads=runs.chosen_threads(args),
            records=cast("TextIO | None", records),
            hooks=hooks,
            **options,
        )


def _tell(result: "Result", args: Namespace) -> None:
    """Print the result, then save the plot.

    In this order, the result is not lost if the plot can't be written.
    """
    if args.json:
        print_json(result.to_json())
    else:
        _print(result, args)
    if args.plot is not None and result.games:
        from diamant.simulator.plots import plot_result

        plot_result(result, args.plot, spoken())
        if not args.json:
            out = console(aside=args.records == "-")
            told = t("Plot written to {file}", file=args.plot)
            out.print(told, markup=False, style="dim", soft_wrap=True)


def _print(result: "Result", args: Namespace) -> None:
    # If records go to standard output, everything else goes to standard error.
    out, words = console(aside=args.records == "-"), spoken()
    if result.interrupted:
        runs.tell_interrupted(result.games)
    headings = (t("seat"), t("bot"), t("mean points"), t("± standard error"), t("win share"))
    rows = (
        (
            letter,
            seat.bot,
            words.decimal(seat.mean, digits=3),
            words.decimal(seat.stderr, digits=3),
            words.percent(seat.win_share, digits=2),
        )
        for letter, seat in zip(SEAT_LETTERS, result.seats, strict=False)
    )
    print_table(out, headings, rows, left=2)
    told = t(
        "{edition}: {games} games in {seconds} s, {rate} per second",
        edition=result.edition,
        games=words.whole(result.games),
        seconds=words.decimal(result.seconds, digits=2),
        rate=words.whole(round(result.games_per_second)),
    )
    out.print(told, markup=False, style="dim")
    if args.records not in (None, "-"):
        told = t("Records written to {file}", file=args.records)
        out.print(told, markup=False, style="dim")
