"""Test that the kernel and the rules agree on 10,000 games, fewer in the gate."""

import math

import numpy as np
import pytest

from diamant.bots import find_bots
from diamant.editions import IDS
from diamant.simulator import engine as engines
from diamant.simulator import simulate
from diamant.simulator.engine import Engine
from diamant.simulator.result import Games
from tests.amount import TIMES, amount
from tests.simulator.differential import bots_for, compare, find, own_editions
from tests.simulator.line_ups import LINE_UPS

PART = 500
GAMES_OF_BUILT_IN = amount(270)
# The others have kernels of their own, which take long to compile.
LINE_UPS_PLAYED = tuple(LINE_UPS) if TIMES > 1 else ("coins",)
COMPARED = [(name, players, GAMES_OF_BUILT_IN) for name in IDS for players in range(3, 9)] + [
    # One or two play where an edition allows it; other numbers share the kernels above.
    *(("own-by-card", players, 80) for players in (1, 3, 4, 5, 8)),
    *(("own-one-round", players, 60) for players in (3, 8)),
    *(("own-twenty-rounds", players, 60) for players in (4, 7)),
    *(("own-wide", players, 25) for players in (3, 6)),
    *(("own-bits", players, 80) for players in (2, 3, 5, 8)),
    *(("own-by-order-at-start", players, 80) for players in (3, 5, 8)),
    *(("own-printed-at-start", players, 60) for players in (3, 8)),
    *(("own-relic-hunt", players, 60) for players in (3, 4)),
]
# Without relics, and with relics as tie-break; an unusual edition has no fast kernel.
FAST = ("schmidt-2005", "incan-gold", "own-wide", "own-bits")


def test_enough_games_are_compared():
    assert sum(games for _, _, games in COMPARED) >= min(amount(10_000), 1_000_000)
    assert {name for name, _, _ in COMPARED} == {*IDS, *own_editions()}


@pytest.mark.parametrize(("name", "players", "games"), COMPARED)
def test_exported_games_replay_to_the_kernels_counts(name, players, games):
    # Other cases get other decks. A campaign replays too many games to keep all of them.
    for part in range(0, games, PART):
        first, size = 1_000_000 * players + part, min(PART, games - part)
        line_up = LINE_UPS_PLAYED[part // PART % len(LINE_UPS_PLAYED)]
        _, counted, wrong = compare(name, players, size, line_up=line_up, seed=2026, first=first)
        assert wrong == [], f"seed 2026, games from {first}, {line_up}"
        assert counted.cards > size


def test_scores_beyond_16_bits_occur():
    """Scores too large for the packed lanes use the kernel's second way of counting."""
    result, _, wrong = compare("own-wide", 3, 25, seed=1)
    assert wrong == []
    assert result.each.scores.max() > 65_535


def test_relics_break_ties():
    """Of several players with the most points, those with the most relics win."""
    result, _, wrong = compare("own-by-order-at-start", 8, 300, seed=1)
    assert wrong == []
    scores, winners = result.each.scores, result.each.winners
    best = (scores == scores.max(axis=1, keepdims=True)) @ (1 << np.arange(8))
    assert (winners & ~best == 0).all()
    assert (winners != best).any()


@pytest.mark.parametrize("name", FAST)
def test_fast_kernel_plays_the_exported_games(name):
    """Long runs use other kernels, which must agree."""
    games = 30 if name == "own-wide" else 300
    exported, _, _ = compare(name, 5, games, seed=7)
    bots = find_bots(",".join(bots_for(name, 5)))
    engine = Engine.of(find(name), bots, seed=7, fast=True, long=True)
    assert not any(engine.compiled.in_kernel.values()), "a long run's kernel holds its bots"
    assert engine.compiled.is_full == name.startswith("own")
    each = Games.empty(games, 5, find(name).rounds)
    fast = engine.seat(range(5)).play(0, games, each=each).tally
    # Only some runs ask for relics, and only those count them.
    assert np.array_equal(fast.sums[:3], exported.sums[:3])
    assert np.array_equal(each.scores, exported.each.scores)
    assert np.array_equal(each.winners, exported.each.winners)


def test_sums_equal_those_of_exported_games():
    plain = simulate("iello-2016", bots_for("iello-2016", 5), 300, seed=7)
    exported, _, _ = compare("iello-2016", 5, 300, seed=7)
    assert np.array_equal(plain.sums[:3], exported.sums[:3])
    assert plain.detail is None
    assert plain.each is None


def test_only_long_runs_without_details_use_fast_kernels(monkeypatch):
    """Fast kernels take long to compile, and the general kernel exists already."""
    asked, engine_of = [], Engine.of

    def full(*bots, fast, long, **options):
        asked.append((fast, long))
        return engine_of(*bots, **options)

    monkeypatch.setattr(Engine, "of", full)
    monkeypatch.setattr(engines, "LONG_RUN", 100)
    for games, options in ((99, {}), (100, {}), (100, {"each": True})):
        simulate("iello-2016", bots_for("iello-2016", 3), games, **options)
    assert asked == [(False, False), (True, True), (False, True)]


def test_histograms_equal_those_of_exported_games():
    bots = bots_for("incan-gold", 4)
    detailed = simulate("incan-gold", bots, 500, seed=7, detail=True)
    exported, _, _ = compare("incan-gold", 4, 500, seed=7)
    for name in ("scores", "lengths", "busts", "leavers"):
        assert np.array_equal(getattr(detailed.detail, name), getattr(exported.detail, name))
    assert detailed.detail.flows == exported.detail.flows


def test_means_errors_and_win_shares_follow_from_single_games():
    result, _, _ = compare("iello-2016", 4, 500, seed=3)
    for seat, told in enumerate(result.seats):
        points = result.each.scores[:, seat].astype(float)
        assert told.mean == pytest.approx(points.mean())
        assert told.stderr == pytest.approx(points.std(ddof=1) / math.sqrt(500))
    assert sum(seat.win_share for seat in result.seats) == pytest.approx(1, abs=1e-12)


def test_every_revealed_gem_is_accounted_for():
    """Gems banked, lost and left behind add up to the value of all treasures."""
    result, _, _ = compare("schmidt-2005", 3, 400, seed=9)
    flows = result.detail.flows
    banked = flows["gems_banked_from_hand"] + flows["gems_banked_from_path"]
    assert banked == result.sums[0].sum()
    assert flows["relics_turned"] == flows["relics_taken"] == 0
