"""Run the same simulations on several machines, with Ray.

Work is split by game number. A game depends only on the seed and its number, and sums are integers.
The result is therefore the same as on one machine, no matter how the work is split. If a worker is
lost, only its part is retried.
"""

import logging
import socket
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

from diamant.bots import Bot, Bots, as_bots, find_bot
from diamant.editions import find_edition
from diamant.errors import DiamantError, Message
from diamant.extras import needs
from diamant.rules.edition import Edition
from diamant.simulator.engine import TIME_LIMIT
from diamant.simulator.parallel import Hooks, RunSoFar
from diamant.simulator.result import Result, Tally
from diamant.simulator.simulation import prepare, result_of
from diamant.simulator.standings import Tournament
from diamant.simulator.tournament import JobDone, Plan, engine_of, gather, plan_tournament, play_job

PARTS_PER_CORE = 8
LARGEST_PART = 2_000_000
RETRIES = 5
CONNECT_SECONDS = 5.0


def simulate_on_cluster(
    address: str,
    edition: Edition | str | PathLike[str],
    bots: Bots,
    games: int,
    *,
    seed: int = 0,
    detail: bool = False,
    time_limit: float = TIME_LIMIT,
    hooks: Hooks | None = None,
) -> Result:
    """Run `simulate` on the Ray cluster at `address`.

    The address 'local' starts a cluster on this machine.
    """
    hooks = hooks or Hooks()
    _check_address(address)
    edition, seated = find_edition(edition), as_bots(bots)
    parcels = [Parcel.of(bot) for bot in seated]
    given: dict[str, Any] = {"seed": seed, "time_limit": time_limit, "fast": not detail}
    engine = prepare(edition, seated, games, hooks=hooks, **given)
    line_up = engine.seat(range(len(engine.bots)))
    started = time.perf_counter()
    tally = engine.tally(len(engine.bots))
    with _cluster(address) as cluster, RunSoFar() as run:
        size = max(1, min(LARGEST_PART, -(-games // (PARTS_PER_CORE * cluster.cores))))
        parts = [
            (edition, parcels, games, given, detail, first, min(size, games - first))
            for first in range(0, games, size)
        ]
        for part in cluster.run(_play_part, parts):
            tally.add(part)
            hooks.progress(tally.games)
    seconds = time.perf_counter() - started
    return run.hand_over(
        result_of(line_up, tally, seconds, detail=detail, interrupted=run.interrupted)
    )


def tournament_on_cluster(
    address: str,
    edition: Edition | str | PathLike[str],
    bots: Bots,
    players: int,
    games: int,
    *,
    seed: int = 0,
    time_limit: float = TIME_LIMIT,
    hooks: Hooks | None = None,
) -> Tournament:
    """Run `tournament` on a Ray cluster."""
    plan = plan_tournament(edition, bots, players, games, seed=seed, time_limit=time_limit)
    _check_address(address)
    parcels = [Parcel.of(bot) for bot in plan.bots]
    plan_without_bots = replace(plan, bots=())
    hooks = hooks or Hooks()
    engine = engine_of(plan, hooks)
    with _cluster(address) as cluster:
        jobs = list(plan.jobs)
        size = -(-len(jobs) // (PARTS_PER_CORE * cluster.cores))
        parts = [
            (plan_without_bots, parcels, jobs[place : place + size])
            for place in range(0, len(jobs), size)
        ]
        return gather(plan, engine, cluster.run(_play_jobs, parts), hooks)


@dataclass(frozen=True)
class Parcel:
    """A bot in transit to another machine: its name, and its file if it has one."""

    name: str
    numbers: dict[str, float]
    file: tuple[str, str] | None  # The file's name without its folder, and the file's text.

    @classmethod
    def of(cls, bot: Bot) -> "Parcel":
        """Pack a bot for another machine."""
        place, _, _ = bot.name.rpartition(":")
        if not place.endswith(".py"):
            _check_name(bot)
            return cls(bot.name, dict(bot.numbers), None)
        path = Path(place)
        return cls(bot.name, dict(bot.numbers), (path.name, path.read_text(encoding="utf-8")))

    def open(self) -> Bot:
        """Unpack the bot on the other machine, under its original name."""
        if self.file is None:
            return find_bot(self.name).with_numbers(self.numbers)
        name, text = self.file
        folder = Path(tempfile.mkdtemp(prefix="diamant-bot-"))
        (folder / name).write_text(text, encoding="utf-8")
        loaded = find_bot(f"{folder / name}:{self.name.rpartition(':')[2]}")
        return replace(loaded.with_numbers(self.numbers), name=self.name)


def _check_name(bot: Bot) -> None:
    """Raise an error for a bot that another machine could not load."""
    try:
        find_bot(bot.name)
    except DiamantError:
        raise DiamantError(
            "cannot send bot {bot} to a cluster; specify its file, as in {example}",
            bot,
            f"file.py:{bot.name}",
        ) from None


def _play_part(
    edition: Edition,
    parcels: list[Parcel],
    of_games: int,
    given: dict[str, Any],
    detail: bool,  # noqa: FBT001 - Ray passes arguments by place
    first: int,
    games: int,
) -> Tally:
    bots = [parcel.open() for parcel in parcels]
    engine = prepare(edition, bots, of_games, hooks=Hooks(), **given)
    part = engine.seat(range(len(bots))).play(first, games, detail=detail)
    part.raise_stop()
    return part.tally


def _play_jobs(plan: Plan, parcels: list[Parcel], jobs: list[int]) -> JobDone:
    plan = replace(plan, bots=tuple(parcel.open() for parcel in parcels))
    engine, done = engine_of(plan, Hooks()), JobDone.nothing(plan)
    for job in jobs:
        done.add(play_job(plan, engine, job))
        if done.stop is not None:
            raise done.stop
    return done


class _Cluster:
    """A connection from this process to a Ray cluster."""

    def __init__(self, ray: Any) -> None:  # noqa: ANN401 - Ray has no types
        self._ray = ray
        self.cores = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def run(self, function: Any, parts: Sequence[tuple[Any, ...]]) -> Iterator[Any]:  # noqa: ANN401
        """Yield the result of every part as it finishes."""
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
                    raise DiamantError(
                        "the cluster lost part of the work: {error}", error
                    ) from None
        finally:
            for part in waiting:
                ray.cancel(part)


def _check_address(address: str) -> None:
    """Raise an error if nothing listens at the address.

    Ray itself would retry for minutes.
    """
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if address in ("auto", "local"):
        return
    if not host or not port.isdigit():
        raise DiamantError(
            "a cluster address must be HOST:PORT, ray://HOST:PORT, auto, or local, got {address}",
            repr(address),
        )
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT_SECONDS).close()
    except OSError as error:
        raise DiamantError("no Ray cluster found at {address}: {error}", address, error) from None


@contextmanager
def _cluster(address: str) -> Iterator[_Cluster]:
    try:
        import ray
    except ImportError:
        raise DiamantError(needs("ray", Message("a cluster"))) from None
    where: dict[str, Any] = {"address": address}
    if address == "local":
        # Given 'local', Ray starts a cluster; without it, Ray would join a running one.
        where["include_dashboard"] = False
    try:
        ray.init(log_to_driver=False, logging_level=logging.ERROR, **where)
    except (ConnectionError, RuntimeError, ValueError, AssertionError, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise DiamantError(
            "no Ray cluster found at {address}: {error}", repr(address), reason
        ) from None
    try:
        yield _Cluster(ray)
    finally:
        ray.shutdown()
