"""The attacker's own process: `python -m benchmarks.attack.attacker NAME PORT SOURCE SECONDS`."""

import asyncio
import contextlib
import json
import logging
import sys

from benchmarks.attack.attacks import ATTACKS, everything
from benchmarks.attack.tools import Attacker

EVERYTHING = "everything at once"


async def _attack(name: str, port: int, source: str, seconds: float) -> dict[str, object]:
    me = Attacker(port, source, seconds)
    attack = everything if name == EVERYTHING else ATTACKS[name]
    # What is still under way when the time is over is not waited for.
    with contextlib.suppress(TimeoutError, ConnectionError):
        await asyncio.wait_for(attack(me), seconds + 1)
    return {"passed": me.passed, "refused": dict(me.refused)}


if __name__ == "__main__":
    # A connection that is given up while it is opened complains where nobody listens.
    logging.disable()
    name, port, source, seconds = sys.argv[1:]
    print(json.dumps(asyncio.run(_attack(name, int(port), source, float(seconds)))))
