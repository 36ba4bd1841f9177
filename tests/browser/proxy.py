"""A connection that can silently go dead, as when a phone sleeps."""

import asyncio
import contextlib

from tests.browser.backstage import Backstage


class Line:
    """A proxy on its own port that forwards everything to another port while it is awake."""

    def __init__(self, backstage: Backstage, port: int) -> None:
        self._backstage = backstage
        self._to = port
        self._awake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server = backstage.do(self._open())
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/"

    def sleep(self) -> None:
        """Stop forwarding, without closing any connection."""
        self._backstage.loop.call_soon_threadsafe(self._awake.clear)

    def wake(self) -> None:
        """Accept new connections again; the old ones stay dead."""
        self._backstage.do(self._let_go())
        self._backstage.loop.call_soon_threadsafe(self._awake.set)

    def close(self) -> None:
        self._backstage.do(self._let_go())
        self._server.close()

    async def _let_go(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _open(self) -> asyncio.Server:
        self._awake.set()
        return await asyncio.start_server(self._meet, "127.0.0.1", 0)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await self._awake.wait()
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
            try:
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._pass(reader, far_writer))
                    both.create_task(self._pass(far_reader, writer))
            finally:
                far_writer.close()
        writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while chunk := await reader.read(65536):
                await self._awake.wait()
                writer.write(chunk)
                await writer.drain()
            writer.write_eof()
