"""Somebody with a browser: a page whose every frame and every complaint is remembered."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Locator, Page, Request, WebSocket

# A page that is told of a violation says so on its console, which nobody may. The last presses are
# remembered, for a test that fails since one was lost.
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
# The page's own modules: those of js/ would be others, with a language and a theme of their own.
BUNDLE = "import(new URL('bundle/main.js', document.baseURI).href)"
# Everything that a device keeps, in its storage and in the page that is there; tells whether that
# was all. Games that were kept are read once for as long as a page is there.
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
# What a browser says of its own accord when there is no network, or nothing at an address.
NO_NETWORK = r"ERR_|WebSocket connection to"


class Person:
    """One device: a browser context with one page in it."""

    def __init__(
        self, browser: Browser, url: str, name: str = "", *, known: Any = None, **options: Any
    ) -> None:
        self.url, self.name = url, name
        self.complaints: list[str] = []
        self.forgiven: list[str] = []
        self.heard: list[str] = []
        self._read: list[dict[str, Any]] = []
        self.said: list[str] = []
        # Movement is slow, and a worker between page and server hides what tests listen to.
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
        """Be somebody else's device, which remembers nothing, without loading the page again."""
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
        """Go where nothing happens, and nobody goes: the same address again would show nothing."""
        self.page.evaluate(REST)  # Else it would press buttons in the next test.
        self.page.goto(f"{self.url}#/nowhere")

    def remember(self, name: str, value: Any) -> "Person":
        """Put something into the device's storage: before the first page, or while it is there."""
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
        """Say which complaints a test brings about on purpose."""
        self.forgiven += patterns
        return self

    def check(self) -> None:
        """Nothing may have gone wrong on the page, seen or unseen."""
        bad = [
            text
            for text in self.complaints
            if not any(re.search(pattern, text) for pattern in self.forgiven)
        ]
        assert not bad, f"{self.name}'s page complained: {bad}"

    def close(self) -> None:
        self.context.close()

    def last_words(self) -> list[str]:
        """Return what is on the page, what was pressed there, and what went over the wire last."""
        shown = f"shows: {self.page.evaluate('document.body.innerText')!r}"
        pressed = self.page.evaluate("pressed")
        told = [("pressed", pressed), ("said", self.said), ("heard", self.heard)]
        return [shown] + [f"{name}: {text[:300]}" for name, texts in told for text in texts[-9:]]

    # Going about.

    def go(self, address: str = "") -> "Person":
        """Open an address below the server's; only its part after the # changes nothing else."""
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
        """Give the window another size, and wait until the page has it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function("(width) => innerWidth === width", arg=width)

    def press_twice(self, name: str) -> None:
        """Press what asks for a confirmation, and confirm it."""
        self.button(name).first.click()
        self.page.locator(".confirm").get_by_role("button", name=name, exact=True).click()

    def share_device(self) -> None:
        """Add another player on this device, with the name that was made up."""
        self.press("Add player on this device")
        self.page.get_by_role("dialog").wait_for()
        self.page.evaluate("document.fonts.ready.then(() => null)")  # Letters that come move it.
        self.press("Close")
        self.page.get_by_role("dialog").wait_for(state="detached")

    def text(self, words: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_text(words)

    def see(self, selector: str, nth: int | None = None) -> "Person":
        """Wait for the only element that matches, or for the one at an index."""
        found = self.page.locator(selector)
        (found if nth is None else found.nth(nth)).wait_for()
        return self

    def sit(self, name: str | None = None) -> "Person":
        self.page.get_by_label("Your name").fill(name or self.name)
        self.press("Sit down")
        return self.see(".seat-row.mine")

    def asked(self) -> bool:
        """Tell whether a choice can be made here, and was not."""
        return bool(self.page.evaluate(ASKED))

    def choose(self, *, leave: bool) -> "Person":
        return self.press("Leave" if leave else "Go on")

    def until(self, true: Callable[[], object], seconds: float = 60) -> None:
        """Wait for something that is not on the page."""
        for _ in range(int(seconds * 20)):
            if true():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{self.name} waited for {seconds} s in vain")

    def at_end(self) -> bool:
        return self.page.locator(".end").count() > 0

    # What went over the wire.

    def messages(self, kind: str | None = None) -> list[dict[str, Any]]:
        """Return what the server told this device."""
        self._read += [json.loads(text) for text in self.heard[len(self._read) :]]
        return [one for one in self._read if kind in (None, one["type"])]

    def forget(self) -> None:
        """Begin anew with what was told, but for who this device is: the next game is another."""
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


# A tap on the picture: scenes keep their time, with reduced motion too, and tests have none.
SKIP = "document.querySelector('.recap, .play-cave')?.click()"
# What a page waits for; one that waits for nobody is told to hurry.
WAITING = f"""() => {{
  if (document.querySelector('.end')) return 'end';
  if (({ASKED})()) return 'asked';
  {SKIP};
  return '';
}}"""
# A page that hurries by itself, as long as it is left to: each question to it costs more than its
# answer, above all while other pages are asked too.
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
PATIENCE_MS = 200  # For one page, while others may be asked.


def play_out(
    people: list[Person], leaves: Any, *, screen: Person | None = None, seconds: float = 180
) -> None:
    """Let everybody choose by real clicks, as `leaves(person)` says, until all are at the end.

    Whatever was pressed too early is seen as not chosen, and pressed again. A shared `screen`,
    which all of them wait for, is hurried too.
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
        assert waited < seconds, "nobody is asked, and the game is not over"
    for page in pages:
        page.evaluate(REST)
