"""Shared code of the simulating commands: options, progress, and failing bots."""

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
COMPILING = Message("compiling (cached for similar runs if the cache is writable) …")
"""The message that `progress` shows and translates during a compilation."""


def add_edition(parser: ArgumentParser, default: str = "iello-2016") -> None:
    """Add the edition option."""
    parser.add_argument(
        "--edition",
        default=default,
        metavar="ID",
        help=t("an edition ID or a TOML file (default: {usual})", usual=default),
    )


def add_games(parser: ArgumentParser, default: int) -> None:
    """Add the options for the number of games and the seed."""
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
    """Add the option for the number of cores: threads or processes."""
    parser.add_argument(
        "--threads", type=int, metavar="N", help=t("number of cores to use (default: all)")
    )


def chosen_threads(args: Namespace) -> int:
    """Return the number of cores to use, by default all."""
    from diamant.simulator.parallel import cores

    return cores() if args.threads is None else int(args.threads)


def add_table_size(parser: ArgumentParser) -> None:
    """Add the option for the number of players per table."""
    parser.add_argument(
        "--players", type=int, default=4, metavar="N", help=t("seats at each table (default: 4)")
    )


def add_luck_adjusted(parser: ArgumentParser) -> None:
    """Add the option to remove the luck of cards and draws from the result."""
    parser.add_argument(
        "--luck-adjusted",
        action="store_true",
        help=t(
            "also print win shares adjusted for luck in the cards and in random choices "
            "(slow: every game is reviewed)"
        ),
    )


def add_cluster(parser: ArgumentParser) -> None:
    """Add the option for a Ray cluster."""
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help=t("address of a Ray cluster to run on, or 'local'")
    )


def tell_interrupted(games: int) -> None:
    """Print that the result covers fewer games than requested."""
    told = t("interrupted; results so far (games: {games})", games=spoken().whole(games))
    print(told, file=sys.stderr)


def run_numbers(outcome: "Tournament") -> dict[str, str]:
    """Return a run's edition, table size, games and duration as message parameters."""
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
    """Show a progress bar on standard error once a run takes long.

    Yield two functions: one advances the bar, the other shows a message.
    """
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
        # A bar that appears only for a moment is a distraction.
        if time.monotonic() - started > LONG_RUN_SECONDS:
            bar.update(task, completed=done, visible=True)

    with bar:
        yield (
            advance,
            lambda sentence: bar.console.print(fault(sentence), style="dim", markup=False),
        )


@contextmanager
def bots_speak_aside() -> Iterator[None]:
    """Redirect bots' output to standard error; standard output is for the result."""
    with redirect_stdout(sys.stderr):
        yield


@contextmanager
def running(games: int) -> "Iterator[Hooks]":
    """Yield the hooks of a run; show its progress, and redirect bots' output."""
    from diamant.simulator import Hooks

    with progress(games) as (advance, say), bots_speak_aside():
        yield Hooks(advance, lambda: say(COMPILING))


def report_failure(error: BotError) -> int:
    """Print which bot failed and where; return the exit code."""
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
