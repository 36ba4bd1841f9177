"""Settings and fixtures for all tests: Hypothesis, parallel runs, coroutines, and PostgreSQL."""

import asyncio
import inspect
import os
from contextlib import AbstractAsyncContextManager, AsyncExitStack

import pytest
from hypothesis import HealthCheck, settings

from tests.amount import TIMES

if os.name == "posix":
    from tests.store import postgres_cluster

# A failure prints a blob that repeats it. There is no deadline: a busy machine is not a bug.
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

# The language of the machine must not change the texts that tests read.
os.environ["DIAMANT_LANGUAGE"] = "en"


def pytest_configure(config: pytest.Config) -> None:
    if os.name == "posix" and not hasattr(config, "workerinput"):
        postgres_cluster.begin_run()


def pytest_unconfigure(config: pytest.Config) -> None:
    if os.name == "posix" and not hasattr(config, "workerinput"):
        postgres_cluster.end_run()


# Seconds that a coroutine test may take; a busy machine is not a bug.
PATIENCE = 300 * max(1, TIMES)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test in its own event loop, which also opens its async fixtures."""
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
    """Return the run's PostgreSQL server, for separate databases; tests must not stop it."""
    return postgres_cluster.shared_cluster(os.environ.get("PYTEST_XDIST_WORKER", "main"))


@pytest.fixture(scope="module")
def cluster():
    """Return a PostgreSQL server that the tests of one file may stop and kill."""
    with postgres_cluster.own_cluster() as made:
        yield made
