"""Play random schedules of a table: an unreliable network, clock jumps, frequent restarts.

`Schedule(seed).run()` plays one schedule and checks its invariants; equal seeds play the same.
"""

import json
import random
from dataclasses import replace

from diamant.dealer import nonce_hash, verify
from diamant.table import (
    TablePhase,
    event_for,
    handle,
    read_entry,
    record_of,
    timers,
    view_for,
    viewer_of,
    write_entry,
)
from diamant.table import commands as c
from diamant.table.commands.games import EMOTES
from diamant.table.draft import apply
from diamant.table.events import ChoicesRevealed, Disconnected, GameFinished, SeatMoved
from diamant.table.settings import Settings
from diamant.table.shuffle import commitment_of
from diamant.table.values import STARTED
from tests.table.network import NOT_HERE, Network
from tests.table.tabletop import Tabletop, small

GUESTS = 4


def random_settings(chance):
    settings = {
        "closed": chance.random() < 0.5,
        "clock": chance.choice(["off", "relaxed", "brisk"]),
        "timeout": chance.choice(["leave", "stay"]),
        "bots": chance.choice(["easy", "medium", "hard"]),
        "thinking": chance.random() < 0.5,
        "spectators": chance.random() < 0.8,
        "show_chosen": chance.random() < 0.5,
        "break_seconds": chance.choice([0, 3]),
    }
    return Settings(**settings) if chance.random() < 0.02 else small(**settings)


class Schedule(Tabletop):
    """Play one random schedule, and check the invariants at every step."""

    def __init__(self, seed, **changes):
        """Draw random settings; `changes` replace some of them."""
        self.chance = random.Random(seed)
        secret = self.chance.randbytes(32)
        settings = replace(random_settings(self.chance), **changes)
        super().__init__(settings, secret=secret)
        self.shadow = self.reopen()
        self.network = Network(self, self.chance)
        self.done = {}  # (guest, sender, id) of every decided command -> its answer
        self.closed = set()  # Every connection that the log has closed
        self.acknowledged = {}  # seat -> the last accepted choice
        self.nonces = {}
        self.finished = 0

    # Every command, with its checks.

    def send(self, command):
        before = self.table
        outcome = handle(before, command, self.now)
        assert all(entry.at <= max(self.now, before.latest) for entry in outcome.entries)
        self.table, self.timers, self.news = outcome.table, outcome.timers, outcome.entries
        self.log += outcome.entries
        self._restart(outcome.entries)
        self._check_log(outcome.entries)
        self._check_answer(before, command, outcome)
        self._check_owners()
        assert outcome.timers == timers(self.table)
        if outcome.entries and self.table.log_number % 4 == 0:
            assert all(timer.at > self.now for timer in outcome.timers), "a due timer was left"
            again = handle(self.table, c.Tick(), self.now)
            assert again.entries == (), "a tick at the same time changed something"
        return outcome.answer

    def _restart(self, entries):
        """Restart from the log, and check that the table is the same."""
        for entry in entries:
            kept = read_entry(write_entry(entry))
            assert kept == entry
            self.shadow = apply(self.shadow, kept)
            if isinstance(entry.event, GameFinished):
                self.finished += 1
                assert verify(record_of(self.shadow)) is None
        assert self.shadow == self.table
        self.table = self.shadow

    def _check_log(self, entries):
        for entry in entries:
            event = entry.event
            if isinstance(event, Disconnected):
                self.closed.add(event.connection)
            if isinstance(event, SeatMoved) and event.by_other:
                self.acknowledged.pop(event.seat, None)
            if isinstance(event, ChoicesRevealed):
                self._check_reveal(event)

    def _check_owners(self):
        """Check that owners who are present have their seats, and host their own table."""
        for _, seat in self.table.taken_seats():
            if self.table.is_present(seat.owner):
                assert seat.guest == seat.owner, "an owner who is here has lost their seat"
        keeper = self.table.keeper
        assert keeper is None or self.table.find_guest(keeper) is not None
        if self.table.is_present(keeper):
            assert self.table.host == keeper, "hosting did not go back"

    def _check_reveal(self, event):
        for at, leave in self.acknowledged.items():
            assert (at in event.leavers) is leave, "an acknowledged choice was lost"
        self.acknowledged.clear()

    def _check_answer(self, before, command, outcome):
        if not any(entry.by is not None for entry in outcome.entries):
            return
        if isinstance(command, c.Choose) and outcome.answer.refusal is None:
            if not any(isinstance(entry.event, ChoicesRevealed) for entry in outcome.entries):
                self.acknowledged[command.seat] = command.leave
            else:
                (reveal, *_) = [
                    e.event for e in outcome.entries if isinstance(e.event, ChoicesRevealed)
                ]
                assert (command.seat in reveal.leavers) is command.leave
        if self.table.phase not in STARTED:
            self.acknowledged.clear()

    # What the network requests.

    def take(self, key, command):
        """Take a command from a socket; check that it runs once, and on an open connection."""
        answer = self.send(command)
        if any(entry.by is not None for entry in self.news):
            assert key not in self.done, "a command was done twice"
            assert command.sent.connection not in self.closed, "a closed connection did something"
            self.done[key] = answer
        elif answer.refusal is None or answer.refusal.code not in (*NOT_HERE, "command-too-old"):
            assert answer == self.done.get(key), "a repeated command got another answer"
        return answer

    def acknowledge(self, key, answer):
        """Deliver an answer to a phone, and check that it is true."""
        if answer.refusal is None:
            assert key in self.done, "a command was acknowledged and not done"

    def open(self, guest, connection, sender):
        return self.connect(guest, connection, sender).refusal

    def shut(self, guest, connection):
        self.disconnect(guest, connection)

    def last_command(self, guest, connection):
        return self.table.guest(guest).sender_by(connection).last

    def by_connection(self, guest):
        """Send a command directly, without the network."""
        return

    # What people do.

    def run(self, steps=45):
        self._post(c.TakeSeat, "g1", name="Host")
        self._post(c.FillWithBots, "g1", players=self.chance.randint(2, 3))
        for _ in range(steps):
            self._step()
        self._calm_down()

    def _step(self):
        dice = self.chance.random()
        if dice < 0.55:
            self._act()
        elif dice < 0.62:
            self.network.trouble()
        elif dice < 0.72:
            self.now += self.chance.choice([10, 500, 3_000, 20_000])
            self.send(c.Tick())
        elif dice < 0.74:
            self.now += self.chance.choice([-3_600_000, -30_000, -4_000, 90_000, 3_600_000])
        elif dice < 0.78:
            device = self.chance.randint(1, GUESTS + 1)
            self.send(c.Join(token=f"token-{device}", origin=f"device-{device % 3}"))
        self.network.deliver()
        if self.chance.random() < 0.1:
            self._look()

    def _post(self, kind, by, **fields):
        self.network.post(kind, by, **fields)

    def _look(self):
        viewer = viewer_of(self.table, self.chance.choice([None, "g1", "g2"]))
        json.dumps(view_for(self.table, viewer).to_json())
        json.dumps([event_for(entry, viewer) for entry in self.news])

    def _act(self):
        guest = f"g{self.chance.randint(1, self.table.joined)}"
        table, chance = self.table, self.chance
        host = table.host or "g1"
        if table.phase is TablePhase.CAVE and chance.random() < 0.8:
            at = chance.choice(self.inside())
            turn = table.turn - (chance.random() < 0.1)
            owner = table.seat(at).guest or guest
            self._post(c.Choose, owner, seat=at, turn=turn, leave=chance.random() < 0.3)
        elif table.phase is TablePhase.HASHES:
            self._promise()
        elif table.phase is TablePhase.NONCES and chance.random() < 0.9:
            self._show()
        elif table.phase is TablePhase.LOBBY and chance.random() < 0.4:
            self._post(c.Start, host)
        elif table.phase is TablePhase.OVER and chance.random() < 0.6:
            self._post(c.Rematch, host)
        else:
            self._odd_act(guest, host)

    def _promise(self):
        for at, seat in self.table.taken_seats():
            if seat.guest is not None and seat.nonce_hash is None:
                nonce = self.chance.randbytes(4)
                promised = nonce_hash(commitment_of(self.table), at, nonce)
                self.nonces[promised] = nonce
                some = promised if self.chance.random() < 0.7 else ""
                self._post(c.PromiseNonce, seat.guest, seat=at, hash=some)

    def _show(self):
        for at, seat in self.table.taken_seats():
            nonce = self.nonces.get(seat.nonce_hash)
            if seat.guest is not None and nonce is not None:
                self._post(c.ShowNonce, seat.guest, seat=at, nonce=nonce.hex())

    def _odd_act(self, guest, host):
        chance = self.chance
        at, other = chance.randrange(4), f"g{chance.randint(1, GUESTS)}"
        own = self.table.seats_of(guest)
        if own and chance.random() < 0.8:
            at = chance.choice(own)
        code = chance.choice(["code-1", "code-2"])
        if self.table.offers and chance.random() < 0.4:
            code = chance.choice(self.table.offers).code
            self._post(c.ClaimSeat, guest, code=code)
            return
        if self.table.phase is TablePhase.CAVE and chance.random() < 0.4:
            for camp, seat in self.table.taken_seats():
                if camp not in self.inside() and seat.guest is not None:
                    self._post(c.Bet, seat.guest, seat=camp, on=chance.choice(self.inside()))
                    return
        kind, by, fields = chance.choice(
            [
                (c.TakeSeat, guest, {"name": f"N{chance.randrange(6)}"}),
                (c.TakeSeat, guest, {"name": f"N{chance.randrange(6)}", "seat": at}),
                (c.LeaveSeat, guest, {"seat": at}),
                (c.LeaveTable, guest, {}),
                (c.BeScreen, guest, {"screen": chance.random() < 0.5}),
                (c.Rename, guest, {"seat": at, "name": f"N{chance.randrange(6)}"}),
                (c.Dress, guest, {"seat": at, "color": chance.randrange(8), "shape": 7 - at}),
                (c.OfferSeat, guest, {"seat": at, "code": code}),
                (c.OfferSeat, host, {"seat": at, "code": code}),
                (c.ClaimSeat, guest, {"code": code}),
                (c.TakeBack, guest, {"seat": at}),
                (c.Kick, host, {"guest": other, "block": chance.random() < 0.3}),
                (c.Unblock, host, {}),
                (c.HandOver, host, {"guest": other}),
                (c.FillWithBots, host, {"players": chance.randint(2, 4)}),
                (c.RemoveBot, host, {"seat": at}),
                (c.LetBotPlay, host, {"seat": at}),
                (c.SetVisibility, host, {"visibility": chance.choice(["private", "locked"])}),
                (c.ChangeSettings, host, {"settings": random_settings(chance)}),
                (c.Pause, host, {}),
                (c.Resume, host, {}),
                (c.Resume, guest, {}),
                (c.EndBreak, host, {"turn": self.table.turn}),
                (c.EndGame, guest, {}),
                (c.SendEmote, guest, {"seat": at, "emote": chance.choice(EMOTES)}),
                (c.Bet, guest, {"seat": at, "on": chance.randrange(4)}),
                (c.Bet, guest, {"seat": at, "on": chance.randrange(4)}),
            ]
        )
        self._post(kind, by, **fields)

    # No table is stuck.

    def _calm_down(self):
        """Check that a game ends if someone chooses, and otherwise ends or asks for players."""
        self.network.end()
        self.now = max(self.now, self.table.latest) + 1_000_000
        if self.table.find_guest("g1") is None:
            self.send(c.Join(token="token-late"))
            if not self.table.guests:
                return  # Everyone has left a locked table, so no one can play.
        for guest in self.table.guests:
            self.connect(guest.id, f"{guest.id}-calm")
        assert self.table.find_guest(self.table.host).present, "there is no host"
        self._begin()
        if self.table.paused_at is not None:
            self.do(c.Resume, self.table.host)
        assert not self.table.asking
        absent = self.table.settings.clock != "off" and self.chance.random() < 0.5
        if absent:
            for guest in self.table.guests:
                for connection in guest.connections:
                    self.disconnect(guest.id, connection.name)
        for _ in range(1000):
            if self.table.phase is TablePhase.OVER:
                break
            if self.table.asking:
                self._answer()
                absent = False
            elif self.table.phase is TablePhase.CAVE and not absent:
                self._all_choose_once()
            else:
                self.tick_next()
        assert self.table.phase is TablePhase.OVER, "the table is stuck"
        if self.chance.random() < 0.1:
            assert self.reopen() == self.table

    def _answer(self):
        """Answer that someone is there, once the table has waited for as long as it takes."""
        before = self.table.turn, self.table.phase
        self.tick(3_600_000)
        assert (self.table.turn, self.table.phase) == before, "the game went on by itself"
        people = [seat.guest for _, seat in self.table.taken_seats() if seat.guest is not None]
        self.do(c.Resume, self.chance.choice(people))

    def _begin(self):
        """Start a game, whatever state the table is in."""
        for _ in range(10):
            host = self.table.host
            if self.table.phase is TablePhase.OVER:
                self.do(c.Rematch, host)
            if self.table.phase is TablePhase.LOBBY:
                least = self.table.settings.played_edition().least_players
                self.do(c.FillWithBots, host, players=least)
                self.do(c.Start, host)
            if self.table.phase not in (TablePhase.HASHES, TablePhase.NONCES):
                return
            self.tick_next()  # No one gives a nonce in time.
        raise AssertionError("the game does not begin")

    def _all_choose_once(self):
        turn = self.table.turn
        for at in self.inside():
            seat = self.table.seat(at)
            if self.table.turn == turn and self.table.phase is TablePhase.CAVE:
                if seat.guest is not None:
                    self.choose(at, leave=self.chance.random() < 0.4)
                elif seat.choice is None:
                    self.tick_next()
