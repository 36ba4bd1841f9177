"""One visit to a server, in a browser with a slowed-down processor."""

import json
import time
from collections import Counter
from dataclasses import dataclass

from playwright.sync_api import Browser, Page, Request, Route

from tests.browser.person import ASKED

# The browser itself reports tasks over 50 ms; the page records the click and the first card.
WATCH = """
window.tasks = [];
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.tasks.push([task.startTime, task.duration]);
}).observe({ type: 'longtask', buffered: true });
addEventListener('click', (event) => {
  if (event.target.closest('.start-main button.big')) window.clicked = performance.now();
}, true);
new MutationObserver(() => {
  if (!window.clicked || window.seen || !document.querySelector('.path-card')) return;
  requestAnimationFrame(() => { window.seen ??= performance.now(); });
}).observe(document, { childList: true, subtree: true, attributes: true });
"""
TAPS = "window.taps = 0; addEventListener('click', () => { window.taps += 1; }, true);"
PLAY_NOW = ".start-main button.big"  # The first of them, in every language.
TASKS = ("RunTask", "ThreadControllerImpl::RunTask")
# The selector of an open choice: clicking a closed one could wait forever.
OPEN = f"""(kind) => {{
  if (!({ASKED})()) return null;
  const box = document.querySelector(`.choice.${{kind}}`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}}"""
LOOK_MS = 400  # The pace of a user who watches.


@dataclass(frozen=True)
class Load:
    """The transfer of the first page: requests, their bodies as sent, and their headers."""

    requests: int
    bodies: int
    headers: int


@dataclass(frozen=True)
class BadLine:
    """Seconds on a bad connection from the address to the splash, the first screen, a choice.

    Instead of a solo game's first choice it may be the first lesson.
    """

    splash: float
    begin: float
    choice: float


@dataclass(frozen=True)
class Game:
    """A game's seconds to its first card, its turns, and its turns' tasks in milliseconds.

    In wall time, the browser reports only tasks over 50 ms.
    """

    first_card: float
    turns: int
    tasks: tuple[float, ...]

    @property
    def longest(self) -> float:
        """The longest task; if the browser reported none, none was over 50 ms."""
        return max(self.tasks, default=50.0)


def first_load(browser: Browser, url: str) -> Load:
    """Load the first page with an empty cache, and add up all transfers."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    done: list[Request] = []
    page.on("requestfinished", lambda request: done.extend([request]))
    page.goto(url, wait_until="commit")
    page.get_by_role("button", name="Play now").wait_for()
    sizes = [request.sizes() for request in done]  # No user waits for later transfers.
    context.close()
    bodies = sum(size["responseBodySize"] for size in sizes)
    return Load(len(sizes), bodies, sum(size["responseHeadersSize"] for size in sizes))


@dataclass(frozen=True)
class Line:
    """A connection as the browser emulates it."""

    kbit: int
    latency: int

    def use(self, page: Page) -> None:
        """Limit a page to this connection."""
        rate = self.kbit * 1000 / 8
        rates = {"downloadThroughput": rate, "uploadThroughput": rate}
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.send(
            "Network.emulateNetworkConditions", {"offline": False, "latency": self.latency, **rates}
        )


def bad_line(
    browser: Browser, url: str, locale: str, line: Line, *, lessons: bool = False
) -> BadLine:
    """Visit for the first time, play now or take the lessons, and wait until the user can act."""
    context = browser.new_context(
        service_workers="block", viewport={"width": 390, "height": 780}, locale=locale
    )
    page = context.new_page()
    line.use(page)
    page.goto(url, wait_until="commit")
    page.locator(".start-play").wait_for()
    begin = page.evaluate("performance.now()") / 1000
    paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    splash = page.evaluate(paint) / 1000
    page.locator(".start-play" if lessons else PLAY_NOW).first.click()
    if lessons:
        page.locator(".lesson-next").wait_for()
    else:
        page.wait_for_function(ASKED, timeout=60_000)
    choice = page.evaluate("performance.now()") / 1000
    context.close()
    return BadLine(splash, begin, choice)


def sit(browser: Browser, url: str, code: str, line: Line | None = None) -> tuple[int, float]:
    """Join a table for the first time, as by its QR code; return taps and seconds to a seat."""
    context = browser.new_context(service_workers="block", viewport={"width": 390, "height": 780})
    page = context.new_page()
    if line is not None:
        line.use(page)
    page.add_init_script(TAPS)
    page.goto(f"{url}#/t/{code}", wait_until="commit")
    page.get_by_role("button", name="Sit down", exact=True).click(timeout=60_000)
    page.locator(".seat-row.mine").wait_for(timeout=60_000)
    seconds = page.evaluate("performance.now()") / 1000
    taps = page.evaluate("window.taps")
    context.close()
    return taps, seconds


def game(
    browser: Browser, url: str, size: tuple[int, int], slower: int, *, turns: int, seconds: float
) -> Game:
    """Play now and take this many turns, with every animation and a slow processor."""
    page, first = _begin(browser, url, size, slower)
    began = page.evaluate("performance.now()")
    played = _play(page, turns, seconds)
    tasks = page.evaluate("window.tasks")
    page.context.close()
    return Game(first, played, tuple(length for at, length in tasks if at >= began))


def processor_time(
    browser: Browser, url: str, size: tuple[int, int], *, turns: int, seconds: float
) -> Game:
    """Play at full speed, and record the processor time of each task, in milliseconds.

    On a shared machine, a task's wall time mostly measures other programs.
    """
    page, first = _begin(browser, url, size)
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    played = _play(page, turns, seconds)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.context.close()
    # The page's main thread is the one that ran its functions.
    runs = Counter((e["pid"], e["tid"]) for e in events if e.get("name") == "FunctionCall")
    main = runs.most_common(1)[0][0]
    tasks = (
        event.get("tdur", 0) / 1000
        for event in events
        if event["name"] in TASKS and (event["pid"], event["tid"]) == main
    )
    return Game(first, played, tuple(tasks))


def _begin(
    browser: Browser, url: str, size: tuple[int, int], slower: int = 1
) -> tuple[Page, float]:
    """Start a solo game; return its page, and the seconds from the click to the first card."""
    context = browser.new_context(
        service_workers="block",
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=1,
    )
    page = context.new_page()
    page.add_init_script(WATCH)
    page.route("**/api/tables", _without_thinking)
    page.goto(url, wait_until="networkidle")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.get_by_role("button", name="Play now").click()
    page.wait_for_function("() => window.seen", timeout=60_000)
    return page, page.evaluate("window.seen - window.clicked") / 1000


def _without_thinking(route: Route) -> None:
    # Bots' delays would only prolong the game; the page does the same work.
    wish = json.loads(route.request.post_data or "{}")
    wish["settings"] = {**wish.get("settings", {}), "thinking": False, "break_seconds": 0}
    route.continue_(post_data=json.dumps(wish))


def _play(page: Page, turns: int, seconds: float) -> int:
    """Mostly stay, up to a number of turns or seconds or the end; return the turns chosen."""
    chosen = 0
    until = time.monotonic() + seconds
    while chosen < turns and time.monotonic() < until and not page.locator(".end").count():
        place = page.evaluate(OPEN, "leave" if chosen % 5 == 4 else "go")
        if place:
            chosen += 1
            page.mouse.click(*place)
        page.wait_for_timeout(LOOK_MS)
    return chosen
