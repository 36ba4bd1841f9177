"""A whole game without a server in Firefox and WebKit: `python -m tests.browser.offline`.

Chromium plays one in test_network.py; the others take half a minute each, which the gate has not.
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.browser.engines import ENGINES, MISSING, Engine, missing, wait_for
from tests.browser.test_engines import PHONE, play_out, press, ranks, there
from tests.browser.test_network import HASTEN, KEPT
from tests.live.serving import Server

LAST = "locales/sr-Latn.later.json"  # The file that the device caches last.


def main() -> int:
    """Play on every available engine, and print the results."""
    for kind in ENGINES:
        absent = missing(kind)
        if absent:
            print(MISSING.format(names=", ".join(absent)))
            continue
        engine = kind()
        try:
            print(f"{engine.name}: {play(engine)}", flush=True)
        finally:
            engine.close()
    return 0


def play(engine: Engine) -> str:
    """Visit once, kill the server, reload the page, and play to the end."""
    with tempfile.TemporaryDirectory() as name:
        server = Server(Path(name)).start()
        page = engine.open(*PHONE)
        page.go(server.url)
        wait_for(lambda: page.evaluate(f"({KEPT})({LAST!r})"), "the copy on the device")
        server.kill()
        page.evaluate("void (window.before = true, location.reload())")
        wait_for(lambda: page.evaluate("window.before === undefined"), "the page again")
        page.evaluate(f"(() => {{ {HASTEN} }})()")
        began = time.monotonic()
        press(page, "Play now")
        there(page, ".choice", 2)
        play_out(page)
        there(page, ".rank", 5)
        seconds = time.monotonic() - began
        assert page.evaluate("location.hash") == "#/alone"
        return f"a whole game without a server in {seconds:.0f} s: {len(ranks(page))} players"


if __name__ == "__main__":
    sys.exit(main())
