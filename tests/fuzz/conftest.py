"""A real server for all fuzz tests."""

from collections.abc import Iterator

import pytest

from tests.live.serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server on SQLite that tolerates invalid requests for longer than usual."""
    patient = {"most_nonsense": 1_000_000, "connections_per_address": 10_000}
    with Server(tmp_path_factory.mktemp("fuzz"), log_level="debug", **patient) as running:
        yield running
