"""Test that figures of the edition report agree, and that failures keep partial results."""

from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from diamant.bots.registry import find_bot, find_bots
from diamant.editions import find_edition
from diamant.errors import BotError, DiamantError
from diamant.simulator import Hooks, simulate
from diamant.simulator.edition_report import Extent, default_bots, edition_report, player_counts
from diamant.simulator.engine import can_compile
from diamant.simulator.reports.best_rule import FAMILIES, best_rule, in_size
from tests.simulator.line_ups import CERTAIN_THREE

BOTS = "threshold:gems=10,random,vulture"


@pytest.fixture(scope="module")
def report():
    return edition_report("iello-2016", players=(3, 4), bots=BOTS, games=2000, seed=5)


def test_report_covers_each_number_of_players(report):
    assert [(count.players, count.games) for count in report.counts] == [(3, 2000), (4, 2000)]
    assert report.bots == ("threshold:gems=10", "random:leave=0.2", "vulture:haul=6,limit=0.2")


def test_lengths_cover_every_expedition(report):
    for count in report.counts:
        assert [sum(row) for row in count.lengths] == [2000] * 5
        assert sum(count.all_lengths) == 2000 * 5
        # The first card cannot bust, and threshold bots do not leave after every first card.
        assert 2 < count.mean_length < 12
        assert count.length_at(0.1) <= count.length_at(0.5) <= count.length_at(0.9)


def test_shares_sum_to_one(report):
    for count in report.counts:
        assert sum(count.gem_shares.values()) == pytest.approx(1)
        assert sum(count.leavers) == pytest.approx(1)
        assert len(count.leavers) == count.players


def test_rates_are_between_zero_and_one(report):
    for count in report.counts:
        rates = (*count.bust_rates, count.caught_rate)
        assert all(0 <= rate <= 1 for rate in (*rates, *count.gem_shares.values()))
        # Players are caught only where an expedition busts.
        assert count.caught_rate < count.measured["bust_rate"].mean


def test_gems_per_card_and_per_expedition_agree(report):
    for count in report.counts:
        assert count.gems_per_expedition == pytest.approx(count.gems_per_card * count.mean_length)


def test_points_equal_gems_and_relics_banked(report):
    """Each relic is worth 5 to 10 points."""
    for count in report.counts:
        banked = sum(share for flow, share in count.gem_shares.items() if "banked" in flow)
        gems = 5 * count.gems_per_expedition * banked
        relics = count.players * count.measured["score"].mean - gems
        assert 5 * count.relics_taken <= relics + 1e-6 <= 10 * count.relics_taken
        assert 0 < count.relics_taken <= count.relics_turned <= 5


def test_mean_score_lies_between_last_and_winner(report):
    for count in report.counts:
        last, score, winner = (count.measured[name].mean for name in ("last", "score", "winner"))
        assert last < score < winner


def test_same_seed_gives_the_same_report(report):
    again = edition_report("iello-2016", players=(3, 4), bots=BOTS, games=2000, seed=5)
    other = edition_report("iello-2016", players=(3, 4), bots=BOTS, games=2000, seed=6)
    assert again == report != other


def test_every_bot_gets_every_seat_equally_often():
    """With as many bots as seats, rotation makes the order of the bots irrelevant."""
    forth, back = (
        edition_report("iello-2016", players=3, bots=bots, games=30_000).counts[0].measured["score"]
        for bots in ("threshold,random,vulture", "vulture,random,threshold")
    )
    assert forth.mean == pytest.approx(back.mean, rel=0.02)


def test_called_bots_give_the_same_report_as_compiled_ones(tmp_path):
    """A threshold bot uses no randomness, so both runs play the same games."""
    (tmp_path / "mine.py").write_text(
        "def ten(view):\n    globals()\n    return view.carried + view.path >= 10\n"
    )
    ten = f"{tmp_path}/mine.py:ten"
    compiled = edition_report("iello-2016", players=3, bots=CERTAIN_THREE, games=40)
    called = edition_report("iello-2016", players=3, bots=[ten, *CERTAIN_THREE[1:]], games=40)
    assert not can_compile([find_bot(ten)])
    assert called.counts == compiled.counts


def test_report_covers_all_numbers_of_players_by_default():
    edition = find_edition("iello-2016")
    assert player_counts(edition, None) == (3, 4, 5, 6, 7, 8)
    assert player_counts(edition, 5) == (5,)
    with pytest.raises(DiamantError, match="iello-2016 is for 3 to 8 players, not 9"):
        player_counts(edition, 9)


def test_margin_and_ties_agree_with_the_games(report):
    for count in report.counts:
        seats = ["threshold:gems=10", "random", "vulture", "threshold:gems=10"][: count.players]
        played = simulate("iello-2016", seats, 2000, seed=5, each=True).each
        first, second = np.sort(played.scores, axis=1)[:, :-3:-1].T
        margin = count.measured["margin"]
        assert margin.mean == pytest.approx((first - second).mean(), abs=2)
        assert 0 <= count.measured["tied"].mean < count.measured["close"].mean < 1
        assert 0 < margin.error < 1
        assert sum(count.game_cards) == 2000
        assert count.minutes < count.minutes_at(0.9)


def test_error_shrinks_with_the_square_root_of_games():
    few, many = (
        edition_report("iello-2016", players=3, bots=BOTS, games=games).counts[0].measured["score"]
        for games in (1000, 16_000)
    )
    assert few.error == pytest.approx(4 * many.error, rel=0.15)


def test_extent_limits_replayed_and_reviewed_games():
    extent = Extent(told=40, reviewed=2)
    report = edition_report("schmidt-2005", players=3, bots=BOTS, games=100, extent=extent)
    told, luck = report.counts[0].told, report.counts[0].luck
    assert (told.games, luck.games) == (40, 2)
    assert len(told.leader_wins) == 4
    assert 1 / 3 < told.leader_wins[-1].mean <= 1, "who leads before the last cave mostly wins"
    assert (told.largest_shortage > 0) == (told.stand_ins.mean > 0)
    assert luck.cards.mean + luck.others.mean + luck.decisions.mean == pytest.approx(1)


def test_too_few_components_in_the_box_are_reported(tmp_path):
    file = tmp_path / "small.toml"
    whole = files("diamant.editions").joinpath("schmidt-2005.toml").read_text(encoding="utf-8")
    file.write_text(
        whole.replace("schmidt-2005", "small")
        .replace("count = 60", "count = 10")
        .replace("count = 30", "count = 2")
    )
    report = edition_report(str(file), players=3, bots=BOTS, games=40, extent=Extent(told=40))
    assert report.counts[0].told.stand_ins.mean > 0.9
    assert report.counts[0].told.largest_shortage > 20


def test_best_rule_is_best_of_its_family_and_scales_with_the_edition():
    """In an edition with ten times the gems, the rule's numbers are about ten times larger."""
    usual = find_edition("schmidt-2005")
    rich = replace(usual, treasures=tuple(10 * value for value in usual.treasures))
    gems = []
    for edition in (usual, rich):
        company = find_bots(f"random,threshold:gems={in_size(10, edition)}")
        found = best_rule(edition, company, 3, 300, 1)
        assert found.share.mean == max(share.mean for _, share in found.families) > 1 / 3
        named = {name.partition(":")[0]: name for name, _ in found.families}
        assert set(named) == set(FAMILIES)
        gems.append(int(named["threshold"].partition("=")[2]))
    assert 4 * gems[0] < gems[1]


def test_progress_counts_all_games():
    seen = []
    edition_report(
        "iello-2016", players=(3, 4), bots=BOTS, games=500, hooks=Hooks(progress=seen.append)
    )
    assert seen == sorted(seen)
    assert seen[-1] == 1000


def test_interrupted_report_keeps_finished_parts():
    def stop(games):
        if games > 500:
            raise KeyboardInterrupt

    report = edition_report(
        "iello-2016", players=(3, 4, 5), bots=BOTS, games=500, hooks=Hooks(progress=stop)
    )
    assert report.interrupted
    assert [count.players for count in report.counts] == [3, 4]


def test_failing_bot_keeps_the_games_before_it(tmp_path):
    (tmp_path / "weak.py").write_text(
        "def weak(view):\n    globals()\n"
        "    if view.players > 3:\n        raise RuntimeError('too many')\n"
        "    return True\n"
    )
    name = f"{tmp_path}/weak.py:weak"
    with pytest.raises(BotError, match="RuntimeError: too many") as caught:
        edition_report("iello-2016", players=(3, 4), bots=name, games=5)
    assert [count.players for count in caught.value.result.counts] == [3]


def test_default_bots_scale_with_treasures():
    usual = find_edition("iello-2016")
    large = replace(usual, treasures=tuple(20 * gems for gems in usual.treasures))
    assert "threshold:gems=10," in default_bots(usual)
    assert "threshold:gems=207," in default_bots(large)
    assert "vulture:haul=124," in default_bots(large)
