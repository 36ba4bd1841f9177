"""Run the gate's random tests many times over: `python -m tools.campaigns [NAME…]`.

Each campaign runs a test of the gate with many more examples (`tests/amount.py`). Its result
goes to research/campaigns.md, one line each, as soon as it is known.
"""

import argparse
import datetime
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from diamant import __version__

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "research" / "campaigns.md"


@dataclass(frozen=True)
class Campaign:
    """Tests, the factor by which they exceed the gate, and the total amount."""

    name: str
    amount: str
    tests: tuple[str, ...]
    times: int

    @property
    def command(self) -> str:
        """Return the command that runs the same campaign."""
        return f"DIAMANT_TIMES={self.times} pytest {' '.join(self.tests)}"


CAMPAIGNS = (
    Campaign("power", "10,000 power cuts", ("tests/store/test_power_cut.py",), 50),
    Campaign("kill-sqlite", "1,000 `kill -9` on SQLite", ("tests/live/test_kill_sqlite.py",), 100),
    Campaign(
        "kill-postgresql",
        "1,000 `kill -9` on PostgreSQL",
        ("tests/live/test_kill_postgres.py",),
        100,
    ),
    Campaign("worlds", "101,200 pairs of games", ("tests/test_two_worlds.py",), 46),
    Campaign("tables", "104,000 pairs of tables", ("tests/table/test_two_worlds.py",), 100),
    Campaign(
        "differential",
        "1,000,000 simulated games, replayed by the rules",
        ("tests/simulator/test_same_rules.py",),
        103,
    ),
    Campaign("cluster", "all on a Ray cluster", ("tests/simulator/test_cluster.py",), 1),
    Campaign("schedules", "100,000 schedules", ("tests/table/test_schedules.py",), 100),
    Campaign(
        "simulation",
        "100,000 simulated worlds of the whole server",
        ("tests/world/test_world.py",),
        500,
    ),
    Campaign("review", "2,880 reviewed games", ("tests/analysis/test_review.py",), 12),
)


def run(campaign: Campaign) -> None:
    """Run a campaign, print its progress, and store the result."""
    print(f"== {campaign.amount}: {campaign.command}", flush=True)
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", *campaign.tests],
        cwd=ROOT,
        env=os.environ | {"DIAMANT_TIMES": str(campaign.times)},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    seconds = time.monotonic() - began
    print(done.stdout, flush=True)
    summary = re.sub(r" in [\d.]+s.*", "", done.stdout.strip().splitlines()[-1]).strip("= ")
    today = datetime.datetime.now(datetime.UTC).date()
    row = (
        f"| {campaign.amount} | {summary}, controls included | {seconds / 60:.0f} min |"
        f" {today}, {__version__} | `{campaign.command}` |"
    )
    write(campaign.amount, row)


def write(amount: str, row: str) -> None:
    """Write a row into the page, replacing that of an earlier run."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if not line.startswith(f"| {amount} |")]
    last = max(number for number, line in enumerate(lines) if line.startswith("|"))
    lines.insert(last + 1, row)
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Run the named campaigns, or all."""
    names = [campaign.name for campaign in CAMPAIGNS]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"some of {', '.join(names)}")
    wanted = parser.parse_args().names or names
    unknown = set(wanted) - set(names)
    if unknown:
        parser.error(f"unknown campaign {min(unknown)} (choose from {', '.join(names)})")
    for campaign in CAMPAIGNS:
        if campaign.name in wanted:
            run(campaign)


if __name__ == "__main__":
    main()
