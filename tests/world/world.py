"""The whole server in virtual time, from its sockets to its disk, with faults.

`World(seed).run()` runs one world. The same seed gives the same world, byte for byte.

Real code:

- `diamant.server` and `diamant.store`, from `serve_async` on
- uvicorn's server and protocols, the HTTP and WebSocket parsers
- SQLite on the fault-injecting disk of `tests/store/power.py`
- `PostgresStore`, the writer, the notices between nodes
- the jobs of the worker processes

Simulated:

- time, wall clocks and randomness
- one event loop per node (`loop`), and the sockets (`network`)
- threads and worker processes, which run each job in one step
- the power supply of the disk (`storage`)
- the PostgreSQL server (`postgres`), and its connections
- the guests (`guest`)

All nodes share one interpreter, and so the caches of modules, such as the editions already read.
"""

import hashlib
import json
import random
from typing import NamedTuple

from tests.world.checks import BrokenPromiseError, Checks, promise
from tests.world.faults import Faults
from tests.world.guest import Guest, Visitor
from tests.world.loop import Loop, Timeline
from tests.world.node import Node
from tests.world.replaced import EPOCH, SHORT, simulated
from tests.world.storage import Storage

SETTLED_SECONDS = 150
HEARD_SECONDS = 2
QUICK_SECONDS = 0.05  # More than a message to the database or a thread's job takes.


class Watched(NamedTuple):
    """A choice: at which table, by the pages of which guest, and when."""

    table: str
    pages: set[int]
    when: float


class World:
    """Nodes, guests and faults; the seed decides everything."""

    def __init__(
        self,
        seed: int,
        *,
        seconds: float | None = None,
        kind: str | None = None,
        quiet: bool = False,
        watch: int | None = None,
        flip: bool = False,
    ) -> None:
        """`quiet` limits the faults to networks and guests.

        `watch` records who makes the nth choice and when; `flip` makes that choice the opposite.
        """
        self.seed = seed
        self.chance = chance = random.Random(seed)
        self.timeline = Timeline(chance)
        self.kind = kind or chance.choice(["sqlite", "postgres"])
        self.is_sqlite = self.kind == "sqlite"
        self.seconds = seconds or chance.choice([2, 3, 4, 8])
        self.quiet = quiet
        self.watch = watch
        self.flip = flip
        self.watched: Watched | None = None
        self.pace = chance.choice([0.0, 0.015])
        self.patience = chance.choice([1.0, 10.0])
        self.idle_seconds = chance.choice([0.5, 60.0])
        self.loops: list[Loop] = []
        self.graves: list = []
        self.wires: list = []
        self.guests: list[Guest] = []
        self.broken: list[str] = []
        self.calm = False
        self.checks = Checks(self)
        self.trace = hashlib.sha256()
        self.trace_length = 0
        self.database_ahead = 0.0
        self.doomed: set[str] = set()  # Tables that their hosts delete.
        self._choices = 0
        self._tables = 0
        self.storage = Storage(self)
        self.nodes = [Node(self, n) for n in range(1 if self.is_sqlite else chance.choice([2, 3]))]
        self._faults = Faults(self)

    def database_time(self) -> float:
        return EPOCH + self.timeline.now + self.database_ahead

    def note(self, who: object, what: object) -> None:
        """Add a line to the trace, by which two runs are compared."""
        name = f"{type(who).__name__}{getattr(who, 'number', '')}"
        self.trace.update(f"{self.timeline.now:.9f} {name} {what!r}\n".encode())
        self.trace_length += 1

    # For guests.

    def some_loop(self, chance: random.Random) -> Loop | None:
        return chance.choice(self.nodes).loop

    def codes(self) -> list[str]:
        return [code for guest in self.guests for code in guest.codes]

    def choice(self, guest: Guest, leave: bool) -> bool:
        self._choices += 1
        if self._choices != self.watch:
            return leave
        pages = {other.number for other in self.guests if other.token == guest.token}
        self.watched = Watched(guest.table_id, pages, self.timeline.now)
        return leave is not self.flip

    def settings(self, chance: random.Random) -> dict:
        """Return random settings of a table."""
        return {
            "edition": "own-small",
            "edition_text": SHORT if chance.random() < 0.9 else SHORT + f"# {chance.random()}\n",
            "closed": chance.random() < 0.5,
            "clock": chance.choice(["off", "off", "brisk"]),
            "seconds": chance.choice([None, 5]),
            "thinking": chance.random() < 0.2,
            "bots": "easy",
            "show_chosen": chance.random() < 0.5,
            "break_seconds": chance.choice([0, 0, 3]),
        }

    # The run.

    def run(self) -> "World":
        """Run the world; raise `BrokenPromiseError` with the seed if a check fails."""
        with simulated(self):
            try:
                self._live()
                promise(not self.broken, "the server logged an error:", self.broken)
            except BrokenPromiseError as error:
                lines = f"{error} (seed {self.seed}, {self.kind}, at {self.timeline.now:.3f} s)"
                raise BrokenPromiseError(lines) from error
            finally:
                self._clear_up()
        return self

    def _live(self) -> None:
        chance = self.chance
        for node in self.nodes:
            node.start()
        self._tables = chance.choice([1, 1, 2])
        for table in range(self._tables):
            self._make_table(table)
        self.timeline.after(chance.uniform(0.5, 2.0), self._faults.next)
        self.timeline.after(chance.uniform(0.5, 2.0), self._visit)
        self.timeline.after(self.seconds * 0.7, self._delete_table)
        self._run(self.seconds)
        self._calm_down()

    def _make_table(self, number: int) -> None:
        body = json.dumps({"settings": self.settings(self.chance)}).encode()
        head = b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        request = head + b"content-length: %d\r\n\r\n" % len(body) + body

        def made(status: int, answer: bytes) -> None:
            promise(status == 201, "creating a table failed:", status, answer)
            data = json.loads(answer)
            self.checks.follow(data["table"])
            self.checks.tokens[data["token"]] = (data["table"], "g1")
            # Now and then the host has two pages.
            hosts = self.chance.choice([1, 1, 2])
            for place in range(self.chance.choice([2, 3, 4])):
                token = data["token"] if place < hosts else None
                name = data["table"] if place % 2 == 0 else data["code"]
                guest = Guest(self, number * 10 + place, name, data["table"], token)
                self.guests.append(guest)
                self.timeline.after(self.chance.uniform(0, 1), guest.come)
                self.timeline.after(self.chance.uniform(0, 1), self._think, guest)

        Visitor(self, request, made)

    def _delete_table(self) -> None:
        """Let a host delete their table."""
        hosts = [token for token, (_, guest) in self.checks.tokens.items() if guest == "g1"]
        if hosts and self.chance.random() < 0.1:
            token = self.chance.choice(hosts)
            table = self.checks.tokens[token][0]
            self.doomed.add(table)

            def done(status: int, body: bytes) -> None:
                promise(status in (204, 403, 404), "a table cannot be deleted:", status, body)
                if status == 403:  # The host has left the table before.
                    self.doomed.discard(table)

            request = _GET.replace(b"GET", b"DELETE") % (f"tables/{table}".encode(), token.encode())
            Visitor(self, request, done)

    def _visit(self) -> None:
        """Send a random HTTP request."""
        if self.calm:
            return
        table = self.chance.choice(list(self.checks.logs) or ["none"])
        tokens = [guest.token for guest in self.guests if guest.token is not None]
        path = self.chance.choice(
            ["health", "tables"] + [f"tables/{table}{rest}" for rest in _PAGES]
        )
        token = self.chance.choice(tokens or ["none"])

        def done(status: int, body: bytes) -> None:
            self.checks.visited(table, token, status, body)

        Visitor(self, _GET % (path.encode(), token.encode()), done)
        self.timeline.after(self.chance.expovariate(0.7), self._visit)

    def _think(self, guest: Guest) -> None:
        guest.think()
        self.timeline.after(guest.chance.uniform(0.02, 0.25), self._think, guest)

    def _run(self, seconds: float) -> None:
        self.timeline.run(self.timeline.now + seconds)
        for loop in self.loops:
            self.broken += loop.faults
        promise(not self.broken, "the server logged an error:", self.broken)

    def _calm_down(self) -> None:
        """End all faults, and check that every guest comes to see the same table."""
        self.calm = True
        self._faults.end()
        self._settle()
        self._probe()
        self._settle()
        for guest in self.guests:
            if not guest.gone:
                self.checks.converged(guest)
        self.checks.finished()

    def _settle(self) -> None:
        """Run until every guest is connected, has every answer and knows every event."""
        for _ in range(2 * SETTLED_SECONDS):
            self._run(0.5)
            if not self._unsettled():
                return
        promise(False, "the world did not settle:", self._unsettled())

    def _unsettled(self) -> list[str]:
        made = len({guest.table_id for guest in self.guests})
        found = [] if made == self._tables else ["a table is missing"]
        # What a slow database or disk delayed before the calm may still be under way.
        busy_until = max(self.timeline.busy_until, self.storage.model.busy_until)
        if busy_until > self.timeline.now + QUICK_SECONDS:
            found.append("the database is slow")
        for guest in self.guests:
            log = self.checks.follow(guest.table_id)
            if guest.table_id in self.doomed:
                found += [] if guest.gone else [f"{guest.number} is at a deleted table"]
            elif not guest.welcomed:
                found.append(f"{guest.number} is not there")
            elif guest.unanswered:
                found.append(f"{guest.number} has no answer to {guest.unanswered}")
            elif guest.view is None or guest.stale:
                found.append(f"{guest.number} has no view")
            elif guest.public_number != log.table.public_number:
                found.append(f"{guest.number} has not heard all")
            elif guest.view["host"] == guest.guest and guest.is_playing:
                found.append(f"{guest.number} has not paused")
        for table, log in self.checks.logs.items():
            open_here = set().union(*(node.connections(table) for node in self.nodes))
            in_log = {opened.name for guest in log.table.guests for opened in guest.connections}
            if table not in self.doomed and open_here != in_log:
                found.append(f"the log has other connections than the nodes: {open_here ^ in_log}")
        return found

    def _probe(self) -> None:
        """Let one guest per table do something that everyone there must hear of within seconds."""
        wires = {guest: guest.wire for guest in self.guests}
        known = {guest: guest.public_number for guest in self.guests}
        here = [guest for guest in self.guests if not guest.gone]
        for guest in {guest.table_id: guest for guest in here}.values():
            guest.command("BeScreen", screen=not guest.is_screen)
        self._run(HEARD_SECONDS)
        # The log may still close connections of nodes that died before; their guests come back.
        for guest in here:
            late = guest.wire is wires[guest] and guest.public_number == known[guest]
            promise(not late, "a guest did not hear in time:", guest.guest, guest.public_number)

    def _clear_up(self) -> None:
        for node in self.nodes:
            if node.up:
                self.graves.append((node.loop, node.loop.kill()))
                node.let_go()
        for loop, tasks in self.graves:
            loop.bury(tasks)
        self.storage.close()


_GET = b"GET /api/%s HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer %s\r\n\r\n"
_PAGES = ("", "/records", "/coach")
