"""Live servers on both databases, and running tests that are coroutines."""

import asyncio
import inspect
import random
from collections.abc import Iterator

import pytest

from diamant.client import backoff
from tests.live.serving import Server
from tests.store.postgres_cluster import Cluster


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    arguments = {name: pyfuncitem.funcargs[name] for name in names}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**arguments), 300))
    return True


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    # Chance in the waiting is for thousands of clients; here there are a dozen.
    monkeypatch.setattr(backoff, "wait_before", lambda close, attempt: random.uniform(0.02, 0.2))


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    yield made
    made.remove()


def database(kind: str, request: pytest.FixtureRequest, folder) -> str:
    if kind == "sqlite":
        return f"sqlite:///{folder / 'tables.db'}"
    return request.getfixturevalue("cluster").new_database()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory) -> Iterator[Server]:
    """A server that all tests of a file share."""
    folder = tmp_path_factory.mktemp("server")
    running = Server(database(request.param, request, folder), folder).start()
    yield running
    running.finish()


@pytest.fixture(params=["sqlite", "postgresql"])
def own_server(request: pytest.FixtureRequest, tmp_path) -> Iterator[Server]:
    """A server that one test may stop, kill and start again."""
    running = Server(database(request.param, request, tmp_path), tmp_path).start()
    yield running
    running.finish()
