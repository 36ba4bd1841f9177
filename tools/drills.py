"""Restore drills: lose a database under load, restore it, count what was lost: `make drill`.

A drill plays on a real server, acknowledges choices, destroys the database at a random moment,
restores it with the files of deploy/backup, and compares the result with every acknowledgement.
"""

import argparse
import asyncio
import datetime
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import apsw

from diamant.dealer import verify
from diamant.store import open_store
from diamant.store.errors import NoSuchTableError
from diamant.table import fold, read_entry
from diamant.table.events import ChoiceMade
from diamant.table.records import records_of
from tests.live.killing import Load
from tests.live.serving import Server
from tests.store.postgres_cluster import Cluster, begin_run, end_run, own_cluster

ROOT = Path(__file__).parents[1]
FILES = ROOT / "deploy" / "backup"
UNDER_WAY = 0.5  # Seconds within which a committed choice is acknowledged.
ARCHIVE = "/var/backups/diamant/wal"


class Timed(dict):
    """Acknowledged choices with the time of each acknowledgement."""

    def __init__(self) -> None:
        super().__init__()
        self.at: dict[object, float] = {}

    def __setitem__(self, name: object, made: object) -> None:
        self.at[name] = time.time()
        super().__setitem__(name, made)


@dataclass
class Count:
    """The acknowledged choices before a moment that a restored database contains."""

    acknowledged: int
    lost: int
    oldest: float
    """Seconds before the end at which the oldest lost choice was acknowledged."""
    later: int
    """Choices in the database that were acknowledged well after the moment."""
    games: int


async def count(load: Load, database: str, end: float) -> Count:
    """Read a restored database to its end; fail if anything is incomplete or out of order."""
    store = await open_store(database)
    kept: set[tuple[object, ...]] = set()
    games = 0
    try:
        for party in load.parties:
            try:
                log = await store.read(party.table)
            except NoSuchTableError:
                continue
            assert [entry.log_number for entry in log] == list(range(1, len(log) + 1))
            entries = [read_entry(entry.payload) for entry in log]
            fold(entries)
            records = list(records_of(entries))
            assert all(verify(record) is None for record in records)
            games += len(records)
            for entry in entries:
                if isinstance(entry.event, ChoiceMade) and entry.command is not None:
                    kept.add((party.table, entry.by, entry.command))
    finally:
        await store.close()
    timed = load.acknowledged
    assert isinstance(timed, Timed)
    before = {name: at for name, at in timed.at.items() if at <= end}
    lost = [at for name, at in before.items() if name not in kept]
    return Count(
        acknowledged=len(before),
        lost=len(lost),
        oldest=end - min(lost, default=end),
        later=sum(name in kept for name, at in timed.at.items() if at > end + UNDER_WAY),
        games=games,
    )


@contextmanager
def loaded(folder: Path, database: str = "") -> Iterator[tuple[Server, Load]]:
    """Run a server under load, and note when each choice is acknowledged."""
    server = Server(folder, database).start()
    load = Load([server.url], tables=8, seed=random.randrange(1 << 30))
    load.acknowledged = Timed()
    try:
        yield server, load
    finally:
        if server.process is not None and server.process.is_alive():
            server.kill()


def play_on(folder: Path, database: str) -> None:
    """Check that a server on the restored database is healthy and stores a new game."""

    async def play() -> None:
        with loaded(folder, database) as (server, load):
            await load.begin()
            await load.more(100)
            await load.end()
            server.check_health()
            await asyncio.to_thread(server.stop)

    asyncio.run(play())


def sqlite(every: float, *, stuck: bool = False) -> Count:
    """Lose the disk of an SQLite file with `diamant backup --every`; restore its last copy.

    With `stuck` only one copy is made, for the control.
    """
    pause = 1e6 if stuck else every

    async def lose(folder: Path, copies: Path) -> tuple[Load, float]:
        with loaded(folder) as (server, load):
            command = [sys.executable, "-m", "diamant", "backup", "--database", server.database]
            backup = subprocess.Popen([*command, "--every", str(pause), copies])
            try:
                await load.begin()
                await load.more(1)
                await asyncio.sleep(every * random.uniform(2, 4))
            finally:
                backup.kill()
                server.kill()
                end = time.time()
                backup.wait()
            await load.abandon()
        return load, end

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copies = folder / "copies"
        copies.mkdir()
        load, end = asyncio.run(lose(folder, copies))
        for file in folder.glob("tables.db*"):
            file.unlink()
        for copy in copies.glob("diamant-*.db"):
            with apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READONLY) as opened:
                assert opened.pragma("integrity_check") == "ok", copy
        restored = folder / "tables.db"
        shutil.copy(max(copies.glob("diamant-*.db")), restored)
        found = asyncio.run(count(load, f"sqlite:///{restored}", end))
        play_on(folder, f"sqlite:///{restored}")
        return found


def _archiving(cluster: Cluster, every: float) -> Path:
    """Set up archiving as in deploy/backup, with a different folder and interval."""
    archive = cluster.folder / "wal"
    archive.mkdir()
    shutil.chown(archive, cluster.user)
    text = (FILES / "postgresql-archive.conf").read_text()
    assert ARCHIVE in text
    text = text.replace(ARCHIVE, str(archive))
    text += f"\narchive_timeout = {every:.0f}\n"
    with Path(cluster.data, "postgresql.conf").open("a") as file:
        file.write(text)
    cluster.stop()
    cluster.start()
    return archive


def _restore(cluster: Cluster, archive: Path, moment: str = "") -> None:
    """Restore the base backup and the archive, with the script of deploy/backup."""
    Path(cluster.data).rename(cluster.folder / "lost")
    script = shutil.copy(FILES / "restore-postgresql.sh", cluster.folder)
    base = str(cluster.folder / "base")
    subprocess.run(
        [script, base, str(archive), cluster.data, *([moment] if moment else [])],
        user=cluster.user,
        cwd=cluster.folder,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    cluster.start()
    until = time.monotonic() + 60
    while cluster.sql("postgres", "SELECT pg_is_in_recovery()").strip() != "f":
        assert time.monotonic() < until
        time.sleep(0.05)


def postgresql(every: float, *, accident: bool = False) -> Count:
    """Lose a PostgreSQL server's disk, or delete all data by accident; restore an earlier state."""

    async def lose(cluster: Cluster, folder: Path, url: str) -> tuple[Load, float]:
        with loaded(folder, url) as (server, load):
            await load.begin()
            await load.more(1)
            cluster._run(
                *("pg_basebackup", "-h", str(cluster.folder), "-U", "postgres"),
                *("-D", str(cluster.folder / "base"), "--checkpoint=fast"),
            )
            await asyncio.sleep(every * random.uniform(2, 4))
            end = time.time()
            if accident:
                await asyncio.sleep(1.0)
                cluster.sql(urlsplit(url).path[1:], "DELETE FROM diamant.tables")
                await asyncio.sleep(1.0)
                server.kill()
                cluster.sql("postgres", "SELECT pg_switch_wal()")
                archived = (
                    "SELECT last_archived_time > now() - interval '1 s' FROM pg_stat_archiver"
                )
                until = time.monotonic() + 60
                while cluster.sql("postgres", archived).strip() != "t":
                    assert time.monotonic() < until
                    await asyncio.sleep(0.05)
                cluster.stop()
            else:
                cluster.stop(signal.SIGKILL)
                end = time.time()
                server.kill()
            await load.abandon()
        return load, end

    begin_run()
    try:
        with own_cluster() as cluster, tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            archive = _archiving(cluster, every)
            url = cluster.new_database()
            load, end = asyncio.run(lose(cluster, folder, url))
            moment = datetime.datetime.fromtimestamp(end, datetime.UTC).isoformat()
            _restore(cluster, archive, moment if accident else "")
            found = asyncio.run(count(load, url, end))
            play_on(folder, url)
            return found
    finally:
        end_run()


DRILLS = {
    "sqlite": ("SQLite, disk lost", sqlite),
    "control": ("SQLite, copying is stuck", lambda every: sqlite(every, stuck=True)),
    "postgresql": ("PostgreSQL, disk lost", postgresql),
    "accident": (
        "PostgreSQL, back to before an accident",
        lambda every: postgresql(every, accident=True),
    ),
}


def main() -> None:
    """Run the drills and print a table; fail if more was lost than the last interval."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"some of {', '.join(DRILLS)} (default: all)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="(default: 3)")
    parser.add_argument("--every", type=float, default=5.0, metavar="SECONDS", help="(default: 5)")
    args = parser.parse_args()
    unknown = sorted(set(args.names) - set(DRILLS))
    if unknown:
        parser.error(f"unknown drill {unknown[0]} (choose from {', '.join(DRILLS)})")
    failed = False
    print("| drill | acknowledged | lost | oldest lost | too new | finished games |")
    print("|---|---|---|---|---|---|", flush=True)
    for name in args.names or DRILLS:
        what, drill = DRILLS[name]
        for _ in range(args.rounds):
            found = drill(args.every)
            print(
                f"| {what}, every {args.every:g} s | {found.acknowledged} | {found.lost} |"
                f" {found.oldest:.1f} s | {found.later} | {found.games} |",
                flush=True,
            )
            allowed = 0 if name == "accident" else args.every + 1.0
            too_much = found.oldest > allowed
            failed |= too_much != (name == "control")
            failed |= bool(found.later) or not found.acknowledged
    if failed:
        sys.exit("more was lost than the last interval, or the control did not notice a loss")


if __name__ == "__main__":
    main()
