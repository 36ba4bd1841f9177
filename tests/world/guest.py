"""Guests: clients that follow docs/protocol.md over unreliable sockets.

A guest keeps unanswered commands and sends them again, with the same ids, on its next connection.
Now and then it reloads its page, repeats old commands, or sends nonsense.
"""

import json
import random
from typing import TYPE_CHECKING

from websockets.client import ClientProtocol
from websockets.frames import Opcode
from websockets.uri import parse_uri

from diamant.dealer import nonce_hash
from diamant.protocol import PROTOCOL
from diamant.protocol.close_codes import BUSY, LOST, is_final, wait_seconds
from diamant.table.commands.games import EMOTES
from tests.world.network import Wire

if TYPE_CHECKING:
    from tests.world.world import World

URI = parse_uri("ws://10.9.9.9:8000/ws")
WINDOW = 4  # The most commands that a guest leaves unanswered.
# Seconds without an answer, or without any data, after which a guest reconnects.
IMPATIENT, SILENCE = 9.0, 45.0
AGAIN = ("database", "busy", "stopping", "too-much-written")


class Guest:
    """One person with one page at one table."""

    def __init__(
        self, world: "World", number: int, name: str, table: str, token: str | None
    ) -> None:
        """`name` is the table's id or its room code."""
        self.world = world
        self.number = number
        self.name = name
        self.table_id = table
        self.token = token
        self.address = f"10.0.0.{number + 1}"
        self.chance = random.Random(world.chance.random())
        self.guest = ""
        self.sender = ""
        self.view: dict | None = None
        self.public_number: int | None = None
        self.unanswered: dict[int, tuple[bytes, float]] = {}
        self.answers: dict[tuple[str, int], dict] = {}
        self.sent: list[tuple[str, int, bytes]] = []
        self.wire: Wire | None = None
        self.welcomed = self.gone = self.stale = False
        self.codes: list[str] = []
        self.heard: list[tuple[float, bytes]] = []
        self._last = 0
        self._attempt = 0
        self._opened = self._heard_at = 0.0
        self._problem = ""
        self._close = LOST
        self._nonces: dict[str, str] = {}
        self._new_page()

    def _new_page(self) -> None:
        """Reload the page, which keeps nothing but the token."""
        self.sender = f"{self.number}-{self.chance.randrange(1 << 30)}"
        self.unanswered.clear()
        self.view = self.public_number = None

    # Connections.

    def come(self) -> None:
        """Open a connection to a random node."""
        if self.wire is None and not self.gone:
            self.wire = Wire(self.world.timeline, self, self.address)
            self.world.wires.append(self.wire)
            self.welcomed = False
            self._opened = self._heard_at = self.world.timeline.now
            self._problem, self._close = "", LOST
            self._protocol = ClientProtocol(URI)
            self.wire.connect(self.world.some_loop(self.chance))

    def connected(self, wire: Wire) -> None:
        if wire is not self.wire:
            return
        self._protocol.send_request(self._protocol.connect())
        self._flush()

    def ended(self, wire: Wire) -> None:
        if wire is self.wire:
            self.wire = None
            self.welcomed = False
            self.world.note(self, f"lost {self._close} {self._problem}")
            if is_final(self._close):
                if self.world.checks.turned_away(self, self._problem):
                    self.token = None
                self._new_page()
            wait = wait_seconds(self._close, self._attempt, self.chance.random())
            self._attempt += 1
            self.world.timeline.after(wait, self.come)

    def leave_wire(self) -> None:
        """Close the connection."""
        wire = self.wire
        if wire is not None:
            wire.hang_up()
            self.ended(wire)

    def received(self, wire: Wire, data: bytes) -> None:
        if wire is not self.wire:
            return
        self._heard_at = self.world.timeline.now
        protocol = self._protocol
        protocol.receive_data(data)
        for event in protocol.events_received():
            if not hasattr(event, "opcode"):
                if event.status_code == 101:
                    self._say_hello()
                elif event.headers.get("content-type") == "application/json":
                    self._problem, self._close = json.loads(event.body)["code"], BUSY
            elif event.opcode is Opcode.TEXT:
                self.heard.append((self.world.timeline.now, event.data))
                self.take(json.loads(event.data), event.data)
            elif event.opcode is Opcode.CLOSE:
                self._close = int.from_bytes(event.data[:2]) if event.data else 1005
        if self.wire is wire:
            self._flush()

    def _flush(self) -> None:
        data = b"".join(self._protocol.data_to_send())
        if data:
            self.wire.send(data)

    def _send(self, text: bytes) -> None:
        if self.wire is not None and self._protocol.state.name == "OPEN":
            self._protocol.send_text(text)
            self._flush()

    def _say_hello(self) -> None:
        hello = {"type": "Hello", "protocol": PROTOCOL, "table": self.name, "sender": self.sender}
        if self.token is not None:
            hello["token"] = self.token
        if self.public_number is not None:
            hello["since"] = self.public_number
        self._send(json.dumps(hello).encode())

    # Messages from the server.

    def take(self, message: dict, raw: bytes) -> None:
        """Check a message and act on it."""
        self.world.note(self, raw)
        checks = self.world.checks
        checks.told(self, message, raw)
        kind = message["type"]
        if kind == "Welcome":
            self.guest, self.welcomed, self._attempt = message["guest"], True, 0
            self.token = message.get("token", self.token)
            self._last = max(self._last, message["last_command"])
            self.stale = True
            if "view" in message:
                self.view, self.public_number = message["view"], message["public_number"]
                self.stale = False
            for text, _ in list(self.unanswered.values()):
                self._send(text)
        elif kind == "Events":
            for event in message["events"]:
                checks.event(self, event)
                self.public_number = event["public_number"]
            self.stale = True
        elif kind == "View":
            checks.seen(self, message["view"])
            self.unanswered.pop(message["id"], None)
            self.view, self.stale = message["view"], False
        elif kind == "Answer":
            checks.answered(self, message)
            self.unanswered.pop(message["id"], None)
            self.codes += [message["code"]] if "code" in message else []
        elif kind == "Problem" and "id" in message:
            self._trouble(message)
        elif kind == "Problem":
            self._problem = message["code"]

    def _trouble(self, problem: dict) -> None:
        number = problem["id"]
        if problem["code"] not in AGAIN:
            self.world.checks.refused(self, problem)
            self.unanswered.pop(number, None)
        elif number in self.unanswered:
            self.world.timeline.after(self.chance.uniform(0.3, 2), self._again, self.sender, number)

    def _again(self, sender: str, number: int) -> None:
        if sender == self.sender and number in self.unanswered and self.welcomed:
            self._send(self.unanswered[number][0])

    # Messages to the server.

    def command(self, kind: str, **fields) -> None:
        """Send a command or a `Look` with the next id."""
        self._last += 1
        text = json.dumps({"type": kind, "id": self._last, **fields}).encode()
        if fields.get("leave"):
            text += b" "  # Leaving is as long as staying, as in every client.
        self.unanswered[self._last] = (text, self.world.timeline.now)
        self.sent.append((self.sender, self._last, text))
        self.world.note(self, text)
        self._send(text)

    def think(self) -> None:
        """Do the next thing a person would do."""
        now = self.world.timeline.now
        if self.wire is not None and self._is_dead(now):
            self.leave_wire()
        elif self.welcomed and len(self.unanswered) < WINDOW:
            if self.stale or self.view is None:
                if not any(b'"Look"' in text for text, _ in self.unanswered.values()):
                    self.command("Look")
            elif not self.world.calm:
                self._act(self.view)
            elif self.is_playing:
                self.command("Pause")
                self.stale = True

    @property
    def is_playing(self) -> bool:
        """Whether this guest hosts a running game, which would go on by itself."""
        view = self.view
        plays = view["phase"] in ("hashes", "nonces", "break", "cave")
        return plays and view["host"] == self.guest and not view["paused"]

    @property
    def is_screen(self) -> bool:
        return any(g["screen"] for g in self.view["guests"] if g["guest"] == self.guest)

    def _is_dead(self, now: float) -> bool:
        since = [self._opened if not self.welcomed else now]
        since += [sent for _, sent in self.unanswered.values()] if self.welcomed else []
        return now - max(min(since), self._opened) > IMPATIENT or now - self._heard_at > SILENCE

    def trouble(self) -> None:
        """Do something that pages seldom do, or should never do."""
        dice = self.chance.random()
        if dice < 0.4:
            self._new_page()
            self.leave_wire()
        elif dice < 0.8 and self.welcomed:
            for sender, _, text in self.sent[-20:]:
                if sender == self.sender:
                    self._send(text)
        elif self.welcomed:
            self._send(b'{"type": "Nonsense", "id": 3}')

    def _act(self, view: dict) -> None:
        phase, chance = view["phase"], self.chance
        host = view["host"] == self.guest
        mine = [hand["seat"] for hand in view["hands"]]
        if chance.random() < 0.15:
            self._odd_act(view, host, mine)
        elif phase == "lobby" and not mine:
            self.command("TakeSeat", name=f"N{self.number}")
        elif phase == "lobby" and host:
            if sum(seat is not None for seat in view["seats"]) < 2:
                self.command("FillWithBots", players=chance.randint(2, 3))
            else:
                self.command("Start")
        elif phase == "over" and host:
            self.command("Rematch")
        elif view["asking"] or (view["paused"] and chance.random() < 0.5):
            self.command("Resume")
        for hand in view["hands"]:
            self._play(view, phase, hand)
        self.stale = True

    def _play(self, view: dict, phase: str, hand: dict) -> None:
        seat, chance, fairness = hand["seat"], self.chance, view["fairness"]
        if phase == "hashes" and fairness["hashes"][seat] is None:
            promised = ""
            if chance.random() < 0.7:
                nonce = chance.randbytes(8)
                promised = nonce_hash(fairness["commitment"], seat, nonce)
                self._nonces[promised] = nonce.hex()
            self.command("PromiseNonce", seat=seat, hash=promised)
        elif phase == "nonces" and fairness["hashes"][seat] in self._nonces:
            self.command("ShowNonce", seat=seat, nonce=self._nonces[fairness["hashes"][seat]])
        elif phase != "cave" or seat not in view["game"]["in_cave"]:
            return
        elif hand["choice"] is None or chance.random() < 0.3:
            leave = self.world.choice(self, chance.random() < 0.3)
            self.command("Choose", seat=seat, turn=view["turn"], leave=leave)

    def _odd_act(self, view: dict, host: bool, mine: list[int]) -> None:
        chance = self.chance
        seat = chance.choice(mine) if mine else chance.randrange(4)
        acts = [
            ("SendEmote", {"seat": seat, "emote": chance.choice(EMOTES)}),
            ("Rename", {"seat": seat, "name": f"N{chance.randrange(6)}"}),
            ("OfferSeat", {"seat": seat}),
            ("ClaimSeat", {"code": chance.choice(self.world.codes() or ["ABCDEFGH"])}),
            ("TakeBack", {"seat": seat}),
            ("BeScreen", {"screen": chance.random() < 0.5}),
            ("LeaveSeat", {"seat": seat}),
            ("Bet", {"seat": seat, "on": chance.randrange(3)}),
            ("EndBreak", {"turn": view["turn"]}),
            ("LeaveTable", {}),
            ("Dress", {"seat": seat, "color": chance.randrange(8), "shape": chance.randrange(8)}),
        ]
        if host or chance.random() < 0.1:
            acts += [
                ("Pause", {}),
                ("Kick", {"guest": f"g{chance.randint(2, 4)}"}),
                ("LetBotPlay", {"seat": seat}),
                ("RemoveBot", {"seat": chance.randrange(4)}),
                ("FillWithBots", {"players": chance.randint(2, 4)}),
                ("HandOver", {"guest": f"g{chance.randint(1, 4)}"}),
                ("ChangeSettings", {"settings": self.world.settings(chance)}),
                ("SetVisibility", {"visibility": chance.choice(["private", "public"])}),
            ]
        kind, fields = chance.choice(acts)
        self.command(kind, **fields)
        if kind == "BeScreen":
            cue = {"type": "Cue", "public_number": view["public_number"], "moment": "turn"}
            self._send(json.dumps(cue).encode())


class Visitor:
    """A plain HTTP request, repeated until it is answered; `done` gets status and body."""

    def __init__(self, world: "World", request: bytes, done, address: str = "10.0.0.99") -> None:
        self.world = world
        self._request = request
        self._done = done
        self._address = address
        self._got = b""
        self._answered = False
        self._ask()

    def _ask(self) -> None:
        if not self._answered:
            self._got = b""
            self.wire = Wire(self.world.timeline, self, self._address)
            self.world.wires.append(self.wire)
            self.wire.connect(self.world.some_loop(self.world.chance))
            self.world.timeline.after(20.0, self._too_late, self.wire)

    def _too_late(self, wire: Wire) -> None:
        if wire is self.wire and not self._answered:
            wire.hang_up()
            self._ask()

    def connected(self, wire: Wire) -> None:
        wire.send(self._request)

    def received(self, wire: Wire, data: bytes) -> None:
        self._got += data
        head, found, body = self._got.partition(b"\r\n\r\n")
        if not found or self._answered or wire is not self.wire:
            return
        status = int(head.split()[1])
        lines = head.lower().split(b"\r\n")
        lengths = [int(line[15:]) for line in lines if line.startswith(b"content-length:")]
        length = sum(lengths)
        if len(body) >= length:
            self._answered = True
            self.world.note("visitor", b"%d " % status + body)
            wire.hang_up()
            if status in (429, 503):
                self._answered = False
                self.world.timeline.after(1.0, self._ask)
            else:
                self._done(status, body)

    def ended(self, wire: Wire) -> None:
        if wire is self.wire and not self._answered:
            self.world.timeline.after(0.5, self._ask)
