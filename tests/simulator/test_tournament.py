"""Test tournaments: all mixes and rotations, common decks, and consistent figures."""

import csv
import io
import itertools
import math
import multiprocessing
from collections import Counter

import pytest

from diamant.errors import BotError, DiamantError
from diamant.simulator import Hooks
from diamant.simulator import tournament as plans
from diamant.simulator.standings import rate
from diamant.simulator.tournament import plan_tournament, tournament
from tests.simulator.line_ups import CERTAIN_THREE, odd
from tests.simulator.odd_bot import DIVIDES_BY_NOTHING, STAYS

BOTS = "threshold:gems=10,vulture:haul=20,limit=1,random:leave=0.2"


@pytest.fixture(scope="module")
def outcome():
    return tournament("iello-2016", BOTS, 3, 30_000, seed=4)


def test_every_mix_plays_in_every_rotation():
    plan = plan_tournament("iello-2016", BOTS, 4, 1_200)
    mixes = {tuple(sorted(line_up)) for line_up in plan.line_ups}
    expected = set(itertools.combinations_with_replacement(range(3), 4))
    # A table with one kind of bot does not show which bot is better.
    assert mixes == expected - {(bot,) * 4 for bot in range(3)}
    assert plan.mixes == plan.all_mixes == 12
    assert sum(plan.counts) == 1_200
    seats = Counter((seat, bot) for up in plan.line_ups for seat, bot in enumerate(up))
    for bot in range(3):
        assert len({seats[seat, bot] for seat in range(4)}) == 1


def test_single_bot_may_play_against_itself():
    plan = plan_tournament("iello-2016", "random", 3, 10)
    assert plan.mixes == plan.all_mixes == 1
    assert set(plan.line_ups) == {(0, 0, 0)}


def test_remaining_games_are_spread_over_line_ups():
    plan = plan_tournament("iello-2016", BOTS, 3, 1_000)
    assert sum(plan.counts) == 1_000
    assert max(plan.counts) - min(plan.counts) <= 1


def test_few_games_play_a_seeded_sample_of_line_ups():
    first, again, other = (
        plan_tournament("iello-2016", BOTS, 8, 20, seed=seed) for seed in (1, 1, 2)
    )
    assert first == again
    assert first.line_ups != other.line_ups
    assert sum(first.counts) == len(first.line_ups) == 20


def test_more_than_five_thousand_mixes_are_sampled():
    bots = [f"threshold:gems={gems}" for gems in range(20)]
    plan = plan_tournament("iello-2016", bots, 5, 30_000, seed=1)
    assert plan.mixes == 5_000
    assert plan.all_mixes == math.comb(24, 5) - 20
    assert len({tuple(sorted(line_up)) for line_up in plan.line_ups}) == 5_000
    assert all(len(set(line_up)) > 1 for line_up in plan.line_ups)
    assert plan == plan_tournament("iello-2016", bots, 5, 30_000, seed=1)
    assert plan.line_ups != plan_tournament("iello-2016", bots, 5, 30_000, seed=2).line_ups


def test_better_bot_wins_and_is_rated_higher(outcome):
    assert [row.bot for row in outcome.standings] == [
        *("threshold:gems=10", "random:leave=0.2", "vulture:haul=20,limit=1")
    ]
    assert outcome.standings[0].rating == max(row.rating for row in outcome.standings)
    assert outcome.standings[0].rating > 1500 > outcome.standings[-1].rating


def test_win_shares_sum_to_the_games(outcome):
    assert outcome.games == 30_000
    assert sum(row.games for row in outcome.standings) == 90_000
    wins = sum(row.win_share * row.games for row in outcome.standings)
    assert wins == pytest.approx(30_000, abs=1e-6)


def test_half_widths_match_the_spread_between_seeds(outcome):
    """With twice the games they are about 0.7 times as wide."""
    for row in outcome.standings:
        assert 0 < row.win_share_error < 0.02
        assert 0 < row.mean_error < 1
    again = {row.bot: row for row in tournament("iello-2016", BOTS, 3, 30_000, seed=9).standings}
    for row in outcome.standings:
        other = again[row.bot]
        spread = 2.5 * math.hypot(row.win_share_error, other.win_share_error)
        assert row.win_share != other.win_share
        assert abs(row.win_share - other.win_share) < spread
    small = {row.bot: row for row in tournament("iello-2016", BOTS, 3, 3_000, seed=4).standings}
    for row in outcome.standings:
        assert 1.5 < small[row.bot].win_share_error / row.win_share_error < 7


def test_same_seed_gives_the_same_standings_on_any_number_of_threads(outcome, monkeypatch):
    for threads in (1, 3):
        again = tournament("iello-2016", BOTS, 3, 30_000, seed=4, threads=threads)
        assert again.standings == outcome.standings
    monkeypatch.setattr(plans, "LINE_UPS_PER_JOB", 1)
    assert tournament("iello-2016", BOTS, 3, 30_000, seed=4).standings == outcome.standings


def test_called_bots_get_the_decks_of_compiled_ones(tmp_path):
    """A threshold uses no randomness, so both tournaments are equal."""
    (tmp_path / "mine.py").write_text(
        "def at(view, gems=0):\n    view.history\n    return view.carried + view.path >= gems\n"
    )
    compiled = tournament("iello-2016", CERTAIN_THREE, 3, 60, seed=4)
    at = f"{tmp_path}/mine.py:at"
    bots = [f"{at}:gems=10", f"{at}:gems=3", CERTAIN_THREE[2]]
    called = tournament("iello-2016", bots, 3, 60, seed=4)
    for one, other in zip(compiled.standings, called.standings, strict=True):
        assert (one.mean, one.win_share, one.rating) == (other.mean, other.win_share, other.rating)


def test_tournament_of_one_bot_gives_equal_shares():
    outcome = tournament("iello-2016", [odd(6)], 3, 100)
    assert outcome.standings[0].win_share == pytest.approx(1 / 3)
    assert outcome.standings[0].rating == 1500


def test_progress_counts_games():
    seen = []
    tournament("iello-2016", BOTS, 4, 2_000, hooks=Hooks(progress=seen.append))
    assert seen == sorted(seen)
    assert seen[-1] == 2_000
    assert len(seen) > 2


def test_interrupted_tournament_returns_the_partial_standings():
    def stop(games):
        raise KeyboardInterrupt

    outcome = tournament("iello-2016", BOTS, 4, 2_000, hooks=Hooks(progress=stop))
    assert outcome.interrupted
    assert 0 < outcome.games < 2_000
    assert outcome.standings


def test_failing_bot_leaves_the_partial_standings(tmp_path):
    (tmp_path / "weak.py").write_text(
        "def weak(view):\n    view.history\n    if view.seat == 0:\n        raise OSError('no')\n"
        "    return True\n"
    )
    weak = f"{tmp_path}/weak.py:weak"
    with pytest.raises(BotError, match=r"in seat A failed at .*: OSError: no") as caught:
        tournament("iello-2016", f"{BOTS},{weak}", 4, 600, threads=2)
    # Python would end these processes only at its own exit, with a warning.
    assert not multiprocessing.active_children()
    so_far = caught.value.result
    assert so_far.games > 0
    assert math.isnan(so_far.standings[0].rating)
    assert so_far.to_json()["bots"][0]["rating"] is None


def test_failing_compiled_bot_is_named():
    with pytest.raises(BotError, match=r"odd.* in seat . failed at game \d+, .*card 3: ZeroDiv"):
        tournament("iello-2016", [odd(DIVIDES_BY_NOTHING), odd(STAYS), "random"], 3, 600)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"games": 0}, "number of games must be between 1 and"),
        ({"games": -3}, "number of games must be between 1 and"),
        ({"players": 2}, "iello-2016 is for 3 to 8 players, not 2"),
        ({"players": 0}, "iello-2016 is for 3 to 8 players, not 0"),
        ({"players": 9}, "iello-2016 is for 3 to 8 players, not 9"),
        ({"bots": "random,random"}, "bot random:leave=0.2 is entered twice"),
        ({"bots": []}, "a tournament needs at least one bot"),
        ({"threads": 0}, "number of threads must be between 1 and 1024"),
        ({"threads": -2}, "number of threads must be between 1 and 1024"),
        ({"time_limit": 0}, "the time limit must be greater than 0"),
        ({"time_limit": float("nan")}, "the time limit must be greater than 0"),
    ],
)
def test_impossible_tournaments_are_refused(changes, why):
    given = {"edition": "iello-2016", "bots": BOTS, "players": 3, "games": 10}
    with pytest.raises(DiamantError, match=why):
        tournament(**(given | changes))


def test_single_game_has_no_error_estimate():
    outcome = tournament("iello-2016", BOTS, 3, 1)
    assert math.isnan(outcome.standings[0].win_share_error)
    assert outcome.to_json()["bots"][0]["win_share_error"] is None


def test_csv_has_a_row_for_each_bot(outcome):
    output = io.StringIO()
    outcome.write_csv(output)
    rows = list(csv.DictReader(io.StringIO(output.getvalue())))
    assert [row["bot"] for row in rows] == [row.bot for row in outcome.standings]
    assert float(rows[0]["win_share"]) == outcome.standings[0].win_share


def test_ratings_follow_the_games():
    games = [((0, 1, 2), (30, 20, 10))] * 60
    first, second, third = rate(3, games)
    assert first > second > third
    assert rate(3, [((0, 1, 2), (5, 5, 5))] * 20) == pytest.approx([1500] * 3, abs=20)
    # A bot that meets only itself keeps its rating.
    assert rate(1, [((0, 0, 0), (1, 2, 3))]) == [1500]


# The simple bots; trained and searched bots win against all of them.
IDEAS = ["random", "threshold", "hazards", "risk", "expect", "vulture", "wolf", "catch-up"]


def test_nearly_every_bot_beats_the_random_one():
    """Only counting hazards, as beginners do, does not."""
    outcome = tournament("iello-2016", IDEAS, 4, 400_000, seed=1)
    coin = next(row for row in outcome.standings if row.bot == "random:leave=0.2")
    for row in outcome.standings:
        if row is not coin and not row.bot.startswith("hazards"):
            assert row.win_share > coin.win_share
            assert row.rating > coin.rating
    assert sum(row.win_share * row.games for row in outcome.standings) == pytest.approx(400_000)
