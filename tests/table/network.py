"""Simulate an unreliable network between phones and nodes: late data, stopped nodes, resends.

A phone is a sender of a guest that follows docs/protocol.md: it keeps unanswered commands, and
sends them again with the same ids on its next connection. A socket keeps what its phone has sent
in order, until its node reads it; the phone may have reconnected elsewhere long before.
"""

from dataclasses import replace

from diamant.table import Sent

WINDOW = 24  # A phone does not get further ahead of the answers.
NODES = 3
NOT_HERE = ("connection-closed", "unknown-guest")


class Phone:
    """Simulate one page of a guest; `sent` keeps all its commands, to repeat them at random."""

    def __init__(self, guest, sender):
        self.guest = guest
        self.sender = sender
        self.connection = None
        self.last = 0
        self.unanswered = {}
        self.sent = []
        self.forgotten = False

    def may_send(self):
        return not self.unanswered or self.last + 1 < min(self.unanswered) + WINDOW


class Network:
    """Simulate the phones of a table, their sockets and its nodes at random."""

    def __init__(self, table, chance):
        self.table = table  # A `Schedule`, which decides the commands and checks the results.
        self.chance = chance
        self.phones = {}
        self.sockets = {}  # The name of a connection -> its unread data
        self.node_of = {}
        self.speaker = {}  # The name of a connection -> its phone
        self.stopped = set()
        self.late_hellos = []  # A stopped node, and the phone that left it

    def phone(self, guest):
        """Return one of a guest's two pages; the second is rarely used and often reloaded."""
        page = int(self.chance.random() < 0.2)
        phone = self.phones.get((guest, page))
        if phone is None or (page and self.chance.random() < 0.1):
            # The page loses its unanswered commands, but they may still be in its socket.
            phone = Phone(guest, f"{guest}-{page}-{len(self.speaker)}")
            self.phones[guest, page] = phone
        return phone

    def post(self, kind, by, /, **fields):
        """Let a guest send a command to the table."""
        phone = self.phone(by)
        if phone.connection is None:
            self.come_back(phone)
        if phone.connection is None or not phone.may_send():
            return
        phone.last += 1
        command = kind(by=by, sent=Sent(phone.connection, phone.last), **fields)
        phone.unanswered[phone.last] = command
        phone.sent.append(command)
        self.sockets[phone.connection].append(command)

    def come_back(self, phone):
        """Connect a phone to a running node, and resend its unanswered commands."""
        running = sorted(set(range(NODES)) - self.stopped)
        guest = self.table.table.find_guest(phone.guest)
        if not running or guest is None:
            return
        known = any(sender.name == phone.sender for sender in guest.senders)
        phone.forgotten |= bool(phone.sent) and not known
        if self.stopped and self.chance.random() < 0.2:
            # It tries a stopped node first, which reads the Hello when it runs again.
            self.late_hellos.append((min(self.stopped), phone))
        name = f"{self.chance.choice(running)}-{len(self.speaker)}"
        if self.table.open(phone.guest, name, phone.sender) is not None:
            return
        self.node_of[name], self.speaker[name] = int(name[0]), phone
        phone.connection = name
        phone.last = max(phone.last, self.table.last_command(phone.guest, name))
        self.sockets[name] = [
            replace(command, sent=Sent(name, number))
            for number, command in sorted(phone.unanswered.items())
        ]

    def trouble(self):
        """Break or repair something at random."""
        dice = self.chance.random()
        if dice < 0.5 and self.phones:
            self._break(self.chance.choice(list(self.phones.values())))
        elif dice < 0.65:
            self.stopped ^= {self.chance.randrange(NODES)}
            self._greet_late()
        elif dice < 0.8:
            # The other nodes take the stopped ones for dead.
            self._close([name for name in self.sockets if self.node_of[name] in self.stopped])
        else:
            self._repeat()

    def deliver(self):
        """Let the running nodes read some of the data in their sockets."""
        while self.chance.random() < 0.75:
            ready = [
                name
                for name, held in self.sockets.items()
                if held and self.node_of[name] not in self.stopped
            ]
            if not ready:
                return
            self._read(self.chance.choice(ready))

    def end(self):
        """Repair everything, and deliver all commands that are still on their way."""
        self.stopped.clear()
        for name in list(self.sockets):
            while self.sockets.get(name):
                self._read(name)
        for phone in list(self.phones.values()):
            self._break(phone)
            self.come_back(phone)
            while self.sockets.get(phone.connection):
                self._read(phone.connection, heard=True)
            if self.table.table.find_guest(phone.guest) is not None and phone.connection:
                assert not phone.unanswered, "a command was never answered"

    def _greet_late(self):
        """Let restarted nodes read old Hellos, whose phones have left."""
        for node, phone in self.late_hellos[:]:
            if node not in self.stopped:
                self.late_hellos.remove((node, phone))
                name = f"{node}-{len(self.speaker)}"
                if self.table.table.find_guest(phone.guest) is not None:
                    self.node_of[name], self.speaker[name] = node, phone
                    self.sockets[name] = []
                    self.table.open(phone.guest, name, phone.sender)

    def _break(self, phone):
        """Break a phone's connection; its node may notice immediately, later or never."""
        name, phone.connection = phone.connection, None
        if name is None:
            return
        dice = self.chance.random()
        if dice < 0.3:
            self._close([name])
        elif dice < 0.5:
            self.sockets[name].clear()

    def _close(self, names):
        for name in names:
            self.table.shut(self.speaker[name].guest, name)
            if self.node_of[name] not in self.stopped:
                self.sockets[name].clear()

    def _repeat(self):
        """Send an old command again."""
        speaking = [phone for phone in self.phones.values() if phone.connection and phone.sent]
        if speaking:
            phone = self.chance.choice(speaking)
            for command in self.chance.choice([phone.sent[-40:], phone.sent[:10]]):
                again = replace(command, sent=Sent(phone.connection, command.sent.id))
                self.sockets[phone.connection].append(again)

    def _read(self, name, *, heard=False):
        phone, command = self.speaker[name], self.sockets[name].pop(0)
        key = (phone.guest, phone.sender, command.sent.id)
        answer = self.table.take(key, command)
        code = None if answer.refusal is None else answer.refusal.code
        if code in NOT_HERE:
            # The node ends the connection without an answer.
            self.sockets[name].clear()
            if phone.connection == name:
                phone.connection = None
        elif phone.connection == name and (heard or self.chance.random() < 0.9):
            waited = phone.unanswered.pop(command.sent.id, None)
            if waited is not None:
                assert code != "command-too-old" or phone.forgotten, "a command was too old"
                self.table.acknowledge(key, answer)
