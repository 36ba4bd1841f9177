"""Whole games of every edition in browsers: people and a television, and one person with bots."""

from tests.browser.company import NAMES, check_record, gather, play, turns
from tests.browser.person import play_out
from tests.browser.wire import check_frames

TOGETHER = "schmidt-2005"
WITH_BOTS = ("iello-2016", "iello-2023", "schmidt-2005-nl", "iello-2023-relics", "incan-gold")
SHOWN = "document.querySelectorAll('.player-chest .number').length"


def test_closed_chests_stay_closed_until_the_end(person, backstage):
    table = backstage.table(edition=TOGETHER, closed=True)
    people, screen = gather(person, table, NAMES[:3])
    devices = [*people, screen]
    for one in devices:
        # Whatever the page shows at any moment of the game is looked at.
        one.page.evaluate(
            f"new MutationObserver(() => {{ window.most = Math.max(window.most ?? 0, {SHOWN}) }})"
            ".observe(document.body, {childList: true, subtree: true, characterData: true})"
        )
    play(people, screen, closed=True)
    seen = [one.page.evaluate("window.most") for one in devices]
    assert seen == [1, 1, 1, 0], "one's own chest is open to oneself, and no other"
    assert people[0].page.locator(".rank-points").all_inner_texts() != ["?"] * 3
    check_record(table, devices, edition=TOGETHER)


def test_one_person_and_bots_play_the_other_editions(person, backstage):
    for edition in WITH_BOTS:
        table = backstage.table(edition=edition)
        ana = person(NAMES[0], known=table.known)
        ana.come(table.code).sit()
        ana.press("Add 2 bots, then start")
        play_out([ana], turns(1))
        check_frames(ana, {0}, closed=False)
        check_record(table, [ana], edition=edition)
        ana.page.close()
