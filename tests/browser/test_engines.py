"""Test whole games in Firefox and WebKit, with the size and touch input of an iPhone."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser import engines
from tests.browser.engines import ENGINES, MISSING, Engine, Page, missing, wait_for
from tests.browser.person import AWAIT, HURRY, PATIENCE_MS, SKIP, WAITING
from tests.live.people import SHORT_SETTINGS, SMALL_SETTINGS
from tests.live.serving import Server

Window = Callable[[int, int], Page]
PHONE = (390, 664)  # The height that Safari leaves of an iPhone between its bars.
SCREEN = (1366, 768)

# Bots need no time to think, and short caves are enough: one game alone, two beside a screen.
QUICK_TABLE = """(() => {
  const usual = window.fetch;
  window.fetch = (address, wish) => {
    if (wish?.method === 'POST' && String(address).endsWith('api/tables')) {
      const body = JSON.parse(wish.body);
      Object.assign(body.settings, SETTINGS);
      wish = { ...wish, body: JSON.stringify(body) };
    }
    return usual(address, wish);
  };
})()"""
# Buttons outside of the window, or smaller than a finger.
OUT_OF_REACH = """[...document.querySelectorAll('button')].filter((at) => {
  const { left, top, right, bottom, width, height } = at.getBoundingClientRect();
  return width > 0 && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
    || width < 43.5 || height < 43.5);
}).map((at) => at.className)"""


# A button that has stopped moving, because a tap may miss a moving one.
MARK = """(() => {
  for (const at of document.querySelectorAll('[data-wanted]')) at.removeAttribute('data-wanted');
  const found = [...document.querySelectorAll('button:not([disabled])')].find((at) =>
    at.textContent.trim() === %s);
  found?.setAttribute('data-wanted', '');
  const { left, top } = found?.getBoundingClientRect() ?? {};
  const before = window.stood;
  window.stood = found && `${left} ${top}`;
  return Boolean(found) && window.stood === before;
})()"""


@pytest.fixture(scope="module", params=ENGINES, ids=lambda engine: engine.name)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    absent = missing(request.param)
    if absent:
        pytest.skip(MISSING.format(names=", ".join(absent)))
    running = request.param()
    yield running
    running.close()


@pytest.fixture
def window(engine: Engine) -> Iterator[Window]:
    """Open windows; at the end, fail if any had an error, and stop their animations."""
    opened: list[Page] = []

    def make(width: int, height: int) -> Page:
        opened.append(engine.open(width, height))
        return opened[-1]

    yield make
    for page in opened:
        page.close()
    assert engine.complaints() == []


def there(page: Page, selector: str, count: int = 1) -> None:
    found = f"document.querySelectorAll({json.dumps(selector)}).length"
    wait_for(lambda: page.evaluate(found) >= count, f"{count} of {selector}")


def press(page: Page, words: str) -> None:
    """Tap a button by its text, as soon as it appears."""
    wait_for(lambda: page.evaluate(MARK % json.dumps(words)), f"a button {words!r}")
    page.tap("[data-wanted]")


def begin(page: Page, url: str, words: str, settings: dict[str, Any]) -> None:
    """Press a button of the start page, with short settings for the new table."""
    page.go(url)
    page.evaluate(QUICK_TABLE.replace("SETTINGS", json.dumps(settings)))
    press(page, words)


def play_out(phone: Page, *others: Page) -> None:
    """Tap like a player who leaves at every third card."""
    asked = 0
    wait_for(lambda: phone.evaluate(f"({WAITING.replace(SKIP, '')})()"), "the first card")
    for other in others:
        other.evaluate(f"({HURRY})()")

    def over() -> bool:
        nonlocal asked
        what = phone.evaluate(f"({AWAIT})({PATIENCE_MS})")
        if what == "asked":
            asked += 1
            phone.tap(".choice.leave" if asked % 3 == 0 else ".choice.go")
        return what == "end"

    wait_for(over, "the end of a game", seconds=180)


def ranks(page: Page) -> list[str]:
    return page.evaluate("[...document.querySelectorAll('.rank')].map((at) => at.textContent)")


def test_whole_game_alone(window: Window, server: Server) -> None:
    phone = window(*PHONE)
    begin(phone, server.url, "Play now", SHORT_SETTINGS)
    there(phone, ".choice", 2)
    assert phone.evaluate("[innerWidth, innerHeight]") == list(PHONE)
    assert phone.evaluate(OUT_OF_REACH) == []
    play_out(phone)
    there(phone, ".rank", 5)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_whole_game_beside_a_shared_screen(window: Window, server: Server) -> None:
    phone, screen = window(*PHONE), window(*SCREEN)
    begin(phone, server.url, "Host for friends", SMALL_SETTINGS)
    there(phone, ".seat-row", 3)
    # Another name of the same server: the screen shares no storage with the phone.
    home = server.url.replace("127.0.0.1", "localhost")
    screen.go(home + phone.evaluate("location.hash").replace("/t/", "/tv/"))
    there(screen, ".tv-seat", 3)
    press(phone, "Start")
    there(screen, ".telly .player", 3)
    there(phone, ".as-hand .choice", 2)
    assert phone.evaluate(OUT_OF_REACH) == []
    play_out(phone, screen)
    there(phone, ".rank", 3)
    there(screen, ".tv-end .rank", 3)


def test_missing_packages_are_listed_where_they_cannot_be_installed(monkeypatch, capsys) -> None:
    monkeypatch.setattr(engines, "firefox", lambda: None)
    monkeypatch.setattr(engines, "webkit", lambda: {"Xvfb": "/bin/Xvfb", "MiniBrowser": None})
    assert engines.main() == 0
    said = capsys.readouterr().out
    assert "firefox-esr" in said
    assert "MiniBrowser cannot be found: they are skipped. Install them" in said
