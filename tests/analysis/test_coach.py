"""The coach says what staying and leaving are worth, and why, from what a player may know."""

import pytest

from diamant import Game
from diamant.analysis.choices import Foresight
from diamant.analysis.coach import advise
from diamant.errors import DiamantError
from diamant.locales import LANGUAGES
from diamant.locales.words import Words


def advice(position, seat=0, **more):
    return advise(Game.from_position(position), seat, **more)


def test_a_free_card_is_taken():
    told = advice("schmidt-2005 open 1 decide 7+1 ABC+2 0,0,0 -")
    assert told.bust == 0
    assert told.leaves is False
    assert told.sentence(Words()) == "No card can end the expedition yet. I would go on."


def test_much_at_risk_is_brought_home():
    told = advice("schmidt-2005 open 1 decide 17,snake,gas,15,explosion A+32 0,0,0 -")
    assert told.leaves is True
    assert told.leave.points == 32
    assert told.stay.points < 32
    assert told.cost - told.brings == pytest.approx(told.leave.points - told.stay.points)
    assert told.sentence(Words()) == (
        "6 of the 25 cards would end it, and you carry 32. On average the next card costs you"
        " 7.7, and the rest of this expedition brings you 3.7. I would leave."
    )


def test_leaving_that_cannot_win_is_not_advised():
    told = advice("schmidt-2005 open 5 decide 17,snake,gas,15,explosion A+32 3,45,0 -")
    assert told.leaves is False
    assert told.leave.win == 0
    assert told.stay.points < told.leave.points
    assert told.sentence(Words()).endswith(
        "But this is the last expedition, and you are 42 behind: leaving cannot win. I would go on."
    )


def test_a_reason_that_agrees_is_no_objection():
    told = advice("schmidt-2005 open 5 decide 5+1,snake A+4 3,40,0 -")
    assert told.stay.points > told.leave.points
    assert told.sentence(Words()).endswith(
        "And this is the last expedition, and you are 37 behind: leaving cannot win. I would go on."
    )


def test_a_sure_win_is_brought_home():
    told = advice("schmidt-2005 open 5 decide 5+1,snake A+4 20,18,0 -")
    assert told.leave.win == 1
    assert told.stay.points > told.leave.points
    assert told.sentence(Words()).endswith(
        "But for the win, going home now counts more. I would leave."
    )


def test_closed_chests_leave_the_win_out():
    closed = "iello-2016 closed 5 decide 7+1,snake,relic,lava AC+8 {} -"
    one = advice(closed.format("9,3,2"))
    other = advice(closed.format("9,80,2"))
    assert one == other
    assert (one.stay.win, one.leave.win, one.behind) == (None, None, None)
    assert "relics worth 5" in one.sentence(Words())


def test_others_may_say_how_often_they_would_leave():
    asked = {"champion": lambda game, seat: 0.25, "nobody": lambda game, seat: None}
    told = advice("schmidt-2005 open 1 decide 7+1 ABC+2 0,0,0 -", likely=asked)
    assert told.likely == {"champion": 0.25}
    assert told.to_json()["advice"] == "stay"


def test_whoever_foresees_says_how_much_better_staying_is():
    behind = "schmidt-2005 open 5 decide 15+3,5+1 ABCD+4 7,6,4,0 -"
    plain = advice(behind, seat=1)
    assert plain.leaves is True
    told = advice(behind, seat=1, foresee=foreseen(0.1, dict.fromkeys(range(4), plain.others)))
    assert told.leave == pytest.approx(plain.leave)
    assert told.stay.points == pytest.approx(plain.stay.points)
    assert told.stay.win == pytest.approx(told.leave.win + 0.1)
    assert told.sentence(Words()) == (
        "No card can end the expedition yet. On average leaving now brings you 7.3, and going on"
        " 7.2. But for the win, going on counts more. I would go on."
    )
    assert advice(behind, seat=1, foresee=lambda game, seat: None) == plain


def test_a_sure_win_is_brought_home_whatever_anybody_foresees():
    sure = "schmidt-2005 open 5 decide 5+1,snake A+4 20,18,0 -"
    assert advice(sure, foresee=foreseen(0.3, {0: 0.5})).leaves is True


def test_who_will_not_be_alone_is_told_so():
    lying = "iello-2016 open 2 decide snake,lava,relic ABC+0 9,3,2 -"
    told = [
        advice(lying, foresee=foreseen(0.0, {0: 0.5, 1: chance, 2: chance}))
        for chance in (0.01, 0.9)
    ]
    assert [each.alone for each in told] == pytest.approx([0.99**2, 0.1**2])
    few, many = (each.sentence(Words()) for each in told)
    assert few == (
        "4 of the 32 cards would end it, but you carry nothing. On average leaving now brings you"
        " 4.9, and going on 3.8. Whoever leaves alone takes relics worth 5. It is close: do as you"
        " like."
    )
    assert "worth 5. But you will probably not be the only one to leave. It is close" in many


def foreseen(better, leaving):
    return lambda game, seat: Foresight(better, 0.0, leaving)


def test_there_is_advice_only_for_those_who_choose():
    game = Game.from_position("schmidt-2005 open 1 decide 7+1,snake AB+2 0,0,0 -")
    for asked in (game, game.decide([]).game):
        with pytest.raises(DiamantError, match="only for a player who has to choose"):
            advise(asked, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_it(language):
    told = advice(
        "iello-2016 open 5 decide 17,snake,relic,gas A+14 3,40,0 -".replace("gas", "lava")
    )
    said = told.sentence(Words(language))
    assert "{" not in said
    assert "14" in said
    assert (language == "en") == ("I would" in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coach_says_artifact_where_an_edition_does(language):
    game = Game.from_position("incan-gold open 2 decide 7+1,snake,relic AC+8 9,3,2 -")
    told = advise(game, 0)
    plain, own = (told.sentence(Words(language, names)) for names in ({}, dict(game.edition.names)))
    assert plain != own
    if language == "en":
        assert "takes relics worth 5" in plain
        assert "takes artifacts worth 5" in own
    else:
        # Both are translated, and say the same but for that one word.
        assert "artifacts" not in own
        assert len(set(plain.split()) ^ set(own.split())) <= 4
