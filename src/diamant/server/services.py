"""What every part of a running server needs to know of the others."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

import msgspec

from diamant.editions import own
from diamant.protocol.outgoing import CreatedTable
from diamant.server.clock import Clock
from diamant.server.limits import Limits
from diamant.server.metrics import Health, Metrics
from diamant.server.networks import BlockedNetworks
from diamant.server.newcomers import Newcomers
from diamant.server.settings import Network, ServerSettings
from diamant.server.tables.background import Background
from diamant.server.tables.daily_caves import DailyCaves
from diamant.server.tables.finished_games import FinishedGames
from diamant.server.tables.listeners import Listener
from diamant.server.tables.rooms import Rooms
from diamant.server.tables.tokens import new_node
from diamant.server.worker.pool import Workers
from diamant.store import Store

CLAIM_SECONDS = 600.0
MOST_CLAIMS = 1000


@dataclass(slots=True)
class Services:
    """One server: its store, its rooms and its manners."""

    store: Store
    settings: ServerSettings
    limits: Limits
    metrics: Metrics
    rooms: Rooms
    background: Background
    health: Health
    newcomers: Newcomers
    finished_games: FinishedGames
    daily: DailyCaves
    blocked: BlockedNetworks
    workers: Workers
    sessions: dict[str, tuple[str, Listener]] = field(default_factory=dict)
    """The open connections by name, each with its address."""
    stopping: bool = False
    stop: Callable[[], None] = lambda: None  # Whoever runs the server puts their own.
    addresses: list[dict[str, str | bool]] = field(default_factory=list)
    """Where phones in the same network can try, as `diamant host` has found."""
    _claims: dict[str, tuple[float, CreatedTable]] = field(default_factory=dict)
    _numbers: "count[int]" = field(default_factory=count)

    @classmethod
    def make(cls, store: Store, settings: ServerSettings) -> "Services":
        """Put a server together."""
        limits, metrics = Limits(settings, time.monotonic), Metrics()
        clock = Clock()
        rooms = Rooms(store, metrics, new_node(), settings.most_tables, settings.pace, clock)
        health = Health(store, rooms.node, clock, metrics, settings.most_skew)
        finished_games = FinishedGames(store)
        background = Background(store, rooms, limits, metrics, settings, finished_games)
        newcomers = Newcomers(settings, metrics)
        metrics.gauges |= {
            "diamant_open_tables": ("Tables in memory.", lambda: len(rooms)),
            "diamant_connections": ("Open connections.", lambda: limits.connections),
            "diamant_sockets": ("Open sockets.", lambda: newcomers.sockets),
            "diamant_clock_skew_seconds": (
                "By how much this machine's clock is ahead of the database's.",
                lambda: round(clock.skew, 3),
            ),
            "diamant_last_commit_seconds": (
                "How long ago the last commit was, in steps of ten seconds.",
                lambda: health.last_commit_seconds or 0,
            ),
        }
        return cls(
            store,
            settings,
            limits,
            metrics,
            rooms,
            background,
            health,
            newcomers,
            finished_games,
            DailyCaves(store, clock),
            BlockedNetworks(settings.blocked_networks),
            Workers(limits),
        )

    async def delete_table(self, table: str) -> None:
        """Delete a table and end its connections; other nodes hear of it from the store."""
        await self.store.delete(table)
        self.rooms.gone(table)
        self.finished_games.forget(table)

    def block(self, network: Network) -> None:
        """Block a network on this node and close the connections that it has."""
        self.blocked.add(network)
        for address, session in list(self.sessions.values()):
            if self.blocked.has(address):
                session.end("blocked-network")

    def connection_name(self) -> str:
        """Return a name that no other connection on any node has."""
        return f"{self.rooms.node}-{next(self._numbers)}"

    async def work(self, address: str, job: str, data: bytes) -> bytes:
        """Have a worker do a job, at the expense of an address; raises `RequestRefusedError`."""
        done = await self.workers.do(address, job, data)
        if done.refusal is not None:
            raise done.refusal
        return done.answer

    async def learn_edition(self, address: str, text: str | None) -> None:
        """Have an edition's text read by a worker, so that no table has to; see `work`."""
        if text is not None and not own.is_known(text):
            data = await self.work(address, "edition", text.encode("utf-8", "surrogatepass"))
            own.learn(text, msgspec.json.decode(data))

    def make_claim(self, made: CreatedTable) -> str:
        """Return a word that can be changed once, and soon, for a table's token.

        `diamant host` puts it into the address that it opens: a token has no place there.
        """
        now = time.monotonic()
        self._claims = {
            word: kept for word, kept in list(self._claims.items())[-MOST_CLAIMS:] if kept[0] > now
        }
        word = secrets.token_urlsafe(18)
        self._claims[word] = (now + CLAIM_SECONDS, made)
        return word

    def take_claim(self, word: str) -> CreatedTable | None:
        """Return what a claim stands for, once."""
        until, made = self._claims.pop(word, (0.0, None))
        return made if until > time.monotonic() else None
