"""How an edition plays: what a designer wants to know of it, from many games of a mix of bots."""

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike

import numpy as np

from diamant.bots import Bots, as_bots
from diamant.errors import BotError
from diamant.rules.edition import Edition
from diamant.simulator.engine import Engine, LineUp
from diamant.simulator.inputs import (
    TIME_LIMIT,
    as_edition,
    check_games,
    check_time_limit,
)
from diamant.simulator.kernel.layout import POINTS
from diamant.simulator.report import GEM_FLOWS, EditionReport, PlayersReport
from diamant.simulator.result import FLOWS, Games
from diamant.simulator.run import Hooks, RunSoFar, in_order
from diamant.simulator.tally import Tally

USUAL_TREASURE = 8  # What a treasure of the published editions holds, on average.
DEFAULT_GAMES = 100_000


def edition_report(
    edition: Edition | str | PathLike[str],
    *,
    players: Sequence[int] | int | None = None,
    bots: Bots | None = None,
    games: int = DEFAULT_GAMES,
    seed: int = 0,
    time_limit: float = TIME_LIMIT,
    hooks: Hooks | None = None,
) -> EditionReport:
    """Play `games` games with each number of players, and tell how the edition plays.

    The bots sit in a circle around the table, which moves on by one bot after a part of the games.
    So every bot has every seat equally often, and as much weight with three players as with eight;
    a bot sits down again where there are fewer bots than players.

    >>> report = edition_report("iello-2016", players=4, bots="random", games=1000)
    >>> 0.5 < report.counts[0].bust_rate < 0.65
    True
    """
    edition, hooks = as_edition(edition), hooks or Hooks()
    check_games(games)
    check_time_limit(time_limit)
    asked = player_counts(edition, players)
    engine = Engine.of(
        edition,
        as_bots(default_bots(edition) if bots is None else bots),
        seed=seed,
        time_limit=time_limit,
        compiling=hooks.compiling,
    )
    reports: list[PlayersReport] = []
    with RunSoFar() as run:
        for number, count in enumerate(asked):
            sums = _Sums(engine.tally(count))
            try:
                for part in in_order(_play, _jobs(engine, count, games), engine.workers()):
                    sums.add(part)
                    hooks.progress(number * games + sums.tally.games)
                    if part.stop is not None:
                        raise part.stop
            finally:
                if sums.tally.games:
                    reports.append(sums.report(count))
    names = tuple(map(str, engine.bots))
    return run.hand_over(
        EditionReport(edition.id, names, seed, tuple(reports), interrupted=run.interrupted)
    )


def default_bots(edition: Edition) -> str:
    """Return a mix of all bots, whose numbers of gems suit the size of an edition's treasures.

    >>> from diamant.editions import find_edition
    >>> default_bots(find_edition("iello-2016"))
    'expect,threshold:gems=10,hazards,wolf,catch-up,risk,vulture:haul=6,random'
    """
    mean = sum(edition.treasures) / max(1, len(edition.treasures))
    gems, haul = (min(1000, round(usual * mean / USUAL_TREASURE)) for usual in (10, 6))
    return f"expect,threshold:gems={gems},hazards,wolf,catch-up,risk,vulture:haul={haul},random"


def player_counts(edition: Edition, players: Sequence[int] | int | None) -> tuple[int, ...]:
    """Return the numbers of players to report on: those asked for, or all that an edition allows.

    >>> from diamant.editions import find_edition
    >>> player_counts(find_edition("iello-2016"), None)
    (3, 4, 5, 6, 7, 8)
    """
    if players is None:
        return tuple(range(edition.least_players, edition.most_players + 1))
    asked = (players,) if isinstance(players, int) else tuple(players)
    for count in asked:
        edition.check_players(count)
    return asked


@dataclass(frozen=True)
class _Job:
    """Some games in a row of one line-up."""

    line_up: LineUp
    first: int
    games: int


def _jobs(engine: Engine, players: int, games: int) -> list[_Job]:
    """Return the jobs with one number of players.

    A game's number gives it its cards, so all numbers of players meet the same shuffles.
    """
    circle = len(engine.bots)
    jobs = []
    for turn in range(circle):
        line_up = engine.seat([(turn + seat) % circle for seat in range(players)])
        start, end = games * turn // circle, games * (turn + 1) // circle
        jobs += [
            (first - start, _Job(line_up, first, min(engine.batch, end - first)))
            for first in range(start, end, engine.batch)
        ]
    # Line-ups take turns, so that a run that ends early has seen all of them.
    jobs.sort(key=lambda job: job[0])
    return [job for _, job in jobs]


def _play(job: _Job) -> "_Sums":
    each = Games.empty(job.games, len(job.line_up.bots), job.line_up.engine.edition.rounds)
    part = job.line_up.play(job.first, job.games, detail=True, each=each)
    sums = _Sums(part.tally, part.stop)
    scores = each.scores[: part.tally.games]
    if part.tally.games:
        sums.winners = int(scores.max(axis=1).sum())
        sums.lasts = int(scores.min(axis=1).sum())
    return sums


class _Sums:
    """What the games with one number of players add up to."""

    def __init__(self, tally: Tally, stop: BotError | KeyboardInterrupt | None = None) -> None:
        self.tally, self.stop = tally, stop
        self.winners = self.lasts = 0

    def add(self, other: "_Sums") -> None:
        self.tally.add(other.tally)
        self.winners += other.winners
        self.lasts += other.lasts

    def report(self, players: int) -> PlayersReport:
        tally = self.tally
        games, (rounds, places) = tally.games, tally.lengths.shape
        flows = dict(zip(FLOWS, map(int, tally.flows), strict=True))
        gems = sum(flows[name] for name in GEM_FLOWS)
        cards = int((tally.lengths * np.arange(places)).sum())
        longest = int(np.flatnonzero(tally.lengths.sum(axis=0))[-1])
        departures = int(tally.leavers.sum())
        escapes = int((tally.leavers * np.arange(tally.leavers.size)).sum())
        return PlayersReport(
            players=players,
            games=games,
            mean_score=int(tally.sums[POINTS].sum()) / games / players,
            mean_winner=self.winners / games,
            mean_last=self.lasts / games,
            lengths=tuple(tuple(row[: longest + 1]) for row in tally.lengths.tolist()),
            bust_rates=tuple(busts / games for busts in tally.busts.tolist()),
            caught_rate=1 - escapes / (games * rounds * players),
            gems_per_card=gems / cards,
            gems_per_expedition=gems / (games * rounds),
            gem_shares={name: _part(flows[name], gems) for name in GEM_FLOWS},
            relics_turned=flows["relics_turned"] / games,
            relics_taken=flows["relics_taken"] / games,
            leavers=tuple(_part(n, departures) for n in tally.leavers[1 : players + 1].tolist()),
        )


def _part(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
