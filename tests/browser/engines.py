"""Firefox and WebKit for the tests, because half of a family's phones do not use Chromium.

The tests drive Debian's own packages: Firefox by WebDriver BiDi over its WebSocket, WebKit by
WebDriver over HTTP, on a virtual display. Without these packages, and where `make test` may not
install them, the tests are skipped.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import connect

from tests.browser.packages import ENGINE_PACKAGES, firefox, webkit
from tests.ports import free_port

PATIENCE = 60.0  # Seconds for anything to happen; a busy machine is not a bug.
MISSING = (
    "The tests in Firefox and WebKit need these packages, and {names} cannot be found: they are "
    f"skipped. Install them (Debian, Ubuntu: sudo apt install {' '.join(ENGINE_PACKAGES)})."
)
# Firefox's first window has a toolbar wider than a phone; windows opened by a page have none.
OPENER = (
    "data:text/html,<button onclick=\"open('about:blank', '', 'noopener,popup,"
    "width=%d,height=%d')\">open</button>"
)
# Without a graphics card, painting a whole page at once costs half as much as layers do.
WEBKIT_HABITS = {"LANG": "en_GB.UTF-8", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
# Touch input, no contact to servers outside the test, few processes, and a quarter of the frames,
# so that animations take fewer steps.
FIREFOX_HABITS = {
    "dom.w3c_touch_events.enabled": 1,
    "app.normandy.enabled": False,
    "nimbus.rollouts.enabled": False,
    "intl.accept_languages": "en-GB",
    "browser.cache.disk.enable": False,
    "toolkit.cosmeticAnimations.enabled": False,
    "layout.frame_rate": 15,
    "dom.ipc.processCount": 1,
    "dom.ipc.processPrelaunch.enabled": False,
    "fission.autostart": False,
    "layers.gpu-process.enabled": False,
    "media.rdd-process.enabled": False,
    "media.utility-process.enabled": False,
    "browser.tabs.remote.separatePrivilegedContentProcess": False,
    "browser.startup.page": 0,
    "browser.newtabpage.enabled": False,
    "browser.newtab.preload": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "services.settings.server": "data:,",
}


def missing(*engines: type["Engine"]) -> list[str]:
    """Return the missing programs."""
    return [name for engine in engines for name, path in engine.needs().items() if path is None]


def wait_for(true: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
    """Wait for a true value, and return it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := true():
            return found
        time.sleep(0.05)
    raise AssertionError(f"waited for {seconds} s in vain: {what}")


class Page(Protocol):
    """One window; windows of one engine share their storage for an address."""

    def go(self, url: str) -> None: ...

    def evaluate(self, expression: str) -> Any:
        """Return the JSON value of an expression."""

    def tap(self, selector: str) -> None:
        """Tap the middle of an element with a finger or, if impossible, a mouse."""

    def close(self) -> None: ...


class Engine(Protocol):
    """A running browser."""

    name: str

    @staticmethod
    def needs() -> dict[str, str | None]: ...

    def open(self, width: int, height: int) -> Page: ...

    def complaints(self) -> list[str]:
        """Return the errors on the pages' consoles."""

    def close(self) -> None: ...


class Firefox:
    """Firefox without a window, over one WebSocket: https://w3c.github.io/webdriver-bidi/."""

    name = "Firefox"

    def __init__(self) -> None:
        self._last, self._errors = 0, list[str]()
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
            habits = [f'user_pref("{k}", {json.dumps(v)});' for k, v in FIREFOX_HABITS.items()]
            Path(folder, "user.js").write_text("\n".join(habits), encoding="utf-8")
            said = Path(folder, "log")
            log = stack.enter_context(said.open("w", encoding="utf-8"))
            command = [firefox(), "--headless", "--no-remote", "--profile", folder]
            command += ["--remote-debugging-port", "0"]
            environment = os.environ | {"HOME": folder}
            process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
            stack.callback(_end, process)
            found = wait_for(
                lambda: re.search(r"BiDi listening on (ws:\S+)\n", said.read_text("utf-8")),
                "Firefox's address",
            )
            self._socket = stack.enter_context(connect(f"{found[1]}/session", max_size=None))
            self.send("session.new", capabilities={})
            self.send("session.subscribe", events=["log.entryAdded"])
            self._stack = stack.pop_all()

    @staticmethod
    def needs() -> dict[str, str | None]:
        return {"firefox-esr": firefox()}

    def send(self, method: str, **parameters: Any) -> Any:
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": parameters}))
        while True:
            heard = json.loads(self._socket.recv(timeout=PATIENCE))
            if heard.get("method") == "log.entryAdded" and heard["params"]["level"] == "error":
                self._errors.append(heard["params"]["text"])
            if heard.get("id") == self._last:
                assert heard["type"] == "success", heard
                return heard["result"]

    def open(self, width: int, height: int) -> "FirefoxPage":
        window = self.send("browsingContext.create", type="window")
        size = {"width": width, "height": height}
        self.send("browsingContext.setViewport", context=window["context"], viewport=size)
        return FirefoxPage(self, window["context"])

    def complaints(self) -> list[str]:
        # A page that wakes up drops a connection that is not open yet: Firefox reports an error.
        return [text for text in self._errors if "establish a connection" not in text]

    def close(self) -> None:
        self._stack.close()


class FirefoxPage:
    def __init__(self, engine: Firefox, context: str) -> None:
        self._engine, self._context = engine, context

    def go(self, url: str) -> None:
        self._send("browsingContext.navigate", url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        answer = self._engine.send(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})) ?? null)()",
            target={"context": self._context},
            awaitPromise=True,
            userActivation=False,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def tap(self, selector: str) -> None:
        x, y = self.evaluate(MIDDLE % json.dumps(selector))
        finger = {
            "type": "pointer",
            "id": "finger",
            "parameters": {"pointerType": "touch"},
            "actions": [
                {"type": "pointerMove", "x": round(x), "y": round(y)},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ],
        }
        self._send("input.performActions", actions=[finger])

    def close(self) -> None:
        self._send("browsingContext.close")

    def _send(self, method: str, **parameters: Any) -> Any:
        return self._engine.send(method, context=self._context, **parameters)


MIDDLE = """(() => {
  const at = document.querySelector(%s);
  at.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = at.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
})()"""


class WebKit:
    """WebKit's minimal browser on its own display: https://www.w3.org/TR/webdriver/."""

    name = "WebKit"

    def __init__(self) -> None:
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
            self._log = Path(folder, "log")
            log = stack.enter_context(self._log.open("w", encoding="utf-8"))
            reading, writing = os.pipe()
            screen = subprocess.Popen(
                ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1920x1080x24"],
                pass_fds=[writing],
                stdout=log,
                stderr=log,
            )
            stack.callback(_end, screen)
            os.close(writing)
            with os.fdopen(reading) as pipe:
                display = pipe.readline().strip()
            home = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"), folder)
            port = free_port()
            driver = subprocess.Popen(
                ["WebKitWebDriver", f"--port={port}"],
                env=os.environ | home | {"DISPLAY": f":{display}", **WEBKIT_HABITS},
                stdout=log,
                stderr=log,
            )
            stack.callback(_end, driver)
            self._root = f"http://127.0.0.1:{port}"
            wait_for(self._ready, "WebKit's driver")
            options = {
                "binary": webkit()["MiniBrowser"],
                "args": ["--automation", "--enable-write-console-messages-to-stdout=true"],
            }
            wish = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
            session = self.call("POST", "/session", {"capabilities": wish})
            self._root += f"/session/{session['sessionId']}"
            stack.callback(self.call, "DELETE", "")
            self._first = self.call("GET", "/window")
            self._stack = stack.pop_all()

    @staticmethod
    def needs() -> dict[str, str | None]:
        return webkit()

    def _ready(self) -> bool:
        try:
            return bool(self.call("GET", "/status"))
        except OSError:
            return False

    def call(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._root + path, data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def open(self, width: int, height: int) -> "WebKitPage":
        first = WebKitPage(self, self._first)
        first.go(OPENER % (width, height))
        known = set(self.call("GET", "/window/handles"))
        first.tap("button")
        new = wait_for(lambda: set(self.call("GET", "/window/handles")) - known, "a window")
        return WebKitPage(self, *new)

    def complaints(self) -> list[str]:
        return re.findall(r"CONSOLE \S* ?ERROR.*", self._log.read_text(encoding="utf-8"))

    def close(self) -> None:
        self._stack.close()


class WebKitPage:
    def __init__(self, engine: WebKit, handle: str) -> None:
        self._engine, self._handle = engine, handle

    def go(self, url: str) -> None:
        self._call("/url", url=url)

    def evaluate(self, expression: str) -> Any:
        script = f"const [done] = arguments; (async () => {expression})().then(done)"
        return self._call("/execute/async", script=script, args=[])

    def tap(self, selector: str) -> None:
        found = self._call("/element", using="css selector", value=selector)
        self._call(f"/element/{next(iter(found.values()))}/click")

    def close(self) -> None:
        self._engine.call("POST", "/window", {"handle": self._handle})
        self._engine.call("DELETE", "/window")

    def _call(self, path: str, **body: Any) -> Any:
        self._engine.call("POST", "/window", {"handle": self._handle})
        return self._engine.call("POST", path, body)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


ENGINES: tuple[type[Engine], ...] = (Firefox, WebKit)


def main() -> int:
    """Print the available engines; without them, all other tests still run."""
    absent = missing(*ENGINES)
    print(MISSING.format(names=", ".join(absent)) if absent else "Firefox and WebKit are here.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
