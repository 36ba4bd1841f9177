"""Databases for tests of the store."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import pytest

from diamant.store import Store, open_store
from tests.world.postgres import Server


@dataclass
class Place:
    """A database that stores can be opened on."""

    kind: str
    url: str

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Store]:
        store = await self.open()
        yield store
        await store.close()

    async def open(self, patience: float = 5.0) -> Store:
        return await open_store(self.url, patience=patience)


def _place(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if kind == "memory":
        return Place(kind, "sqlite://")
    if kind == "file":
        return Place(kind, f"sqlite:///{tmp_path / 'tables.db'}")
    if kind == "model":
        patch = request.getfixturevalue("monkeypatch")
        model = Server(_after, time.time)
        patch.setattr(asyncpg, "connect", model.connect)
        patch.setattr(asyncpg, "create_pool", model.create_pool)
        return Place("postgres", "postgresql://model/diamant")
    return Place(kind, request.getfixturevalue("postgres").empty_database())


def _after(seconds: float, call: Callable[..., object], *args: object) -> None:
    asyncio.get_running_loop().call_later(seconds, call, *args)


@pytest.fixture(params=["memory", "file", "postgres", "model"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Return each kind of database."""
    return _place(request.param, request, tmp_path)


@pytest.fixture(params=["file", "postgres", "model"])
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Return a database that outlives its store and can be opened twice."""
    return _place(request.param, request, tmp_path)


@pytest.fixture
def store(place: Place) -> AbstractAsyncContextManager[Store]:
    """Return a store on each kind of database."""
    return place.opened()
