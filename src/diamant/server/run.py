"""Run the server process, from start-up to shutdown."""

import asyncio
import contextlib
import errno
import gc
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from diamant.errors import DiamantError, Message
from diamant.protocol import PATH
from diamant.protocol.incoming import MOST_BYTES
from diamant.server.connections.accept import Sockets
from diamant.server.connections.direct import DirectProtocol
from diamant.server.connections.plain import PlainProtocol
from diamant.server.http.api import Api
from diamant.server.http.endpoint import on_http_error
from diamant.server.http.gate import Gate
from diamant.server.http.web_files import WebFiles
from diamant.server.services import Services
from diamant.server.settings import ServerSettings
from diamant.store import Store, open_store
from diamant.table.names import look_alikes

Ready = Callable[[str, Services], None]
"""A callback that receives the server's URL and services once it is ready."""

BACKLOG = 2048
PING_SECONDS = 20.0  # Less than the 60 seconds after which nginx drops a quiet connection.


class ListenError(DiamantError):
    """Raised if the server can't listen on the given address."""


def serve(settings: ServerSettings, *, ready: Ready | None = None) -> None:
    """Run the server until a signal arrives."""
    _collect_rarely()
    allow_many_files()
    factory = None
    with contextlib.suppress(ModuleNotFoundError):
        import uvloop

        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serve_async(settings, ready=ready))


def _collect_rarely() -> None:
    """Make the garbage collector check young objects often and old ones rarely.

    A table's values are frozen and contain no cycles, but there are many, and every choice replaces
    some. With Python's default thresholds, the collector uses a third of a busy server's time and
    sometimes pauses the server for half a second.
    """
    gc.collect()
    gc.freeze()
    # Rare enough to cost little, frequent enough to keep each run short.
    gc.set_threshold(3_000, 20, 100)


async def serve_async(settings: ServerSettings, *, ready: Ready | None = None) -> None:
    """Run the server until a signal arrives, inside a running event loop."""
    listening = listen(settings.host, settings.port)
    try:
        # The rooms pace the commits; the store only needs a pace for other writes.
        store = await open_store(
            settings.database, patience=settings.patience, pace=settings.pace / 2, alone=True
        )
    except BaseException:
        listening.close()
        raise
    try:
        app = make_app(store, settings)
        services: Services = app.state.services
        # Detect a read-only database here, where it results in one clear error message.
        await services.background.beat()
        services.rooms.clock.check(settings.most_skew)
        config = uvicorn.Config(
            app,
            loop="none",
            http=PlainProtocol,
            ws=DirectProtocol,
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PING_SECONDS,
            lifespan="on",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=int(settings.stop_seconds),
            backlog=BACKLOG,
        )
        server = _Server(config, services, lambda: _tell(ready, listening, settings, services))
        await server.serve([listening])
    finally:
        await store.close()


class _Server(uvicorn.Server):
    """A uvicorn server that exits with code 0 on a signal, and calls `ready`."""

    def __init__(
        self, config: uvicorn.Config, services: Services, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._services = services
        self._ready = ready
        services.stop = self.stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the server, and call `ready`."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle the signals that ask the server to stop."""
        loop = asyncio.get_running_loop()
        signals = [signal.SIGINT, signal.SIGTERM]
        if sys.platform == "win32":
            for number in signals:
                signal.signal(number, lambda *_: self.stop())
            yield
            return
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup ignores it.
            signals.append(signal.SIGHUP)
        try:
            for number in signals:
                loop.add_signal_handler(number, self.stop)
        except (RuntimeError, ValueError):  # Only the main thread receives signals.
            yield
            return
        try:
            yield
        finally:
            for number in signals:
                loop.remove_signal_handler(number)

    def stop(self) -> None:
        """Stop the server."""
        self._services.stopping = True
        self._services.workers.stop()
        self.should_exit = True


def allow_many_files() -> None:
    """Raise the process's limit on open files, which also limits connections."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket, or raise `ListenError` with the reason."""
    where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    listening = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(BACKLOG)
        listening.setblocking(False)
    except (OSError, UnicodeError) as error:
        if listening is not None:
            listening.close()
        number = error.errno if isinstance(error, OSError) else None
        why = {
            errno.EADDRINUSE: Message("the port is already in use (choose another --port)"),
            errno.EACCES: Message("permission denied (choose a --port of 1024 or higher)"),
            errno.EADDRNOTAVAIL: Message(
                "this computer does not have that address (choose another --host)"
            ),
        }.get(number or 0, Message("no such address (choose another --host)"))
        raise ListenError("cannot listen on {address}: {error}", where, why) from None
    return listening


def _tell(
    ready: Ready | None, listening: socket.socket, settings: ServerSettings, services: Services
) -> None:
    if ready is not None:
        host, port = listening.getsockname()[:2]
        name = f"[{host}]" if ":" in host else host
        ready(f"http://{name}:{port}{settings.base_path}/", services)


def make_app(store: Store, settings: ServerSettings) -> Starlette:
    """Return the application; `app.state.services` has its parts.

    The caller owns the store, which stays open.
    """
    services = Services.make(store, settings)
    look_alikes("")  # Load the Unicode table before someone waits for a card.

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await services.background.start()
        try:
            yield
        finally:
            services.stopping = True
            await services.rooms.settle()
            await services.background.stop()
            await services.workers.close()

    api = Api(services, WebFiles())
    # Starlette calls an endpoint that is an object, not a function, as a bare ASGI app.
    routes: list[BaseRoute] = [WebSocketRoute(f"/{PATH}", Sockets(services)), *api.routes()]
    if settings.base_path:
        routes = [
            Route(settings.base_path, api.redirect_home),
            Mount(settings.base_path, routes=routes),
        ]
    middleware = [
        Middleware(
            Gate,
            settings=settings,
            limits=services.limits,
            metrics=services.metrics,
            blocked=services.blocked,
        )
    ]
    if settings.allow_origins:
        middleware.append(
            Middleware(
                CORSMiddleware,
                allow_origins=settings.allow_origins,
                allow_methods=("GET", "POST", "DELETE"),
                allow_headers=("authorization", "content-type"),
            )
        )
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=middleware,
        exception_handlers={HTTPException: on_http_error},
    )
    app.state.services = services
    return app
