"""The whole server as an ASGI application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from diamant.protocol import PATH
from diamant.server.connections.accept import Sockets
from diamant.server.http.api import Api
from diamant.server.http.endpoint import on_http_error
from diamant.server.http.gate import Gate
from diamant.server.http.web_files import WebFiles
from diamant.server.services import Services
from diamant.server.settings import ServerSettings
from diamant.store import Store
from diamant.table.names import look_alikes


def make_app(store: Store, settings: ServerSettings) -> Starlette:
    """Return the application; `app.state.services` is what it is made of.

    The store is the caller's, and stays open.
    """
    services = Services.make(store, settings)
    look_alikes("")  # Unicode's table is read now, and not while somebody waits for a card.

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
    # A WebSocket's endpoint that is an object, not a function, gets the bare ASGI triple.
    routes: list[BaseRoute] = [WebSocketRoute(f"/{PATH}", Sockets(services)), *api.routes()]
    if settings.base_path:
        routes = [
            Route(settings.base_path, api.redirect_home),
            Mount(settings.base_path, routes=routes),
        ]
    middleware = [Middleware(Gate, settings=settings, limits=services.limits)]
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
