"""One visit to a server, in a browser whose processor is slowed down."""

import json
from collections import Counter
from dataclasses import dataclass

from playwright.sync_api import Browser, CDPSession, Page, Request, Route

# Tasks over 50 ms are told by the browser itself; the click and the first card are taken down.
WATCH = """
window.tasks = [];
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.tasks.push([task.startTime, task.duration]);
}).observe({ type: 'longtask', buffered: true });
addEventListener('click', (event) => {
  if (event.target.closest('.start-play')) window.clicked = performance.now();
}, true);
new MutationObserver(() => {
  if (!window.clicked || window.seen || !document.querySelector('.path-card')) return;
  requestAnimationFrame(() => { window.seen ??= performance.now(); });
}).observe(document, { childList: true, subtree: true, attributes: true });
"""
TASKS = ("RunTask", "ThreadControllerImpl::RunTask")
ASKED = """() => {
  const two = [...document.querySelectorAll('.choice')];
  return two.length === 2 && two.every((one) => one.getAttribute('aria-disabled') === 'false'
    && one.getAttribute('aria-pressed') === 'false');
}"""


@dataclass(frozen=True)
class Load:
    """What the first page costs on the way: requests, their bodies as sent, and their headers."""

    requests: int
    bodies: int
    headers: int


@dataclass(frozen=True)
class Game:
    """How a game went: seconds to its first card, turns, and the tasks over 50 ms in its turns."""

    first_card: float
    turns: int
    tasks: tuple[float, ...]

    @property
    def longest(self) -> float:
        """The longest task in milliseconds; where the browser told of none, none was over 50."""
        return max(self.tasks, default=50.0)


def first_load(browser: Browser, url: str) -> Load:
    """Load the first page with nothing remembered, and add up what came."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    done: list[Request] = []
    page.on("requestfinished", lambda request: done.extend([request]))
    page.goto(url, wait_until="networkidle")
    page.get_by_role("button", name="Play now").wait_for()
    page.wait_for_timeout(500)
    sizes = [request.sizes() for request in done]
    context.close()
    bodies = sum(size["responseBodySize"] for size in sizes)
    return Load(len(sizes), bodies, sum(size["responseHeadersSize"] for size in sizes))


def game(browser: Browser, url: str, size: tuple[int, int], slower: int, turns: int) -> Game:
    """Play now and go through so many turns, with every animation and a slow processor."""
    context = browser.new_context(
        service_workers="block",
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=1,
    )
    page = context.new_page()
    page.add_init_script(WATCH)
    page.route("**/api/tables", _without_thinking)
    page.goto(url, wait_until="networkidle")
    _slow_down(context.new_cdp_session(page), slower)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_function("() => window.seen", timeout=60_000)
    began = page.evaluate("performance.now()")
    played = _play(page, turns)
    tasks = page.evaluate("window.tasks")
    first = page.evaluate("window.seen - window.clicked") / 1000
    context.close()
    return Game(first, played, tuple(length for at, length in tasks if at >= began))


def processor_time(browser: Browser, url: str, size: tuple[int, int], turns: int) -> list[float]:
    """Return the milliseconds of processor time that each task of a game's turns took.

    On a machine that others use too, a task's time by the clock says more about the others.
    """
    context = browser.new_context(
        service_workers="block", viewport={"width": size[0], "height": size[1]}
    )
    page = context.new_page()
    page.route("**/api/tables", _without_thinking)
    page.goto(url, wait_until="networkidle")
    page.get_by_role("button", name="Play now").click()
    page.locator(".path-card").first.wait_for()
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    _play(page, turns)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    # The page's main thread is the one that ran its functions.
    runs = Counter((e["pid"], e["tid"]) for e in events if e.get("name") == "FunctionCall")
    main = runs.most_common(1)[0][0]
    return [
        event.get("tdur", 0) / 1000
        for event in events
        if event["name"] in TASKS and (event["pid"], event["tid"]) == main
    ]


def _slow_down(line: CDPSession, slower: int) -> None:
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})


def _without_thinking(route: Route) -> None:
    # Bots that wait would only make this last longer; the page does the same work.
    wish = json.loads(route.request.post_data or "{}")
    wish["settings"] = {**wish.get("settings", {}), "thinking": False, "break_seconds": 0}
    route.continue_(post_data=json.dumps(wish))


def _play(page: Page, turns: int) -> int:
    """Mostly go on, at the pace of somebody who looks; return how many turns were chosen."""
    chosen = 0
    for _ in range(turns * 40):
        if chosen >= turns or page.locator(".end").count():
            break
        if page.evaluate(ASKED):
            chosen += 1
            name = "Leave" if chosen % 5 == 0 else "Go on"
            page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_timeout(400)
    return chosen
