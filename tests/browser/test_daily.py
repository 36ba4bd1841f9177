"""Test the daily cave in a browser: an attempt survives a reload, and can be deleted."""

import time
from datetime import UTC, datetime

from tests.browser.looks import BROKEN, LETTERS, SPEAK, settled
from tests.browser.screens import SCREENS


def test_attempt_continues_after_a_reload(wanderer):
    while f"{datetime.now(UTC):%H:%M}" == "23:59":
        time.sleep(1)  # A day's cave closes at the end of the day.
    me = wanderer("Ana").go("#/daily")
    me.page.get_by_role("button", name="Enter today's cave").click()
    me.see(".path-card", 0)
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
    me.see(".dialog .rules-text")
    me.page.reload()
    me.page.keyboard.press("Escape")
    me.button("Resume today's cave").click()
    me.see(".path-card", 0)


# Numbers of lines; a text in a field counts as one if it is fully visible.
LINES = """() => {
  const lines = (selector) => [...document.querySelectorAll(selector)].map((at) => {
    const range = document.createRange();
    range.selectNodeContents(at);
    const tops = [...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 12));
    return new Set(tops).size;
  });
  const shared = document.querySelector('.copy textarea');
  const signs = [...document.querySelectorAll('.daily-row > *')];
  const boxes = signs.map((at) => at.getBoundingClientRect());
  const middles = boxes.map(({ top, bottom }) => top + bottom);
  const bars = [...document.querySelectorAll('.daily-bar progress')].map((at) => at.offsetWidth);
  return {
    spread: Math.max(...lines('.daily-spread th'), ...lines('.daily-spread td:last-child')),
    signs: Math.max(...middles) - Math.min(...middles) < 8 ? signs.length : 0,
    shared: shared.scrollHeight <= shared.clientHeight + 1,
    bars: new Set(bars).size === 1 && bars[0] > 40,
  };
}"""

WHOLE = {"spread": 1, "signs": 5, "shared": True, "bars": True}


def test_result_is_fully_visible_with_double_sized_letters(wanderer, backstage):
    me = SCREENS["daily"](wanderer, backstage)
    assert " wins with " in me.page.locator(".daily-winner").inner_text()
    me.page.evaluate(SPEAK, "de")
    for width, height in ((390, 780), (320, 568)):
        me.page.set_viewport_size({"width": width, "height": height})
        me.page.evaluate(LETTERS, "200%")
        me.until(lambda: me.page.evaluate(LINES) == WHOLE)
        assert settled(me, BROKEN) == []
    me.page.evaluate(LETTERS, "")
