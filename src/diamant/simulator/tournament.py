"""Play tournaments: all mixes of some bots, with rotated seats and shared decks."""

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations_with_replacement
from math import comb, nan
from os import PathLike

import numpy as np

from diamant.analysis.review import Chance, luck_of
from diamant.bots import Bot, Bots, BotView, as_bots, leaving_chance
from diamant.editions import find_edition
from diamant.errors import BotError, DiamantError
from diamant.record import read_records
from diamant.rules.edition import Edition
from diamant.rules.game import Game
from diamant.simulator.engine import (
    LONG_RUN,
    TIME_LIMIT,
    Engine,
    can_compile,
    check_games,
    check_threads,
    check_time_limit,
)
from diamant.simulator.kernel.bot_syntax import CannotCompileError
from diamant.simulator.kernel.layout import POINTS, WINS
from diamant.simulator.kernel.rewrite import rewrite_bot
from diamant.simulator.parallel import Hooks, RunSoFar, in_order
from diamant.simulator.result import Array, Games
from diamant.simulator.standings import Tournament, rate, standing_of

MOST_MIXES = 5_000
BLOCKS = 25  # Decks are dealt in this many blocks, whose spread gives the confidence intervals.
# Lineups per job: few enough that a job ends soon after Ctrl-C.
LINE_UPS_PER_JOB = 8
COMPILED_PIECE = 20_000
CALLED_PIECE = 10


@dataclass(frozen=True)
class Plan:
    """The lineups of a tournament, as indices into `bots`, and the games of each."""

    edition: Edition
    bots: tuple[Bot, ...]
    players: int
    line_ups: tuple[tuple[int, ...], ...]
    counts: tuple[int, ...]
    mixes: int
    all_mixes: int
    seed: int
    time_limit: float
    piece: int  # Games of a lineup in one job.
    luck_adjusted: bool = False  # Whether to compute the luck of cards and draws in every game.

    @classmethod
    def of(
        cls,
        edition: Edition,
        bots: tuple[Bot, ...],
        mixes: Sequence[tuple[int, ...]],
        games: int,
        *,
        all_mixes: int,
        seed: int,
        time_limit: float,
        sampled: bool,
    ) -> "Plan":
        """Rotate every mix around the table; each lineup plays the same number of games.

        If there are too few games for that, some lineups are left out: at random if `sampled`.
        """
        players = len(mixes[0])
        line_ups = [mix[turn:] + mix[:turn] for turn in range(players) for mix in mixes]
        if sampled and games < len(line_ups):
            random.Random(seed).shuffle(line_ups)  # noqa: S311 - a sample
        line_ups = line_ups[:games]
        each, rest = divmod(games, len(line_ups))
        return cls(
            edition,
            bots,
            players,
            tuple(line_ups),
            tuple(each + (place < rest) for place in range(len(line_ups))),
            len(mixes),
            all_mixes,
            seed,
            time_limit,
            COMPILED_PIECE if can_compile(bots) else CALLED_PIECE,
        )

    @property
    def decks(self) -> int:
        """The number of different decks."""
        return max(self.counts)

    @property
    def jobs(self) -> range:
        """The numbers of the jobs, which cover the first games of all lineups first."""
        return range(self._groups * -(-self.decks // self.piece))

    def job(self, number: int) -> tuple[slice, range]:
        """Return a job's lineups, and the range of their games to play."""
        piece, group = divmod(number, self._groups)
        start, first = group * LINE_UPS_PER_JOB, piece * self.piece
        return slice(start, start + LINE_UPS_PER_JOB), range(first, first + self.piece)

    @property
    def _groups(self) -> int:
        return -(-len(self.line_ups) // LINE_UPS_PER_JOB)

    def blocks(self, games: range) -> Iterator[tuple[int, int, int]]:
        """Split games at the boundaries of blocks; yield block, first game and count."""
        size = -(-self.decks // BLOCKS)
        first = games.start
        while first < games.stop:
            block = first // size
            count = min(games.stop, (block + 1) * size) - first
            yield block, first, count
            first += count


def plan_tournament(
    edition: Edition | str | PathLike[str],
    bots: Bots,
    players: int,
    games: int,
    *,
    seed: int = 0,
    time_limit: float = TIME_LIMIT,
) -> Plan:
    """Plan who plays whom: every mix of the bots, in every rotation of the seats.

    With several bots, no bot plays only against itself. Above `MOST_MIXES` mixes, a seeded sample
    of them is played.
    """
    edition, entered = find_edition(edition), tuple(as_bots(bots))
    check_games(games, seed)
    check_time_limit(time_limit)
    edition.check_players(players)
    names = [str(bot) for bot in entered]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BotError("bot {bot} is entered twice", twice)
    mixes, all_mixes = _mixes(len(entered), players, random.Random(seed))  # noqa: S311 - a sample
    return Plan.of(
        edition,
        entered,
        mixes,
        games,
        all_mixes=all_mixes,
        seed=seed,
        time_limit=time_limit,
        sampled=True,
    )


def _mixes(bots: int, players: int, rng: random.Random) -> tuple[list[tuple[int, ...]], int]:
    """Return the mixes to play and the number of all mixes.

    With two bots or more, a mix has at least two different bots.
    """
    if bots == 0 or players == 0:
        raise DiamantError("a tournament needs at least one bot")
    pure = bots if bots > 1 and players > 1 else 0
    total = comb(bots + players - 1, players) - pure
    if total <= MOST_MIXES:
        every = combinations_with_replacement(range(bots), players)
        return [mix for mix in every if not pure or len(set(mix)) > 1], total
    chosen: set[tuple[int, ...]] = set()
    while len(chosen) < MOST_MIXES:
        # A random multiset, each equally likely, by stars and bars.
        places = sorted(rng.sample(range(bots + players - 1), players))
        mix = tuple(place - before for before, place in enumerate(places))
        if len(set(mix)) > 1:
            chosen.add(mix)
    return sorted(chosen), total


RATED_GAMES = 4_000


def tournament(
    edition: Edition | str | PathLike[str],
    bots: Bots,
    players: int,
    games: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    time_limit: float = TIME_LIMIT,
    luck_adjusted: bool = False,
    hooks: Hooks | None = None,
) -> Tournament:
    """Play a tournament on this machine, optionally adjusted for luck.

    >>> outcome = tournament("schmidt-2005", "random,threshold:gems=8", 3, 6000, seed=1)
    >>> outcome.standings[0].bot
    'threshold:gems=8'
    """
    plan = plan_tournament(edition, bots, players, games, seed=seed, time_limit=time_limit)
    return play_plan(replace(plan, luck_adjusted=luck_adjusted), threads, hooks or Hooks())


def play_plan(plan: Plan, threads: int | None, hooks: Hooks) -> Tournament:
    """Play a plan on this machine."""
    check_threads(threads)
    engine = engine_of(plan, hooks)
    games_of = partial(play_job, plan, engine)
    with closing(in_order(games_of, plan.jobs, engine.workers(threads))) as done:
        return gather(plan, engine, done, hooks)


def engine_of(plan: Plan, hooks: Hooks) -> Engine:
    """Return the engine for a plan."""
    return Engine.of(
        plan.edition,
        plan.bots,
        seed=plan.seed,
        time_limit=plan.time_limit,
        fast=sum(plan.counts) >= LONG_RUN and not plan.luck_adjusted,
        long=sum(plan.counts) >= LONG_RUN,
        compiling=hooks.compiling,
    )


@dataclass
class JobDone:
    """The result of a job: its number of games, and sums over them.

    `sums` has the axes [bot, block, (seats, points, wins in 840ths)]. `luck` [bot, block] is the
    number of wins from cards and draws, if requested.
    """

    games: int
    sums: Array
    luck: Array
    stop: BotError | KeyboardInterrupt | None = None

    @classmethod
    def nothing(cls, plan: Plan) -> "JobDone":
        """Return an empty result."""
        shape = len(plan.bots), BLOCKS
        return cls(0, np.zeros((*shape, 3), np.int64), np.zeros(shape))

    def add(self, other: "JobDone") -> None:
        """Add another job's result to this one."""
        self.games += other.games
        self.sums += other.sums
        self.luck += other.luck
        self.stop = other.stop


def play_job(plan: Plan, engine: Engine, number: int) -> JobDone:
    """Run one job of a plan; the result doesn't depend on where or when it runs.

    If a bot fails, the games before the failure count.
    """
    done = JobDone.nothing(plan)
    which, numbers = plan.job(number)
    for line_up, count in zip(plan.line_ups[which], plan.counts[which], strict=True):
        seated = engine.seat(line_up)
        # Only the luck adjustment needs the chances, for which bots are built and read.
        seats = [plan.bots[bot] for bot in line_up] if plan.luck_adjusted else []
        chances = chance_of(seats)
        for block, first, games in plan.blocks(numbers[: max(0, count - numbers.start)]):
            part = seated.play(first, games, records=plan.luck_adjusted)
            for seat, bot in enumerate(line_up):
                done.sums[bot, block, 0] += part.tally.games
                done.sums[bot, block, 1] += int(part.tally.sums[POINTS, seat])
                done.sums[bot, block, 2] += int(part.tally.sums[WINS, seat])
            for record in read_records(part.records):
                for bot, luck in zip(line_up, luck_of(record, chances), strict=True):
                    done.luck[bot, block] += luck
            done.games += part.tally.games
            done.stop = part.stop
            if done.stop is not None:
                return done
    return done


def chance_of(bots: Sequence[Bot]) -> Chance:
    """Return a function that returns a seat's probability of leaving in a game.

    The function returns None for a bot that can't be compiled, because its answers may depend on
    more than the view, and for a bot that never answers with a probability.
    """
    asked = [bot.seat_down() if _draws(bot) else None for bot in bots]

    def chance(game: Game, seat: int) -> float | None:
        ask = asked[seat]
        return None if ask is None else leaving_chance(ask(BotView(game, seat, random.Random)))

    return chance


def _draws(bot: Bot) -> bool:
    try:
        return not rewrite_bot(bot).answers_bool
    except CannotCompileError:
        return False


def gather(plan: Plan, engine: Engine, parts: Iterable[JobDone], hooks: Hooks) -> Tournament:
    """Add up the jobs of a tournament as they finish, and compute the standings.

    If a bot fails, the error has the standings so far as its `result`.
    """
    started = time.perf_counter()
    so_far = JobDone.nothing(plan)
    with RunSoFar() as run:
        for part in parts:
            so_far.add(part)
            hooks.progress(so_far.games)
            if part.stop is not None:
                raise part.stop
    # Ratings replay some games: not failing ones, and not slow ones after Ctrl-C.
    rated = so_far.games and run.failure is None and (engine.is_compiled or not run.interrupted)
    ratings = _ratings(plan, engine) if rated else [nan] * len(plan.bots)
    standings = [
        standing_of(
            str(bot),
            so_far.sums[number],
            ratings[number],
            so_far.luck[number] if plan.luck_adjusted else None,
        )
        for number, bot in enumerate(plan.bots)
        if so_far.sums[number, :, 0].any()
    ]
    return run.hand_over(
        Tournament(
            edition=plan.edition.id,
            players=plan.players,
            games=so_far.games,
            mixes=plan.mixes,
            all_mixes=plan.all_mixes,
            decks=plan.decks,
            seconds=time.perf_counter() - started,
            standings=tuple(sorted(standings, key=lambda standing: -standing.win_share)),
            interrupted=run.interrupted,
        )
    )


def _ratings(plan: Plan, engine: Engine) -> list[float]:
    """Rate the bots by a sample of games over all lineups."""
    rng = random.Random(plan.seed)  # noqa: S311 - the order in which games are rated
    order = list(range(len(plan.line_ups)))
    rng.shuffle(order)
    each = max(1, RATED_GAMES // len(order))
    outcomes: list[tuple[tuple[int, ...], list[int]]] = []
    for turn, place in enumerate(order[:RATED_GAMES]):
        line_up, count = plan.line_ups[place], plan.counts[place]
        games = min(each, count)
        # Each lineup is rated on other decks, or a few decks would decide all ratings.
        first = turn * each % (count - games + 1)
        room = Games.empty(games, plan.players, plan.edition.rounds)
        engine.seat(line_up).play(first, games, each=room).raise_stop()
        outcomes += [(line_up, row) for row in room.scores.tolist()]
    rng.shuffle(outcomes)
    return rate(len(plan.bots), outcomes)
