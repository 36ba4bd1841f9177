"""Tests that each built-in bot plays as documented, at positions worked out by hand."""

import random

from diamant.bots import BotView, find_bot
from tests.rules.playing import play, start


def ask(name, course, seat=0, **options):
    game = play(start(**options), course)
    return find_bot(name).seat_down()(BotView(game, seat, lambda: random.Random(1)))


def test_random_ignores_the_position():
    for course in ("9", "snake lava 1", "relic 17"):
        assert ask("random:leave=0.3", course) == 0.3


def test_threshold_counts_carried_gems_and_the_whole_path():
    """9 among 3 is 3 each; 11 is 3 each and leaves 2 on the path: 8 together."""
    assert not ask("threshold:gems=9", "9 11")
    assert ask("threshold:gems=8", "9 11")
    # It leaves at exactly its number, and gems on the path count in full, not by shares.
    assert ask("threshold:gems=2", "2")
    assert not ask("threshold:gems=3", "2")


def test_hazards_counts_kinds_of_hazard():
    assert not ask("hazards:met=2", "snake 5 9")
    assert ask("hazards:met=2", "snake 5 lava")


def test_risk_leaves_above_its_limit_unless_it_has_nothing_to_lose():
    """After snake and gas, 4 of the 27 cards left would cause a bust."""
    first = {"edition_id": "schmidt-2005"}
    assert not ask("risk:limit=0.15", "snake 9 gas", **first)
    assert ask("risk:limit=0.14", "snake 9 gas", **first)
    assert not ask("risk:limit=0.14", "snake gas scorpion", **first)


def test_expect_stays_if_it_has_nothing_to_lose():
    assert not ask("expect", "snake lava ram")
    assert not ask("expect", "5")
    assert ask("expect", "17 15 14 13 snake lava ram")


def test_vulture_leaves_alone_or_by_a_coin_flip():
    assert ask("vulture:haul=4,limit=1", "5 5") == 0.5
    assert ask("vulture:haul=5,limit=1", "5 5") == 0.0
    assert ask("vulture:haul=4,limit=1", "5 5/AB relic", seat=2) == 1.0
    assert ask("vulture:haul=1000,limit=0.05", "9 snake") == 1.0


def test_wolf_stays_with_others_and_computes_alone():
    assert not ask("wolf:nerve=0.5", "17 15 14 13 snake lava")
    assert ask("wolf:nerve=0.5", "17 15 14 13 snake/AB lava", seat=2)
    assert ask("wolf:nerve=0.1", "17 15 snake lava")


def test_catch_up_stays_when_leaving_would_lose():
    rounds = "17/AB 15/C 5/A 5/BC 5/A 5/BC 5/A 5/BC 17 15 14"
    behind = ask("catch-up:caution=20", f"{rounds}", seat=0, edition_id="schmidt-2005")
    assert isinstance(behind, bool)
    # With a lead, it is as careful as its parameter says.
    assert ask("catch-up:caution=20,late=0", "17 15 14 snake lava")


def test_beer_mat_has_three_limits_and_a_rule_for_the_last_expedition():
    mat = "beer-mat:one=5,two=4,three=3"
    assert not ask(mat, "9 snake")
    assert ask(mat, "11 snake")
    assert not ask(mat, "5 snake lava")
    assert ask(mat, "11 snake lava")
    assert ask(mat, "5 snake lava ram")
    robbed = "17/A snake snake 17/A gas gas 17/A explosion explosion 17/A scorpion scorpion 5 7"
    assert not ask(mat, robbed, seat=1, edition_id="schmidt-2005")
    assert ask(mat, robbed, seat=0, edition_id="schmidt-2005")


PUBLISHED = "diamant.bots.published"


def test_published_upside_and_lead_count_carried_gems():
    """After 9 and 11 among 3, each carries 6; 2 snakes of the 30 cards left would cause a bust."""
    assert not ask(f"{PUBLISHED}:upside", "9 11 snake")
    assert ask(f"{PUBLISHED}:upside:share=0.1", "9 11 snake")
    assert ask(f"{PUBLISHED}:lead:gems=6,ahead=4,behind=2", "9 11")
    assert not ask(f"{PUBLISHED}:lead:gems=7,ahead=4,behind=2", "9 11")


def test_published_dare_leaves_with_the_chance_of_a_bust():
    assert ask(f"{PUBLISHED}:dare", "9") == 0.0
    assert 0.05 < ask(f"{PUBLISHED}:dare", "9 snake") < 0.08


def test_published_simple_rules_decide_as_described():
    assert ask(f"{PUBLISHED}:haul_or_cards:gems=100,step=2", "9 11")
    assert not ask(f"{PUBLISHED}:haul_or_cards:gems=7,step=3", "9 11")
    assert ask(f"{PUBLISHED}:alone", "9/BC 7")
    assert not ask(f"{PUBLISHED}:alone", "9 7")
    assert ask(f"{PUBLISHED}:snatcher", "relic")
    assert not ask(f"{PUBLISHED}:snatcher:least=6", "relic")
    assert ask(f"{PUBLISHED}:nervous:tolerance=1", "9") < ask(f"{PUBLISHED}:nervous", "17 15 snake")
    assert not ask(f"{PUBLISHED}:one_look", "9")
    assert ask(f"{PUBLISHED}:one_look", "9 snake")


def test_published_nash_mixes_until_both_choices_are_equal():
    """With no hazard met nothing can be lost; with two kinds met, a full path makes some leave."""
    assert ask(f"{PUBLISHED}:nash", "9") < 0.001
    assert 0.1 < ask(f"{PUBLISHED}:nash", "17 15 snake lava") < 1
    assert ask(f"{PUBLISHED}:nash", "17 15 14 13 snake lava ram") > 0.9
