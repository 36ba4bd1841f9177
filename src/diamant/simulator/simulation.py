"""Play many games of one lineup: the usual entry point."""

import time
from contextlib import closing
from os import PathLike
from typing import TextIO

from diamant.bots import Bots, as_bots
from diamant.editions import find_edition
from diamant.errors import DiamantError
from diamant.rules.edition import Edition
from diamant.simulator import engine as engines
from diamant.simulator.engine import (
    TIME_LIMIT,
    Engine,
    LineUp,
    Part,
    check_games,
    check_threads,
    check_time_limit,
)
from diamant.simulator.parallel import Hooks, Parallel, RunSoFar, in_order
from diamant.simulator.result import Games, Result, Tally, seat_results


def simulate(
    edition: Edition | str | PathLike[str],
    bots: Bots,
    games: int,
    *,
    seed: int = 0,
    first_game: int = 0,
    threads: int | None = None,
    detail: bool = False,
    each: bool = False,
    records: TextIO | None = None,
    time_limit: float = TIME_LIMIT,
    hooks: Hooks | None = None,
) -> Result:
    """Play `games` games of a lineup, one bot for each seat in order.

    A bot is given by its name, as a `Bot`, or as a function or class. The same seed gives the same
    games for any number of threads. `detail` adds histograms, and `each` the outcome of every
    single game as NumPy arrays. Every game is written to `records` as a record. Ctrl-C ends a run
    early and returns the result so far, with `interrupted` set.

    >>> import diamant
    >>> result = diamant.simulate("iello-2016", "threshold:gems=8,random,random", 1000, seed=1)
    >>> result.games, result.seats[0].win_share > 0.5
    (1000, True)
    """
    hooks = hooks or Hooks()
    if records is not None and not hasattr(records, "write"):
        raise DiamantError("records must be an open file, not {records}", repr(records))
    detailed = detail or each or records is not None
    check_threads(threads)
    engine = prepare(
        edition, bots, games, seed=seed, time_limit=time_limit, fast=not detailed, hooks=hooks
    )
    line_up = engine.seat(range(len(engine.bots)))
    outcome = Games.empty(games, len(line_up.bots), engine.edition.rounds) if each else None
    recorded = records is not None and engine.is_compiled
    size = engines.RECORDED_BATCH if recorded else engine.batch

    def play(start: int) -> Part:
        count = min(size, games - start)
        room = None if outcome is None else outcome.part(start, count)
        first = first_game + start
        return line_up.play(first, count, detail=detailed, each=room, records=records is not None)

    # Outcomes of single games are written in place, which another process could not do.
    workers = Parallel(1) if each and not engine.is_compiled else engine.workers(threads)
    started = time.perf_counter()
    tally = engine.tally(len(line_up.bots))
    with RunSoFar() as run, closing(in_order(play, range(0, games, size), workers)) as parts:
        for part in parts:
            tally.add(part.tally)
            if records is not None:
                records.write(part.records)
            hooks.progress(tally.games)
            part.raise_stop()
    seconds = time.perf_counter() - started
    if outcome is not None:
        outcome = outcome.part(0, tally.games)
    result = result_of(
        line_up, tally, seconds, detail=detail, each=outcome, interrupted=run.interrupted
    )
    return run.hand_over(result)


def prepare(
    edition: Edition | str | PathLike[str],
    bots: Bots,
    games: int,
    *,
    seed: int,
    time_limit: float,
    fast: bool,
    hooks: Hooks,
) -> Engine:
    """Return the engine for one lineup, or raise an error for invalid arguments."""
    edition, seated = find_edition(edition), as_bots(bots)
    check_games(games, seed)
    edition.check_players(len(seated))
    check_time_limit(time_limit)
    return Engine.of(
        edition,
        seated,
        seed=seed,
        time_limit=time_limit,
        fast=fast and games >= engines.LONG_RUN,
        long=games >= engines.LONG_RUN,
        compiling=hooks.compiling,
    )


def result_of(
    line_up: LineUp,
    tally: Tally,
    seconds: float,
    *,
    detail: bool,
    each: Games | None = None,
    interrupted: bool = False,
) -> Result:
    """Build the result of a lineup from its tally."""
    return Result(
        edition=line_up.engine.edition.id,
        games=tally.games,
        seconds=seconds,
        seats=seat_results(list(map(str, line_up.bots)), tally.sums, max(1, tally.games)),
        sums=tally.sums,
        detail=tally.to_detail() if detail else None,
        each=each,
        interrupted=interrupted,
    )
