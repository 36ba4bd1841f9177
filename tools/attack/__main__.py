"""Attack a local server and report what other players notice: `python -m tools.attack`.

All attacks stay on this machine's loopback and end by themselves, after some minutes. The results
are written to research/security.md, between its two marks. The exit code is 1 if a limit failed.
"""

import argparse
import asyncio
import datetime
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.live.serving import usual_server
from tests.store import postgres_cluster
from tools.attack.attacks import EVERYTHING
from tools.attack.disk import fill_disk
from tools.attack.half_dead import stopped_node
from tools.attack.run import MEDIAN_MS, SECONDS, WORST_MS, all_names, run
from tools.attack.slow_sockets import attack as slow_sockets
from tools.attack.timing import TRIALS, guess_choices, stop_under

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "research" / "security.md"
BEGIN, END = "<!-- results -->", "<!-- end of results -->"
STOPPED_SECONDS, MOST_WAIT = 30.0, 3.0
DISK_SECONDS, MOST_GROWTH = 13.0, 20_000_000
MOST_GUESSED, MOST_STOP = 0.6, 3.0


@dataclass(frozen=True)
class Row:
    """A line of the page, and its figures."""

    attack: str
    result: str
    held: bool
    figures: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        verdict = "held" if self.held else "**broken**"
        today = datetime.datetime.now(datetime.UTC).date()
        return f"| {self.attack} | {self.result} | {verdict} | {today} |"


async def processor_time(names: Sequence[str] = (), seconds: float = SECONDS) -> AsyncIterator[Row]:
    """Attack from one address, and measure the effect on another table's players."""
    async for result in run(names or all_names(), seconds):
        refused = sum(result.refused.values())
        told = (
            f"{result.passed:,} let through, {refused:,} refused; choice to reveal at another table"
            f" {result.median:.0f} ms in the median, {result.worst:.0f} ms at worst,"
            f" a QR code {result.picture:.0f} ms, a Hello {result.hello:.0f} ms"
        )
        yield Row(result.attack, told, result.held, asdict(result))


async def half_dead() -> AsyncIterator[Row]:
    """Stop one of two nodes, and measure how long commands wait on the other."""
    postgres_cluster.begin_run()
    try:
        with postgres_cluster.own_cluster() as cluster, TemporaryDirectory() as folder:
            waits = await stopped_node(cluster.new_database(), Path(folder), STOPPED_SECONDS)
    finally:
        postgres_cluster.end_run()
    told = (
        f"{waits.commands:,} commands on the other node waited {1000 * waits.median:.0f} ms in the"
        f" median, {1000 * waits.longest:.0f} ms at most"
    )
    attack = f"one of two nodes on PostgreSQL stopped for {STOPPED_SECONDS:.0f} s under load"
    yield Row(attack, told, waits.longest < MOST_WAIT, asdict(waits))


async def disk() -> AsyncIterator[Row]:
    """Try to fill the disk from one address."""
    with TemporaryDirectory() as folder:
        grown = await fill_disk(Path(folder), DISK_SECONDS)
    attack = f"settings of 32 KB from one address for {DISK_SECONDS:.0f} s"
    yield Row(attack, f"the database grew by {grown / 1e6:.1f} MB", grown < MOST_GROWTH)


async def sockets() -> AsyncIterator[Row]:
    """Try to take all sockets from one address."""
    with TemporaryDirectory() as folder, usual_server(Path(folder)) as server:
        felt = await slow_sockets(server.url)
    told = (
        f"{felt['held']:.0f} held at most; another address waited"
        f" {1000 * felt['median']:.0f} ms in the median, {1000 * felt['worst']:.0f} ms at worst,"
        f" and {felt['failed']:.0f} times in vain"
    )
    attack = "1,000 sockets of one address that say nothing, or little and slowly"
    yield Row(attack, told, felt["failed"] == 0 and felt["held"] < 500, dict(felt))


async def timing() -> AsyncIterator[Row]:
    """Guess a choice from response times, and stop a server during an attack."""
    with TemporaryDirectory() as folder:
        right = await guess_choices(Path(folder))
    told = f"{right} of {TRIALS} right with the best bound; chance alone gives about {TRIALS // 2}"
    attack = "guessing from one's own waits whether another has just chosen"
    yield Row(attack, told, right < MOST_GUESSED * TRIALS)
    for attack in ("pings, a megabyte a second", EVERYTHING):
        with TemporaryDirectory() as folder:
            seconds = await stop_under(attack, Path(folder))
        yield Row(f"stopping under {attack}", f"over after {seconds:.1f} s", seconds < MOST_STOP)


# Short attacks that run as tests in the gate, each with the property that it shows.
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
    "an operator who swaps the seed, the commitment, a nonce, the order or the edition": (
        "tests/live/test_dishonest.py",
        "tests/test_fairness.py",
    ),
    "room codes, tokens and seat codes guessed at once": ("tests/server/test_guesses.py",),
    "lengths and figures that could tell a choice": ("tests/server/test_secrets.py",),
    "a stranger who fills a table, and comes back from the same network": (
        "tests/server/connections/test_session.py",
        "tests/table/test_hosting.py",
        "tests/table/test_seating.py",
    ),
    "names that look like another's": ("tests/table/test_names.py",),
    "slow, large and endless requests": ("tests/server/connections/test_plain.py",),
    "a full disk, a held lock, a stuck writer: what health says": ("tests/server/test_health.py",),
    "a reader who stays, a second server, other users' eyes": ("tests/store/test_sqlite_files.py",),
    "a burst of cues, and cues from a guest who is not a shared screen": (
        "tests/server/connections/test_cues.py",
    ),
    "wrong frames, and the replies to them": ("tests/server/connections/test_frames.py",),
    "editions and records that take long to read": ("tests/server/worker",),
    "tracebacks that a stranger could write into the log": (
        "tests/live/test_logs.py",
        "tests/server/test_stopping.py",
    ),
    "an edition, a hazard and a player named after properties of JavaScript": (
        "tests/browser/test_editions.py",
    ),
    "the operator's page: forged forms, guessed tokens, secrets": (
        "tests/server/http/test_admin.py",
    ),
    "the daily cave: a clock set back, many keys of one network": (
        "tests/server/http/test_daily.py",
    ),
}


async def gate() -> AsyncIterator[Row]:
    """Run the short attacks, which are tests of the gate."""
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
        yield Row(attack, f"{count} ({names})", done.returncode == 0)


PARTS: dict[str, Callable[[], AsyncIterator[Row]]] = {
    "processor": processor_time,
    "half-dead": half_dead,
    "disk": disk,
    "sockets": sockets,
    "timing": timing,
    "gate": gate,
}


def write(rows: list[Row]) -> None:
    """Write results into the page, replacing earlier ones of the same attacks."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    old, _, after = rest.partition(END)
    new = {row.attack for row in rows}
    kept = [line for line in old.splitlines() if line.startswith("| ")][1:]
    kept = [line for line in kept if line.split(" | ")[0][2:] not in new]
    lines = "\n".join(["| attack | result | | when |", "|---|---|---|---|", *kept, *map(str, rows)])
    PAGE.write_text(f"{before}{BEGIN}\n\n{lines}\n\n{END}{after}", encoding="utf-8")


async def main(parts: dict[str, AsyncIterator[Row]], *, as_json: bool) -> bool:
    """Run the parts one after the other; return whether every target was met."""
    rows = []
    for name, part in parts.items():
        if not as_json:
            print(f"== {PARTS[name].__doc__}", flush=True)
        done = []
        async for row in part:
            done.append(row)
            if not as_json:
                print(row, flush=True)
        if not as_json:
            write(done)
        rows += done
    if as_json:
        bounds = {"median_ms": MEDIAN_MS, "worst_ms": WORST_MS}
        attacks = [row.figures | {"attack": row.attack, "held": row.held} for row in rows]
        print(json.dumps({"bounds": bounds, "attacks": attacks}, indent=1))
    return all(row.held for row in rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.attack", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        help=f"{', '.join(PARTS)}, or name prefixes of --list (default: all)",
    )
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each attack of --list")
    parser.add_argument("--json", action="store_true", help="print JSON; don't update the page")
    parser.add_argument("--list", action="store_true", help="list the attacks from one address")
    args = parser.parse_args()
    attacks = [name for name in all_names() if name.startswith(tuple(set(args.names) - {*PARTS}))]
    unknown = [
        n for n in args.names if n not in PARTS and not any(a.startswith(n) for a in attacks)
    ]
    if args.list:
        print("\n".join(all_names()))
        sys.exit()
    if unknown:
        parser.error(
            f"unknown attack {unknown[0]!r} (choose from {', '.join(PARTS)}, or see --list)"
        )
    chosen = {n: PARTS[n]() for n in PARTS if n in args.names or not args.names}
    if attacks or "processor" in chosen:
        chosen["processor"] = processor_time(attacks, args.seconds)
    if not args.json:
        print(f"Target: median below {MEDIAN_MS:.0f} ms, worst below {WORST_MS:.0f} ms.")
    sys.exit(0 if asyncio.run(main(chosen, as_json=args.json)) else 1)
