"""The arena from Python: an edition, a pool of rules and some networks, and what came of games."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from diamant.analysis.equity import mix_of
from diamant.bots import Bot
from diamant.bots.champion import mind
from diamant.rules.edition import Edition
from diamant.simulator.kernel.cache import load_module
from diamant.simulator.kernel.generate import replace_between
from diamant.simulator.kernel.mind_text import IMPORTS, mind_text
from diamant.simulator.kernel.rewrite import rewrite_bot
from diamant.training.families import FAMILIES

Array = NDArray[Any]
RANDOM = -100
STATE = 14
NUMBERS = 2  # A rule takes at most so many.
NETWORKS = 8  # At a table sit at most so many different ones.
NETWORK = mind.CLASSES * mind.WEIGHTS

# What a rule may be given, as the arena calls it.
_READS = (
    *("carried", "path", "round", "rounds", "players", "inside", "step", "left_before"),
    *("hazards_met", "bust_cards", "deck_size", "relics_lying", "relics_worth"),
    *("seat", "chest", "lead", "_ahead"),
)


class ArenaEdition(NamedTuple):
    """An edition as the arena reads it."""

    card_value: Array
    card_share: Array
    card_kind: Array
    card_relic: Array
    copies: Array
    relic_points: Array
    relics_in: Array
    all_shares: Array
    mixes: Array  # [players, round, number, (weight, width)]: the match equity after a round.
    rounds: int
    unit: float
    by_order: bool
    relics_break_ties: bool

    @classmethod
    def of(cls, edition: Edition) -> "ArenaEdition":
        """Lay an edition out; the path is shared as a whole."""
        values, relics = edition.treasures, edition.relics
        kinds = [place for place, kind in enumerate(edition.hazards) for _ in range(kind.copies)]
        points = relics.points if relics else ()
        rest = len(kinds) + len(points)
        return cls(
            card_value=np.array([*values, *[0] * rest]),
            card_share=np.array(
                [[value // max(n, 1) for n in range(9)] for value in (*values, *[0] * rest)]
            ),
            card_kind=np.array([*[-1] * len(values), *kinds, *[-1] * len(points)]),
            card_relic=np.array([*[-1] * (len(values) + len(kinds)), *range(len(points))]),
            copies=np.array([kind.copies for kind in edition.hazards]),
            relic_points=np.array(points, np.int64),
            relics_in=np.array(
                [
                    relics.entered_by(number) if relics else 0
                    for number in range(1, edition.rounds + 1)
                ]
            ),
            all_shares=np.array([sum(v // max(n, 1) for v in values) for n in range(9)]),
            mixes=_mixes(edition),
            rounds=edition.rounds,
            unit=mind.unit_of(sum(values)),
            by_order=relics is not None and relics.worth != "printed",
            relics_break_ties=edition.tie_break == "relics",
        )


def _mixes(edition: Edition) -> Array:
    mixes = np.zeros((9, edition.rounds, 2, 2))
    for players in range(1, 9):
        for round in range(edition.rounds - 1):
            mixes[players, round] = mix_of(players, edition.rounds - 1 - round, edition)
    return mixes


class Pool(NamedTuple):
    """Rules to play against: each one's family and numbers."""

    family: Array
    numbers: Array
    strong: int  # So many of the first are strong.

    @classmethod
    def of(cls, bots: Sequence[Bot], strong: int = 0) -> "Pool":
        """Make a pool of bots, which must be of the families that the arena has compiled."""
        names = [family.name for family in FAMILIES]
        numbers = np.zeros((len(bots), NUMBERS))
        for place, bot in enumerate(bots):
            given = list(bot.numbers.values())
            numbers[place, : len(given)] = given
        return cls(np.array([names.index(bot.name) for bot in bots]), numbers, strong)


class Mixing(NamedTuple):
    """Who sits on open seats.

    The chances that one is the learner itself or an earlier self, that all open seats are alike,
    and that all are strong ones: strong rules and fixed networks.
    """

    itself: float = 0.0
    past: float = 0.0
    alike: float = 0.0
    strong: float = 0.0


class Aim(NamedTuple):
    """What is played for: how much a win is worth, and a point."""

    win: float = 1.0
    points: float = 0.0


ALL_RULES = Mixing()
THE_WIN = Aim()


class Run(NamedTuple):
    """One run of an expedition: how it stands, and room for what is reckoned on the way."""

    state: Array
    ahead: Array
    inside: Array
    chests: Array
    held: Array
    weights: Array
    situation: Array
    chances: Array
    people: Array
    board: Array
    noticed: Array
    sample: Array
    begun: Array
    common: Array
    first: Array
    second: Array

    @classmethod
    def empty(cls) -> "Run":
        """Return one that has not begun."""
        state, ahead, inside, chests, held = (
            np.zeros(size, np.int64) for size in (STATE, 9, 8, 8, 8)
        )
        noticed, common, first, second = (
            np.zeros(size, np.float32)
            for size in (mind.FEATURES, (NETWORKS, mind.HIDDEN), mind.HIDDEN, mind.SECOND)
        )
        return cls(
            *(state, ahead, inside, chests, held),
            weights=np.zeros((8, mind.TYPES)),
            situation=np.zeros(mind.SITUATION),
            chances=np.zeros((3, mind.TYPES)),
            people=np.zeros((9, mind.PERSON)),
            board=np.zeros(mind.BOARD),
            noticed=noticed,
            sample=noticed.copy(),
            begun=np.zeros(NETWORKS, np.int64),
            common=common,
            first=first,
            second=second,
        )


class ArenaResult(NamedTuple):
    """What came of games: sampled decisions, shares of wins, points, and boards if asked for."""

    noticed: Array
    rounds_left: Array
    wanted: Array
    wins: Array
    points: Array
    boards: Array


def play(
    edition: ArenaEdition,
    players: int,
    line_up: Sequence[int],
    pool: Pool,
    networks: Array,
    *,
    seed: int,
    games: int,
    doubts: Sequence[float],
    lasts: Sequence[float] = (),
    fixed: int = 0,
    mixing: Mixing = ALL_RULES,
    aim: Aim = THE_WIN,
    samples: int = 0,
    rate: float = 0.0,
    boards: bool = False,
) -> ArenaResult:
    """Play games; seat 0 is the learner.

    Each network has its doubt and, where `lasts` says so, goes by the rules of a last expedition.
    The first of them learns, so many that follow are fixed, all others are earlier selves.
    """
    assert len(networks) <= NETWORKS, "there is room for as many"
    manners = np.zeros((len(networks), 2))
    manners[:, 0] = doubts
    manners[: len(lasts), 1] = lasts
    out = ArenaResult(
        np.zeros((samples, mind.FEATURES), np.float32),
        np.zeros(samples, np.int64),
        np.zeros(samples, np.float32),
        np.zeros((games, players)),
        np.zeros((games, players), np.int64),
        np.zeros((games if boards else 0, edition.rounds, players), np.int64),
    )
    seats = np.full(8, RANDOM)
    seats[: len(line_up)] = line_up
    sampled = _kernel().play(
        seed,
        games,
        players,
        seats,
        edition,
        pool,
        networks,
        manners,
        mixing,
        fixed,
        aim,
        rate,
        Run.empty(),
        Run.empty(),
        out,
    )
    return out._replace(
        noticed=out.noticed[:sampled],
        rounds_left=out.rounds_left[:sampled],
        wanted=out.wanted[:sampled],
    )


@cache
def _kernel() -> ModuleType:
    text = files("diamant.training").joinpath("arena_template.py").read_text(encoding="utf-8")
    text = replace_between(text, "mind", [*IMPORTS, *mind_text()])
    text = replace_between(text, "rules", _rules())
    return load_module(text)


def _rules() -> list[str]:
    """Return every family's function, and the one that asks the right one."""
    lines = [
        "@inner_njit()",
        "def next_share(ahead, deck_size, players):",
        "    return ahead[players] / deck_size",
        "",
    ]
    asked = ["@inner_njit()", f"def rule(family, numbers, {', '.join(_READS)}):"]
    asked += ["    bust_chance = bust_cards / deck_size", "    _size = deck_size"]
    for number, family in enumerate(FAMILIES):
        form = rewrite_bot(family.with_numbers({}))
        lines += ["@inner_njit()", *form.source.format(name=f"rule_{number}").splitlines(), "", ""]
        given = [f"numbers[{place}]" for place in range(len(form.parameters))]
        asked += [
            f"    if family == {number}:",
            f"        return np.float64(rule_{number}({', '.join([*form.reads, *given])}))",
        ]
    return [*lines, *asked, "    return 0.0"]
