"""Time the reveal on three devices: `python -m benchmarks.web.truth [--choices N] [--calm]`.

A phone and a laptop play beside a shared screen, with every animation unless `--calm`, until a game
is over or they have made enough choices. Each device records when its line shows a new text and
when a recap appears and disappears; all three pages share one clock. The table has the time from
the last choice to the reveal, both devices' delay after the screen (negative is early), and how
long each recap stays.
"""

import argparse
import os
import statistics
import sys
from typing import Any

from playwright.sync_api import Browser

from tests.browser import chromium
from tests.browser.backstage import Backstage, staged
from tests.browser.person import ASKED, Person

MOST_APART = 100.0
LEAST_RECAP = 4.0
# When its frame has been drawn, by the clock that all pages share.
WATCH = """() => {
  const now = () => performance.timeOrigin + performance.now();
  window.lines = [];
  window.recaps = [];
  window.chose = [];
  let line = document.querySelector('.story')?.textContent ?? '';
  let told = false;
  const look = () => {
    const text = document.querySelector('.story')?.textContent ?? line;
    const recap = document.querySelector('.recap') !== null;
    const [changed, moved] = [text !== line, recap !== told];
    [line, told] = [text, recap];
    if (changed || moved) requestAnimationFrame(() => {
      if (changed) window.lines.push([text, now()]);
      if (moved) window.recaps.push([recap, now()]);
    });
  };
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(look).observe(document, all);
  addEventListener('click', (event) => {
    if (event.target.closest('.choice')) window.chose.push(now());
  }, true);
}"""


def play(
    browser: Browser, backstage: Backstage, *, choices: int, calm: bool
) -> dict[str, dict[str, Any]]:
    """Play one game, and return each device's records."""
    sizes = {"screen": (1920, 1080), "phone": (390, 780), "laptop": (1366, 768)}
    motion = "reduce" if calm else "no-preference"
    table = backstage.table("Nora", break_seconds=4)
    people = {
        name: Person(
            browser,
            backstage.url,
            name,
            known=table.known if name == "laptop" else None,
            viewport={"width": width, "height": height},
            reduced_motion=motion,
        )
        for name, (width, height) in sizes.items()
    }
    laptop, phone, screen = people["laptop"], people["phone"], people["screen"]
    try:
        laptop.come(table.code).page.locator(".seat-row.mine").wait_for()
        phone.come(table.code).sit()
        table.send("FillWithBots", players=3)
        screen.go(f"#/tv/{table.code}")
        screen.page.locator(".tv-seat").nth(2).wait_for()
        table.begin()
        for one in people.values():
            one.page.locator(".story").wait_for()
            one.page.evaluate(WATCH)
        turns = 0
        while turns < choices and not phone.at_end():
            for one in (laptop, phone):
                if one.page.evaluate(ASKED):
                    turns += 1
                    # Stay to the end in some caves, and get home in others, together or one by one.
                    leave = turns % 13 == (5 if one is laptop else 9)
                    one.page.get_by_role("button", name="Leave" if leave else "Go on").click()
            phone.page.wait_for_timeout(100)
        if phone.at_end():
            screen.page.locator(".tv-end").wait_for()
        names = ("lines", "recaps", "chose")
        return {
            name: {what: one.page.evaluate(f"window.{what}") for what in names}
            for name, one in people.items()
        }
    finally:
        for one in people.values():
            one.close()


def apart(screen: list[list[Any]], other: list[list[Any]]) -> list[float]:
    """Return each event's delay on another device after the screen, in milliseconds."""
    found = []
    rest = list(other)
    for what, at in screen:
        same = [one for one in rest if one[0] == what]
        if same:
            nearest = min(same, key=lambda one: abs(one[1] - at))
            rest = rest[rest.index(nearest) + 1 :]
            found.append(nearest[1] - at)
    return found


def told(times: list[float], unit: str = "ms", digits: int = 0) -> str:
    """Return median, minimum and maximum."""
    if not times:
        return "none"
    shown = (statistics.median(times), min(times), max(times))
    return ", ".join(f"{one:.{digits}f}" for one in shown) + f" {unit} ({len(times)})"


def main() -> int:
    """Measure, and print a table; return 1 if anything misses its target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--choices", type=int, default=1000)
    parser.add_argument("--calm", action="store_true", help="with reduced motion")
    args = parser.parse_args()
    differences: dict[str, list[float]] = {"phone": [], "laptop": []}
    reveals: dict[str, list[float]] = {"screen": [], "phone": [], "laptop": []}
    recaps: dict[str, list[float]] = {"screen": [], "phone": [], "laptop": []}
    with chromium.launched() as browser, staged() as backstage:
        game = play(browser, backstage, choices=args.choices, calm=args.calm)
        chose = sorted(game["phone"]["chose"] + game["laptop"]["chose"])
        for device, seen in game.items():
            if device != "screen":
                for what in ("lines", "recaps"):
                    differences[device] += apart(game["screen"][what], seen[what])
            # The first line after the last choice shows the choices.
            firsts: dict[float, float] = {}
            for _, at in seen["lines"]:
                before = [one for one in chose if one < at]
                if before:
                    firsts.setdefault(before[-1], at - before[-1])
            reveals[device] += firsts.values()
            came = 0.0
            for there, at in seen["recaps"]:
                if there:
                    came = at
                else:
                    recaps[device].append((at - came) / 1000)
    print(f"\nload average (1 minute): {os.getloadavg()[0]:.1f}")
    print("\n| what | median, minimum, maximum (count) | target |\n|---|---|---|")
    for device, times in reveals.items():
        print(f"| last choice until the line shows the choices, {device} | {told(times)} | |")
    for device, times in differences.items():
        most = f"at most {MOST_APART:.0f} ms, never early"
        near = f"{sum(abs(time) <= MOST_APART for time in times)} within {MOST_APART:.0f} ms"
        print(f"| delay after the screen, {device} | {told(times)}, {near} | {most} |")
    for device, times in recaps.items():
        least = f"at least {LEAST_RECAP:.0f} s"
        print(f"| duration of a recap, {device} | {told(times, 's', 2)} | {least} |")
    far = any(abs(time) > MOST_APART for times in differences.values() for time in times)
    short = any(time < LEAST_RECAP for times in recaps.values() for time in times)
    return 1 if far or short else 0


if __name__ == "__main__":
    sys.exit(main())
