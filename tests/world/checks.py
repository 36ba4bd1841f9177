"""The promises of the server, checked at every message to a guest and after every restart.

- An answer or event that reaches a guest is in the database's log, then and after every crash.
- The log contains each command once.
- Events reach each guest in order, without gaps, with the fields that the allow-list names.
- No message contains another guest's secret.
- In the end every guest sees the table that the log leads to.
"""

import json
from collections import Counter
from typing import TYPE_CHECKING

from diamant.dealer import verify
from diamant.server.tables.persistence import read_entry
from diamant.table import Viewer, event_for, fold, records_of, view_for, viewer_of
from diamant.table.draft import apply
from diamant.table.events import EVENTS, TableCreated, is_public
from diamant.table.shuffle import seed_of

if TYPE_CHECKING:
    from tests.world.guest import Guest
    from tests.world.world import World

ALLOWED = {name: set(kind.told or ()) for name, kind in EVENTS.items()}
"""The public fields of each event, copied before a control can change them."""
OFTEN = {"event", "public_number", "at"}
COME_BACK = ("oldest-connection", "too-many-nonsense")
GONE = ("left", "kicked", "gone", "token-retired")
NOT_DONE = ("connection-closed", "unknown-guest", "command-too-old")


class BrokenPromiseError(AssertionError):
    """The server did something that it must never do."""


def promise(kept: bool, what: str, *about: object) -> None:
    if not kept:
        raise BrokenPromiseError(f"{what} {' '.join(map(repr, about))}".strip())


class Log:
    """A table's log as far as it was read, and the table that it leads to."""

    def __init__(self) -> None:
        self.entries: list = []
        self.table = None
        self.secret = ""
        self.done: dict = {}  # (guest, sender, id) -> the command's last entry
        self.told: dict[int, list] = {}  # public number -> (entry, seat holders), …
        self.told_to = 0  # The last entry that a guest knows of.
        self.acks: set = set()

    def add(self, entry) -> None:
        event = entry.event
        promise(entry.log_number == len(self.entries) + 1, "the log has a gap")
        if isinstance(event, TableCreated):
            self.secret = event.secret
        self.entries.append(entry)
        self.table = apply(self.table, entry)
        if entry.command is not None:
            key = (entry.by, entry.command.sender, entry.command.number)
            last = self.done.get(key, entry.log_number - 1)
            promise(last == entry.log_number - 1, "a command was done twice:", key, event)
            self.done[key] = entry.log_number
        holders = [None if seat is None else seat.guest for seat in self.table.seats]
        self.told.setdefault(entry.public_number, []).append((entry, holders))


class Checks:
    """The checks of one world."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.logs: dict[str, Log] = {}
        self.tokens: dict[str, tuple[str, str]] = {}  # Token -> its table and guest
        self.counts: Counter[str] = Counter()

    # The log.

    def follow(self, table: str) -> Log:
        """Read the new entries of a table's log, if the database is readable."""
        log = self.logs.setdefault(table, Log())
        for stored in self._world.storage.read_log(table, len(log.entries)) or ():
            log.add(read_entry(stored))
        return log

    def restarted(self, logs: dict[str, list]) -> None:
        """Check after a crash that the log still contains everything that guests know of."""
        self.counts["restarts"] += 1
        for table, old in self.logs.items():
            new = Log()
            for stored in logs.get(table, ()):
                new.add(read_entry(stored))
            if table in self._world.doomed:
                continue
            kept = new.entries[: old.told_to] == old.entries[: old.told_to]
            promise(
                kept,
                "entries that a guest knows of are lost:",
                table,
                len(new.entries),
                old.told_to,
            )
            new.told_to, new.acks = old.told_to, old.acks
            self.logs[table] = new
            self._check_acks(new)

    def _check_acks(self, log: Log) -> None:
        for key in log.acks:
            promise(key in log.done, "an acknowledged command is lost:", key)

    # Messages to guests.

    def told(self, guest: "Guest", message: dict, raw: bytes) -> None:
        """Search a message for secrets of others."""
        me = (guest.table_id, message["guest"] if message["type"] == "Welcome" else guest.guest)
        if "token" in message:
            self.tokens[message["token"]] = me
        for token, owner in self.tokens.items():
            promise(owner == me or token.encode() not in raw, "a token was sent to", guest.guest)
        log = self.logs.get(guest.table_id)
        if log is not None and log.table is not None:
            promise(log.secret.encode() not in raw, "a table's secret was sent to", guest.guest)
            if message["type"] != "Events" and b'"seed":null' in raw:
                return
            fairness = message.get("view", {}).get("fairness", {})
            over = message.get("view", {}).get("phase") == "over"
            promise(over or not fairness.get("seed"), "a seed was sent to", guest.guest)
            if message["type"] == "Events" and b"GameFinished" not in raw:
                seed = seed_of(log.table).hex().encode()
                promise(seed not in raw, "a seed was sent to", guest.guest)

    def event(self, guest: "Guest", event: dict) -> None:
        """Check that an event is the next one, durable, and filtered for this guest."""
        self.counts["events"] += 1
        number, name = event["public_number"], event["event"]
        known = guest.public_number
        again = number == known and name == "ChoiceMade"
        promise(again or number == known + 1, "an event is missing or came twice:", known, event)
        if guest.table_id in self._world.doomed:
            return
        log = self.logs.get(guest.table_id) or self.follow(guest.table_id)
        if (number not in log.told or again) and self._world.storage.readable:
            log = self.follow(guest.table_id)
        if number not in log.told:
            promise(
                not self._world.storage.readable, "an event was sent before it was durable:", event
            )
            return
        log.told_to = max(log.told_to, log.told[number][0][0].log_number)
        own = False
        expected = []
        for entry, holders in log.told[number]:
            if entry.event.wire_name == name:
                seats = tuple(at for at, holder in enumerate(holders) if holder == guest.guest)
                own |= event.get("seat") in seats
                expected.append(event_for(entry, Viewer(guest.guest, seats)))
        allowed = OFTEN | ALLOWED[name] | ({"leave"} if own else set())
        allowed |= {"facts"} if name in ("CardTurned", "ChoicesRevealed") else set()
        promise(event.keys() <= allowed, "a secret was sent to", guest.guest, event)
        promise(
            event in [_plain(each) for each in expected], "an event differs from its entry:", event
        )

    def seen(self, guest: "Guest", view: dict) -> None:
        """Check that a view is as recent as the events before it."""
        self.counts["views"] += 1
        promise(
            view["public_number"] == guest.public_number, "a view is older or newer than the events"
        )
        promise(view["you"] == guest.guest, "a view is another guest's")

    def answered(self, guest: "Guest", answer: dict) -> None:
        """Check that an answered command is durable, and answered alike every time."""
        self.counts["answers"] += 1
        code = answer.get("refusal", {}).get("code")
        number = answer["id"]
        if code == "command-too-old":
            promise(number not in guest.unanswered, "a command was too old:", guest.guest, number)
            return
        key = (guest.guest, guest.sender, number)
        earlier = guest.answers.setdefault((guest.sender, number), answer)
        promise(earlier == answer, "a repeated command got another answer:", earlier, answer)
        known = guest.public_number
        promise(answer["public_number"] <= known, "an answer came before its events:", answer)
        if guest.table_id in self._world.doomed:
            return
        log = self.logs.setdefault(guest.table_id, Log())
        if key not in log.done and self._world.storage.readable:
            log = self.follow(guest.table_id)
            promise(key in log.done, "a command was acknowledged and is not durable:", key, answer)
        if key in log.done:
            log.told_to = max(log.told_to, log.done[key])
        log.acks.add(key)

    def refused(self, guest: "Guest", problem: dict) -> None:
        """Check a problem that answers a message."""
        gone = problem["code"] == "no-such-table" and guest.table_id in self._world.doomed
        allowed = problem["code"] in ("malformed", "not-a-screen", "too-costly")
        promise(gone or allowed, "a message was refused:", guest.guest, problem)

    def visited(self, table: str, token: str, status: int, body: bytes) -> None:
        """Check that an HTTP response is no error of the server and contains no secret."""
        self.counts["visits"] += 1
        promise(status < 500, "a request failed:", status, body)
        at, guest = self.tokens.get(token, ("", ""))
        known = at == table and table not in self._world.doomed and self._world.storage.readable
        if known and b'"wrong-token"' in body:
            here = self.follow(table).table.find_guest(guest) is not None
            promise(not here, "a guest's token was called wrong:", guest)
        for secret in (*self.tokens, *(log.secret for log in self.logs.values() if log.secret)):
            promise(secret.encode() not in body, "a secret was sent to a visitor:", body)

    def turned_away(self, guest: "Guest", problem: str) -> bool:
        """Check why a guest may not come back; return whether they are a guest no longer."""
        if guest.table_id in self._world.doomed and problem == "no-such-table":
            guest.gone = True
            return True
        promise(problem in COME_BACK + GONE, "a guest was turned away:", guest.guest, problem)
        gone = problem in GONE
        # A table that was deleted meanwhile has no log in which to look.
        if gone and self._world.storage.readable and guest.table_id not in self._world.doomed:
            here = self.follow(guest.table_id).table.find_guest(guest.guest) is not None
            promise(not here, "a guest was turned away, who is here:", guest.guest, problem)
        return gone

    # The end of a world.

    def converged(self, guest: "Guest") -> None:
        """Check that a guest's view equals the view of the table in the log."""
        table = self.follow(guest.table_id).table
        expected = _plain(view_for(table, viewer_of(table, guest.guest)).to_json())
        differ = {name for name in expected if expected[name] != guest.view.get(name)}
        promise(not differ, "a guest's view differs from the log:", guest.guest, differ)

    def finished(self) -> None:
        """Check each log as a whole, and every finished game."""
        for table in self.logs:
            if table in self._world.doomed:
                left = self._world.storage.read_log(table, 0)
                promise(not left, "a deleted table is not gone:", table)
                continue
            log = self.follow(table)
            self._check_acks(log)
            promise(fold(log.entries) == log.table, "a log leads elsewhere")
            for record in records_of(log.entries):
                self.counts["games"] += 1
                promise(verify(record) is None, "a finished game fails verification")
            public = [entry.public_number for entry in log.entries if is_public(entry.event)]
            promise(public == list(range(1, len(public) + 1)), "public numbers have a gap")


def _plain(value: object) -> object:
    return None if value is None else json.loads(json.dumps(value))
