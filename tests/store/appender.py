"""Append as fast as possible and print acknowledgements, until a test kills this process."""

import asyncio
import os
import sys

from diamant.store import Store, open_store
from diamant.store.errors import NoSuchTableError

TABLES = 20


def payload(table: str, number: int) -> bytes:
    return f"{table}:{number}:".encode() + bytes(number * 37 % 700)


async def _append(store: Store, table: str) -> None:
    try:
        number = (await store.info(table)).log_number
    except NoSuchTableError:
        number = await store.create(table, [payload(table, 1)], now=1.0)
    while True:
        number = await store.append(table, number, [payload(table, number + 1)], now=2.0)
        # Unbuffered, because a killed process cannot flush.
        os.write(1, f"{table} {number}\n".encode())
        if number % 25 == 0:
            await store.save_snapshot(table, number, payload(table, number))


async def main() -> None:
    store = await open_store(sys.argv[1])
    await asyncio.gather(*(_append(store, f"t{n}") for n in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(main())
