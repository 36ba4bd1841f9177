"""Screens outside a game: words fit in every language, fingers hit, and axe finds nothing."""

import pytest

from tests.browser.looks import check_axe, check_words
from tests.browser.screens import IN_A_GAME, SCREENS


@pytest.mark.parametrize("screen", sorted(set(SCREENS) - set(IN_A_GAME)))
def test_words_fingers_and_axe(wanderer, backstage, screen):
    me = SCREENS[screen](wanderer, backstage)
    check_words(me)
    check_axe(me)


def test_the_browsers_language_is_taken_and_can_be_changed_for_good(person):
    me = person(locale="sr-Latn-RS").go()
    me.page.wait_for_function("() => document.documentElement.lang === 'sr-Latn'")
    other = person(locale="de-AT").go()
    other.page.wait_for_function("() => document.documentElement.lang === 'de'")
    other.page.locator(".switches button").nth(1).click()
    other.page.get_by_label("Français").check()
    other.page.wait_for_function("() => document.documentElement.lang === 'fr'")
    other.page.reload()
    other.page.wait_for_function("() => document.documentElement.lang === 'fr'")


def test_headings_have_the_games_own_letters_in_both_scripts(person):
    """A font is loaded only where something is written with it."""
    for locale, scripts in (("en-GB", {"U+20"}), ("sr-RS", {"U+20", "U+400"})):
        me = person(locale=locale).go("#/rules").see("h2", 0)
        me.page.wait_for_function(
            """(wanted) => {
              const written = [...document.fonts].filter(({ status }) => status === 'loaded')
                .map(({ unicodeRange }) => unicodeRange.split('-')[0]);
              return [...new Set(written)].sort().join() === wanted;
            }""",
            arg=",".join(sorted(scripts)),
        )
