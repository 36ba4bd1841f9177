"""Playing many games of one line-up: compiled where every bot can be, by calling them otherwise."""

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from os import PathLike
from typing import TextIO, TypeVar

from diamant.bots import Bot, Bots, as_bots, leaving_chance
from diamant.editions import find_edition
from diamant.errors import BotError, DiamantError
from diamant.rules.edition import Edition
from diamant.simulator.compiled import FAILURES, Machine, empty_games, seed_word
from diamant.simulator.plain import PlainMachine, add_game, explain_failure
from diamant.simulator.result import Games, Result, Tally, seat_results
from diamant.simulator.rewrite import CannotCompileError, CompiledBot, compile_bot
from diamant.simulator.tables import EditionTables
from diamant.simulator.traces import plain_record, trace_records
from diamant.simulator.watch import Watch

COMPILED_BATCH = 20_000
TRACED_BATCH = 1_000
PLAIN_BATCH = 20
MOST_GAMES = 10**12
TIME_LIMIT = 10.0

Progress = Callable[[int], object]

_Part = TypeVar("_Part")


@dataclass(frozen=True)
class Hooks:
    """What a caller wants to be told while a simulation runs."""

    progress: Progress = lambda games: None
    compiling: Callable[[], object] = lambda: None


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
    """Play `games` games of a line-up, one bot for each seat in order.

    A bot is an id with parameters, a `Bot`, or any function or class that could be one.

    The same seed gives the same games, whatever the number of threads. `detail` asks for
    histograms, `each` for the outcome of every single game as NumPy arrays, and to `records` every
    game is written as a record. Ctrl-C ends a run early, with the result so far and `interrupted`
    set.

    >>> import diamant
    >>> result = diamant.simulate("iello-2016", "threshold:gems=8,random,random", 1000, seed=1)
    >>> result.games, result.seats[0].win_share > 0.5
    (1000, True)
    """
    run = Simulation.prepare(edition, bots, games, threads, time_limit, hooks or Hooks())
    outcome = empty_games(games, len(run.bots), run.edition.rounds) if each else None
    detailed = detail or each or records is not None
    machine = run.machine(detail=detailed, trace=records is not None)
    started = time.perf_counter()
    tally = run.tally(detail=detailed)
    interrupted, failure = False, None
    try:
        run.play(machine, tally, seed, first_game, games, outcome, records)
    except KeyboardInterrupt:
        interrupted = True
    except BotError as error:
        failure = error
    if outcome is not None:
        outcome = slice_games(outcome, 0, tally.games)
    result = run.result(tally, time.perf_counter() - started, detail=detail, each=outcome)
    if interrupted:
        result = replace(result, interrupted=True)
    if failure is not None:
        failure.result = result
        raise failure
    return result


def compiled_forms(bots: Sequence[Bot]) -> list[CompiledBot] | None:
    """Return each bot's compiled form, or None if one of them has to be called."""
    try:
        forms = [compile_bot(bot) for bot in bots]
        for bot, form in zip(bots, forms, strict=True):
            if form.is_coin:
                leaving_chance(bot.function(None, **bot.numbers))
    except (CannotCompileError, BotError, ArithmeticError, ValueError):
        # A coin whose answer is nonsense is called, so that its failure is told like any other.
        return None
    return forms


def as_edition(edition: Edition | str | PathLike[str]) -> Edition:
    """Return an edition from itself, its id or its file."""
    return edition if isinstance(edition, Edition) else find_edition(edition)


def check_games(games: int) -> None:
    """Refuse a number of games that cannot be played."""
    if not 1 <= games <= MOST_GAMES:
        raise DiamantError(f"the number of games must be from 1 to {MOST_GAMES:,}, not {games:,}")


def check_seats(edition: Edition, seats: int) -> None:
    """Refuse a line-up that does not fit an edition."""
    if not edition.least_players <= seats <= edition.most_players:
        raise DiamantError(
            f"{edition.id} is for {edition.least_players} to {edition.most_players} players, but"
            f" there {'is 1 bot' if seats == 1 else f'are {seats} bots'}"
        )


def check_threads(threads: int | None) -> None:
    """Refuse a number of threads on which nothing would run."""
    if threads is not None and threads < 1:
        raise DiamantError(f"the number of threads must be at least 1, not {threads}")


def check_time_limit(seconds: float) -> None:
    """Refuse a time limit within which nobody can answer."""
    if not seconds > 0:
        raise DiamantError(f"the time limit must be more than 0 seconds, not {seconds:g}")


@dataclass(frozen=True)
class Simulation:
    """A line-up that is ready to be played."""

    edition: Edition
    tables: EditionTables
    bots: list[Bot]
    forms: list[CompiledBot] | None
    threads: int
    time_limit: float
    hooks: Hooks

    @classmethod
    def prepare(
        cls,
        edition: Edition | str | PathLike[str],
        bots: Bots,
        games: int,
        threads: int | None,
        time_limit: float,
        hooks: Hooks,
    ) -> "Simulation":
        """Find the edition and the bots, and refuse what cannot be played."""
        edition, seated = as_edition(edition), as_bots(bots)
        check_games(games)
        check_seats(edition, len(seated))
        check_threads(threads)
        check_time_limit(time_limit)
        tables = EditionTables.of(edition)
        forms = compiled_forms(seated)
        return cls(edition, tables, seated, forms, threads or cores(), time_limit, hooks)

    def tally(self, *, detail: bool) -> Tally:
        """Return an empty tally for this line-up."""
        return Tally(len(self.bots), self.edition.rounds, self.tables.cards, detail=detail)

    def result(
        self, tally: Tally, seconds: float, *, detail: bool, each: Games | None = None
    ) -> Result:
        """Return what a tally says."""
        return Result(
            edition=self.edition.id,
            games=tally.games,
            seconds=seconds,
            seats=seat_results(list(map(str, self.bots)), tally.sums, max(1, tally.games)),
            sums=tally.sums,
            detail=tally.to_detail() if detail else None,
            each=each,
        )

    def play(
        self,
        machine: Machine | None,
        tally: Tally,
        seed: int,
        first_game: int,
        games: int,
        each: Games | None = None,
        records: TextIO | None = None,
    ) -> None:
        """Play games and add them to the tally, batch by batch."""
        if machine is None:
            self._plain(tally, seed, first_game, games, each, records)
        else:
            self._compiled(machine, tally, seed, first_game, games, each, records)

    def machine(self, *, detail: bool, trace: bool) -> Machine | None:
        """Return a kernel that is ready to run, or None where bots have to be called."""
        if self.forms is None:
            return None
        machine = Machine.build(
            self.edition, self.forms, detail=detail, trace=trace, on_compile=self.hooks.compiling
        )
        try:
            machine.warm_up(self.bots, self.forms)
        except CannotCompileError:
            return None
        return machine

    def _compiled(
        self,
        machine: Machine,
        tally: Tally,
        seed: int,
        first_game: int,
        games: int,
        each: Games | None,
        records: TextIO | None,
    ) -> None:
        """Play on all threads; add every batch that is done, in order, to the tally."""
        assert self.forms is not None, "a plain line-up is not compiled"
        line_up = machine.line_up(self.bots, self.forms)
        size = TRACED_BATCH if records is not None else COMPILED_BATCH
        names = tuple(map(str, self.bots))

        def play(start: int) -> tuple[Tally, str]:
            count = min(size, games - start)
            room = None
            if each is not None:
                room = slice_games(each, start, count)
            elif records is not None:
                room = empty_games(count, line_up.players, self.edition.rounds)
            part, trace = machine.run(line_up, seed, first_game + start, count, room)
            if records is None or room is None:
                return part, ""
            return part, trace_records(self.edition, self.tables, names, trace, room)

        try:
            for part, text in in_order(play, range(0, games, size), self.threads):
                tally.add(part)
                if records is not None:
                    records.write(text)
                self.hooks.progress(tally.games)
        except FAILURES as error:
            # Parts come in order, so that the one that failed is the next one.
            start = first_game + tally.games
            failed = range(start, min(start + size, first_game + games))
            explain_failure(machine, self.bots, line_up, seed, failed, self.time_limit, error)

    def _plain(
        self,
        tally: Tally,
        seed: int,
        first_game: int,
        games: int,
        each: Games | None,
        records: TextIO | None,
    ) -> None:
        """Play one game after the other by calling the bots."""
        machine = PlainMachine(
            self.edition, self.bots, self.tables, seed_word(seed), self.time_limit
        )
        names = tuple(map(str, self.bots))
        with Watch(self.time_limit) as watch:
            for number in range(games):
                game = machine.play(first_game + number, watch)
                add_game(tally, game, each, number)
                if records is not None:
                    records.write(plain_record(names, game))
                if tally.games % PLAIN_BATCH == 0:
                    self.hooks.progress(tally.games)
        self.hooks.progress(tally.games)


def slice_games(each: Games, start: int, count: int) -> Games:
    """Return the part of the outcomes that belongs to some games in a row, as views."""
    rows = slice(start, start + count)
    return Games(each.scores[rows], each.winners[rows], each.lengths[rows], each.busts[rows])


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(work: Callable[[int], _Part], starts: Iterable[int], threads: int) -> Iterator[_Part]:
    """Do work on several threads and give its parts in order, with few of them waiting."""
    if threads == 1:
        yield from map(work, starts)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[_Part]] = deque()
        try:
            for start in starts:
                waiting.append(pool.submit(work, start))
                if len(waiting) > 2 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for part in waiting:
                part.cancel()
