"""Four people in four browsers and a television play a whole game: the editions with relics."""

import pytest

from tests.browser.company import check_record, gather, play


@pytest.mark.parametrize("edition", ["iello-2023-relics", "incan-gold"])
def test_a_whole_game(person, backstage, edition):
    table = backstage.table(edition=edition)
    people, screen = gather(person, table)
    play(people, screen)
    check_record(table, [*people, screen])


def test_closed_chests_stay_closed_until_the_end(person, backstage):
    table = backstage.table(edition="iello-2016", closed=True)
    people, screen = gather(person, table)
    shown = "document.querySelectorAll('.player-chest .number').length"
    seen = []
    for one in [*people, screen]:
        # Whatever the page shows at any moment of the game is looked at.
        one.page.evaluate(
            f"new MutationObserver(() => {{ window.most = Math.max(window.most ?? 0, {shown}) }})"
            ".observe(document.body, {childList: true, subtree: true, characterData: true})"
        )
    play(people, screen, closed=True)
    seen = [one.page.evaluate("window.most") for one in [*people, screen]]
    assert seen == [1, 1, 1, 1, 0], "one's own chest is open to oneself, and no other"
    assert people[0].page.locator(".rank-points").all_inner_texts() != ["?"] * 4
    check_record(table, [*people, screen])
