"""The documentation as a server gives it: no complaint of the browser, on any width."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from docs.site import build
from tests.live.serving import Server

PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1366, "height": 768}
TROUBLE = ("error", "warning")
PAGES = ("index.html", "rules.html", "editions-compared.html", "api/game.html", "strategy.html")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that must not complain: about what a policy forbids, or about a missing file."""
    build.built()
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: said.type in TROUBLE and wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("response", lambda told: told.status >= 400 and wrong.append(told.url))
    yield page
    context.close()
    assert wrong == []


def test_the_site_is_read_and_searched_under_the_servers_policy(page: Page, server: Server):
    for name in PAGES:
        page.goto(f"{server.url}docs/{name}")
        for size in (PHONE, LAPTOP):
            page.set_viewport_size(size)
            beyond = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert beyond <= 0, f"{name} is too wide for {size}"
        assert page.evaluate("document.body.dataset.theme") == "auto"
    page.goto(f"{server.url}docs/")
    # The symbols of the theme's buttons stand in the page, and must not be seen there.
    expect(page.locator("body > svg").first).not_to_be_visible()
    page.get_by_role("button", name="Toggle Light").locator("visible=true").click()
    assert page.evaluate("document.body.dataset.theme") != "auto"
    field = page.get_by_role("search").locator("visible=true").get_by_label("Search")
    field.fill("rockslide")
    field.press("Enter")
    result = page.locator("#search-results").get_by_role("link", name="The editions side by side")
    result.first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The editions side by side")
