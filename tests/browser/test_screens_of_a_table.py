"""Every screen of a game: words fit in every language, fingers hit, and axe finds nothing."""

import pytest

from tests.browser.looks import check_axe, check_words
from tests.browser.screens import OF_A_TABLE, SCREENS


@pytest.mark.parametrize("screen", OF_A_TABLE)
def test_words_fingers_and_axe(wanderer, backstage, screen):
    me = SCREENS[screen](wanderer, backstage)
    check_words(me)
    check_axe(me)
