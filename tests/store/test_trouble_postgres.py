"""Test a PostgreSQL server that is gone, refuses, or loses a connection during a commit."""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from diamant.store import Aside, Notice, open_store
from diamant.store.errors import (
    NewerSchemaError,
    ReadOnlyError,
    StoreRefusedError,
    UnavailableError,
)
from diamant.store.postgres_connect import connect
from tests.store.postgres_cluster import Cluster


async def test_missing_server_is_reported_and_the_store_recovers(cluster: Cluster):
    store = await open_store(cluster.empty_database(), patience=0.3)
    await store.create("t", [b"x"], now=1.0)
    await asyncio.to_thread(cluster.stop)
    try:
        for attempt in (store.append("t", 1, [b"y"], now=2.0), store.read("t")):
            with pytest.raises(UnavailableError, match="cannot reach the PostgreSQL database"):
                await attempt
        # After the first failure, no caller waits for long.
        before = asyncio.get_running_loop().time()
        with pytest.raises(UnavailableError):
            await store.append("t", 1, [b"y"], now=2.0)
        assert asyncio.get_running_loop().time() - before < 0.25
        with pytest.raises(UnavailableError):
            await open_store(cluster.url("common"), patience=0.1)
    finally:
        await asyncio.to_thread(cluster.start)
    assert await store.append("t", 1, [b"z"], now=2.0) == 2
    assert [entry.payload for entry in await store.read("t")] == [b"x", b"z"]
    await store.close()


async def test_notices_reach_other_nodes_also_after_a_lost_connection(cluster: Cluster):
    url = cluster.empty_database()
    one, two = await open_store(url), await open_store(url)
    async with two.subscribe() as notices:
        assert await asyncio.wait_for(anext(notices), 60) == Notice(None, 0)
        await one.create("t", [b"x"], now=1.0)
        assert await asyncio.wait_for(anext(notices), 60) == Notice("t", 1)
        cluster.sql(
            "common",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = 'common' AND pid <> pg_backend_pid()",
        )
        # The listener is back: changes in between must be looked up.
        assert await asyncio.wait_for(anext(notices), 60) == Notice(None, 0)
        await one.append("t", 1, [b"y"] * 3, now=1.0)
        assert await asyncio.wait_for(anext(notices), 60) == Notice("t", 4)
        await one.whisper(Aside("t", "a word"))
        assert await asyncio.wait_for(anext(notices), 60) == Aside("t", "a word")
    await one.close()
    await two.close()


async def test_many_notices_fit_into_few_messages(cluster: Cluster):
    url = cluster.empty_database()
    one, two = await open_store(url), await open_store(url)
    names = {f"{n:064}" for n in range(300)}
    async with two.subscribe() as notices:
        assert (await asyncio.wait_for(anext(notices), 60)).table is None
        await asyncio.gather(*(one.create(name, [b"x"], now=1.0) for name in names))
        heard = {(await asyncio.wait_for(anext(notices), 60)).table for _ in names}
    assert heard == names
    await one.close()
    await two.close()


async def test_newer_schema_is_refused(cluster: Cluster):
    url = cluster.empty_database()
    await (await open_store(url)).close()
    cluster.sql("common", "UPDATE diamant.schema SET version = 999")
    with pytest.raises(NewerSchemaError, match="update diamant"):
        await open_store(url)


async def test_several_nodes_may_create_the_schema_at_once(cluster: Cluster):
    url = cluster.empty_database()
    stores = await asyncio.gather(*(open_store(url) for _ in range(4)))
    await stores[0].create("t", [b"x"], now=1.0)
    assert len(await stores[3].read("t")) == 1
    await asyncio.gather(*(store.close() for store in stores))


async def test_read_only_database_is_refused(cluster: Cluster):
    url = cluster.empty_database()
    store = await open_store(url)
    await store.create("t", [b"x"], now=1.0)
    await store.close()
    cluster.sql("postgres", "ALTER DATABASE common SET default_transaction_read_only = on")
    try:
        with pytest.raises(ReadOnlyError, match="is read-only"):
            await open_store(url)
    finally:
        cluster.sql("postgres", "ALTER DATABASE common RESET default_transaction_read_only")


async def test_server_errors_do_not_reveal_the_password(cluster: Cluster):
    url = f"postgresql://nobody:geheim@/common?host={cluster.folder}"
    with pytest.raises(StoreRefusedError, match='role "nobody" does not exist') as caught:
        await open_store(url)
    assert "geheim" not in str(caught.value)
    with pytest.raises(StoreRefusedError, match='database "nowhere" does not exist'):
        await open_store(cluster.url("nowhere"))


async def test_commits_are_durable_despite_the_servers_settings(cluster: Cluster):
    url = cluster.empty_database()
    cluster.sql("postgres", "ALTER DATABASE common SET synchronous_commit = off")
    try:
        connection = await connect(url, "it")
        assert await connection.fetchval("SHOW synchronous_commit") == "on"
        await connection.close()
    finally:
        cluster.sql("postgres", "ALTER DATABASE common RESET synchronous_commit")


class Severed:
    """A connection to the server that breaks at COMMIT, before or after passing it on."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.breaks: str | None = None
        self.broken = 0
        self._serving: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._serving.add(asyncio.current_task())
        back = None
        ends = [writer]
        try:
            there_reader, there_writer = await asyncio.open_unix_connection(str(self.target))
            ends.append(there_writer)
            back = asyncio.create_task(self._copy(there_reader, writer))
            while data := await reader.read(65536):
                if b"COMMIT" in data and self.breaks is not None:
                    how, self.breaks = self.breaks, None
                    self.broken += 1
                    if how == "after":
                        back.cancel()
                        there_writer.write(data)
                        await there_writer.drain()
                    break
                there_writer.write(data)
        except OSError:
            pass  # One end has closed; the code below closes the other.
        finally:
            if back is not None:
                back.cancel()
            for end in ends:
                end.close()
            # A socket that is still open when the loop ends would disturb the next test.
            await asyncio.gather(*(end.wait_closed() for end in ends), return_exceptions=True)

    async def _copy(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                target.write(data)
        target.close()

    async def close(self) -> None:
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)


@contextlib.asynccontextmanager
async def severed(cluster: Cluster) -> AsyncIterator[tuple[Severed, str]]:
    line = Severed(cluster.folder / ".s.PGSQL.5432")
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        server = await asyncio.start_unix_server(line.serve, f"{folder}/.s.PGSQL.5432")
        try:
            yield line, f"postgresql://postgres@/common?host={folder}"
        finally:
            server.close()
            await line.close()
            await server.wait_closed()


@pytest.mark.parametrize("when", ["before", "after"])
async def test_commit_without_a_reply_is_neither_lost_nor_repeated(cluster: Cluster, when: str):
    cluster.empty_database()
    async with severed(cluster) as (line, url):
        store = await open_store(url)
        await store.create("t", [b"0"], now=1.0)
        for number in range(1, 6):
            line.breaks = when
            # A repeated append would conflict with its own entry.
            assert await store.append("t", number, [b"%d" % number], now=1.0) == number + 1
        assert line.broken == 5
        line.breaks = when
        assert await store.delete("t")
        line.breaks = when
        assert await store.create("t", [b"new"], now=1.0) == 1
        await store.close()
