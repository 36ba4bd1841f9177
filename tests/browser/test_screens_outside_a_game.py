"""Test screens outside a game: texts fit in every language, touch targets, and axe."""

import pytest

from tests.browser.looks import check_axe, check_words
from tests.browser.screens import IN_A_GAME, SCREENS


@pytest.mark.parametrize("screen", sorted(set(SCREENS) - set(IN_A_GAME)))
def test_texts_fit_targets_are_large_and_axe_finds_nothing(wanderer, backstage, screen):
    me = SCREENS[screen](wanderer, backstage)
    check_words(me)
    check_axe(me)


def test_browsers_language_is_used_and_can_be_changed_permanently(person):
    me = person(locale="sr-Latn-RS").go()
    me.page.wait_for_function("() => document.documentElement.lang === 'sr-Latn'")
    other = person(locale="de-AT").go()
    other.page.wait_for_function("() => document.documentElement.lang === 'de'")
    other.page.locator(".switches button").nth(1).click()
    other.page.get_by_label("Français").check()
    other.page.wait_for_function("() => document.documentElement.lang === 'fr'")
    other.page.reload()
    other.page.wait_for_function("() => document.documentElement.lang === 'fr'")


def test_headings_use_the_games_font_in_both_scripts(person):
    """A page loads a font only if some text uses it."""
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
