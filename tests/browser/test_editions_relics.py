"""People in browsers of their own and a television play whole games: the editions with relics."""

from tests.browser.company import check_record, gather, play, play_evening

EDITIONS = ("iello-2023-relics", "incan-gold")


def test_an_evening_of_whole_games(person, backstage):
    play_evening(person, backstage.table(edition=EDITIONS[0]), EDITIONS)


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
