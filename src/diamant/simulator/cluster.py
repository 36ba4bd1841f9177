"""The same simulations on more than one machine, through Ray.

Work is split by game numbers, and what a game is depends on seed and number alone; sums are whole
numbers. So the outcome is the same as on one machine, however the work is split and whoever does
it. A worker that is lost costs only a retry of its part.
"""

import logging
import socket
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from diamant.bots import Bot, find_bot
from diamant.errors import BotError, DiamantError
from diamant.extras import needs
from diamant.rules.edition import Edition
from diamant.simulator.result import Array, Result, Tally
from diamant.simulator.simulation import TIME_LIMIT, Hooks, Simulation, as_edition
from diamant.simulator.tournament import Plan, Player, Tournament, gather, plan_tournament

PARTS_PER_CORE = 8
LARGEST_PART = 2_000_000
RETRIES = 5
CONNECT_SECONDS = 5.0


def simulate_on_cluster(
    address: str,
    edition: Edition | str,
    bots: Sequence[Bot | str] | str,
    games: int,
    *,
    seed: int = 0,
    detail: bool = False,
    time_limit: float = TIME_LIMIT,
    hooks: Hooks | None = None,
) -> Result:
    """Do as `simulate` does, on a Ray cluster: its address, or 'local' for one on this machine."""
    hooks = hooks or Hooks()
    edition = as_edition(edition)
    run = Simulation.prepare(edition, bots, games, 1, time_limit, hooks)
    parcels = [Parcel.of(bot) for bot in run.bots]
    started = time.perf_counter()
    tally, interrupted = run.tally(detail=detail), False
    with _cluster(address) as cluster:
        size = max(1, min(LARGEST_PART, -(-games // (PARTS_PER_CORE * cluster.cores))))
        parts = [
            (edition, parcels, seed, first, min(size, games - first), detail, time_limit)
            for first in range(0, games, size)
        ]
        try:
            for part in cluster.run(_play_part, parts):
                tally.add(part)
                hooks.progress(tally.games)
        except KeyboardInterrupt:
            interrupted = True
        except BotError as error:
            error.result = run.result(tally, time.perf_counter() - started, detail=detail)
            raise
    result = run.result(tally, time.perf_counter() - started, detail=detail)
    return replace(result, interrupted=interrupted)


def tournament_on_cluster(
    address: str,
    edition: Edition | str,
    bots: Sequence[Bot | str] | str,
    players: int,
    games: int,
    *,
    seed: int = 0,
    time_limit: float = TIME_LIMIT,
    hooks: Hooks | None = None,
) -> Tournament:
    """Do as `tournament` does, on a Ray cluster."""
    plan = plan_tournament(edition, bots, players, games, seed=seed, time_limit=time_limit)
    parcels = [Parcel.of(bot) for bot in plan.bots]
    plan_without_bots = replace(plan, bots=())
    player = Player.of(plan, hooks or Hooks())
    with _cluster(address) as cluster:
        starts = list(plan.shares)
        size = -(-len(starts) // (PARTS_PER_CORE * cluster.cores))
        parts = [
            (plan_without_bots, parcels, starts[place : place + size])
            for place in range(0, len(starts), size)
        ]
        return gather(plan, player, cluster.run(_play_shares, parts), hooks)


@dataclass(frozen=True)
class Parcel:
    """A bot as it is sent to another machine: by name, with its file if it has one."""

    name: str
    numbers: dict[str, float]
    file: tuple[str, str] | None  # The file's own name, and its text.

    @classmethod
    def of(cls, bot: Bot) -> "Parcel":
        """Wrap up a bot."""
        place, _, _ = bot.name.rpartition(":")
        if not place.endswith(".py"):
            return cls(bot.name, dict(bot.numbers), None)
        path = Path(place)
        return cls(bot.name, dict(bot.numbers), (path.name, path.read_text(encoding="utf-8")))

    def open(self) -> Bot:
        """Unwrap the bot where it is needed; it keeps the name it had."""
        if self.file is None:
            return find_bot(self.name).with_numbers(self.numbers)
        name, text = self.file
        folder = Path(tempfile.mkdtemp(prefix="diamant-bot-"))
        (folder / name).write_text(text, encoding="utf-8")
        loaded = find_bot(f"{folder / name}:{self.name.rpartition(':')[2]}")
        return replace(loaded.with_numbers(self.numbers), name=self.name)


def _play_part(
    edition: Edition,
    parcels: list[Parcel],
    seed: int,
    first: int,
    games: int,
    detail: bool,  # noqa: FBT001 - Ray passes arguments by place
    time_limit: float,
) -> Tally:
    bots = [parcel.open() for parcel in parcels]
    run = Simulation.prepare(edition, bots, games, 1, time_limit, Hooks())
    tally = run.tally(detail=detail)
    run.play(run.machine(detail=detail, trace=False), tally, seed, first, games)
    return tally


def _play_shares(plan: Plan, parcels: list[Parcel], starts: list[int]) -> tuple[int, Array]:
    player = Player.of(replace(plan, bots=tuple(parcel.open() for parcel in parcels)), Hooks())
    parts = [player.play(start) for start in starts]
    games, sums = parts[0]
    for more, added in parts[1:]:
        games += more
        sums = sums + added
    return games, sums


class _Cluster:
    """A Ray cluster that this process is connected to."""

    def __init__(self, ray: Any) -> None:  # noqa: ANN401 - Ray has no types
        self._ray = ray
        self.cores = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def run(self, function: Any, parts: Sequence[tuple[Any, ...]]) -> Iterator[Any]:  # noqa: ANN401
        """Give the outcome of every part as it is done."""
        ray = self._ray
        remote = ray.remote(max_retries=RETRIES)(function)
        waiting = [remote.remote(*part) for part in parts]
        try:
            while waiting:
                done, waiting = ray.wait(waiting, num_returns=1)
                try:
                    yield ray.get(done[0])
                except ray.exceptions.RayTaskError as error:
                    if isinstance(error.cause, DiamantError):
                        raise error.cause from None
                    raise
                except ray.exceptions.RayError as error:
                    raise DiamantError(f"the cluster lost a part of the work: {error}") from None
        finally:
            for part in waiting:
                ray.cancel(part)


def _check_address(address: str) -> None:
    """Refuse an address where nothing listens: Ray itself would knock there for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if address == "auto":
        return
    if not host or not port.isdigit():
        raise DiamantError(
            f"a cluster's address is HOST:PORT, ray://HOST:PORT, auto or local, not {address!r}"
        )
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT_SECONDS).close()
    except OSError as error:
        raise DiamantError(f"there is no Ray cluster at {address}: {error.strerror}") from None


@contextmanager
def _cluster(address: str) -> Iterator[_Cluster]:
    try:
        import ray
    except ImportError:
        raise DiamantError(needs("ray", "a cluster")) from None
    where: dict[str, Any] = {"include_dashboard": False}
    if address != "local":
        _check_address(address)
        where = {"address": address}
    try:
        ray.init(log_to_driver=False, logging_level=logging.ERROR, **where)
    except (ConnectionError, RuntimeError, ValueError, AssertionError, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise DiamantError(f"there is no Ray cluster at {address!r}: {reason}") from None
    try:
        yield _Cluster(ray)
    finally:
        ray.shutdown()
