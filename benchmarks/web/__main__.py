"""Measure the browser's client: `python -m benchmarks.web [--visits N] [--games N] [--minutes N]`.

First the size of the first page, its time on a bad connection, and the taps and
seconds until a guest has a seat. Then, with the processor slowed down four times: from 'Play now'
to the first card, and the longest task in a turn, on a phone's and a laptop's screen.

The tool prints its progress and times. Each part starts only while time is left; the end of the
output lists the parts that did not run.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from playwright.sync_api import Browser

from benchmarks.web.measure import Line, bad_line, first_load, game, processor_time, sit
from tests.browser import chromium
from tests.browser.backstage import Backstage, staged

MOST_SECONDS = 4.0
MOST_OF_A_TURN = 6.0  # Timeout of a game's turns in seconds, on average.
BAD = Line(kbit=400, latency=400)
SIZES = {"phone, 390 × 780": (390, 780), "laptop, 1366 × 768": (1366, 768)}  # noqa: RUF001

Seen = TypeVar("Seen")


def spread(seconds: list[float]) -> str:
    """Return the median and the maximum."""
    return f"{statistics.median(seconds):.2f} s, at most {max(seconds):.2f} s"


@dataclass
class Report:
    """The measurements so far, and the time left for more."""

    until: float
    rows: list[tuple[str, str, str, bool]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def often(self, what: str, rounds: int, one: Callable[[], Seen]) -> list[Seen]:
        """Repeat a measurement while time is left, and print how long each took."""
        seen: list[Seen] = []
        for number in range(rounds):
            began = time.monotonic()
            if began >= self.until:
                self.left_out.append(f"{what} ({rounds - number} of {rounds})")
                break
            seen.append(one())
            took = time.monotonic() - began
            print(f"{what}, {number + 1} of {rounds}: {took:.1f} s", file=sys.stderr, flush=True)
        return seen

    def row(self, what: str, seen: str, wanted: str, *, good: bool) -> None:
        """Add a measurement."""
        self.rows.append((what, seen, wanted, good))

    def told(self) -> int:
        """Print the table; return 1 if anything is above its target or was not measured."""
        print("\n| what | measured | target |")
        print("|---|---|---|")
        for what, seen, wanted, _ in self.rows:
            print(f"| {what} | {seen} | {wanted} |")
        for what in self.left_out:
            print(f"Not measured, because time was up: {what}")
        return 0 if all(good for *_, good in self.rows) and not self.left_out else 1


def first_visits(report: Report, browser: Browser, url: str, locale: str, rounds: int) -> None:
    """Measure first visits on a bad connection in one language."""
    visit = partial(bad_line, browser, url, locale, BAD)
    lesson = partial(visit, lessons=True)
    # A server that has served this language before.
    report.often(f"bad connection, {locale}, not counted", 1, visit)
    visits = report.often(f"bad connection, {locale}, to a choice", rounds, visit)
    lessons = report.often(f"bad connection, {locale}, to a lesson", rounds, lesson)
    found = {
        "splash": [one.splash for one in visits + lessons],
        "begin": [one.begin for one in visits + lessons],
        "choice": [one.choice for one in visits],
        "first lesson": [one.choice for one in lessons],
    }
    for what, times in found.items():
        if times:
            row = f"400 kbit/s and 400 ms ({locale}), first visit to {what}"
            report.row(row, spread(times), "4 s", good=max(times) <= MOST_SECONDS)


def sitting_down(report: Report, browser: Browser, backstage: Backstage, rounds: int) -> None:
    """Measure a guest's way from a table's code to a seat."""
    code = backstage.table("Nora", "Milan").code
    for where, line in (("own network", None), ("400 kbit/s and 400 ms", BAD)):
        seat = partial(sit, browser, backstage.url, code, line)
        seats = report.often(f"to a seat, {where}", rounds, seat)
        if seats:
            (taps,) = {count for count, _ in seats}
            seen = f"{taps} tap, {spread([seconds for _, seconds in seats])}"
            row = f"from the code to a seat, first visit ({where})"
            report.row(row, seen, "1 tap", good=taps == 1)


def longest_tasks(
    report: Report, browser: Browser, url: str, slower: int, *, rounds: int, turns: int
) -> None:
    """Measure games on each screen: the first card, and the long tasks in the turns."""
    for screen, size in SIZES.items():
        bounds = {"turns": turns, "seconds": turns * MOST_OF_A_TURN}
        slow = partial(game, browser, url, size, slower, **bounds)
        games = report.often(f"a game slowed down, {screen}", rounds, slow)
        if games:
            firsts = [one.first_card for one in games]
            row = f"'Play now' to the first card ({screen})"
            report.row(row, spread(firsts), "2 s", good=max(firsts) <= 2)
            longest = [one.longest for one in games]
            over = sum(length > 100 for one in games for length in one.tasks)
            seen = (
                f"{statistics.median(longest):.0f} ms, at most {max(longest):.0f} ms;"
                f" {over} over 100 ms in {sum(one.turns for one in games)} turns"
            )
            report.row(f"longest task of a game ({screen})", seen, "100 ms", good=over == 0)
        unslowed = partial(processor_time, browser, url, size, **bounds)
        games = report.often(f"a game by processor time, {screen}", rounds, unslowed)
        if games:
            spent = [one.longest * slower for one in games]
            seen = (
                f"{statistics.median(spent):.0f} ms, at most {max(spent):.0f} ms"
                f" in {sum(one.turns for one in games)} turns"
            )
            row = f"the same by processor time, unslowed, times {slower} ({screen})"
            report.row(row, seen, "100 ms", good=max(spent) <= 100)


def main() -> int:
    """Measure, and print a table; return 1 if anything is above its target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=2, help="of each kind (2)")
    parser.add_argument("--games", type=int, default=1, help="on each screen, of each kind (1)")
    parser.add_argument("--turns", type=int, default=6, help="turns of each game (6)")
    parser.add_argument("--slower", type=int, default=4, help="how many times slower (4)")
    parser.add_argument("--languages", default="en,sr", help="for the bad connection (en,sr)")
    parser.add_argument("--minutes", type=float, default=3, help="start nothing after this (3)")
    args = parser.parse_args()
    report = Report(until=time.monotonic() + args.minutes * 60)
    with chromium.launched() as browser, staged() as backstage:
        load = first_load(browser, backstage.url)
        total = load.bodies + load.headers
        seen = f"{total / 1000:.0f} KB in {load.requests} files"
        report.row("first load, compressed, with headers", seen, "120 KB", good=total <= 120_000)
        sitting_down(report, browser, backstage, args.visits)
        for locale in args.languages.split(","):
            first_visits(report, browser, backstage.url, locale, args.visits)
        bounds = {"rounds": args.games, "turns": args.turns}
        longest_tasks(report, browser, backstage.url, args.slower, **bounds)
    load, *_ = os.getloadavg()
    print(f"\nprocessor slowed down {args.slower} times for games; load average {load:.1f}")
    return report.told()


if __name__ == "__main__":
    sys.exit(main())
