"""People in browsers of their own and a television play whole games: the editions of Diamant."""

from tests.browser.company import play_evening

EDITIONS = ("iello-2023", "schmidt-2005", "schmidt-2005-nl")


def test_an_evening_of_whole_games(person, backstage):
    play_evening(person, backstage.table(edition=EDITIONS[0]), EDITIONS)
