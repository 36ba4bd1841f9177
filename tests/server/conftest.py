"""A running server, or a store in memory with the rooms of any number of nodes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from diamant.server.metrics import Metrics
from diamant.server.services import Services
from diamant.server.settings import ServerSettings
from diamant.server.tables.rooms import Rooms
from diamant.server.tables.tokens import new_node
from diamant.store import Store, open_store
from tests.server.live import live


class Client:
    """A client that sends requests and records the replies and events."""

    def __init__(self, guest: str = "g1", name: str = "other-1") -> None:
        self.guest = guest
        self.name = name
        self.answers = []
        self.failures = []
        self.written = 0
        self.told = []
        self.ends = []
        self.order = []

    def answered(self, request, answer) -> None:
        self.answers.append(answer)
        self.order.append("answer")

    def may_write(self, request) -> bool:
        return True

    def wrote(self, count) -> None:
        self.written += count

    def failed(self, request, code, reference) -> None:
        self.failures.append(code)

    def tell(self, message) -> None:
        self.told.append(message.data)
        self.order.append("told")

    def end(self, code, **params) -> None:
        self.ends.append(code)


class House:
    """One store, and the nodes that use it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.opened: list[Rooms] = []

    def rooms(self, node: str = "") -> Rooms:
        """Return the rooms of a new node."""
        self.opened.append(Rooms(self.store, Metrics(), node or new_node()))
        return self.opened[-1]

    def services(self, **settings) -> Services:
        """Return a new node without its background tasks."""
        made = Services.make(self.store, ServerSettings(database="sqlite://", **settings))
        self.opened.append(made.rooms)
        return made


@asynccontextmanager
async def _opened() -> AsyncIterator[House]:
    house = House(await open_store("sqlite://"))
    try:
        yield house
    finally:
        for rooms in house.opened:
            await rooms.settle()
        await house.store.close()


@pytest.fixture
def house():
    """Return a house; `pytest_pyfunc_call` opens it in the test's own event loop."""
    return _opened()


@pytest.fixture
def server():
    """Return a running server with the default settings, for a test that is a coroutine."""
    return live()
