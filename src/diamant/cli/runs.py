"""What the commands that simulate share: options, progress, failing bots, what was played."""

import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING

from diamant.cli import refuse
from diamant.cli.signals import interrupt_once
from diamant.cli.words import fault, spoken, t
from diamant.errors import BotError, Message

if TYPE_CHECKING:
    from diamant.simulator import Hooks
    from diamant.simulator.standings import Tournament


LONG_RUN_SECONDS = 1.0
COMPILING = Message("compiling (cached for later runs of this kind if the disk allows) …")
"""Said in every language by `progress`."""


def add_edition(parser: ArgumentParser, default: str = "iello-2016") -> None:
    """Add the edition."""
    parser.add_argument(
        "--edition",
        default=default,
        metavar="ID",
        help=t("an edition ID or a TOML file (default: {usual})", usual=default),
    )


def add_games(parser: ArgumentParser, default: int) -> None:
    """Add how much to play, and the seed."""
    parser.add_argument(
        "--games",
        type=_whole,
        default=default,
        metavar="N",
        help=t("number of games (default: {usual})", usual=spoken().whole(default)),
    )
    parser.add_argument(
        "--seed",
        type=_whole,
        default=0,
        metavar="S",
        help=t("random seed; the same seed gives the same games (default: 0)"),
    )
    parser.add_argument(
        "--time-limit",
        type=float,
        default=10.0,
        metavar="SECONDS",
        help=t("how long a plain Python bot may think about one decision (default: 10)"),
    )


def add_threads(parser: ArgumentParser) -> None:
    """Add how many cores are used: threads of compiled bots, processes of plain ones."""
    parser.add_argument(
        "--threads", type=int, metavar="N", help=t("number of cores to use (default: all)")
    )


def chosen_threads(args: Namespace) -> int:
    """Return how many cores are used: all, if nothing else was wished for."""
    from diamant.simulator.parallel import cores

    return cores() if args.threads is None else int(args.threads)


def add_table_size(parser: ArgumentParser) -> None:
    """Add how many sit at each table of bots that meet in many mixes."""
    parser.add_argument(
        "--players", type=int, default=4, metavar="N", help=t("seats at each table (default: 4)")
    )


def add_luck_adjusted(parser: ArgumentParser) -> None:
    """Let the luck of cards and draws be taken out of the result."""
    parser.add_argument(
        "--luck-adjusted",
        action="store_true",
        help=t(
            "also print win shares without the luck of cards and draws (slow: every "
            "game is reviewed)"
        ),
    )


def add_cluster(parser: ArgumentParser) -> None:
    """Add the Ray cluster."""
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help=t("address of a Ray cluster to run on, or 'local'")
    )


def tell_interrupted(games: int) -> None:
    """Say that what follows is the result of fewer games than were asked for."""
    told = t("interrupted; results so far (games: {games})", games=spoken().whole(games))
    print(told, file=sys.stderr)


def run_numbers(outcome: "Tournament") -> dict[str, str]:
    """Return what was played and for how long, as sentences about it say it."""
    words = spoken()
    return {
        "edition": outcome.edition,
        "players": str(outcome.players),
        "games": words.whole(outcome.games),
        "decks": words.whole(outcome.decks),
        "seconds": words.decimal(outcome.seconds),
    }


@contextmanager
def progress(
    total: int, what: str | None = None
) -> Iterator[tuple[Callable[[int], None], Callable[[str], None]]]:
    """Show a bar on standard error once a run proves long; give how to advance it and to speak."""
    interrupt_once()
    if not sys.stderr.isatty():
        yield lambda done: None, lambda sentence: print(fault(sentence), file=sys.stderr)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), what or t("games"), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True, highlight=False), transient=True)
    task = bar.add_task("", total=total, visible=False)
    started = time.monotonic()

    def advance(done: int) -> None:
        # A bar that only flashes by is noise.
        if time.monotonic() - started > LONG_RUN_SECONDS:
            bar.update(task, completed=done, visible=True)

    with bar:
        yield (
            advance,
            lambda sentence: bar.console.print(fault(sentence), style="dim", markup=False),
        )


@contextmanager
def bots_speak_aside() -> Iterator[None]:
    """Let what bots print go to standard error: standard output is for the result alone."""
    with redirect_stdout(sys.stderr):
        yield


@contextmanager
def running(games: int) -> "Iterator[Hooks]":
    """Give the hooks of a run: its progress is shown, and what bots print goes aside."""
    from diamant.simulator import Hooks

    with progress(games) as (advance, say), bots_speak_aside():
        yield Hooks(advance, lambda: say(COMPILING))


def report_failure(error: BotError) -> int:
    """Print which bot failed, and where; return the exit code."""
    code = refuse(error.message)
    if error.record is not None:
        print(t("the game so far, as a record:"), file=sys.stderr)
        print(error.record, file=sys.stderr, end="")
    return code


def _whole(text: str) -> int:
    """Read a whole number, which may be grouped as in 1_000_000 or 1,000,000."""
    try:
        return int(text.replace("_", "").replace(",", ""))
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a whole number") from None
