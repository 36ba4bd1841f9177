"""Test that the side-by-side kernel plays the same games as the full kernel."""

import numba
import numpy as np
import pytest

from diamant.bots import Bot, find_bots
from diamant.rules.edition import HazardKind, Relics
from diamant.simulator.engine import Engine
from diamant.simulator.kernel import generate, side_by_side
from diamant.simulator.kernel.arrays import EditionArrays
from diamant.simulator.kernel.generate import Shape, kernel_text
from diamant.simulator.kernel.layout import SHARED_EXACTLY
from diamant.simulator.kernel.rewrite import rewrite_bot
from diamant.simulator.result import Games
from tests.amount import in_campaigns
from tests.rules.playing import small_edition
from tests.simulator.differential import find

BOTS = "threshold:gems=7.5,random:leave=0.3,threshold:gems=12,random:leave=0.05"
NO_COINS = "threshold:gems=9,threshold:gems=9,threshold:gems=14.2,threshold:gems=1000"


def check_same_games(engines, line_up, first, games):
    """Play games with both engines, and compare sums, scores and winners."""
    outcomes = [Games.empty(games, len(line_up), 5) for _ in range(2)]
    sums = [
        engine.seat(line_up).play(first, games, each=each).tally.sums[:3]
        for engine, each in zip(engines, outcomes, strict=True)
    ]
    assert np.array_equal(*sums)
    assert np.array_equal(*(each.scores for each in outcomes))
    assert np.array_equal(*(each.winners for each in outcomes))


@pytest.mark.parametrize(
    ("name", "features"),
    [
        ("schmidt-2005", None),
        # Other cases cover its relics and its decks, which is enough when time is short.
        pytest.param("iello-2016", None, marks=in_campaigns),
        ("iello-2023-relics", None),
        ("own-printed-at-start", None),
        # As on a processor that gathers and does not shuffle; LLVM compiles it for any processor.
        ("iello-2016", "avx512dq"),
    ],
)
def test_side_by_side_games_equal_those_of_the_full_kernel(name, features, monkeypatch):
    if features is not None:
        monkeypatch.setattr(generate, "has", features.__eq__)
    bots = find_bots(BOTS)
    fast = Engine.of(find(name), bots, seed=7, fast=True)
    assert Shape.of_fast(fast.arrays, fast.compiled.rewritten).side_by_side
    full = Engine.of(find(name), bots, seed=7)
    # Other seats use other kinds of bots; the last lanes of an odd number of games stay empty.
    for line_up, first, games in (([0, 1, 2, 3], 0, 1), ([3, 2, 1, 0, 1, 0, 2, 3], 10**12, 1003)):
        check_same_games((fast, full), line_up, first, games)


def test_processor_features_match_by_their_whole_name(monkeypatch):
    monkeypatch.setattr(numba.config, "CPU_FEATURES", "-ssse3,+avx2,+bmi2")
    assert side_by_side.has("avx2")
    assert not side_by_side.has("avx")
    assert not side_by_side.has("ssse3")


@pytest.mark.parametrize("name", ["incan-gold", "own-wide", "own-by-card", "own-bits"])
def test_editions_that_do_not_fit_lanes_are_played_one_by_one(name):
    """Relics as tie-break, scores beyond 16 bits, gems shared card by card, too many bits."""
    arrays = EditionArrays.of(find(name))
    assert not side_by_side.suits(arrays, [rewrite_bot(bot) for bot in find_bots(NO_COINS)])


def relics(worth, points):
    return Relics("start", worth, points, supplied=False)


HOLDS = {"treasures": (255, 240), "rounds": 1, "relics": relics("printed", (200, 55))}


@pytest.mark.parametrize(
    "changes",
    [
        {"treasures": (256,)},
        {"treasures": (241,) * 17},
        {"hazards": tuple(HazardKind(f"h{number}", 2) for number in range(9))},
        {"relics": relics("by order", (1,) * 9)},
        {"relics": relics("printed", (200, 56))},
    ],
)
def test_numbers_that_do_not_fit_lanes_are_played_one_by_one(changes):
    bots = [rewrite_bot(bot) for bot in find_bots("random")]
    assert side_by_side.suits(EditionArrays.of(small_edition(**HOLDS)), bots)
    assert not side_by_side.suits(EditionArrays.of(small_edition(**HOLDS | changes)), bots)


def test_division_by_multiplication_is_exact():
    for many in range(1, 9):
        part = -(-(1 << 15) // many)
        for number in range(SHARED_EXACTLY):
            assert 2 * number * part >> 16 == number // many


def above(view):
    return view.carried - view.path > 2.5


def among_few(view):
    return view.inside <= 2


def twice(view):
    return 2 * view.carried >= 9


def compared_with_path(view):
    return view.carried >= view.path


def both(view):
    return view.carried > 3 and view.path > 2


def exactly(view):
    return view.carried == 4


def late(view):
    return view.step > 4


@pytest.mark.parametrize(
    ("function", "suits"),
    [(above, True), (among_few, True)]
    + [(function, False) for function in (twice, compared_with_path, both, exactly, late)],
)
def test_only_comparisons_of_sums_with_numbers_run_in_lanes(function, suits):
    form = rewrite_bot(Bot(function.__name__, function))
    assert side_by_side.compares_sums(form) == suits


def test_fractional_limits_are_rounded_without_changing_answers():
    """Floats of 32 bits represent these integers exactly, but not every limit."""
    (threshold,) = find_bots("threshold")
    assert "np.ceil(own_gems)" in side_by_side.in_lanes(rewrite_bot(threshold))
    assert "np.floor(2.5)" in side_by_side.in_lanes(rewrite_bot(Bot("above", above)))


def test_changed_lane_operation_gets_a_new_kernel():
    """The kernel imports these operations, so its text must change with them."""
    arrays = EditionArrays.of(find("schmidt-2005"))
    forms = [rewrite_bot(bot) for bot in find_bots("threshold")]
    assert "# lanes.py: " in kernel_text(Shape.of_fast(arrays, forms), forms)
