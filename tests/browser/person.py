"""A person with a browser: a page whose frames and errors are recorded."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Locator, Page, Request, WebSocket

# A page reports policy violations on its console, which must stay empty. It also keeps the last
# presses, for tests that fail because one was lost.
WATCH = """
addEventListener('securitypolicyviolation', (event) =>
  console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));
window.pressed = [];
for (const kind of ['pointerdown', 'pointerup', 'click']) {
  addEventListener(kind, ({ target, timeStamp }) => {
    const what = `${target.className?.baseVal ?? target.className} ${target.textContent ?? ''}`;
    pressed.push(`${Math.round(timeStamp)} ${kind} ${what.trim().slice(0, 60)}`);
    pressed.splice(0, pressed.length - 9);
  }, true);
}
"""
# The page's own modules; those in js/ would be second copies with their own language and theme.
BUNDLE = "import(new URL('bundle/main.js', document.baseURI).href)"
# Clear everything that a device stores, in its storage and in its page; return whether a reload is
# unnecessary. A page reads its saved games only once.
ANEW = f"""async () => {{
  const played = localStorage.getItem('diamant.history') !== null;
  const bundle = await {BUNDLE};
  await bundle.$words_i18n.setLanguage('en');
  bundle.$device_prefs.prefer({{ theme: 'auto', odds: false, coach: false }});
  for (const key of Object.keys(localStorage)) {{
    bundle.$device_memory.forget(key.replace('diamant.', ''));
  }}
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.style.fontSize = '';
  return !played;
}}"""
# Messages of the browser itself without a network, or when an address has no server.
NO_NETWORK = r"ERR_|WebSocket connection to"


class Person:
    """A device: a browser context with one page."""

    def __init__(
        self, browser: Browser, url: str, name: str = "", *, known: Any = None, **options: Any
    ) -> None:
        self.url, self.name = url, name
        self.complaints: list[str] = []
        self.forgiven: list[str] = []
        self.heard: list[str] = []
        self._read: list[dict[str, Any]] = []
        self.said: list[str] = []
        # Animations are slow, and a service worker hides the traffic that tests record.
        usual = {
            "reduced_motion": "reduce",
            "service_workers": "block",
            "locale": "en-GB",
            "color_scheme": "dark",
            "viewport": {"width": 1280, "height": 800},
        }
        self.usual = {**usual, **options}
        self.context = browser.new_context(**self.usual)
        self.context.set_default_timeout(60_000)
        self.context.add_init_script(WATCH)
        self.page = self.open_tab()
        if known is not None:
            self.remember("tables", [{**known, "at": 1}])

    def anew(self, name: str = "", *, known: Any = None, viewport: Any = None) -> "Person":
        """Become another device without any data, without reloading the page."""
        self.name = name
        for told in (self.complaints, self.forgiven, self.heard, self._read, self.said):
            told.clear()
        self.page.unroute_all()
        self.page.set_viewport_size(viewport or self.usual["viewport"])
        if not self.page.evaluate(ANEW):
            self.page.reload()
        if known is not None:
            self.remember("tables", [{**known, "at": 1}])
        return self

    def leave(self) -> None:
        """Go to a page where nothing happens, because the same address again would not reload."""
        self.page.evaluate(REST)  # Otherwise the page would press buttons in the next test.
        self.page.goto(f"{self.url}#/nowhere")

    def remember(self, name: str, value: Any) -> "Person":
        """Put a value into the device's storage, before the first page or during a visit."""
        keep = f"localStorage.setItem('diamant.{name}', {json.dumps(json.dumps(value))})"
        if self.page.url.startswith(self.url):
            self.page.evaluate(keep)
            if name == "history":
                self.page.reload()
            return self
        self.context.add_init_script(
            f"if (!sessionStorage.getItem({name!r})) {{"
            f"{keep}; sessionStorage.setItem({name!r}, '1') }}"
        )
        return self

    def open_tab(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("dialog", self._dialog)
        page.on("request", self._request)
        page.on("websocket", self._websocket)
        return page

    def forgive(self, *patterns: str) -> "Person":
        """Allow errors that a test causes on purpose."""
        self.forgiven += patterns
        return self

    def check(self) -> None:
        """Check that the page had no errors."""
        bad = [
            text
            for text in self.complaints
            if not any(re.search(pattern, text) for pattern in self.forgiven)
        ]
        assert not bad, f"{self.name}'s page complained: {bad}"

    def close(self) -> None:
        self.context.close()

    def last_words(self) -> list[str]:
        """Return the page's text, its last presses and its last messages."""
        shown = f"shows: {self.page.evaluate('document.body.innerText')!r}"
        pressed = self.page.evaluate("pressed")
        told = [("pressed", pressed), ("said", self.said), ("heard", self.heard)]
        return [shown] + [f"{name}: {text[:300]}" for name, texts in told for text in texts[-9:]]

    # Navigation.

    def go(self, address: str = "") -> "Person":
        """Open an address below the server's; a change after the # keeps the page."""
        self.page.goto(self.url + address)
        return self

    def come(self, code: str) -> "Person":
        return self.go(f"#/t/{code}")

    def button(self, name: str, **options: Any) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True, **options)

    def press(self, *names: str) -> "Person":
        """Press buttons, one after the other."""
        for name in names:
            self.button(name).click()
        return self

    def resize(self, width: int, height: int) -> None:
        """Resize the window, and wait until the page has the new size."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function("(width) => innerWidth === width", arg=width)

    def press_twice(self, name: str) -> None:
        """Press a button that asks for confirmation, and confirm."""
        self.button(name).first.click()
        self.page.locator(".confirm").get_by_role("button", name=name, exact=True).click()

    def share_device(self) -> None:
        """Add another player on this device, with the suggested name."""
        self.press("Add player on this device")
        self.page.get_by_role("dialog").wait_for()
        self.page.evaluate("document.fonts.ready.then(() => null)")  # Fonts move the button.
        self.press("Close")
        self.page.get_by_role("dialog").wait_for(state="detached")

    def text(self, words: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_text(words)

    def see(self, selector: str, nth: int | None = None) -> "Person":
        """Wait for the only matching element, or for the one at an index."""
        found = self.page.locator(selector)
        (found if nth is None else found.nth(nth)).wait_for()
        return self

    def sit(self, name: str | None = None) -> "Person":
        self.page.get_by_label("Your name").fill(name or self.name)
        self.press("Sit down")
        return self.see(".seat-row.mine")

    def asked(self) -> bool:
        """Return whether this page waits for a choice."""
        return bool(self.page.evaluate(ASKED))

    def choose(self, *, leave: bool) -> "Person":
        return self.press("Leave" if leave else "Go on")

    def until(self, true: Callable[[], object], seconds: float = 60) -> None:
        """Wait for a condition outside the page."""
        for _ in range(int(seconds * 20)):
            if true():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{self.name} waited for {seconds} s in vain")

    def at_end(self) -> bool:
        return self.page.locator(".end").count() > 0

    # Messages of the connection.

    def messages(self, kind: str | None = None) -> list[dict[str, Any]]:
        """Return the server's messages to this device."""
        self._read += [json.loads(text) for text in self.heard[len(self._read) :]]
        return [one for one in self._read if kind in (None, one["type"])]

    def forget(self) -> None:
        """Forget earlier messages except the welcome, before the next game."""
        self.heard[:] = [text for text in self.heard if json.loads(text)["type"] == "Welcome"]
        self._read.clear()

    def events(self, *names: str) -> list[dict[str, Any]]:
        told = [event for message in self.messages("Events") for event in message["events"]]
        return [event for event in told if not names or event["event"] in names]

    def _websocket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))
        socket.on("framesent", lambda frame: self.said.append(str(frame)))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def _dialog(self, dialog: Dialog) -> None:
        self.complaints.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:", "blob:" + self.url)):
            self.complaints.append(f"a request to another host: {request.url}")


ASKED = """() => {
  const two = [...document.querySelectorAll('.choice')];
  return two.length === 2 && two.every((one) => one.getAttribute('aria-disabled') === 'false'
    && one.getAttribute('aria-pressed') === 'false');
}"""


# Tap the picture: scenes take their time, even with reduced motion, and tests have none to spare.
SKIP = "document.querySelector('.recap, .play-cave')?.click()"
# Return what the page waits for; skip waits that need no one.
WAITING = f"""() => {{
  if (document.querySelector('.end')) return 'end';
  if (({ASKED})()) return 'asked';
  {SKIP};
  return '';
}}"""
# Let a page skip by itself until the test stops it: each question to the page takes longer than
# its answer, especially while other pages are also asked.
HURRY = f"() => {{ window.hurrying ??= setInterval({WAITING}, 50) }}"
REST = "() => { clearInterval(window.hurrying); window.hurrying = undefined }"
AWAIT = f"""async (ms) => {{
  const until = performance.now() + ms;
  const waiting = {WAITING};
  for (;;) {{
    const what = waiting();
    if (what || performance.now() > until) return what;
    await new Promise((done) => setTimeout(done, 50));
  }}
}}"""
PATIENCE_MS = 200  # For one page, while the test may ask others.


def play_out(
    people: list[Person], leaves: Any, *, screen: Person | None = None, seconds: float = 180
) -> None:
    """Let everyone choose by real clicks, as `leaves(person)` says, until all are at the end.

    A press that came too early counts as not chosen and is repeated. If all wait for a shared
    `screen`, it also skips its waits.
    """
    pages = [person.page for person in people] + ([screen.page] if screen is not None else [])
    for page in pages:
        page.evaluate(HURRY)
    last = time.monotonic()
    while True:
        asked = [person.page.evaluate(AWAIT, PATIENCE_MS) for person in people]
        if all(what == "end" for what in asked):
            break
        for person, what in zip(people, asked, strict=True):
            if what == "asked":
                person.choose(leave=leaves(person))
                last = time.monotonic()
        waited = time.monotonic() - last
        assert waited < seconds, "no one has to choose, but the game is not over"
    for page in pages:
        page.evaluate(REST)
