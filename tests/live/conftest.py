"""Running servers on both databases."""

import random
from collections.abc import Iterator

import pytest

from diamant.client.connection import Connection
from tests.amount import TIMES
from tests.live.serving import Server


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    # The random wait is for thousands of clients; these tests have a dozen.
    monkeypatch.setattr(Connection, "wait_before", lambda close, attempt: random.uniform(0.02, 0.2))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the gate, run tests with a shared server on one database, and whole games on both.

    `tests/store` tests the store on both databases, as do the tests below that kill servers.
    """
    if TIMES >= 1:
        return
    left_out = [
        item
        for item in items
        if isinstance(item, pytest.Function)
        and "server" in item.fixturenames
        and "[postgresql" in item.name
        and item.path.name != "test_games.py"
    ]
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


def database(request: pytest.FixtureRequest) -> str:
    return "" if request.param == "sqlite" else request.getfixturevalue("postgres").new_database()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory) -> Iterator[Server]:
    """Return a server that all tests of a file share."""
    with Server(tmp_path_factory.mktemp("server"), database(request)) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def own_server(request: pytest.FixtureRequest, tmp_path) -> Iterator[Server]:
    """Return a server that one test may stop, kill and restart."""
    with Server(tmp_path, database(request)) as running:
        yield running
