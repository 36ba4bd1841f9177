"""Tests of the documentation site in a browser: search, copy buttons, widths, security policy."""

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from docs.site import build
from tests.live.serving import Server

PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1366, "height": 768}
TROUBLE = ("error", "warning")

QUESTIONS = {
    "how do I install it": "install.html",
    "how do I host it behind nginx with TLS": "deploy.html#",
    "what are closed chests": "rules.html#",
    "what is the first message of the protocol": "protocol.html#",
    "how do I add a language": "languages.html#",
    "how do I get the odds at move 3.4": "odds.html",
    "how strong is the champion": "bots.html#",
    "what does a seed guarantee": "benchmark.html#",
    "champion strength": "bots.html#",
    "diamant odds": "odds.html",
    "--at": "odds.html#",
}
BEHIND_GUIDES = ("decisions/", "research/", "changelog.html", "source/")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield a page that must not report a policy violation or a missing file."""
    build.built()
    context = browser.new_context(viewport=PHONE)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: said.type in TROUBLE and wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("response", lambda told: told.status >= 400 and wrong.append(told.url))
    yield page
    context.close()
    assert wrong == []


def address(server: Server, name: str) -> str:
    return f"{server.url}docs/{name}"


def results(page: Page, server: Server, query: str) -> list[str]:
    """Return the addresses that the search finds, best first."""
    page.goto(address(server, f"search.html?{urlencode({'q': query})}"))
    expect(page.locator("#search-results h2")).to_have_text("Search Results")
    links = page.locator("#search-results li > a")
    return links.evaluate_all("links => links.map(link => link.getAttribute('href'))")


def test_no_page_is_wider_than_a_phone(page: Page, server: Server):
    site = build.PACKAGED
    names = [path.relative_to(site).as_posix() for path in sorted(site.rglob("*.html"))]
    wide = {}
    for name in [name for name in names if not name.startswith("source/")]:
        page.goto(address(server, name), wait_until="domcontentloaded")
        beyond = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if beyond > 0:
            wide[name] = beyond
    assert wide == {}


def test_no_command_is_cut_off_on_a_phone_or_a_laptop(page: Page, server: Server):
    for name in ("index.html", "install.html", "start.html", "deploy.html", "recipes.html"):
        page.goto(address(server, name))
        for size in (PHONE, LAPTOP):
            page.set_viewport_size(size)
            hidden = page.evaluate(
                "[...document.querySelectorAll(':is(.highlight-console, .highlight-sh) pre')]"
                ".filter(block => block.scrollWidth > block.clientWidth)"
                ".map(block => block.innerText)"
            )
            assert hidden == [], f"{name} at {size}"


def test_copy_button_copies_commands_without_prompt_and_output(page: Page, server: Server):
    page.goto(address(server, "recipes.html"))
    for language, copied in (
        ("console", "diamant replay examples/four-friends.dia"),
        ("python", "import diamant\nwith open("),
    ):
        block = page.locator(f".highlight-{language}").first
        block.get_by_role("button", name="Copy").click()
        text = page.evaluate("navigator.clipboard.readText()")
        assert text.startswith(copied)
        assert "Ana" not in text
        assert "..." not in text


@pytest.mark.parametrize(("question", "answer"), QUESTIONS.items(), ids=str)
def test_search_answers_a_newcomers_question_first(
    page: Page, server: Server, question: str, answer: str
):
    assert results(page, server, question)[0].startswith(answer)


@pytest.mark.parametrize("query", ["server", "champion", "simulator", "protocol"])
def test_search_ranks_guides_before_decisions_studies_and_changelog(
    page: Page, server: Server, query: str
):
    behind = [address.startswith(BEHIND_GUIDES) for address in results(page, server, query)]
    assert behind == sorted(behind)
    assert set(behind) == {False, True}


def test_search_ranks_an_exact_title_first(page: Page, server: Server):
    assert results(page, server, "changelog")[0] == "changelog.html"


def test_site_works_under_the_servers_security_policy(page: Page, server: Server):
    page.goto(address(server, ""))
    assert page.evaluate("document.body.dataset.theme") == "auto"
    # The symbols of the theme's buttons are part of the page; the style sheet must hide them.
    expect(page.locator("body > svg").first).not_to_be_visible()
    page.get_by_role("button", name="Toggle Light").locator("visible=true").click()
    assert page.evaluate("document.body.dataset.theme") != "auto"
    page.set_viewport_size(LAPTOP)
    field = page.get_by_role("search").locator("visible=true").get_by_label("Search")
    field.fill("rockslide")
    field.press("Enter")
    result = page.locator("#search-results").get_by_role("link", name="The editions side by side")
    result.first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The editions side by side")
