"""The parts of a running server that its other modules share."""

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
    """The parts of a server: its store, rooms, limits and so on."""

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
    """The address and listener of each open connection, by the connection's name."""
    stopping: bool = False
    stop: Callable[[], None] = lambda: None  # Replaced by the code that runs the server.
    addresses: list[dict[str, str | bool]] = field(default_factory=list)
    """Addresses for phones on the same network, as found by `diamant host`."""
    _claims: dict[str, tuple[float, CreatedTable]] = field(default_factory=dict)
    _numbers: "count[int]" = field(default_factory=count)

    @classmethod
    def make(cls, store: Store, settings: ServerSettings) -> "Services":
        """Create all parts of a server."""
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
                "How far this machine's clock is ahead of the database's.",
                lambda: round(clock.skew, 3),
            ),
            "diamant_last_commit_seconds": (
                "Age of the last commit, in steps of ten seconds.",
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
        """Delete a table and close its connections on this node; notify other nodes."""
        await self.store.delete(table)
        self.rooms.gone(table)
        self.finished_games.forget(table)

    def block(self, network: Network) -> None:
        """Block a network on this node and close its connections."""
        self.blocked.add(network)
        for address, session in list(self.sessions.values()):
            if self.blocked.has(address):
                session.end("blocked-network")

    def connection_name(self) -> str:
        """Return a connection name that is unique among all nodes."""
        return f"{self.rooms.node}-{next(self._numbers)}"

    async def work(self, address: str, job: str, data: bytes) -> bytes:
        """Run a job in a worker, charge an address for it, and return the answer.

        Raises `RequestRefusedError` if the job is refused.
        """
        done = await self.workers.do(address, job, data)
        if done.refusal is not None:
            raise done.refusal
        return done.answer

    async def learn_edition(self, address: str, text: str | None) -> None:
        """Have a worker parse an edition's text before a table needs it; see `work`."""
        if text is not None and not own.is_known(text):
            data = await self.work(address, "edition", text.encode("utf-8", "surrogatepass"))
            own.learn(text, msgspec.json.decode(data))

    def make_claim(self, made: CreatedTable) -> str:
        """Return a short-lived word that can be exchanged once for a table's token.

        `diamant host` puts it into the URL it opens, because tokens don't belong in URLs.
        """
        now = time.monotonic()
        self._claims = {
            word: kept for word, kept in list(self._claims.items())[-MOST_CLAIMS:] if kept[0] > now
        }
        word = secrets.token_urlsafe(18)
        self._claims[word] = (now + CLAIM_SECONDS, made)
        return word

    def take_claim(self, word: str) -> CreatedTable | None:
        """Return the table for a claim's word, and invalidate the claim."""
        until, made = self._claims.pop(word, (0.0, None))
        return made if until > time.monotonic() else None
