"""Test a rolling upgrade: `python -m tools.rolling REVISION` replaces nodes during games.

Two nodes of an earlier revision share a PostgreSQL. Under load, one after the other is stopped and
restarted as this version. Every acknowledged choice must be in the database exactly once, and every
guest must receive every event.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.live.killing import Load, check_log
from tests.live.serving import Server
from tests.store.postgres_cluster import begin_run, end_run, own_cluster

ROOT = Path(__file__).parents[1]


class OldServer(Server):
    """A node that runs another revision's code, with this version's libraries."""

    def __init__(self, folder: Path, database: str, source: Path) -> None:
        super().__init__(folder, database)
        self.source = source
        self.old: subprocess.Popen[bytes] | None = None

    def start(self, *, wait: bool = True) -> "OldServer":
        """Start the other revision's `diamant serve`."""
        ours = {"database": self.database, "port": self.port, **self.settings}
        environment = os.environ | {f"DIAMANT_{k.upper()}": str(v) for k, v in ours.items()}
        environment["PYTHONPATH"] = str(self.source)
        with self.log.open("ab") as log:
            self.old = subprocess.Popen(
                [sys.executable, "-m", "diamant", "serve"], env=environment, stdout=log, stderr=log
            )
        until = time.monotonic() + 120
        while self.health()[0] != 200:
            assert self.old.poll() is None, f"it ended: {self.text()[-3000:]}"
            assert time.monotonic() < until, f"it never got ready: {self.text()[-3000:]}"
            time.sleep(0.1)
        return self

    def stop(self) -> int:
        """Stop it as an operator does."""
        assert self.old is not None
        self.old.terminate()
        return self.old.wait(60)


async def upgrade(database: str, folder: Path, source: Path, choices: int) -> tuple[int, int]:
    """Replace each node under load; return how many choices were acknowledged, and games won."""
    nodes = [OldServer(folder, database, source).start() for _ in range(2)]
    load = Load([node.url for node in nodes], tables=4, people=4)
    new: list[Server] = []
    try:
        await load.begin()
        await load.more(choices)
        for old in nodes:
            code = await asyncio.to_thread(old.stop)
            assert code == 0, old.text()[-3000:]
            await load.more(choices // 10)  # Everyone is on the other node.
            node = Server(folder, database, port=old.port)
            new.append(await asyncio.to_thread(node.start))
            await load.more(choices)
        await load.end()
    finally:
        await load.abandon()
        for node in new:
            node.finish()
    return len(load.acknowledged), await check_log(load, database)


def main() -> None:
    """Extract the earlier revision, and upgrade from it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("revision", help="a commit or tag of this repository to upgrade from")
    parser.add_argument("--choices", type=int, default=300, metavar="N", help="(default: 300)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        packed = subprocess.run(
            ["git", "archive", args.revision, "src"], cwd=ROOT, check=True, stdout=subprocess.PIPE
        )
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
        begin_run()
        try:
            with own_cluster() as cluster:
                made, games = asyncio.run(
                    upgrade(cluster.new_database(), folder, folder / "src", args.choices)
                )
        finally:
            end_run()
    print(f"{made} choices acknowledged, {games} games finished, none lost or duplicated")


if __name__ == "__main__":
    main()
