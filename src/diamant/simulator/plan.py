"""Who meets whom in a tournament, and in which order the work is done."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from os import PathLike

from diamant.bots import Bot, Bots, as_bots
from diamant.editions import find_edition
from diamant.errors import BotError, DiamantError
from diamant.rules.edition import Edition
from diamant.simulator.engine import can_compile
from diamant.simulator.inputs import (
    TIME_LIMIT,
    check_games,
    check_time_limit,
)

MOST_MIXES = 5_000
BLOCKS = 25  # Decks are dealt in so many blocks, whose spread tells how sure a figure is.
# A job is some games of some line-ups, soon over so that one can break off.
LINE_UPS_PER_JOB = 8
COMPILED_PIECE = 20_000
CALLED_PIECE = 10


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
    piece: int  # How many games of a line-up are played in one job.
    luck_adjusted: bool = False  # Whether the luck of cards and draws is reckoned in every game.

    @property
    def decks(self) -> int:
        """How many different decks are dealt."""
        return max(self.counts)

    @property
    def jobs(self) -> range:
        """The numbers of the jobs to be done: first all line-ups' first games, and so on."""
        return range(self._groups * -(-self.decks // self.piece))

    def job(self, number: int) -> tuple[slice, range]:
        """Return the line-ups of a job, and which of their games."""
        piece, group = divmod(number, self._groups)
        start, first = group * LINE_UPS_PER_JOB, piece * self.piece
        return slice(start, start + LINE_UPS_PER_JOB), range(first, first + self.piece)

    @property
    def _groups(self) -> int:
        return -(-len(self.line_ups) // LINE_UPS_PER_JOB)

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
    edition: Edition | str | PathLike[str],
    bots: Bots,
    players: int,
    games: int,
    *,
    seed: int = 0,
    time_limit: float = TIME_LIMIT,
) -> Plan:
    """Lay out who meets whom: every mix of the bots, in every rotation of the seats.

    Where there are several, no bot plays against itself alone. Beyond `MOST_MIXES` mixes a seeded
    sample of them is played.
    """
    edition, entered = find_edition(edition), tuple(as_bots(bots))
    check_games(games, seed)
    check_time_limit(time_limit)
    edition.check_players(players)
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
        COMPILED_PIECE if can_compile(entered) else CALLED_PIECE,
    )


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
