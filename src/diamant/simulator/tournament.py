"""Tournaments: every mix of some bots, seats rotated, all line-ups meeting the same decks."""

import csv
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, isnan, nan, sqrt
from typing import Any, Protocol, TextIO

import numpy as np

from diamant.bots import Bot, as_bots
from diamant.errors import BotError, DiamantError
from diamant.rules.edition import Edition
from diamant.simulator.compiled import FAILURES, Machine, empty_games, seed_word
from diamant.simulator.plain import PlainMachine, add_game, explain_failure
from diamant.simulator.rating import rate
from diamant.simulator.result import WIN_PARTS, Array, Games, Tally
from diamant.simulator.rewrite import CannotCompileError, CompiledBot
from diamant.simulator.simulation import (
    TIME_LIMIT,
    Hooks,
    as_edition,
    check_games,
    check_threads,
    check_time_limit,
    compiled_forms,
    cores,
    in_order,
)
from diamant.simulator.tables import EditionTables
from diamant.simulator.watch import Watch

MOST_MIXES = 5_000
BLOCKS = 25  # Decks are dealt in so many blocks, whose spread tells how sure a figure is.
RATED_GAMES = 4_000
# A share of the work is some games of some line-ups, soon over so that one can break off.
LINE_UPS_PER_SHARE = 8
COMPILED_PIECE = 20_000
CALLED_PIECE = 10

# Two-sided 95 % points of Student's t for 1, 2, 3 … degrees of freedom.
T_95 = (
    *(12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18),
    *(2.16, 2.14, 2.13, 2.12, 2.11, 2.10, 2.09, 2.09, 2.08, 2.07, 2.07, 2.06),
)


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot fared: errors are half the width of a 95 % confidence interval.

    An error that a single block of decks cannot tell is nan, and so is a rating that was not made.
    """

    bot: str
    games: int  # How often it sat at a table, once for each seat.
    mean: float
    mean_error: float
    win_share: float
    win_share_error: float
    rating: float


@dataclass(frozen=True, slots=True)
class Tournament:
    """The outcome of a tournament, the best bot first."""

    edition: str
    players: int
    games: int
    mixes: int
    all_mixes: int  # How many there are; more than `mixes` if only a sample was played.
    decks: int
    seconds: float
    standings: tuple[Standing, ...]
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return what `diamant tournament --json` prints."""
        return {
            "edition": self.edition,
            "players": self.players,
            "games": self.games,
            "mixes": self.mixes,
            "all_mixes": self.all_mixes,
            "sampled": self.mixes < self.all_mixes,
            "decks": self.decks,
            "seconds": self.seconds,
            "bots": [
                {
                    "bot": standing.bot,
                    "games": standing.games,
                    "mean": standing.mean,
                    "mean_error": _or_none(standing.mean_error),
                    "win_share": standing.win_share,
                    "win_share_error": _or_none(standing.win_share_error),
                    "rating": _or_none(standing.rating),
                }
                for standing in self.standings
            ],
        }

    def write_csv(self, output: TextIO) -> None:
        """Write the standings as comma-separated values."""
        rows: list[dict[str, Any]] = self.to_json()["bots"]
        writer = csv.DictWriter(output, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def _or_none(number: float) -> float | None:
    """Return a number as JSON has it, which knows no nan."""
    return None if isnan(number) else number


@dataclass(frozen=True)
class Plan:
    """What is to be played: line-ups of bots by their numbers, and how many games of each."""

    edition: Edition
    bots: tuple[Bot, ...]
    players: int
    line_ups: tuple[tuple[int, ...], ...]
    counts: tuple[int, ...]
    mixes: int
    all_mixes: int
    seed: int
    time_limit: float
    piece: int  # How many games of a line-up are played in one share of the work.

    @property
    def decks(self) -> int:
        """How many different decks are dealt."""
        return max(self.counts)

    @property
    def shares(self) -> range:
        """The numbers of the shares of the work: first all line-ups' first games, and so on."""
        return range(self._groups * -(-self.decks // self.piece))

    def share(self, number: int) -> tuple[slice, range]:
        """Return the line-ups of a share, and which of their games."""
        piece, group = divmod(number, self._groups)
        start, first = group * LINE_UPS_PER_SHARE, piece * self.piece
        return slice(start, start + LINE_UPS_PER_SHARE), range(first, first + self.piece)

    @property
    def _groups(self) -> int:
        return -(-len(self.line_ups) // LINE_UPS_PER_SHARE)

    def blocks(self, games: range) -> Iterator[tuple[int, int, int]]:
        """Cut games where all line-ups do; give block, first game and how many."""
        size = -(-self.decks // BLOCKS)
        first = games.start
        while first < games.stop:
            block = first // size
            count = min(games.stop, (block + 1) * size) - first
            yield block, first, count
            first += count


def plan_tournament(
    edition: Edition | str,
    bots: Sequence[Bot | str] | str,
    players: int,
    games: int,
    *,
    seed: int = 0,
    time_limit: float = TIME_LIMIT,
) -> Plan:
    """Lay out who meets whom: every mix of different bots, in every rotation of the seats.

    Beyond `MOST_MIXES` mixes a seeded sample of them is played.
    """
    edition, entered = as_edition(edition), tuple(as_bots(bots))
    check_games(games)
    check_time_limit(time_limit)
    if not edition.least_players <= players <= edition.most_players:
        raise DiamantError(
            f"{edition.id} is for {edition.least_players} to {edition.most_players} players,"
            f" not {players}"
        )
    names = [str(bot) for bot in entered]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BotError(f"the bot {twice} is entered twice")
    mixes, all_mixes = _mixes(len(entered), players, random.Random(seed))  # noqa: S311 - a sample
    line_ups = [mix[turn:] + mix[:turn] for turn in range(players) for mix in mixes]
    if games < len(line_ups):
        # Too few games for every rotation: let chance say which are played.
        random.Random(seed).shuffle(line_ups)  # noqa: S311 - a sample
        line_ups = line_ups[:games]
    each, rest = divmod(games, len(line_ups))
    counts = tuple(each + (place < rest) for place in range(len(line_ups)))
    return Plan(
        edition,
        entered,
        players,
        tuple(line_ups),
        counts,
        len(mixes),
        all_mixes,
        seed,
        time_limit,
        CALLED_PIECE if compiled_forms(entered) is None else COMPILED_PIECE,
    )


def tournament(
    edition: Edition | str,
    bots: Sequence[Bot | str] | str,
    players: int,
    games: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    time_limit: float = TIME_LIMIT,
    hooks: Hooks | None = None,
) -> Tournament:
    """Play a tournament on this machine.

    >>> outcome = tournament("schmidt-2005", "random,threshold:gems=8", 3, 6000, seed=1)
    >>> outcome.standings[0].bot
    'threshold:gems=8'
    """
    check_threads(threads)
    plan = plan_tournament(edition, bots, players, games, seed=seed, time_limit=time_limit)
    player = Player.of(plan, hooks or Hooks())
    # Python runs one thread at a time, and only in the main one can a bot that sleeps be woken.
    workers = (threads or cores()) if player.is_compiled else 1
    return gather(plan, player, in_order(player.play, plan.shares, workers), hooks)


class Run(Protocol):
    """Plays games of one line-up from a first one on; `each` is filled with their outcomes."""

    def __call__(self, first: int, games: int, each: Games | None = None) -> Tally:
        """Play."""


class Player:
    """Plays shares of a plan; a share's outcome does not depend on who plays it, or when."""

    def __init__(
        self, plan: Plan, machine: Machine | None, forms: list[CompiledBot] | None
    ) -> None:
        self._plan = plan
        self._machine = machine
        self._forms = forms
        self._tables = EditionTables.of(plan.edition)

    @classmethod
    def of(cls, plan: Plan, hooks: Hooks) -> "Player":
        """Get ready to play, compiled if every bot can be."""
        forms = compiled_forms(plan.bots)
        if forms is None:
            return cls(plan, None, None)
        machine = Machine.build(plan.edition, forms, on_compile=hooks.compiling)
        seats = [0] * plan.players
        try:
            machine.warm_up([plan.bots[bot] for bot in seats], [forms[bot] for bot in seats])
        except CannotCompileError:
            return cls(plan, None, None)
        return cls(plan, machine, forms)

    @property
    def is_compiled(self) -> bool:
        """Whether games are played by a kernel."""
        return self._machine is not None

    def play(self, share: int) -> tuple[int, Array]:
        """Play a share of the work.

        Return the games played, and sums [bot, block, (seats, points, wins in 840ths)].
        """
        plan = self._plan
        sums = np.zeros((len(plan.bots), BLOCKS, 3), np.int64)
        played = 0
        which, numbers = plan.share(share)
        for line_up, count in zip(plan.line_ups[which], plan.counts[which], strict=True):
            run = self._seat(line_up)
            for block, first, games in plan.blocks(numbers[: max(0, count - numbers.start)]):
                tally = run(first, games)
                for seat, bot in enumerate(line_up):
                    sums[bot, block, 0] += games
                    sums[bot, block, 1] += int(tally.sums[0, seat])
                    sums[bot, block, 2] += int(tally.sums[2, seat])
                played += games
        return played, sums

    def scores(self, line_up: Sequence[int], first: int, games: int) -> Array:
        """Return the points of every seat in some games of a line-up."""
        plan = self._plan
        each = empty_games(games, plan.players, plan.edition.rounds)
        self._seat(line_up)(first, games, each)
        return each.scores

    def _seat(self, line_up: Sequence[int]) -> Run:
        """Return what plays a line-up's games from a first one on."""
        plan, machine = self._plan, self._machine
        if machine is not None and self._forms is not None:
            bots = [plan.bots[bot] for bot in line_up]
            seated = machine.line_up(bots, [self._forms[bot] for bot in line_up])

            def run_compiled(first: int, games: int, each: Games | None = None) -> Tally:
                try:
                    return machine.run(seated, plan.seed, first, games, each)[0]
                except FAILURES as error:
                    failed = range(first, first + games)
                    limit = plan.time_limit
                    explain_failure(machine, bots, seated, plan.seed, failed, limit, error)

            return run_compiled
        return self._called(line_up)

    def _called(self, line_up: Sequence[int]) -> Run:
        """Return what plays a line-up's games by calling its bots."""
        plan = self._plan
        bots = [plan.bots[bot] for bot in line_up]
        plain = PlainMachine(
            plan.edition, bots, self._tables, seed_word(plan.seed), plan.time_limit
        )

        def run(first: int, games: int, each: Games | None = None) -> Tally:
            tally = Tally(plan.players, plan.edition.rounds, self._tables.cards, detail=False)
            with Watch(plan.time_limit) as watch:
                for place in range(games):
                    add_game(tally, plain.play(first + place, watch), each, place)
            return tally

        return run


def gather(
    plan: Plan,
    player: Player,
    parts: Iterator[tuple[int, Array]],
    hooks: Hooks | None,
) -> Tournament:
    """Add up the shares of a tournament as they come in, and reckon the standings.

    If a bot fails, the error carries the standings so far as its `result`.
    """
    started = time.perf_counter()
    sums = np.zeros((len(plan.bots), BLOCKS, 3), np.int64)
    played, interrupted, failure = 0, False, None
    advance: Callable[[int], object] = (hooks or Hooks()).progress
    try:
        for games, part in parts:
            played += games
            sums += part
            advance(played)
    except KeyboardInterrupt:
        interrupted = True
    except BotError as error:
        failure = error
    # Ratings play some games again: not those that fail, nor slow ones for one who broke off.
    rated = played and failure is None and (player.is_compiled or not interrupted)
    ratings = _ratings(plan, player) if rated else [nan] * len(plan.bots)
    standings = [
        _standing(str(bot), sums[number], ratings[number])
        for number, bot in enumerate(plan.bots)
        if sums[number, :, 0].any()
    ]
    outcome = Tournament(
        edition=plan.edition.id,
        players=plan.players,
        games=played,
        mixes=plan.mixes,
        all_mixes=plan.all_mixes,
        decks=plan.decks,
        seconds=time.perf_counter() - started,
        standings=tuple(sorted(standings, key=lambda standing: -standing.win_share)),
        interrupted=interrupted,
    )
    if failure is not None:
        failure.result = outcome
        raise failure
    return outcome


def _standing(name: str, sums: Array, rating: float) -> Standing:
    seats, points, wins = (int(number) for number in sums.sum(axis=0))
    return Standing(
        bot=name,
        games=seats,
        mean=points / seats,
        mean_error=_half_width(sums[:, 1], sums[:, 0]),
        win_share=wins / WIN_PARTS / seats,
        win_share_error=_half_width(sums[:, 2] / WIN_PARTS, sums[:, 0]),
        rating=rating,
    )


def _half_width(totals: Array, counts: Array) -> float:
    """Return half a 95 % confidence interval of a mean, from the means of blocks of decks.

    All line-ups meet the same decks, so single games are far from independent; blocks of different
    decks are.
    """
    dealt = counts > 0
    blocks = int(dealt.sum())
    if blocks < 2:
        return float("nan")
    means = totals[dealt] / counts[dealt]
    weights = counts[dealt] / counts.sum()
    mean = float((means * weights).sum())
    spread = float((weights * (means - mean) ** 2).sum()) / (blocks - 1)
    return T_95[min(blocks - 1, len(T_95)) - 1] * sqrt(spread)


def _ratings(plan: Plan, player: Player) -> list[float]:
    """Rate the bots by a sample of games over all line-ups."""
    rng = random.Random(plan.seed)  # noqa: S311 - the order in which games are rated
    order = list(range(len(plan.line_ups)))
    rng.shuffle(order)
    each = max(1, RATED_GAMES // len(order))
    outcomes: list[tuple[tuple[int, ...], list[int]]] = []
    for turn, place in enumerate(order[:RATED_GAMES]):
        line_up, count = plan.line_ups[place], plan.counts[place]
        games = min(each, count)
        # Each line-up is rated by other decks, or a few decks would decide all ratings.
        first = turn * each % (count - games + 1)
        outcomes += [(line_up, row) for row in player.scores(line_up, first, games).tolist()]
    rng.shuffle(outcomes)
    return rate(len(plan.bots), outcomes)


def _mixes(bots: int, players: int, rng: random.Random) -> tuple[list[tuple[int, ...]], int]:
    """Return the mixes to play and how many there are; with two bots or more, no pure ones."""
    if bots == 0 or players == 0:
        raise DiamantError("a tournament needs at least one bot")
    pure = bots if bots > 1 and players > 1 else 0
    total = comb(bots + players - 1, players) - pure
    if total <= MOST_MIXES:
        every = combinations_with_replacement(range(bots), players)
        return [mix for mix in every if not pure or len(set(mix)) > 1], total
    chosen: set[tuple[int, ...]] = set()
    while len(chosen) < MOST_MIXES:
        # A random multiset, each equally likely: a choice of bars among stars.
        places = sorted(rng.sample(range(bots + players - 1), players))
        mix = tuple(place - before for before, place in enumerate(places))
        if len(set(mix)) > 1:
            chosen.add(mix)
    return sorted(chosen), total
