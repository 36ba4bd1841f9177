"""Draw pictures of every screen: `python -m tests.browser.screenshots [--only NAME] [--to FOLDER]`.

The server deals the same cards each time, and pages draw the same random numbers.
"""

import argparse
import sys
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser import chromium
from tests.browser.backstage import staged
from tests.browser.looks import SPEAK
from tests.browser.person import Person
from tests.browser.screens import SCREENS

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "screens"
SIZES = ((360, 740), (1366, 768), (1920, 1080))
PORT = 8148  # The pictures show addresses too.
# The light theme and other languages: a few examples are enough.
LIGHT = ("start", "lobby", "table", "end")
OTHERS = {"de": ("table", "rules"), "sr": ("lobby", "hand")}
# Each page draws its nonce from the same numbers, at the same time of the same evening.
SAME = """
let last = 7;
crypto.getRandomValues = (bytes) => {
  for (let at = 0; at < bytes.length; at++) {
    last = (last * 1103515245 + 12345) % 2147483648;
    bytes[at] = last >> 16;
  }
  return bytes;
};
Math.random = () => 0.5;
"""


def main() -> int:
    """Draw all screens, or one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=sorted(SCREENS), help="one screen alone")
    parser.add_argument("--to", type=Path, default=FOLDER, help="where to put the pictures")
    args = parser.parse_args()
    args.to.mkdir(parents=True, exist_ok=True)
    with chromium.launched() as browser:
        for name in [args.only] if args.only else sorted(SCREENS):
            for picture in _pictures(name, browser, args.to):
                print(picture, flush=True)
    return 0


def _pictures(name: str, browser: Browser, to: Path) -> list[str]:
    """Draw one screen, on its own server, so that earlier screens do not change the cards."""
    with staged(module="tests.browser.seeded", port=PORT) as backstage:

        def make(who: str = "", **options: object) -> Person:
            person = Person(browser, backstage.url, who, timezone_id="Europe/Berlin", **options)
            person.context.add_init_script(SAME)
            return person

        me = SCREENS[name](make, backstage)
        me.page.wait_for_timeout(4500)  # The last animation is over, and notices have disappeared.
        drawn = [_draw(me, to, name, size) for size in SIZES]
        if name in LIGHT:
            me.page.emulate_media(color_scheme="light", reduced_motion="reduce")
            drawn += [_draw(me, to, f"{name}-light", size) for size in SIZES[:2]]
            me.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        for tag, names in OTHERS.items():
            if name in names:
                me.page.evaluate(SPEAK, tag)
                drawn += [_draw(me, to, f"{name}-{tag}", size) for size in SIZES[:2]]
        me.close()
    return drawn


def _draw(me: Person, to: Path, name: str, size: tuple[int, int]) -> str:
    me.page.set_viewport_size({"width": size[0], "height": size[1]})
    me.page.evaluate("scrollTo(0, 0)")
    me.page.wait_for_timeout(500)
    file = to / f"{name}-{size[0]}x{size[1]}.png"
    me.page.screenshot(path=file)
    return file.name


if __name__ == "__main__":
    sys.exit(main())
