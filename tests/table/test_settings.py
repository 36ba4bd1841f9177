"""Tests of the host's settings, and of the messages for invalid ones."""

import pytest

from diamant.table import RefusalError, Settings, settings_from_json
from tests.own_editions import SMALL
from tests.table.tabletop import small


@pytest.mark.parametrize(
    ("settings", "ms"),
    [
        ({"clock": "off"}, None),
        ({"clock": "off", "seconds": 9}, None),
        ({"clock": "relaxed"}, 45_000),
        ({"clock": "brisk"}, 15_000),
        ({"clock": "brisk", "seconds": 7}, 7_000),
    ],
)
def test_clock_sets_the_time_for_a_choice(settings, ms):
    assert settings_from_json(settings).choice_ms == ms


@pytest.mark.parametrize(
    "settings",
    [
        {"clock": "brsk"},
        {"timeout": "flee"},
        {"bots": "godlike"},
        {"visibility": "secret"},
        {"seconds": 4},
        {"seconds": 601},
        {"break_seconds": -1},
        {"break_seconds": 61},
        {"edition": "iello-2061"},
        {"edition": "other", "edition_text": SMALL},
        {"edition": "own-small", "edition_text": "nonsense"},
    ],
)
def test_refusal_names_the_wrong_setting(settings):
    with pytest.raises(RefusalError) as error:
        Settings(**settings).check()
    refusal = error.value.refusal
    assert refusal.code == "bad-setting"
    assert refusal.params["setting"] in settings
    assert str(error.value).startswith("The setting")


@pytest.mark.parametrize("edge", [{"seconds": 5}, {"seconds": 600}, {"break_seconds": 60}])
def test_limits_of_settings_are_inclusive(edge):
    Settings(**edge).check()


def test_unknown_setting_is_refused_with_a_suggestion():
    with pytest.raises(RefusalError, match="did you mean 'clock'"):
        settings_from_json({"clok": "off"})


def test_settings_read_back_equal_from_json():
    settings = small(closed=True, seconds=9)
    settings.check()
    assert settings_from_json(settings.to_json()) == settings


def test_custom_edition_can_be_played():
    assert small().played_edition().rounds == 2
