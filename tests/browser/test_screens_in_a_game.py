"""Screens in a game: words fit in every language, fingers hit, and axe finds nothing."""

import pytest

from tests.browser.looks import check_axe, check_words
from tests.browser.screens import IN_A_GAME, SCREENS
from tests.own_editions import SMALL, shortened

# The end looks the same after two caves, and a bust where half of the cards are dangers.
SHORTER = {
    "end": shortened("iello-2016"),
    "recap": {"edition": "own-small", "edition_text": SMALL.replace("most = 4", "most = 8")},
}


@pytest.mark.parametrize("screen", IN_A_GAME)
def test_words_fingers_and_axe(wanderer, backstage, screen):
    me = SCREENS[screen](wanderer, backstage, **SHORTER.get(screen, {}))
    check_words(me)
    check_axe(me)
