"""Tables created without a page: clients on a loop and a thread of their own.

Playwright's synchronous interface uses the main thread's loop.
"""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from diamant.client import AsyncClient, HttpClient, RefusedError
from tests.live.people import QUICK, Company, Person
from tests.live.serving import Server


class Table:
    """A table, and its people who need no page."""

    def __init__(self, backstage: "Backstage", company: Company) -> None:
        self._backstage = backstage
        self.company = company
        self.id = company.made.table
        self.code = company.made.code

    @property
    def known(self) -> dict[str, Any]:
        """Return what the host's device would remember of the table."""
        made = self.company.made
        return {"table": made.table, "code": made.code, "token": made.token, "guest": made.guest}

    def join(self, name: str | None = None, **options: Any) -> Person:
        return self.do(self.company.join(name, **options))

    def send(self, command: str, *, who: int = 0, **fields: Any) -> Any:
        return self.do(self.company.people[who].send(command, **fields))

    def view(self, who: int = 0) -> dict[str, Any]:
        return self.do(self.company.people[who].look())

    def begin(self) -> None:
        """Start a game of these people without nonces, and wait for its first card."""
        self.do(self._begin())

    async def _begin(self) -> None:
        host, *others = self.company.people
        said = "ShuffleAbandoned"
        while said == "ShuffleAbandoned":
            # A page on a busy machine may be too slow for the shuffle: start again.
            await host.send("Start")
            for person in (host, *others):
                for hand in (await person.look())["hands"]:
                    try:
                        await person.send("PromiseNonce", seat=hand["seat"], hash="")
                    except RefusedError as refusal:
                        # A page of the same guest may have been faster.
                        if refusal.reason not in ("nonce-given", "not-now"):
                            raise
            said = (await host.until("CardTurned", "ShuffleAbandoned"))["event"]
        await asyncio.gather(*(person.until("CardTurned") for person in others))

    def all_choose(self, *leavers: int) -> None:
        """Let everyone who must choose do so; `leavers` leave."""
        self.do(self._all_choose(leavers))

    async def _all_choose(self, leavers: tuple[int, ...]) -> None:
        for person in self.company.people:
            view = await person.look()
            inside = view["game"]["in_cave"] if view["phase"] == "cave" else []
            for hand in view["hands"]:
                seat = hand["seat"]
                if seat not in inside or hand["choice"] is not None:
                    continue
                try:
                    await person.send("Choose", seat=seat, turn=view["turn"], leave=seat in leavers)
                except RefusedError as refusal:
                    # A person with a page may have been the last one meanwhile.
                    if refusal.reason != "turn-over":
                        raise

    def play_out(self) -> dict[str, Any]:
        return self.do(self.company.play_out())

    def records(self) -> str:
        return self.do(HttpClient(self.company.urls[0]).records(self.id))

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self._backstage.do(work)


class Backstage:
    """The loop, and the tables created on it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.companies: list[Company] = []

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Wait until a coroutine on the loop is done."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(180)

    def table(self, *names: str, **settings: Any) -> Table:
        """Create a table; the first person is its host, and bots act at once."""
        made = self.do(AsyncClient(self.url).create_table(**{**QUICK, **settings}))
        company = Company((self.url,), made)
        self.companies.append(company)
        table = Table(self, company)
        for name in names:
            table.join(name)
        return table

    def close(self) -> None:
        for company in self.companies:
            self.do(company.close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


@contextmanager
def staged(**options: Any) -> Iterator[Backstage]:
    """Run a server for programs that are not tests."""
    with (
        TemporaryDirectory() as name,
        Server(Path(name), **options) as server,
        closing(Backstage(server.url)) as backstage,
    ):
        yield backstage
