"""Count sockets from the moment they open, before the client sends anything."""

import logging
import time
from collections.abc import Callable

from diamant.server.metrics import Metrics
from diamant.server.networks import household, networks_of
from diamant.server.settings import ServerSettings

QUIET_SECONDS = 10.0  # Seconds between two log lines.

_log = logging.getLogger(__name__)


class Newcomers:
    """Counts open sockets in total, per address, and per network.

    The limit per address is the limit of WebSockets plus `plain_per_address`. Behind a trusted
    proxy, all clients have the proxy's address, so its sockets only count toward the total.
    """

    def __init__(self, settings: ServerSettings, metrics: Metrics) -> None:
        self._most = settings.most_connections + settings.most_plain
        self._per_address = settings.connections_per_address + settings.plain_per_address
        self._is_proxy = settings.is_proxy
        self._metrics = metrics
        self._open: dict[str, int] = {}
        self._told_at = -QUIET_SECONDS
        self.sockets = 0

    def let_in(self, peer: str) -> Callable[[], None] | None:
        """Count a socket; return a function that releases it, or None if over the limit."""
        if self.sockets >= self._most:
            self.shut_out(f"{self.sockets} sockets are open")
            return None
        networks = () if self._is_proxy(peer) else networks_of(household(peer))
        for name, share in networks:
            count = self._open.get(name, 0)
            if count >= share * self._per_address:
                kind = "address" if share == 1 else "network"
                self.shut_out(f"one {kind} has {count} sockets open")
                return None
        self.sockets += 1
        for name, _ in networks:
            self._open[name] = self._open.get(name, 0) + 1
        return lambda: self._release(networks)

    def shut_out(self, why: str) -> None:
        """Count a rejected socket; log it at a limited rate."""
        self._metrics.shut_out += 1
        now = time.monotonic()
        if now - self._told_at >= QUIET_SECONDS:
            self._told_at = now
            _log.warning("connections rejected: %s (%d so far)", why, self._metrics.shut_out)

    def _release(self, networks: tuple[tuple[str, int], ...]) -> None:
        self.sockets -= 1
        for name, _ in networks:
            self._open[name] -= 1
            if not self._open[name]:
                del self._open[name]
