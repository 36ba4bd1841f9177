"""Places to put a store, and running tests that are coroutines."""

import asyncio
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from diamant.store import Store, open_store
from tests.store.postgres_cluster import Cluster


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    arguments = {name: pyfuncitem.funcargs[name] for name in names}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**arguments), 60))
    return True


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    yield made
    made.remove()


@dataclass
class Place:
    """A database that stores can be opened on."""

    kind: str
    url: str

    async def open(self, patience: float = 5.0) -> Store:
        return await open_store(self.url, patience=patience)


def _place(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if kind == "memory":
        return Place(kind, "sqlite://")
    if kind == "file":
        return Place(kind, f"sqlite:///{tmp_path / 'tables.db'}")
    return Place(kind, request.getfixturevalue("cluster").empty_database())


@pytest.fixture(params=["memory", "file", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Any database."""
    return _place(request.param, request, tmp_path)


@pytest.fixture(params=["file", "postgres"])
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A database that outlives its store and can be opened twice."""
    return _place(request.param, request, tmp_path)
