"""Hearing from other nodes, through PostgreSQL, which tables have changed."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator

from diamant.store.errors import StoreError
from diamant.store.notices import Hub
from diamant.store.postgres_connect import Connection, Reader, connect, plainly
from diamant.store.values import Aside, Notice

CHANNEL = "diamant"
# PostgreSQL takes payloads below 8000 bytes.
LONGEST_PAYLOAD = 7500
HEARTBEAT_SECONDS = 20.0
PAUSE_SECONDS = 0.5


def payloads(notices: Iterable[Notice]) -> Iterator[str]:
    """Pack notices, one to a line: table, space, log number."""
    # Of several notices about one table only the last one matters.
    latest = {notice.table: notice.log_number for notice in notices}
    text = ""
    for table, log_number in latest.items():
        line = f"{table} {log_number}\n"
        if len(text) + len(line) > LONGEST_PAYLOAD:
            yield text
            text = ""
        text += line
    if text:
        yield text


def unpack(payload: str) -> Iterator[Notice | Aside]:
    """Read the notices and asides that a node has sent.

    >>> list(unpack("t1 5")), list(unpack("t1 :a word"))
    ([Notice(table='t1', log_number=5)], [Aside(table='t1', word='a word')])
    """
    for line in payload.splitlines():
        table, _, rest = line.partition(" ")
        if rest.isascii() and rest.isdecimal():
            yield Notice(table, int(rest))
        elif rest.startswith(":"):
            yield Aside(table, rest[1:])


class NoticeListener:
    """A connection that only listens, and comes back when it was lost."""

    def __init__(self, url: str, name: str, hub: Hub, own: Callable[[int], bool]) -> None:
        self._url = url
        self._name = name
        self._hub = hub
        self._own = own
        self._lost = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name="store listener")

    async def close(self) -> None:
        """Stop listening."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(StoreError):
                await self._listen()
            await asyncio.sleep(PAUSE_SECONDS)

    async def _listen(self) -> None:
        connection = await connect(self._url, self._name)
        try:
            with plainly(self._name):
                self._lost.clear()
                connection.add_termination_listener(lambda _: self._lost.set())
                await connection.add_listener(CHANNEL, self._hear)
                # Whatever was sent before this moment has not been heard.
                self._hub.publish([Notice(None, 0)])
                while not await self._is_lost():
                    await connection.execute("SELECT 1")
        finally:
            connection.terminate()

    async def _is_lost(self) -> bool:
        # A connection can die without a word, so it is tried now and then.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._lost.wait(), HEARTBEAT_SECONDS)
        return self._lost.is_set()

    def _hear(self, _connection: object, sender: int, _channel: str, payload: object) -> None:
        # Our own changes were published when they were committed.
        if not self._own(sender):
            self._hub.publish(unpack(str(payload)))


async def notify(connection: Connection, notices: Iterable[Notice]) -> None:
    """Tell the other nodes, outside of any transaction.

    PostgreSQL lets only one transaction with a NOTIFY commit at a time, and that would include the
    wait for the disk; sent after the commit it costs no such wait.
    """
    for payload in payloads(notices):
        await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)


async def whisper(connection: Reader, aside: Aside) -> None:
    """Tell the other nodes something that is kept nowhere."""
    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{aside.table} :{aside.word}")
