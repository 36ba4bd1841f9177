"""How an edition plays: what a designer wants to know of it, from many games of a mix of bots."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from diamant.bots import Bot, as_bots
from diamant.errors import BotError, DiamantError
from diamant.rules.edition import Edition
from diamant.simulator.compiled import FAILURES, Machine, empty_games, seed_word
from diamant.simulator.plain import PlainMachine, add_game, explain_failure
from diamant.simulator.result import FLOWS, Tally
from diamant.simulator.rewrite import CannotCompileError
from diamant.simulator.simulation import (
    COMPILED_BATCH,
    PLAIN_BATCH,
    TIME_LIMIT,
    Hooks,
    as_edition,
    check_games,
    compiled_forms,
    cores,
    in_order,
)
from diamant.simulator.tables import EditionTables
from diamant.simulator.watch import Watch

DEFAULT_BOTS = "expect,threshold:gems=10,hazards,wolf,catch-up,risk,vulture,random"
DEFAULT_GAMES = 100_000

GEM_FLOWS = tuple(name for name in FLOWS if name.startswith("gems_"))


@dataclass(frozen=True, slots=True)
class PlayersReport:
    """How an edition plays with one number of players.

    `lengths[expedition][cards]` counts expeditions; `bust_rates` are those of each expedition, and
    `caught_rate` says how often a player who entered a cave was in it at a bust. `leavers[n - 1]`
    is the share of the moments at which anybody left where n players did. Relics are counted per
    game, gems as they are turned up.
    """

    players: int
    games: int
    mean_score: float
    mean_winner: float
    mean_last: float
    lengths: tuple[tuple[int, ...], ...]
    bust_rates: tuple[float, ...]
    caught_rate: float
    gems_per_card: float
    gems_per_expedition: float
    gem_shares: dict[str, float]
    relics_turned: float
    relics_taken: float
    leavers: tuple[float, ...]

    @property
    def all_lengths(self) -> tuple[int, ...]:
        """How many expeditions, first or last, had each number of cards."""
        return tuple(map(sum, zip(*self.lengths, strict=True)))

    @property
    def mean_length(self) -> float:
        """The mean number of cards in an expedition."""
        return _mean_place(self.all_lengths)

    @property
    def mean_lengths(self) -> tuple[float, ...]:
        """The mean number of cards in the first expedition, the second, and so on."""
        return tuple(map(_mean_place, self.lengths))

    @property
    def bust_rate(self) -> float:
        """The share of all expeditions that ended in a bust."""
        return sum(self.bust_rates) / len(self.bust_rates)

    def length_at(self, part: float) -> int:
        """Return the number of cards that a part of all expeditions do not exceed."""
        counts = np.cumsum(self.all_lengths)
        return int(np.searchsorted(counts, part * counts[-1]))

    def to_json(self) -> dict[str, Any]:
        """Return this part of the report as JSON data."""
        return {
            "players": self.players,
            "games": self.games,
            "score": {
                "mean": self.mean_score,
                "winner": self.mean_winner,
                "last": self.mean_last,
            },
            "length": {
                "mean": self.mean_length,
                "by_expedition": list(self.mean_lengths),
                "counts": [list(counts) for counts in self.lengths],
            },
            "bust_rate": {"all": self.bust_rate, "by_expedition": list(self.bust_rates)},
            "caught_rate": self.caught_rate,
            "gems": {
                "per_card": self.gems_per_card,
                "per_expedition": self.gems_per_expedition,
                "shares": dict(self.gem_shares),
            },
            "relics": {"turned": self.relics_turned, "taken": self.relics_taken},
            "leavers": {str(many): share for many, share in enumerate(self.leavers, start=1)},
        }


@dataclass(frozen=True, slots=True)
class EditionReport:
    """How an edition plays, for each number of players that was asked for."""

    edition: str
    bots: tuple[str, ...]
    seed: int
    counts: tuple[PlayersReport, ...]
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return what `diamant edition-report --json` prints."""
        return {
            "edition": self.edition,
            "bots": list(self.bots),
            "seed": self.seed,
            "interrupted": self.interrupted,
            "by_players": [count.to_json() for count in self.counts],
        }


def edition_report(
    edition: Edition | str,
    *,
    players: Sequence[int] | int | None = None,
    bots: Sequence[Bot | str] | str | None = None,
    games: int = DEFAULT_GAMES,
    seed: int = 0,
    time_limit: float = TIME_LIMIT,
    hooks: Hooks | None = None,
) -> EditionReport:
    """Play `games` games with each number of players, and tell how the edition plays.

    The bots sit in a circle around the table, which moves on by one bot after a part of the games.
    So every bot has every seat equally often, and as much weight with three players as with eight;
    a bot sits down again where there are fewer bots than players.

    >>> from diamant.simulator.report import edition_report
    >>> report = edition_report("iello-2016", players=4, bots="random", games=1000)
    >>> 0.5 < report.counts[0].bust_rate < 0.65
    True
    """
    edition = as_edition(edition)
    check_games(games)
    if not time_limit > 0:
        raise DiamantError(f"the time limit must be more than 0 seconds, not {time_limit:g}")
    asked = player_counts(edition, players)
    run = _Run(
        edition,
        as_bots(DEFAULT_BOTS if bots is None else bots),
        games,
        seed,
        time_limit,
        hooks or Hooks(),
    )
    reports: list[PlayersReport] = []
    interrupted, failure = False, None
    for number, count in enumerate(asked):
        sums = _Sums(Tally(count, edition.rounds, run.tables.cards, detail=True))
        try:
            for part in run.parts(count):
                sums.add(part)
                run.hooks.progress(number * games + sums.tally.games)
        except KeyboardInterrupt:
            interrupted = True
        except BotError as error:
            failure = error
        if sums.tally.games:
            reports.append(sums.report(count))
        if interrupted or failure is not None:
            break
    report = EditionReport(
        edition.id, tuple(map(str, run.bots)), seed, tuple(reports), interrupted=interrupted
    )
    if failure is not None:
        failure.result = report
        raise failure
    return report


def player_counts(edition: Edition, players: Sequence[int] | int | None) -> tuple[int, ...]:
    """Return the numbers of players to report on: those asked for, or all that an edition allows.

    >>> from diamant.editions import find_edition
    >>> player_counts(find_edition("iello-2016"), None)
    (3, 4, 5, 6, 7, 8)
    """
    allowed = range(edition.least_players, edition.most_players + 1)
    if players is None:
        return tuple(allowed)
    asked = (players,) if isinstance(players, int) else tuple(players)
    for count in asked:
        if count not in allowed:
            raise DiamantError(
                f"{edition.id} is for {edition.least_players} to {edition.most_players} players,"
                f" not {count}"
            )
    return asked


class _Sums:
    """What the games with one number of players add up to."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
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
            mean_score=int(tally.sums[0].sum()) / games / players,
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


@dataclass(frozen=True)
class _Run:
    edition: Edition
    bots: list[Bot]
    games: int
    seed: int
    time_limit: float
    hooks: Hooks

    @cached_property
    def tables(self) -> EditionTables:
        return EditionTables.of(self.edition)

    @cached_property
    def machine(self) -> Machine | None:
        """One kernel that knows all bots, for every line-up of them; None if one must be called."""
        forms = compiled_forms(self.bots)
        if forms is None:
            return None
        machine = Machine.build(self.edition, forms, detail=True, on_compile=self.hooks.compiling)
        # A run of no games at all is what makes Numba compile, before several threads would.
        seats = slice(0, self.edition.least_players)
        try:
            machine.warm_up(self.bots[seats], forms[seats])
        except CannotCompileError:
            return None
        return machine

    def parts(self, players: int) -> Iterator[_Sums]:
        """Play with a number of players, and give the sums of a few games after the other."""
        machine, jobs = self.machine, self._jobs(players)
        if machine is None:
            with Watch(self.time_limit) as watch:
                for line_up, first, count in jobs:
                    yield self._plain(line_up, first, count, watch)
            return
        yield from in_order(
            lambda job: self._compiled(machine, *jobs[job]), range(len(jobs)), cores()
        )

    def _jobs(self, players: int) -> list[tuple[list[Bot], int, int]]:
        """Return line-ups, each with its first game and how many it plays.

        A game's number gives it its cards, so all numbers of players meet the same shuffles.
        """
        size, circle = PLAIN_BATCH if self.machine is None else COMPILED_BATCH, len(self.bots)
        jobs = []
        for turn in range(circle):
            line_up = [self.bots[(turn + seat) % circle] for seat in range(players)]
            start, end = self.games * turn // circle, self.games * (turn + 1) // circle
            jobs += [
                (first - start, line_up, first, min(size, end - first))
                for first in range(start, end, size)
            ]
        # Line-ups take turns, so that a run that ends early has seen all of them.
        jobs.sort(key=lambda job: job[0])
        return [job[1:] for job in jobs]

    def _compiled(self, machine: Machine, line_up: list[Bot], first: int, count: int) -> _Sums:
        forms = compiled_forms(line_up)
        assert forms is not None, "each of these bots was compiled before"
        each = empty_games(count, len(line_up), self.edition.rounds)
        seated = machine.line_up(line_up, forms)
        try:
            tally, _ = machine.run(seated, self.seed, first, count, each)
        except FAILURES as error:
            failed = range(first, first + count)
            explain_failure(machine, line_up, seated, self.seed, failed, self.time_limit, error)
        sums = _Sums(tally)
        sums.winners = int(each.scores.max(axis=1).sum())
        sums.lasts = int(each.scores.min(axis=1).sum())
        return sums

    def _plain(self, line_up: list[Bot], first: int, count: int, watch: Watch) -> _Sums:
        machine = PlainMachine(
            self.edition, line_up, self.tables, seed_word(self.seed), self.time_limit
        )
        sums = _Sums(Tally(len(line_up), self.edition.rounds, self.tables.cards, detail=True))
        for number in range(first, first + count):
            game = machine.play(number, watch)
            add_game(sums.tally, game)
            sums.winners += max(game.scores)
            sums.lasts += min(game.scores)
        return sums


def _part(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _mean_place(counts: Sequence[int]) -> float:
    return sum(place * count for place, count in enumerate(counts)) / sum(counts)
