"""Test screens in a game: texts fit in every language, touch targets, and axe."""

import pytest

from tests.browser.looks import check_axe, check_words
from tests.browser.screens import IN_A_GAME, SCREENS
from tests.own_editions import SMALL, shortened

# The end looks the same after two caves; half of the cards are hazards for a quick bust.
SHORTER = {
    "end": shortened("iello-2016"),
    "recap": {"edition": "own-small", "edition_text": SMALL.replace("most = 4", "most = 8")},
}


@pytest.mark.parametrize("screen", IN_A_GAME)
def test_texts_fit_targets_are_large_and_axe_finds_nothing(wanderer, backstage, screen):
    me = SCREENS[screen](wanderer, backstage, **SHORTER.get(screen, {}))
    check_words(me)
    check_axe(me)
