"""A server with fixed randomness, so that the same screen is always the same picture."""

import random

from diamant.cli import main as command
from diamant.server.tables import tokens

SEED = 11


class _Seeded:
    """Replace the functions of `secrets` for the server, from one seed; only for pictures."""

    def __init__(self) -> None:
        self._random = random.Random(SEED)
        self.choice = self._random.choice

    def token_urlsafe(self, length: int) -> str:
        return self.token_hex(length)

    def token_hex(self, length: int) -> str:
        return self._random.randbytes(length).hex()


def main() -> int:
    tokens.secrets = _Seeded()
    return command(["serve"])
