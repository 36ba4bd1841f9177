"""Run the arena from Python, with an edition, a pool of rules and some networks."""

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
from diamant.simulator.kernel.generate import replace_between, step_kernel_text
from diamant.simulator.kernel.mind_text import IMPORTS, STEP_LOOK, mind_text
from diamant.simulator.kernel.rewrite import rewrite_bot
from diamant.simulator.kernel.step_layout import WORDS, EditionRow
from diamant.training.families import FAMILIES

Array = NDArray[Any]
RANDOM = -100
NUMBERS = 2  # The most parameters of a rule.
NETWORKS = 8  # The most different networks at a table.
NETWORK = mind.CLASSES * mind.WEIGHTS


@cache
def _mixes(edition: Edition, players: int) -> Array:
    """Return the match equity's mixes as an array [round, number, (weight, width)]."""
    mixes = np.zeros((edition.rounds, 2, 2))
    for round in range(edition.rounds - 1):
        mixes[round] = mix_of(players, edition.rounds - 1 - round, edition)
    return mixes


class Pool(NamedTuple):
    """The rules to play against, each as a family and its parameters."""

    family: Array
    numbers: Array
    strong: int  # The number of strong rules, which come first.

    @classmethod
    def of(cls, bots: Sequence[Bot], strong: int = 0) -> "Pool":
        """Build a pool of bots, all from families that the arena has compiled."""
        names = [family.name for family in FAMILIES]
        numbers = np.zeros((len(bots), NUMBERS))
        for place, bot in enumerate(bots):
            given = list(bot.numbers.values())
            numbers[place, : len(given)] = given
        return cls(np.array([names.index(bot.name) for bot in bots]), numbers, strong)


class Mixing(NamedTuple):
    """The probabilities that determine which bots play in open seats.

    The fields are the probabilities that a seat gets the current network (`itself`) or an earlier
    snapshot of it (`past`), that all open seats get the same bot (`alike`), and that all opponents
    are strong rules or fixed networks (`strong`).
    """

    itself: float = 0.0
    past: float = 0.0
    alike: float = 0.0
    strong: float = 0.0


class Aim(NamedTuple):
    """The training objective: the weights of a win and of a point."""

    win: float = 1.0
    points: float = 0.0


ALL_RULES = Mixing()
THE_WIN = Aim()


class Run(NamedTuple):
    """One run of an expedition: its state, and buffers for intermediate results."""

    row: Array
    words: Array
    deck: Array
    inside: Array
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
    def empty(cls, edition: EditionRow) -> "Run":
        """Return an empty run."""
        situation = np.zeros(mind.SITUATION)
        situation[mind.RICHNESS] = mind.unit_of(sum(edition.edition.treasures))
        noticed, common, first, second = (
            np.zeros(size, np.float32)
            for size in (mind.FEATURES, (NETWORKS, mind.HIDDEN), mind.HIDDEN, mind.SECOND)
        )
        return cls(
            row=np.zeros(edition.width, np.int32),
            words=np.zeros(WORDS, np.uint64),
            deck=np.zeros(len(edition.words), np.uint8),
            inside=np.zeros(8, np.int64),
            weights=np.zeros((8, mind.TYPES)),
            situation=situation,
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
    """The results of some games: sampled decisions, win shares and points.

    `boards` and `steps` are empty unless they were requested.
    """

    noticed: Array
    rounds_left: Array
    wanted: Array
    wins: Array
    points: Array
    boards: Array  # [game, round, seat]: points after each round.
    steps: Array  # [step]: game, card, leavers as a mask, then the row after the card.


def play(
    edition: Edition,
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
    steps: bool = False,
) -> ArenaResult:
    """Play games with the learner in seat 0.

    `doubts` has each network's doubt. `lasts` says which networks use the last-expedition rules.
    The first network is the one in training, the next `fixed` networks never change, and all others
    are earlier snapshots.
    """
    assert len(networks) <= NETWORKS, "the table has enough seats"
    manners = np.zeros((len(networks), 2))
    manners[:, 0] = doubts
    manners[: len(lasts), 1] = lasts
    laid_out = EditionRow.of(edition, players)
    longest = games * laid_out.longest if steps else 0
    out = ArenaResult(
        np.zeros((samples, mind.FEATURES), np.float32),
        np.zeros(samples, np.int64),
        np.zeros(samples, np.float32),
        np.zeros((games, players)),
        np.zeros((games, players), np.int64),
        np.zeros((games if boards else 0, edition.rounds, players), np.int64),
        np.full((longest, 3 + laid_out.width), -1, np.int32),
    )
    seats = np.full(8, RANDOM)
    seats[: len(line_up)] = line_up
    sampled = _kernel().play(
        seed,
        games,
        seats,
        laid_out.row,
        _mixes(edition, players),
        pool,
        networks,
        manners,
        mixing,
        fixed,
        aim,
        rate,
        Run.empty(laid_out),
        Run.empty(laid_out),
        out,
    )
    return out._replace(
        noticed=out.noticed[:sampled],
        rounds_left=out.rounds_left[:sampled],
        wanted=out.wanted[:sampled],
        steps=out.steps[out.steps[:, 0] >= 0],
    )


@cache
def _kernel() -> ModuleType:
    text = files("diamant.training").joinpath("arena_template.py").read_text(encoding="utf-8")
    text = replace_between(text, "mind", [*IMPORTS, *mind_text()])
    text = replace_between(text, "look", STEP_LOOK)
    bots = [rewrite_bot(family.with_numbers({})) for family in FAMILIES]
    return load_module(step_kernel_text(text, bots))
