"""Draw every screen in every language for readers: `python -m tests.browser.reading`.

Each screen is reached in English and then switches its language, which also shows sentences that do
not switch. The text of each screen is saved beside its picture.
"""

import argparse
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from diamant.locales import LANGUAGES
from tests.browser import chromium
from tests.browser.backstage import Backstage, staged
from tests.browser.looks import DRAWN, SPEAK
from tests.browser.person import Person
from tests.browser.reading_screens import READING_SCREENS
from tests.browser.screens import SCREENS

PHONE = "360x740"
MARGIN = 8
# How much taller the page must be to show all scrolling content at once.
HIDDEN = """() => {
  const boxes = [document.documentElement, ...document.querySelectorAll('body *')].filter((at) =>
    at === document.documentElement || /auto|scroll/.test(getComputedStyle(at).overflowY));
  return boxes.map((at) => at.scrollHeight - at.clientHeight);
}"""
TALLEST = 6000


def main() -> int:
    """Draw the requested screens and save their texts."""
    parser = argparse.ArgumentParser(description=__doc__)
    names = sorted({*SCREENS, *READING_SCREENS})
    parser.add_argument("--only", nargs="*", choices=names, help="these alone")
    parser.add_argument("--languages", nargs="*", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--size", default=PHONE, help=f"of the window; {PHONE} if not told")
    parser.add_argument("--to", type=Path, required=True, help="the folder for sheets and words")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    failed = 0
    with chromium.launched() as browser, staged() as backstage:
        for name in args.only or names:
            try:
                for shown, me in _ways(name, browser, backstage):
                    for tag in args.languages:
                        _draw(me, args.to / tag, shown, (width, height), tag)
                    me.page.evaluate(SPEAK, "en")
            except Exception:  # The other screens are still worth reading.
                failed += 1
                traceback.print_exc()
            print(name, flush=True)
    return 1 if failed else 0


def _ways(name: str, browser: Browser, backstage: Backstage) -> Iterator[tuple[str, Person]]:
    """Go to a screen, or through several, as people do."""
    made: list[Person] = []

    def make(who: str = "", *, at: str = backstage.url, **options: object) -> Person:
        made.append(Person(browser, at, who, **options))
        return made[-1]

    try:
        if name in SCREENS:
            yield name, SCREENS[name](make, backstage)
        else:
            for step, me in READING_SCREENS[name](make, backstage):
                yield f"{name}-{step}", me
    finally:
        for one in made:
            one.close()


def _draw(me: Person, to: Path, name: str, size: tuple[int, int], tag: str) -> None:
    """Draw a screen's window, and the rest of its content in further columns."""
    to.mkdir(parents=True, exist_ok=True)
    width, height = size
    me.page.set_viewport_size({"width": width, "height": height})
    me.page.evaluate(SPEAK, tag)
    me.page.evaluate("scrollTo(0, 0)")
    me.page.evaluate(DRAWN)
    me.page.wait_for_timeout(250)
    seen = to / f"{name}.png"
    me.page.screenshot(path=seen)
    page, *parts = me.page.evaluate(HIDDEN)
    more = min(max(page, *parts, 0), TALLEST)
    if more > 20:
        me.page.set_viewport_size({"width": width, "height": height + more})
        me.page.wait_for_timeout(250)
        whole = to / f"{name}.whole.png"
        me.page.screenshot(path=whole)
        _columns(seen, whole, height, first=page < more)
        whole.unlink()
        me.page.set_viewport_size({"width": width, "height": height})
    (to / f"{name}.txt").write_text(me.page.evaluate("document.body.innerText") + "\n")


def _columns(seen: Path, whole: Path, height: int, *, first: bool) -> None:
    """Cut a tall picture into columns of the window's height, perhaps after the window itself."""
    with Image.open(seen) as window, Image.open(whole) as tall:
        pieces = [window.copy()] if first else []
        pieces += [
            tall.crop((0, top, tall.width, min(top + height, tall.height)))
            for top in range(0, tall.height, height)
        ]
    sheet = Image.new("RGB", ((tall.width + MARGIN) * len(pieces), height), "magenta")
    for place, piece in enumerate(pieces):
        sheet.paste(piece, (place * (tall.width + MARGIN), 0))
    sheet.save(seen)


if __name__ == "__main__":
    sys.exit(main())
