"""The daily cave in a browser: an attempt survives a reload, and can be deleted."""

import time
from datetime import UTC, datetime


def test_an_attempt_is_gone_on_with(wanderer):
    while f"{datetime.now(UTC):%H:%M}" == "23:59":
        time.sleep(1)  # The cave of a day closes with it.
    me = wanderer("Ana").go("#/daily")
    me.page.get_by_role("button", name="Go into today").click()
    me.page.locator(".path-card").first.wait_for()
    me.until(lambda: me.page.locator(".choice[aria-disabled=false]").count() == 2)
    assert me.page.get_by_text("Rosa").count() > 0
    with me.page.expect_response(lambda answer: answer.url.endswith("api/daily/choice")) as made:
        me.page.locator(".choice").first.click()
    assert made.value.json()["choices"] == 1
    me.press("Menu")
    menu = me.page.get_by_role("dialog")
    menu.get_by_role("heading", name="Menu").wait_for()
    assert "table" not in menu.inner_text().lower(), "there is none in the daily cave"
    menu.get_by_role("link", name="Rules").click()
    me.page.locator(".dialog .rules-text").wait_for()
    me.page.reload()
    me.page.keyboard.press("Escape")
    me.button("Go on in the cave").click()
    me.page.locator(".path-card").first.wait_for()
