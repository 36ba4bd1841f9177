"""A port for a server that a test starts in a process of its own."""

import random
import socket

# Below those that systems give to outgoing connections: one of these could take the port meanwhile.
PORTS = range(15_000, 32_000)
_chance = random.SystemRandom()


def free_port(host: str = "127.0.0.1") -> int:
    """Return a port that nobody listens at."""
    while True:
        port = _chance.choice(PORTS)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
