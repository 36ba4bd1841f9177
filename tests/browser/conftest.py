"""A real browser, a real server, and people with devices."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import chromium
from tests.browser.backstage import Backstage
from tests.browser.person import Person
from tests.live.serving import Server

# As long as a Person waits: a busy machine is not a bug.
expect.set_options(timeout=60_000)


# One browser and one server for all tests of a process. While Playwright runs, coroutines cannot
# be tested in its process, so the gate runs these tests separately.
@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if chromium.find() is None:
        if os.environ.get("CI"):
            pytest.fail(chromium.MISSING)
        pytest.skip(chromium.MISSING)
    with chromium.launched() as running:
        yield running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Return a server that one test may kill and restart."""
    with Server(tmp_path) as running:
        yield running


@pytest.fixture(scope="session")
def backstage(server: Server) -> Iterator[Backstage]:
    with closing(Backstage(server.url)) as made:
        yield made


@pytest.fixture
def person(
    browser: Browser, server: Server, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Person]]:
    """Create people; at the end, fail if any page had an error."""
    made: list[Person] = []

    def make(name: str = "", *, url: str | None = None, **options: object) -> Person:
        made.append(Person(browser, url or server.url, name, **options))
        return made[-1]

    failed = request.session.testsfailed
    yield make
    if request.session.testsfailed > failed:
        tell(made)
    folder = os.environ.get("DIAMANT_PICTURES")
    for number, one in enumerate(made):
        if folder:  # To see the last state of a test.
            one.page.screenshot(path=f"{folder}/{request.node.name}-{number}.png")
        one.close()
    for one in made:
        one.check()


def tell(people: list[Person]) -> None:
    """Print each page's text and last messages, because races are hard to repeat."""
    for one in people:
        if not one.page.is_closed():
            print(f"--- {one.name} at {one.page.url}", *one.last_words(), sep="\n")


@pytest.fixture(scope="session")
def _wanderers(browser: Browser) -> Iterator[list[Person]]:
    made: list[Person] = []
    yield made
    for one in made:
        one.close()


@pytest.fixture
def wanderer(
    browser: Browser, server: Server, request: pytest.FixtureRequest, _wanderers: list[Person]
) -> Iterator[Callable[..., Person]]:
    """Create people like `person`, but reuse their pages in the next test.

    Loading a page and its translations takes longer than most tests. A test that changes the page
    itself or its context needs `person`.
    """
    failed = request.session.testsfailed
    waiting = list(_wanderers)

    def make(name: str = "", **options: object) -> Person:
        if not waiting:
            _wanderers.append(Person(browser, server.url))
            _wanderers[-1].leave()
            waiting.append(_wanderers[-1])
        return waiting.pop(0).anew(name, **options)

    yield make
    wandered = list(_wanderers)
    if request.session.testsfailed > failed:
        tell(wandered)
    for one in wandered:
        if request.session.testsfailed > failed or one.page.is_closed():  # State unknown.
            one.close()
            _wanderers.remove(one)
        else:
            one.leave()
    for one in wandered:
        one.check()
