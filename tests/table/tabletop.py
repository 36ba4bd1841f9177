"""Run a table in tests: keep its log and its time, and number its commands."""

from dataclasses import replace

from diamant.dealer import nonce_hash
from diamant.table import (
    Sent,
    Settings,
    TablePhase,
    event_for,
    fold,
    handle,
    open_table,
    read_entry,
    view_for,
    viewer_of,
    write_entry,
)
from diamant.table import commands as c
from diamant.table.shuffle import commitment_of
from tests.own_editions import SMALL

QUICK = Settings(thinking=False, break_seconds=0, clock="off")


def small(**settings):
    """Return settings of a short game without waiting times, apart from `changes`."""
    usual = {"thinking": False, "break_seconds": 0, "clock": "off"}
    return Settings(edition="own-small", edition_text=SMALL, **{**usual, **settings})


class Tabletop:
    """Wrap a table with its log and its clock; every command goes through `handle`."""

    def __init__(self, settings=QUICK, *, now=1_000_000, secret=b"\7" * 32):
        self.now = now
        create = c.CreateTable(table="t1", secret=secret.hex(), token="token-1", settings=settings)
        outcome = open_table(create, now)
        self.table, self.log = outcome.table, list(outcome.entries)
        self.timers = outcome.timers
        self._sent = 0  # A number, not an iterator: each copy of this table continues the count.

    def send(self, command):
        """Send a command, and return the answer."""
        outcome = handle(self.table, command, self.now)
        self.table, self.timers = outcome.table, outcome.timers
        self.news = outcome.entries
        self.log += outcome.entries
        return outcome.answer

    def do(self, kind, by="g1", **fields):
        """Send a guest's command, and check that it is accepted."""
        answer = self.ask(kind, by, **fields)
        assert answer.refusal is None, answer.refusal
        return answer

    def ask(self, kind, by="g1", **fields):
        """Send a guest's command, and return the answer."""
        return self.send(kind(by=by, sent=self.by_connection(by), **fields))

    def by_connection(self, guest):
        """Return the origin of a guest's next command: their first connection, if there is one."""
        found = self.table.find_guest(guest)
        if found is None or not found.connections:
            return None
        self._sent += 1
        return Sent(found.connections[0].name, self._sent)

    def refused(self, kind, by="g1", **fields):
        """Send a command, check that it is refused, and return the code."""
        refusal = self.ask(kind, by, **fields).refusal
        assert refusal is not None, "the command was accepted"
        assert str(refusal)
        return refusal.code

    def connect(self, guest="g1", connection="x", sender=""):
        """Open a connection of a guest."""
        return self.send(c.Connect(guest=guest, connection=connection, sender=sender))

    def disconnect(self, guest="g1", connection="x"):
        """Close a connection of a guest."""
        return self.send(c.Disconnect(guest=guest, connection=connection))

    def join(self, **fields):
        """Let a new guest with an open connection join, and return their id."""
        number = self.table.joined + 1
        answer = self.send(c.Join(token=f"token-{number}", **fields))
        assert answer.refusal is None, answer.refusal
        self.connect(f"g{number}")
        return f"g{number}"

    def move_seat(self, at, by):
        """Move a seat to a new guest by a code that `by` requests, and return the new id."""
        self.do(c.OfferSeat, by, seat=at, code="h")
        guest = self.join()
        self.do(c.ClaimSeat, guest, code="h")
        return guest

    def tick(self, ms=0):
        """Let time pass."""
        self.now += ms
        self.send(c.Tick())

    def tick_next(self):
        """Let time pass until the next timer."""
        self.tick(max(0, self.timers[0].at - self.now))

    def people(self, number, bots=0):
        """Seat this many people, the host first, and this many bots."""
        self.connect()
        for index in range(number):
            guest = "g1" if index == 0 else self.join()
            self.do(c.TakeSeat, guest, name=f"P{index + 1}")
        if bots:
            self.do(c.FillWithBots, players=number + bots)
        return self

    def start(self):
        """Start the game with nonces of all people."""
        self.do(c.Start)
        self.give_nonces()
        return self

    def give_nonces(self):
        """Promise and reveal a nonce on each person's seat."""
        nonces = {}
        for at, seat in self.table.taken_seats():
            if seat.guest is not None and self.table.phase is TablePhase.HASHES:
                nonces[at] = bytes([at, 7])
                promised = nonce_hash(commitment_of(self.table), at, nonces[at])
                self.do(c.PromiseNonce, seat.guest, seat=at, hash=promised)
        for at, nonce in nonces.items():
            self.do(c.ShowNonce, self.table.seat(at).guest, seat=at, nonce=nonce.hex())

    def choose(self, at, *, leave):
        """Choose on a seat."""
        guest = self.table.seat(at).guest
        return self.do(c.Choose, guest, seat=at, turn=self.table.turn, leave=leave)

    def all_choose(self, *leavers):
        """Let all people in the cave choose; the given seats leave."""
        for at in self.inside():
            if self.table.seat(at).guest is not None:
                self.choose(at, leave=at in leavers)

    def inside(self):
        """Return the seats in the cave."""
        return self.table.game.expedition.in_cave

    def play_out(self):
        """Let everyone leave at once until the game is over."""
        while self.table.phase is not TablePhase.OVER:
            if self.table.phase is TablePhase.BREAK:
                self.tick_next()
            else:
                self.all_choose(*self.inside())

    def names(self):
        """Return the names of the last command's events."""
        return [type(entry.event).__name__ for entry in self.news]

    def view(self, guest=None):
        """Return the view of a guest or an outsider."""
        return view_for(self.table, viewer_of(self.table, guest)).to_json()

    def told(self, guest=None):
        """Return the last command's events as sent to a guest or an outsider."""
        viewer = viewer_of(self.table, guest)
        events = [event_for(entry, viewer) for entry in self.news]
        return [event for event in events if event is not None]

    def happened(self, event, **fields):
        """Return an event with the current time and public number, as everyone receives it."""
        now = {"public_number": self.table.public_number, "at": self.now}
        return {"event": event, **now, **fields}

    def reopen(self):
        """Return the table as it is after a restart."""
        return fold(read_entry(write_entry(entry)) for entry in self.log)

    def setting(self, **settings):
        """Change settings directly, so that a test does not need the lobby."""
        self.table = replace(self.table, settings=replace(self.table.settings, **settings))
