"""For every test: how Hypothesis looks, what runs beside what, coroutines, and PostgreSQL."""

import asyncio
import inspect
import os
from contextlib import AbstractAsyncContextManager, AsyncExitStack

import pytest
from hypothesis import HealthCheck, settings

from tests.amount import TIMES

if os.name == "posix":
    from tests.store import postgres_cluster

# A failure prints a blob that replays it; no deadline, since a busy machine is not a bug.
settings.register_profile(
    "diamant",
    max_examples=100,
    deadline=None,
    derandomize=False,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("gate", settings.get_profile("diamant"), max_examples=20)
settings.register_profile("thorough", settings.get_profile("diamant"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "diamant"))

# The machine's language changes nothing of what the tests read.
os.environ["DIAMANT_LANGUAGE"] = "en"


def pytest_configure(config: pytest.Config) -> None:
    if os.name == "posix" and not hasattr(config, "workerinput"):
        postgres_cluster.begin_run()


def pytest_unconfigure(config: pytest.Config) -> None:
    if os.name == "posix" and not hasattr(config, "workerinput"):
        postgres_cluster.end_run()


# Seconds for a test that is a coroutine; a busy machine is not a bug.
PATIENCE = 300 * max(1, TIMES)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine, in a loop of its own that also opens its async fixtures."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    arguments = {name: pyfuncitem.funcargs[name] for name in names}

    async def run() -> None:
        async with AsyncExitStack() as opened:
            for name, value in arguments.items():
                if isinstance(value, AbstractAsyncContextManager):
                    arguments[name] = await opened.enter_async_context(value)
            await pyfuncitem.obj(**arguments)

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
    return True


@pytest.fixture(scope="session")
def postgres():
    """The run's PostgreSQL, for databases of one's own; nobody may stop it."""
    return postgres_cluster.shared_cluster(os.environ.get("PYTEST_XDIST_WORKER", "main"))


@pytest.fixture(scope="module")
def cluster():
    """A PostgreSQL that the tests of one file may stop and kill."""
    with postgres_cluster.own_cluster() as made:
        yield made
