"""Run three nodes under load for a long time, with frequent faults: `python -m tools.soak`.

Nodes are killed, paused, or restarted, and PostgreSQL crashes now and
then. Players on all nodes continue to choose. At the end every acknowledged choice must be in the
log exactly once. The tool reports how much the memory of the node that is never killed has grown.
"""

import argparse
import asyncio
import os
import random
import signal
import tempfile
import time
from pathlib import Path

import psutil

from diamant.client.connection import Connection
from tests.live.killing import Load, check_log, check_log_notices_a_loss
from tests.live.serving import Server
from tests.store import postgres_cluster
from tests.store.postgres_cluster import Cluster

MINUTE = 60.0


class Soak:
    """A run: its nodes, its load, and the faults so far."""

    def __init__(self, cluster: Cluster, folder: Path, seed: int, pause: float) -> None:
        self.cluster = cluster
        self.database = cluster.new_database()
        self.nodes = [Server(folder, self.database) for _ in range(3)]
        self.chance = random.Random(seed)
        urls = [node.url for node in self.nodes]
        self.load = Load(urls, tables=6, people=4, seed=seed, pause=pause)
        self.faults: dict[str, int] = {}

    async def run(self, seconds: float) -> None:
        """Keep everyone busy while faults happen; then check the results."""
        for node in self.nodes:
            await asyncio.to_thread(node.start)
        try:
            await self.load.begin()
            began = time.monotonic()
            sizes = [self._size()]
            told = began
            while (now := time.monotonic()) < began + seconds:
                await self._hurt()
                # After every fault, the other nodes and the restarted one must continue.
                await self.load.more(self.chance.randint(20, 200))
                if now - told > MINUTE:
                    told = now
                    sizes.append(self._size())
                    self._say(now - began, sizes)
            sizes.append(self._size())
            await self.load.end()
        finally:
            await self.load.abandon()
            for node in self.nodes:
                node.finish()
        games = await check_log(self.load, self.database)
        await check_log_notices_a_loss(self.load, self.database)
        self._say(seconds, sizes)
        print(f"{games} games finished; every acknowledged choice is in the log exactly once.")

    async def _hurt(self) -> None:
        """Cause a fault at a node other than the first, or at the database."""
        kinds = ["kill", "kill", "stop", "restart", "database"]
        kind = self.chance.choice(kinds)
        self.faults[kind] = self.faults.get(kind, 0) + 1
        victim = self.chance.choice(self.nodes[1:])
        assert victim.process is not None
        assert victim.process.pid is not None
        pause = self.chance.uniform(0.5, 6.0)
        match kind:
            case "kill":
                await asyncio.to_thread(victim.kill)
                await asyncio.sleep(pause)
                await asyncio.to_thread(victim.start)
            case "restart":
                assert await asyncio.to_thread(victim.stop) == 0
                await asyncio.sleep(pause)
                await asyncio.to_thread(victim.start)
            case "stop":
                os.kill(victim.process.pid, signal.SIGSTOP)
                await asyncio.sleep(pause)
                os.kill(victim.process.pid, signal.SIGCONT)
            case "database":
                await asyncio.to_thread(self.cluster.stop, signal.SIGQUIT)
                await asyncio.to_thread(self.cluster.start)

    def _size(self) -> int:
        """Return the memory of the node that is never killed, in bytes."""
        process = self.nodes[0].process
        assert process is not None
        return int(psutil.Process(process.pid).memory_info().rss)

    def _say(self, seconds: float, sizes: list[int]) -> None:
        faults = ", ".join(f"{count} {kind}" for kind, count in sorted(self.faults.items()))
        print(
            f"{seconds / MINUTE:6.1f} min: {len(self.load.acknowledged):,} choices acknowledged;"
            f" faults: {faults}; memory of the first node"
            f" {sizes[0] / 1e6:.0f} MB at first, {sizes[-1] / 1e6:.0f} MB now",
            flush=True,
        )


def main() -> None:
    """Run for the requested time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--pause", type=float, default=0.005, help="seconds after a choice")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    # As in tests/live: random delays are for thousands of clients.
    Connection.wait_before = lambda close, attempt: random.uniform(0.02, 0.2)  # type: ignore[assignment]
    postgres_cluster.begin_run()
    try:
        with tempfile.TemporaryDirectory() as folder, postgres_cluster.own_cluster() as cluster:
            asyncio.run(Soak(cluster, Path(folder), args.seed, args.pause).run(args.seconds))
    finally:
        postgres_cluster.end_run()


if __name__ == "__main__":
    main()
