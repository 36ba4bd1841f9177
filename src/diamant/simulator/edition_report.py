"""Measure how an edition plays by simulating many games with a mix of bots."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from math import sqrt
from os import PathLike
from typing import NamedTuple

import numpy as np

from diamant.analysis.equity import REFERENCE
from diamant.analysis.review import review
from diamant.bots import Bots, as_bots
from diamant.editions import find_edition
from diamant.errors import BotError
from diamant.record import Record, read_records, replay
from diamant.rules.edition import Edition
from diamant.rules.events import StandInsNeeded
from diamant.rules.game import Game
from diamant.simulator.engine import (
    LONG_RUN,
    TIME_LIMIT,
    Engine,
    LineUp,
    check_games,
    check_threads,
    check_time_limit,
)
from diamant.simulator.parallel import Hooks, RunSoFar, in_order
from diamant.simulator.reports.best_rule import best_rule, in_size
from diamant.simulator.reports.findings import (
    GEM_FLOWS,
    EditionReport,
    LuckParts,
    Measured,
    PlayersReport,
    ToldGames,
)
from diamant.simulator.result import FLOWS, Array, Games, Tally, standard_error

PARTS = ("cards", "others", "decisions")


def look_at(records: Sequence[Record]) -> ToldGames:
    """Measure how often leaders win, and how often the box runs out of gems."""
    games = [record.game for record in records]
    led = zip(*(_leaders_share(record) for record in records), strict=True)
    missing = [_most_missing(game) for game in games]
    return ToldGames(
        len(records),
        tuple(Measured.of(shares) for shares in led),
        Measured.of([float(worth > 0) for worth in missing]),
        max(missing),
    )


def _leaders_share(record: Record) -> list[float]:
    """Return the leader's final win share, for each expedition except the last.

    If several players lead after an expedition, the value is their average.
    """
    won, shares = record.game.winners, []
    for step in replay(record):
        if step.number > 1 or step.round == 1:
            continue
        scores = step.before.scores
        leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
        shares.append(sum(seat in won for seat in leaders) / len(won) / len(leaders))
    return shares


def _most_missing(game: Game) -> int:
    return max(
        (event.worth for event in game.history if isinstance(event, StandInsNeeded)), default=0
    )


def luck_parts(records: Sequence[Record]) -> LuckParts:
    """Review finished games, and return each part's contribution to the results."""
    squares = []
    for record in records:
        players = review(record).players
        squares.append([sum(getattr(player, part) ** 2 for player in players) for part in PARTS])
    parts = (_share_of(squares, place) for place in range(len(PARTS)))
    return LuckParts(len(squares), REFERENCE, *parts)


def _share_of(squares: Sequence[Sequence[float]], place: int) -> Measured:
    """Return one part's share of the sum of squares, with its standard error."""
    whole, games = sum(map(sum, squares)) or 1.0, len(squares)
    share = sum(row[place] for row in squares) / whole
    off = sum((row[place] - share * sum(row)) ** 2 for row in squares)
    return Measured(share, sqrt(off * games / max(1, games - 1)) / whole)


DEFAULT_GAMES = 100_000


class Extent(NamedTuple):
    """The number of games to replay, to review, and to play for each rule."""

    told: int = 0
    reviewed: int = 0
    searched: int = 0


BRIEF = Extent()
WHOLE = Extent(told=1000, reviewed=20, searched=10_000)


def edition_report(
    edition: Edition | str | PathLike[str],
    *,
    players: Sequence[int] | int | None = None,
    bots: Bots | None = None,
    games: int = DEFAULT_GAMES,
    seed: int = 0,
    threads: int | None = None,
    time_limit: float = TIME_LIMIT,
    extent: Extent = BRIEF,
    hooks: Hooks | None = None,
) -> EditionReport:
    """Play `games` games with each number of players, and report on the edition.

    `extent` requests slower measurements, which examine games one by one or search for a rule.

    The seating rotates by one bot after each part of the games. So every bot plays in every seat
    equally often, and has the same weight at tables of three as at tables of eight. With fewer bots
    than players, some bots take several seats.

    >>> report = edition_report("iello-2016", players=4, bots="random", games=1000)
    >>> 0.5 < report.counts[0].measured["bust_rate"].mean < 0.65
    True
    """
    edition, hooks = find_edition(edition), hooks or Hooks()
    check_games(games, seed)
    check_time_limit(time_limit)
    check_threads(threads)
    asked = player_counts(edition, players)
    engine = Engine.of(
        edition,
        as_bots(default_bots(edition) if bots is None else bots),
        seed=seed,
        time_limit=time_limit,
        long=len(asked) * games >= LONG_RUN,
        compiling=hooks.compiling,
    )
    reports: list[PlayersReport] = []
    with RunSoFar() as run:
        for number, count in enumerate(asked):
            sums = _Sums(engine.tally(count))
            parts = in_order(_play, _jobs(engine, count, games), engine.workers(threads))
            try:
                for part in parts:
                    sums.add(part)
                    hooks.progress(number * games + sums.tally.games)
                    if part.stop is not None:
                        raise part.stop
            finally:
                parts.close()
                if sums.tally.games:
                    reports.append(sums.report(count))
            reports[-1] = _look_closer(reports[-1], engine, extent)
    names = tuple(map(str, engine.bots))
    return run.hand_over(
        EditionReport(edition.id, names, seed, tuple(reports), interrupted=run.interrupted)
    )


def _look_closer(report: PlayersReport, engine: Engine, extent: Extent) -> PlayersReport:
    """Add the slower measurements that `extent` requests."""
    players, bots = report.players, engine.bots
    closer = report
    if told := min(report.games, max(extent.told, extent.reviewed)):
        records = _records(engine, players, told)
        closer = replace(closer, told=look_at(records))
        if extent.reviewed:
            closer = replace(closer, luck=luck_parts(records[: extent.reviewed]))
    if extent.searched:
        rule = best_rule(engine.edition, bots, players, extent.searched, engine.seed)
        closer = replace(closer, rule=rule)
    return closer


def _records(engine: Engine, players: int, games: int) -> list[Record]:
    """Play some of the games again, and return their records.

    The records alternate between the lineups, so a few games cover all of them.
    """
    circle, found = len(engine.bots), []
    for turn in range(circle):
        line_up = engine.seat([(turn + seat) % circle for seat in range(players)])
        many = games * (turn + 1) // circle - games * turn // circle
        part = line_up.play(turn * games, many, records=True)
        part.raise_stop()
        found.append(list(read_records(part.records)))
    rows = zip_longest(*found)
    return [record for row in rows for record in row if record is not None]


def default_bots(edition: Edition) -> str:
    """Return the default bots, with gem limits scaled to the edition's treasures.

    >>> from diamant.editions import find_edition
    >>> default_bots(find_edition("iello-2016"))
    'expect,threshold:gems=10,hazards,wolf,catch-up,risk,vulture:haul=6,random'
    """
    gems, haul = in_size(10, edition), in_size(6, edition)
    return f"expect,threshold:gems={gems},hazards,wolf,catch-up,risk,vulture:haul={haul},random"


def player_counts(edition: Edition, players: Sequence[int] | int | None) -> tuple[int, ...]:
    """Return the player counts to report on: `players`, or every count allowed.

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


_Job = tuple[LineUp, int, int]  # A lineup, its first game, and how many consecutive games to play.


def _jobs(engine: Engine, players: int, games: int) -> list[_Job]:
    """Return the jobs for one player count.

    A game's number determines its shuffle, so every player count gets the same shuffles.
    """
    circle = len(engine.bots)
    jobs: list[tuple[int, _Job]] = []
    for turn in range(circle):
        line_up = engine.seat([(turn + seat) % circle for seat in range(players)])
        start, end = games * turn // circle, games * (turn + 1) // circle
        jobs += [
            (first - start, (line_up, first, min(engine.batch, end - first)))
            for first in range(start, end, engine.batch)
        ]
    # Lineups take turns, so a run that ends early has covered all of them.
    jobs.sort(key=lambda job: job[0])
    return [job for _, job in jobs]


def _play(job: _Job) -> "_Sums":
    line_up, first, games = job
    each = Games.empty(games, len(line_up.bots), line_up.engine.edition.rounds)
    part = line_up.play(first, games, detail=True, each=each)
    sums = _Sums(part.tally, part.stop)
    played = slice(part.tally.games)
    if part.tally.games:
        sums.count(each.scores[played], each.winners[played], each.lengths[played])
        sums.busts += int((each.busts[played].sum(axis=1).astype(np.int64) ** 2).sum())
    return sums


# The measures of every game, in the order of `_Sums.count`.
MEASURES = ("score", "winner", "last", "margin", "tied", "close")


class _Sums:
    """Sums over all games with one player count."""

    def __init__(self, tally: Tally, stop: BotError | KeyboardInterrupt | None = None) -> None:
        self.tally, self.stop = tally, stop
        rounds, places = tally.lengths.shape
        # Sums of each measure and of its square, as integers, so the order of adding doesn't
        # matter.
        self.measures = np.zeros((len(MEASURES), 2), np.int64)
        self.cards = np.zeros(rounds * places, np.int64)
        self.busts = 0  # The squares of the number of busts in each game.

    def count(self, scores: Array, winners: Array, lengths: Array) -> None:
        """Add the outcomes of some games to the sums."""
        ranked = np.sort(scores.astype(np.int64), axis=1)
        # A player alone leads by all of their points.
        second = ranked[:, -2] if ranked.shape[1] > 1 else 0
        best, margin = ranked[:, -1], ranked[:, -1] - second
        tied = (winners & (winners - np.uint8(1))) != 0
        measured = (ranked.sum(axis=1), best, ranked[:, 0], margin, tied, 10 * margin <= best)
        for place, samples in enumerate(measured):
            whole = samples.astype(np.int64)
            self.measures[place] += whole.sum(), (whole * whole).sum()
        self.cards += np.bincount(lengths.sum(axis=1, dtype=np.int64), minlength=self.cards.size)

    def add(self, other: "_Sums") -> None:
        self.tally.add(other.tally)
        self.measures += other.measures
        self.cards += other.cards
        self.busts += other.busts

    def _measured(self, players: int) -> dict[str, Measured]:
        games, rounds = self.tally.games, len(self.tally.lengths)
        sums = dict(zip(MEASURES, self.measures.tolist(), strict=True))
        sums["bust_rate"] = [int(self.tally.busts.sum()), self.busts]
        parts = {"score": players, "bust_rate": rounds}
        return {
            name: Measured(
                total / games / parts.get(name, 1),
                standard_error(total, squares, games) / parts.get(name, 1),
            )
            for name, (total, squares) in sums.items()
        }

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
            measured=self._measured(players),
            lengths=tuple(tuple(row[: longest + 1]) for row in tally.lengths.tolist()),
            bust_rates=tuple(busts / games for busts in tally.busts.tolist()),
            caught_rate=1 - escapes / (games * rounds * players),
            gems_per_card=gems / cards,
            gems_per_expedition=gems / (games * rounds),
            gem_shares={name: _part(flows[name], gems) for name in GEM_FLOWS},
            relics_turned=flows["relics_turned"] / games,
            relics_taken=flows["relics_taken"] / games,
            leavers=tuple(_part(n, departures) for n in tally.leavers[1 : players + 1].tolist()),
            game_cards=tuple(np.trim_zeros(self.cards, "b").tolist()),
        )


def _part(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
