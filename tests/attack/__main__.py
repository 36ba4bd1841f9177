"""Attacks on a server of one's own, and what came of them: `python -m tests.attack`.

Everything stays on this machine's loopback and ends by itself, after some minutes. The results are
written to docs/security.md, between its two marks. 1 is returned if a promise was broken.
"""

import argparse
import asyncio
import datetime
import re
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.attack.run import MEDIAN_MS, WORST_MS, all_names, run
from tests.attack.disk import fill_disk
from tests.attack.half_dead import stopped_node
from tests.attack.slow_sockets import attack as slow_sockets
from tests.live.serving import GENEROUS, Server
from tests.store import postgres_cluster

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "security.md"
BEGIN, END = "<!-- results -->", "<!-- end of results -->"
STOPPED_SECONDS, MOST_WAIT = 30.0, 3.0
DISK_SECONDS, MOST_GROWTH = 13.0, 20_000_000


@dataclass(frozen=True)
class Row:
    """A line of the page."""

    attack: str
    result: str
    held: bool

    def __str__(self) -> str:
        verdict = "held" if self.held else "**broken**"
        today = datetime.datetime.now(datetime.UTC).date()
        return f"| {self.attack} | {self.result} | {verdict} | {today} |"


async def processor_time() -> list[Row]:
    """Whatever one address sends, another table's players hardly notice."""
    rows = []
    async for result in run(all_names()):
        refused = sum(result.refused.values())
        told = (
            f"{result.passed:,} let through, {refused:,} refused; choice to reveal at another table"
            f" {result.median:.0f} ms in the median, {result.worst:.0f} ms at worst"
        )
        rows.append(Row(result.attack, told, result.held))
        print(rows[-1], flush=True)
    return rows


async def half_dead() -> list[Row]:
    """A node that stands still holds up no other."""
    postgres_cluster.begin_run()
    try:
        with postgres_cluster.own_cluster() as cluster, _folder() as folder:
            waits = await stopped_node(cluster.new_database(), folder, STOPPED_SECONDS)
    finally:
        postgres_cluster.end_run()
    told = (
        f"{waits.commands:,} commands on the other node waited {1000 * waits.median:.0f} ms in the"
        f" median, {1000 * waits.longest:.0f} ms at most"
    )
    attack = f"one of two nodes on PostgreSQL stopped for {STOPPED_SECONDS:.0f} s under load"
    return [Row(attack, told, waits.longest < MOST_WAIT)]


async def disk() -> list[Row]:
    """One address cannot fill the disk."""
    with _folder() as folder:
        grown = await fill_disk(folder, DISK_SECONDS)
    attack = f"settings of 32 KB from one address for {DISK_SECONDS:.0f} s"
    return [Row(attack, f"the database grew by {grown / 1e6:.1f} MB", grown < MOST_GROWTH)]


async def sockets() -> list[Row]:
    """One address cannot take all sockets."""
    with _folder() as folder:
        server = Server(f"sqlite:///{folder / 'tables.db'}", folder)
        server.settings = {k: v for k, v in server.settings.items() if k not in GENEROUS}
        server.start()
        try:
            felt = await slow_sockets(server.url)
        finally:
            server.finish()
    told = (
        f"{felt['held']:.0f} held at most; another address waited"
        f" {1000 * felt['median']:.0f} ms in the median, {1000 * felt['worst']:.0f} ms at worst,"
        f" and {felt['failed']:.0f} times in vain"
    )
    attack = "1,000 sockets of one address that say nothing, or little and slowly"
    return [Row(attack, told, felt["failed"] == 0 and felt["held"] < 500)]


# Short attacks that are in the gate as tests, each with what it shows.
IN_THE_GATE = {
    "a command held by a stopped node and resent elsewhere; 40 ids sent twice": (
        "tests/live/test_nodes.py",
        "tests/server/connections/test_session.py",
        "tests/table/test_senders.py",
    ),
    "a transaction that stands still, with its locks": ("tests/store/test_half_dead.py",),
    "a host, a spectator or a neighbor who wants another's seat, choice or chest": (
        "tests/table/test_absence.py",
    ),
    "room codes, tokens and seat codes guessed at once": ("tests/server/test_guesses.py",),
    "lengths and figures that could tell a choice": ("tests/server/test_secrets.py",),
    "names that look like another's": ("tests/table/test_names.py",),
    "slow, large and endless requests": ("tests/server/connections/test_plain.py",),
    "a full disk, a held lock, a stuck writer: what health says": ("tests/server/test_health.py",),
    "a reader who stays, a second server, other users' eyes": ("tests/store/test_sqlite_files.py",),
    "a burst of cues, and cues of somebody who is no shared screen": (
        "tests/server/connections/test_cues.py",
    ),
    "wrong frames, and what they are told": ("tests/server/connections/test_frames.py",),
    "editions and records that take long to read": ("tests/server/worker",),
}


async def gate() -> list[Row]:
    """Run those attacks of the gate."""
    rows = []
    for attack, tests in IN_THE_GATE.items():
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "pytest", "-q", *tests],
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
        )
        told = done.stdout.strip().splitlines()[-1]
        count = re.sub(r" in [\d.]+s.*", "", told).strip("= ")
        names = ", ".join(f"`{name}`" for name in tests)
        rows.append(Row(attack, f"{count} ({names})", done.returncode == 0))
        print(rows[-1], flush=True)
    return rows


PARTS: dict[str, Callable[[], Awaitable[list[Row]]]] = {
    "processor": processor_time,
    "half-dead": half_dead,
    "disk": disk,
    "sockets": sockets,
    "gate": gate,
}


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def write(rows: list[Row]) -> None:
    """Put results into the page, in place of those of the same attacks before."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    old, _, after = rest.partition(END)
    new = {row.attack for row in rows}
    kept = [line for line in old.splitlines() if line.startswith("| ")][1:]
    kept = [line for line in kept if line.split(" | ")[0][2:] not in new]
    lines = "\n".join(["| attack | result | | when |", "|---|---|---|---|", *kept, *map(str, rows)])
    PAGE.write_text(f"{before}{BEGIN}\n\n{lines}\n\n{END}{after}", encoding="utf-8")


async def main(names: list[str]) -> bool:
    """Attack in every way that is named, one after the other."""
    held = True
    for name in names:
        print(f"== {PARTS[name].__doc__}", flush=True)
        rows = await PARTS[name]()
        write(rows)
        held = held and all(row.held for row in rows)
    return held


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(PARTS)}")
    wanted = parser.parse_args().parts or list(PARTS)
    if set(wanted) - set(PARTS):
        parser.error(f"there are {', '.join(PARTS)}")
    print(f"Wanted: the median below {MEDIAN_MS:.0f} ms, the worst below {WORST_MS:.0f} ms.")
    sys.exit(0 if asyncio.run(main(wanted)) else 1)
