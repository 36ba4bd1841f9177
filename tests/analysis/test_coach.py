"""Tests of the coach: what staying and leaving are worth, and why, from what a player may know."""

import pytest

from diamant import Game
from diamant.analysis.choices import Foresight
from diamant.analysis.coach import advise
from diamant.errors import DiamantError
from diamant.locales import LANGUAGES
from diamant.locales.words import Words


def advice(position, seat=0, **more):
    return advise(Game.from_position(position), seat, **more)


CANNOT_WIN = (
    "you're {} points behind in the last expedition: if you leave now, you can't win. I'd go on."
)
SURE = "schmidt-2005 open 5 decide 5+1,snake A+4 20,18,0 -"


@pytest.mark.parametrize(
    ("position", "leaves", "more_points_by_staying", "said"),
    [
        pytest.param(
            "schmidt-2005 open 1 decide 7+1 ABC+2 0,0,0 -",
            *(False, True, "No card can end the expedition yet. I'd go on."),
            id="a free card is taken",
        ),
        pytest.param(
            "schmidt-2005 open 1 decide 17,snake,gas,15,explosion A+32 0,0,0 -",
            *(True, False),
            (
                "6 of the 25 cards left would end the expedition, and you're carrying 32 gems. On "
                "average, the next card costs you 7.7 points, and the rest of this expedition "
                "earns you 3.7. I'd leave."
            ),
            id="much at risk is brought home",
        ),
        pytest.param(
            "schmidt-2005 open 5 decide 17,snake,gas,15,explosion A+32 3,45,0 -",
            *(False, False, f"But {CANNOT_WIN.format(42)}"),
            id="leaving that cannot win is not advised",
        ),
        pytest.param(
            "schmidt-2005 open 5 decide 5+1,snake A+4 3,40,0 -",
            *(False, True, f"And {CANNOT_WIN.format(37)}"),
            id="a reason that agrees is no objection",
        ),
        pytest.param(
            *(SURE, True, True, "But to win, you're better off leaving now. I'd leave."),
            id="a sure win is brought home",
        ),
    ],
)
def test_advice_follows_the_chance_to_win_and_gives_a_reason(
    position, leaves, more_points_by_staying, said
):
    told = advice(position)
    assert told.leaves is leaves
    assert (told.stay.points > told.leave.points) is more_points_by_staying
    assert told.cost - told.brings == pytest.approx(told.leave.points - told.stay.points)
    assert told.sentence(Words()).endswith(said)
    if "the last expedition" in said or position == SURE:
        assert told.leave.win == int(position == SURE)


def test_closed_chests_hide_the_chance_to_win():
    closed = "iello-2016 closed 5 decide 7+1,snake,relic,lava AC+8 {} -"
    one = advice(closed.format("9,3,2"))
    other = advice(closed.format("9,80,2"))
    assert one == other
    assert (one.stay.win, one.leave.win, one.behind) == (None, None, None)
    assert "relics worth 5" in one.sentence(Words())


def test_predictors_report_how_often_they_would_leave():
    asked = {"champion": lambda game, seat: 0.25, "nobody": lambda game, seat: None}
    told = advice("schmidt-2005 open 1 decide 7+1 ABC+2 0,0,0 -", likely=asked)
    assert told.likely == {"champion": 0.25}
    assert told.to_json()["advice"] == "stay"


def test_forecast_changes_the_value_of_staying():
    behind = "schmidt-2005 open 5 decide 15+3,5+1 ABCD+4 7,6,4,0 -"
    plain = advice(behind, seat=1)
    assert plain.leaves is True
    told = advice(behind, seat=1, foresee=foreseen(0.1, dict.fromkeys(range(4), plain.others)))
    assert told.leave == pytest.approx(plain.leave)
    assert told.stay.points == pytest.approx(plain.stay.points)
    assert told.stay.win == pytest.approx(told.leave.win + 0.1)
    assert told.sentence(Words()) == (
        "No card can end the expedition yet. On average, leaving now gets you 7.3 points; going on"
        " gets you 7.2. But to win, you're better off going on. I'd go on."
    )
    assert advice(behind, seat=1, foresee=lambda game, seat: None) == plain


def test_forecast_does_not_change_a_sure_win():
    assert advice(SURE, foresee=foreseen(0.3, {0: 0.5})).leaves is True


def test_advice_names_the_chance_to_leave_alone():
    lying = "iello-2016 open 2 decide snake,lava,relic ABC+0 9,3,2 -"
    told = [
        advice(lying, foresee=foreseen(0.0, {0: 0.5, 1: chance, 2: chance}))
        for chance in (0.01, 0.9)
    ]
    assert [each.alone for each in told] == pytest.approx([0.99**2, 0.1**2])
    few, many = (each.sentence(Words()) for each in told)
    assert few == (
        "4 of the 32 cards left would end the expedition, but you're not carrying anything. On"
        " average, leaving now gets you 4.9 points; going on gets you 3.8. Leave alone to take"
        " relics worth 5. It's close. Your call!"
    )
    assert "worth 5. But you probably won't be the only one leaving. It's close" in many


def foreseen(better, leaving):
    return lambda game, seat: Foresight(better, 0.0, leaving)


def test_only_a_player_who_has_to_choose_gets_advice():
    game = Game.from_position("schmidt-2005 open 1 decide 7+1,snake AB+2 0,0,0 -")
    for asked in (game, game.decide([]).game):
        with pytest.raises(DiamantError, match="only available for a player who has to choose"):
            advise(asked, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_advice_is_available_in_every_language(language):
    told = advice(
        "iello-2016 open 5 decide 17,snake,relic,gas A+14 3,40,0 -".replace("gas", "lava")
    )
    said = told.sentence(Words(language))
    assert "{" not in said
    assert "14" in said
    assert (language == "en") == ("I'd" in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_coach_uses_the_editions_word_for_relics(language):
    game = Game.from_position("incan-gold open 2 decide 7+1,snake,relic AC+8 9,3,2 -")
    told = advise(game, 0)
    plain, own = (told.sentence(Words(language, names)) for names in ({}, dict(game.edition.names)))
    assert plain != own
    if language == "en":
        assert "to take relics worth 5" in plain
        assert "to take artifacts worth 5" in own
    else:
        # Both are translated, and differ only in that word.
        assert "artifacts" not in own
        assert len(set(plain.split()) ^ set(own.split())) <= 4
