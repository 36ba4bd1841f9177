"""Find a port for a server that a test starts in another process."""

import random
import socket

# Below the ports of outgoing connections, which could take it before the server does.
PORTS = range(15_000, 32_000)
_chance = random.SystemRandom()


def free_port(host: str = "127.0.0.1") -> int:
    """Return a port on which nothing listens."""
    while True:
        port = _chance.choice(PORTS)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
