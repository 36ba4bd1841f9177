"""Four people in four browsers and a television play a whole game: the editions of Diamant."""

import pytest

from tests.browser.company import check_record, gather, play


@pytest.mark.parametrize("edition", ["iello-2023", "schmidt-2005", "schmidt-2005-nl"])
def test_a_whole_game(person, backstage, edition):
    table = backstage.table(edition=edition)
    people, screen = gather(person, table)
    play(people, screen)
    check_record(table, [*people, screen])
