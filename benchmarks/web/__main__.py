"""The browser's client: `python -m benchmarks.web [--turns N] [--rounds N] [--slower N]`.

First what the first page costs on the way, how long it takes on a bad line, and how many taps and
seconds a guest needs to sit. Then, with the processor slowed down four times: from 'Play now' to
the first card, and the longest task in a turn, on a phone's and a laptop's screen.
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.web.measure import Line, bad_line, first_load, game, processor_time, sit
from tests.browser import chromium
from tests.browser.backstage import Backstage
from tests.browser.conftest import flags
from tests.live.serving import Server

MOST_SECONDS = 4.0
BAD = Line(kbit=400, latency=400)
SIZES = {"phone, 390 × 780": (390, 780), "laptop, 1366 × 768": (1366, 768)}  # noqa: RUF001


def spread(seconds: list[float]) -> str:
    """Return the median and the most."""
    return f"{statistics.median(seconds):.2f} s, at most {max(seconds):.2f} s"


def main() -> int:
    """Measure, and print a table; 1 if anything is above what was wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="games on each screen (5)")
    parser.add_argument("--turns", type=int, default=20, help="turns of each game (20); 0: none")
    parser.add_argument("--slower", type=int, default=4, help="how many times slower (4)")
    parser.add_argument("--languages", default="en,sr", help="for the bad line (en,sr)")
    args = parser.parse_args()
    path = chromium.find()
    if path is None:
        print(chromium.MISSING)
        return 2
    rows: list[tuple[str, str, str, bool]] = []
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        server = Server(f"sqlite:///{folder / 'tables.db'}", folder).start()
        browser = playwright.chromium.launch(executable_path=path, args=flags())
        load = first_load(browser, server.url)
        total = load.bodies + load.headers
        seen = f"{total / 1000:.0f} KB in {load.requests} files"
        rows.append(("first load, compressed, with headers", seen, "120 KB", total <= 120_000))
        for locale in args.languages.split(","):
            bad_line(browser, server.url, locale, BAD)  # The server has been asked for it before.
            visits = [bad_line(browser, server.url, locale, BAD) for _ in range(args.rounds)]
            lessons = [
                bad_line(browser, server.url, locale, BAD, lessons=True) for _ in range(args.rounds)
            ]
            found = {
                "splash": [visit.splash for visit in visits + lessons],
                "begin": [visit.begin for visit in visits + lessons],
                "choice": [visit.choice for visit in visits],
                "first lesson": [visit.choice for visit in lessons],
            }
            for what, times in found.items():
                row = f"400 kbit/s and 400 ms ({locale}), first visit to {what}"
                rows.append((row, spread(times), "4 s", max(times) <= MOST_SECONDS))
        backstage = Backstage(server.url)
        code = backstage.table("Nora", "Milan").code
        for where, line in (("own network", None), ("400 kbit/s and 400 ms", BAD)):
            seats = [sit(browser, server.url, code, line) for _ in range(min(args.rounds, 3))]
            (taps,) = {count for count, _ in seats}
            seen = f"{taps} tap, {spread([seconds for _, seconds in seats])}"
            rows.append(
                (f"from the code to a seat, first visit ({where})", seen, "1 tap", taps == 1)
            )
        backstage.close()
        for screen, size in SIZES.items() if args.turns else ():
            games = []
            for _ in range(args.rounds):
                print(".", end="", file=sys.stderr, flush=True)
                games.append(game(browser, server.url, size, args.slower, args.turns))
            firsts = [one.first_card for one in games]
            row = f"'Play now' to the first card ({screen})"
            rows.append((row, spread(firsts), "2 s", max(firsts) <= 2))
            longest = [one.longest for one in games]
            turns = sum(one.turns for one in games)
            over = sum(length > 100 for one in games for length in one.tasks)
            seen = (
                f"{statistics.median(longest):.0f} ms, at most {max(longest):.0f} ms;"
                f" {over} over 100 ms in {turns} turns"
            )
            rows.append((f"longest task of a game ({screen})", seen, "100 ms", over == 0))
            spent = [
                max(processor_time(browser, server.url, size, args.turns)) * args.slower
                for _ in range(args.rounds)
            ]
            seen = f"{statistics.median(spent):.0f} ms, at most {max(spent):.0f} ms"
            what = f"the same by processor time, unslowed, times {args.slower} ({screen})"
            rows.append((what, seen, "100 ms", max(spent) <= 100))
        browser.close()
        server.finish()
    print(f"\nprocessor slowed down {args.slower} times, {args.rounds} games each\n")
    print("| what | seen | wanted at most |")
    print("|---|---|---|")
    for what, seen, wanted, _ in rows:
        print(f"| {what} | {seen} | {wanted} |")
    return 0 if all(good for *_, good in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
