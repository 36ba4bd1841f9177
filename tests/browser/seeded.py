"""A server whose chance is always the same, so that a picture drawn again is the same picture."""

import random

from diamant.cli import main as command
from diamant.server.tables import tokens

SEED = 11


class _Seeded:
    """What the server takes from `secrets`, from one seed; for pictures alone."""

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
