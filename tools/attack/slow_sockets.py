"""Open hundreds of sockets that are hardly used, while others request a page.

`attack(url)` attacks a server on this machine; to run it by hand, use
`python -m tools.attack.slow_sockets http://127.0.0.1:8000/`. It ends by itself.
"""

import asyncio
import json
import statistics
import sys
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

from benchmarks.server.connection import request

ATTACKER, BYSTANDER = "127.0.0.2", "127.0.0.1"  # Two addresses of one machine, on Linux.
SOCKETS = 1_000
SECONDS = 15.0
HEAD = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
BODY = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n"
KINDS = (b"", HEAD, BODY)  # Silent, slow with the headers, slow with the body.


async def attack(url: str, sockets: int = SOCKETS, seconds: float = SECONDS) -> dict[str, float]:
    """Hold as many sockets as the server allows one address; return the effect on others.

    `held` is the most that were open, `median` and `worst` the seconds that another address
    waited for an answer, and `failed` the number of missing answers.
    """
    host, port = urlsplit(url).hostname or "", urlsplit(url).port or 80
    end = time.monotonic() + seconds
    held = 0
    kinds: Iterator[bytes] = iter(KINDS * (sockets // len(KINDS) + 1))
    alive: set[int] = set()

    async def hold(number: int, begin: bytes) -> None:
        nonlocal held
        while time.monotonic() < end:
            try:
                reader, writer = await asyncio.open_connection(host, port, local_addr=(ATTACKER, 0))
            except OSError:
                await asyncio.sleep(0.5)
                continue
            try:
                writer.write(begin)
                while time.monotonic() < end and not writer.is_closing():
                    writer.write(b"X-A: b\r\n" if begin == HEAD else b" " if begin else b"")
                    await writer.drain()
                    await asyncio.sleep(1)
                    if not writer.is_closing() and not reader.at_eof():
                        alive.add(number)
                        held = max(held, len(alive))
                    else:
                        break
            except OSError:
                pass
            finally:
                alive.discard(number)
                writer.transport.abort()
            # This process must not slow down the others.
            await asyncio.sleep(2)

    tasks = [asyncio.create_task(hold(number, next(kinds))) for number in range(sockets)]
    times, failed = [], 0
    while time.monotonic() < end:
        began = time.monotonic()
        try:
            asking = request(host, port, "GET", "/api/health", source=BYSTANDER)
            status, _ = await asyncio.wait_for(asking, 5)
            failed += status != 200
        except (OSError, IndexError):
            failed += 1
        times.append(time.monotonic() - began)
        await asyncio.sleep(0.05)
    await asyncio.gather(*tasks)
    median, worst = statistics.median(times), max(times)
    return {"held": held, "median": median, "worst": worst, "failed": failed}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(attack(sys.argv[1]))))
