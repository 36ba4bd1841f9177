"""Tests of the coach and the review with predictions by the champion."""

import pytest

from diamant import Game
from diamant.bots.likely import coach, foresee, judged
from diamant.errors import DiamantError
from diamant.locales.words import Words
from diamant.record import Record, replay
from diamant.rules.game import Phase


@pytest.fixture
def damaged(monkeypatch):
    def networks():
        raise DiamantError("the champion's model is damaged: install the game again")

    monkeypatch.setattr("diamant.bots.champion.player.networks", networks)


def record(seed, *bots):
    return Record(tuple("ABCD"), Game.play(bots, edition="schmidt-2005", seed=seed))


def test_review_judges_choices_by_the_champions_forecast():
    game = record(2, "champion", "expect", "hazards:met=3", "random:leave=0.3")
    found = judged(game)
    turned = {(step.round, step.number): step.turned for step in replay(game)}
    for choice in found.choices:
        expected = foresee(turned[choice.round, choice.step], choice.seat)
        sign = 1 if choice.leave else -1
        assert choice.lost_points == max(0, sign * expected.points)
        if choice.if_leave not in (0, 1):
            assert choice.lost <= max(0, sign * expected.better) + 1e-12
    lost = [sum(each.lost for each in found.choices if each.seat == seat) for seat in range(4)]
    assert lost[0] < min(lost[1:])


def test_coach_advises_a_trailing_player_to_stay_when_no_card_can_bust():
    """By the reference alone, leaving would win more often."""
    game = Game.from_position("schmidt-2005 open 5 decide 15+3,5+1 ABCD+4 7,6,4,0 -")
    told = coach(game, 1)
    assert told.leaves is False
    assert told.stay.win - told.leave.win == pytest.approx(foresee(game, 1).better)


@pytest.mark.usefixtures("damaged")
def test_coach_and_review_work_without_a_damaged_model():
    told = coach(Game.from_position("schmidt-2005 open 1 decide 7+1 ABC+2 0,0,0 -"), 0)
    assert told.likely == {}
    assert told.sentence(Words()).endswith("I'd go on.")
    game = record(3, *["threshold"] * 4)
    assert game.game.phase is Phase.OVER
    assert {choice.lost_points for choice in judged(game).choices} == {None}
