"""Test whole games in browsers: people and a TV screen, and every edition with bots."""

from tests.browser.company import NAMES, check_record, gather, play, turns
from tests.browser.person import play_out
from tests.browser.wire import check_frames
from tests.own_editions import SMALL, shortened

# These editions differ in ways that a whole game shows; the others have the cards of the last.
WHOLE = ("iello-2016", "iello-2023-relics", "incan-gold", "schmidt-2005")
SHORT = ("schmidt-2005-nl", "iello-2023")
SHOWN = "document.querySelectorAll('.player-chest .number').length"


def test_closed_chests_stay_closed_until_the_end(wanderer, backstage):
    table = backstage.table(**shortened("schmidt-2005"), closed=True)
    people, screen = gather(wanderer, table, NAMES[:3])
    devices = [*people, screen]
    for one in devices:
        # Check everything that the page shows during the game.
        one.page.evaluate(
            f"new MutationObserver(() => {{ window.most = Math.max(window.most ?? 0, {SHOWN}) }})"
            ".observe(document.body, {childList: true, subtree: true, characterData: true})"
        )
    play(people, screen, closed=True)
    seen = [one.page.evaluate("window.most") for one in devices]
    assert seen == [1, 1, 1, 0], "one's own chest is open to oneself, and no other"
    assert people[0].page.locator(".rank-points").all_inner_texts() != ["?"] * 3
    check_record(table, devices, edition="own-schmidt-2005")


def test_one_person_and_bots_play_every_edition(wanderer, backstage):
    ana = wanderer(NAMES[0])
    for settings in (*({"edition": name} for name in WHOLE), *map(shortened, SHORT)):
        ana.forget()
        table = backstage.table(**settings)
        ana.remember("tables", [{**table.known, "at": 1}])
        ana.come(table.code).sit()
        ana.press("Add 2 bots and start")
        play_out([ana], turns(1))
        check_frames(ana, {0}, closed=False)
        check_record(table, [ana], edition=settings["edition"])


def test_javascript_property_names_break_no_page(wanderer, backstage):
    hazards = "constructor = 2\ntoString = 2\nhasOwnProperty = 2\nvalueOf = 2"
    text = SMALL.replace("snake = 2\nlava = 3", hazards).replace("own-small", "constructor")
    table = backstage.table(edition="constructor", edition_text=text)
    (me,), screen = gather(wanderer, table, ("__proto__",))
    me.press("Add 1 bot and start")
    me.until(me.asked)
    me.page.reload()
    play_out([me], lambda _: False, screen=screen)
    screen.page.locator(".tv-end .rank").first.wait_for()
    record = f'[constructor "x"]\n[toString "y"]\n{table.records()}'.encode()
    me.go("#/replay")
    file = {"name": "game.dia", "mimeType": "text/plain", "buffer": record}
    me.page.locator("input[type=file]").set_input_files(file)
    me.page.locator(".replay-bar").wait_for()
    me.press("Go to end")
    assert "__proto__" in me.page.locator(".replay-side").inner_text()
